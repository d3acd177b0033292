"""Why a move is not legal now, for its sender alone."""

from __future__ import annotations

from typing import ClassVar, assert_never

from core.games.coup.factions import foes
from core.games.coup.model import (
    Answering,
    Choosing,
    Denying,
    Ended,
    Examining,
    Losing,
    Proving,
    Revealing,
    State,
    Swapping,
    Window,
)
from core.games.coup.names import (
    CONVERT_OTHER,
    CONVERT_SELF,
    COSTS,
    FORCED,
    Deed,
    Faction,
    Role,
    Roles,
    blockers,
    doubtful,
    either,
    repertoire,
    treasurer,
)
from core.kernel.plain import NotYourTurn
from core.kernel.text import N_, Cards, Coins, Public, Seat, Secret


class IsOver(Public, frozen=True, tag="coup.is-over"):
    text: ClassVar[str] = N_("The game is over.")


class IsOut(Public, frozen=True, tag="coup.is-out"):
    text: ClassVar[str] = N_("You are out of the game and cannot act any more.")


class NotYours(Public, frozen=True, tag="coup.not-yours"):
    text: ClassVar[str] = N_("This is not yours to decide. Waiting for {seats}.")
    seats: tuple[Seat, ...]


class AlreadyAllowed(Public, frozen=True, tag="coup.already-allowed"):
    text: ClassVar[str] = N_("You have already answered. Waiting for {seats}.")
    seats: tuple[Seat, ...]


class NotAwaited(Public, frozen=True, tag="coup.not-awaited"):
    """To somebody who has answered, or was not asked: nobody remembers which."""

    text: ClassVar[str] = N_("You need not answer now. Waiting for {seats}.")
    seats: tuple[Seat, ...]


class OwnClaim(Public, frozen=True, tag="coup.own-claim"):
    text: ClassVar[str] = N_("The others answer your claim.")


class TooPoor(Public, frozen=True, tag="coup.too-poor"):
    text: ClassVar[str] = N_("{action} costs {cost}; you have {coins}.")
    action: Deed
    cost: Coins
    coins: Coins


class MustCoup(Public, frozen=True, tag="coup.must-coup"):
    text: ClassVar[str] = N_("With 10 coins or more only a Coup is allowed.")


class NotPlayed(Public, frozen=True, tag="coup.not-played"):
    text: ClassVar[str] = N_("{action} is not part of this game.")
    action: Deed


class NoSuchTarget(Public, frozen=True, tag="coup.no-such-target"):
    text: ClassVar[str] = N_("{action}: name another player who is still in the game.")
    action: Deed


class TargetTooPoor(Public, frozen=True, tag="coup.target-too-poor"):
    text: ClassVar[str] = N_("{target} has too few coins: at least {least} are needed.")
    target: Seat
    least: Coins


class SameFaction(Public, frozen=True, tag="coup.same-faction"):
    """A target of the own faction."""

    text: ClassVar[str] = N_(
        "{target} is of your faction ({faction}): while there are two factions, "
        "{action} needs somebody of the other one."
    )
    target: Seat
    faction: Faction
    action: Deed


class NotAskedAid(Public, frozen=True, tag="coup.not-asked-aid"):
    """A mate of whoever wants Foreign Aid."""

    text: ClassVar[str] = N_(
        "{seat} is of your faction ({faction}): only the other faction may block {action}."
    )
    seat: Seat
    faction: Faction
    action: Deed


class EmptyAlmshouse(Public, frozen=True, tag="coup.empty-almshouse"):
    text: ClassVar[str] = N_("There is nothing in the almshouse.")


class ConvertAlone(Public, frozen=True, tag="coup.convert-alone"):
    text: ClassVar[str] = N_("To convert yourself, name nobody.")


class VerdictNow(Public, frozen=True, tag="coup.verdict-now"):
    text: ClassVar[str] = N_("Return the card, or force an exchange.")


class ActNow(Public, frozen=True, tag="coup.act-now"):
    text: ClassVar[str] = N_("It is your turn: choose an action.")


class NothingClaimed(Public, frozen=True, tag="coup.nothing-claimed"):
    text: ClassVar[str] = N_("{action} claims no character and cannot be challenged.")
    action: Deed


class ChallengesClosed(Public, frozen=True, tag="coup.challenges-closed"):
    text: ClassVar[str] = N_("The claim can no longer be challenged; only a block is open.")


class BlocksNotYet(Public, frozen=True, tag="coup.blocks-not-yet"):
    text: ClassVar[str] = N_("Blocks come after the challenges.")


class CannotBlockBlock(Public, frozen=True, tag="coup.cannot-block-block"):
    text: ClassVar[str] = N_("A block cannot be blocked, only challenged.")


class CannotBeBlocked(Public, frozen=True, tag="coup.cannot-be-blocked"):
    text: ClassVar[str] = N_("{action} cannot be blocked.")
    action: Deed


class OnlyTargetBlocks(Public, frozen=True, tag="coup.only-target-blocks"):
    text: ClassVar[str] = N_("Only {target} may block this.")
    target: Seat


class BlockAs(Public, frozen=True, tag="coup.block-as"):
    text: ClassVar[str] = N_("{action} can be blocked as {roles} only.")
    action: Deed
    roles: Roles


class AnswerNow(Public, frozen=True, tag="coup.answer-now"):
    text: ClassVar[str] = N_("Answer the open question with one of the choices shown.")


class ChooseLoss(Secret, frozen=True, tag="coup.choose-loss"):
    text: ClassVar[str] = N_("Choose one of your hidden cards to lose: {cards}.")
    cards: tuple[Role, ...]


class ChooseProof(Secret, frozen=True, tag="coup.choose-proof"):
    text: ClassVar[str] = N_("Choose one of your hidden cards to turn up: {cards}.")
    cards: tuple[Role, ...]


class ChooseKept(Secret, frozen=True, tag="coup.choose-kept"):
    text: ClassVar[str] = N_("Keep exactly {count} of these: {cards}.")
    count: Cards
    cards: tuple[Role, ...]


class ChooseShown(Secret, frozen=True, tag="coup.choose-shown"):
    text: ClassVar[str] = N_("Choose one of your hidden cards to show: {cards}.")
    cards: tuple[Role, ...]


class ChooseDenial(Secret, frozen=True, tag="coup.choose-denial"):
    """To a doubted embezzler who does not hold the Duke."""

    text: ClassVar[str] = N_("Show all your cards, or choose one to lose: {cards}.")
    cards: tuple[Role, ...]


class CannotShowAll(Secret, frozen=True, tag="coup.cannot-show-all"):
    """To a doubted embezzler who holds the Duke."""

    text: ClassVar[str] = N_(
        "You hold the {role}, so you cannot show all. Choose one of your cards to lose: {cards}."
    )
    role: Role
    cards: tuple[Role, ...]


def why_not(state: State, seat: int, said: str) -> Public | Secret:
    """The reason, as far as it betrays nothing that the sender does not know."""
    step = state.step
    if isinstance(step, Ended):
        return IsOver()
    hand = state.players[seat - 1].hidden
    if not hand:
        return IsOut()
    match step:
        case Answering():
            return _answer(state, step, seat, said)
        case Choosing():
            return _action(state, said) if seat == state.turn else NotYourTurn(state.turn)
        case Losing():
            return ChooseLoss(hand) if seat == step.seat else NotYours((step.seat,))
        case Proving():
            return ChooseProof(hand) if seat == step.claimant else NotYours((step.claimant,))
        case Swapping():
            if seat == state.turn:
                return ChooseKept(len(hand), hand + step.drawn)
            return NotYours((state.turn,))
        case Revealing():
            assert state.act is not None, "somebody is examined"
            target = state.act.target
            return ChooseShown(hand) if seat == target else NotYours((target,))
        case Examining():
            return VerdictNow() if seat == state.turn else NotYours((state.turn,))
        case Denying():
            if seat != state.turn:
                return NotYours((state.turn,))
            role = treasurer(state.options)
            return CannotShowAll(role, hand) if role in hand else ChooseDenial(hand)
    assert_never(step)


def _answer(state: State, step: Answering, seat: int, said: str) -> Public:
    act, options = state.act, state.options
    assert act is not None, "a window is about an action"
    waiting = tuple(sorted(step.awaited))
    claimant = act.blocker or state.turn
    if seat == claimant:
        return OwnClaim()
    roles = blockers(act.deed, options)
    verb = said.partition(".")[0]
    aimed = act.target in (0, seat)
    if seat not in step.awaited:
        alone = act.target if step.window in (Window.BLOCK, Window.SECOND) else 0
        if not alone:
            aid = act.deed is Deed.AID and not act.blocker
            return _not_asked(state, seat, waiting) if aid else AlreadyAllowed(waiting)
        return OnlyTargetBlocks(alone) if verb == "block" else NotYours(waiting)
    if verb == "challenge":
        return ChallengesClosed() if doubtful(act.deed) else NothingClaimed(act.deed)
    if verb != "block":
        return AnswerNow()
    if step.window is Window.COUNTER:
        return CannotBlockBlock()
    if not roles:
        return CannotBeBlocked(act.deed)
    if not aimed:
        return OnlyTargetBlocks(act.target)
    return BlocksNotYet() if step.window is Window.CHALLENGE else BlockAs(act.deed, either(roles))


def _not_asked(state: State, seat: int, waiting: tuple[int, ...]) -> Public:
    """A mate of whoever wants Foreign Aid could only allow it and is not asked (13.3.3), else
    the seat has answered."""
    faction = state.players[seat - 1].faction
    if faction is None or faction is not state.players[state.turn - 1].faction:
        return AlreadyAllowed(waiting)
    if seat in foes(state.players, state.turn):
        # One faction is left, maybe since the window opened: then nobody asked this seat.
        return NotAwaited(waiting)
    return NotAskedAid(state.turn, faction, Deed.AID)


def _action(state: State, said: str) -> Public:
    name, _, number = said.partition(".")
    if name not in [str(deed) for deed in Deed]:
        return ActNow()
    deed = Deed(name)
    coins = state.players[state.turn - 1].coins
    cost = COSTS.get(deed, 0)
    if deed is Deed.CONVERT:
        cost = CONVERT_OTHER if number else CONVERT_SELF
    if deed not in repertoire(state.options):
        return NotPlayed(deed)
    if coins >= FORCED and deed is not Deed.COUP:
        return MustCoup()
    if deed is Deed.CONVERT and number == str(state.turn):
        return ConvertAlone()
    if coins < cost:
        return TooPoor(deed, cost, coins)
    if deed in (Deed.INCOME, Deed.AID, Deed.TAX, Deed.EXCHANGE):
        return ActNow()
    if deed is Deed.EMBEZZLE:
        return ActNow() if number else EmptyAlmshouse()
    seats = [str(seat) for seat, player in enumerate(state.players, 1) if player.hidden]
    if number not in seats or number == str(state.turn):
        return NoSuchTarget(deed)
    return _wrong_target(state, deed, int(number))


def _wrong_target(state: State, deed: Deed, target: int) -> Public:
    """Somebody who is in the game, and may not be aimed at all the same."""
    faction = state.players[target - 1].faction
    if faction is not None and target not in foes(state.players, state.turn):
        return SameFaction(target, faction, deed)
    return TargetTooPoor(target, state.options.steal_min_target)
