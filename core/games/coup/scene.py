"""The board and the hand card of Coup, its buttons and letters, made from a view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.game import Hidden, Row
from core.games.coup import texts
from core.games.coup.choices import awaited
from core.games.coup.guide import ROLE_HELP
from core.games.coup.model import (
    Answering,
    Cause,
    Ended,
    Losing,
    Proving,
    State,
    Swapping,
    Window,
)
from core.games.coup.prompts import prompt
from core.games.coup.views import View
from core.games.coup.words import CLAIMS, COSTS, Deed, Role, blockers
from core.text import Message, Public, Secret


def scene(view: View) -> Sequence[Message]:
    """The table in words: the board for the group, the hand card for a seat."""
    return tuple(_hand(view) if view.reader else _board(view))


def _board(view: View) -> Iterator[Public]:
    step = view.step
    if isinstance(step, Ended):
        hand = view.players[step.winner - 1].hidden
        if hand:
            yield texts.WinnerHandLine(step.winner, hand)
    else:
        yield from under_way(view)
        yield texts.AwaitedLine(tuple(sorted(awaited(view))))
        yield from _following(view)
    for seat in range(1, len(view.players) + 1):
        yield _seat_line(view, seat)
    yield texts.DeckLine(view.deck)


def under_way(view: View) -> Iterator[Public]:
    """Whose turn it is, what is declared, who blocks it; nothing when the game is over."""
    if isinstance(view.step, Ended):
        return
    act = view.act
    yield texts.TurnLine(view.turn)
    if act is not None:
        yield _deed_line(act.deed, act.target)
        if act.role is not None:
            yield texts.BlockLine(act.blocker, act.role)


def _deed_line(deed: Deed, target: int) -> Public:
    role = CLAIMS.get(deed)
    if role is None:
        return texts.DeedAtLine(deed, target) if target else texts.DeedLine(deed)
    return texts.ClaimAtLine(deed, role, target) if target else texts.ClaimLine(deed, role)


def _following(view: View) -> Iterator[Public]:
    """What can still follow the open decision, from public facts alone."""
    step, act = view.step, view.act
    if act is None or act.dropped:
        return
    able = bool(act.target) and view.cards[act.target - 1] > 0
    able = able and bool(blockers(act.deed, view.options.diplomat))
    again = able and view.options.block_after_failed_challenge
    match step:
        case Answering(Window.RESPOND):
            if again:
                yield texts.MayBlockLater(act.target)
            if able or act.deed is Deed.AID:
                yield texts.MayBeCountered()
        case Answering(Window.CHALLENGE) if able:
            yield texts.MayBlockNext(act.target)
        case Answering(Window.BLOCK | Window.SECOND):
            yield texts.MayBeCountered()
        case Answering(Window.COUNTER):
            yield texts.BlockMayFall(act.deed)
        case Proving() if act.blocker:
            yield texts.BlockMayFall(act.deed)
        case Proving() if again:
            yield texts.MayBlockLater(act.target)
        case Losing(_, Cause.BLUFF) if act.blocker:
            yield texts.HappensNext(act.deed)
        case Losing(_, Cause.MISTAKE) if not act.blocker:
            if again:
                yield texts.MayBlockNext(act.target)
            else:
                yield texts.HappensNext(act.deed)
        case _:
            return


def _seat_line(view: View, seat: int) -> Public:
    player, cards = view.players[seat - 1], view.cards[seat - 1]
    if not cards:
        return texts.SeatOut(seat, player.lost)
    coins, lost, claims = player.coins, player.lost, player.claims
    if lost and claims:
        return texts.SeatLineBoth(seat, coins, cards, lost, claims)
    if lost:
        return texts.SeatLineLost(seat, coins, cards, lost)
    if claims:
        return texts.SeatLineClaims(seat, coins, cards, claims)
    return texts.SeatLine(seat, coins, cards)


def _hand(view: View) -> Iterator[Message]:
    player = view.players[view.reader - 1]
    if not player.hidden:
        yield texts.OutLine()
        return
    for card in player.hidden:
        yield texts.HandLine(card, ROLE_HELP[card]())
    if isinstance(view.step, Swapping):
        for card in view.step.drawn:
            yield texts.DrawnLine(card, ROLE_HELP[card]())
    yield texts.CoinsLine(player.coins)
    if player.lost:
        yield texts.LostLine(player.lost)
    sunk = view.sunk
    if sunk is not None and sunk.seat == view.reader and sunk.took not in sunk.cards:
        yield texts.SunkLine(sunk.cards)


def brief(view: View) -> Sequence[Secret]:
    """The hand in very few words; empty for the group and for whoever is out."""
    if not view.reader:
        return ()
    player = view.players[view.reader - 1]
    if not player.hidden:
        return ()
    drawn = view.step.drawn if isinstance(view.step, Swapping) else ()
    return (texts.BriefHand(player.hidden + drawn, player.coins),)


def hidden(state: State, seat: int) -> Hidden:
    """The hidden cards that the seat chooses from; in an Exchange the drawn ones too."""
    player = state.players[seat - 1]
    cards = player.hidden
    if isinstance(state.step, Swapping) and seat == state.turn:
        cards += state.step.drawn
    return Hidden(tuple([str(card) for card in cards]), player.version, 4)


def rows(view: View) -> Sequence[Row]:
    """Letters for a loss, a proof and an Exchange: one row for each card to name."""
    match view.step:
        case Losing() | Proving():
            return (Row("letters", 1),)
        case Swapping():
            count = view.cards[view.turn - 1]
            return tuple(Row("letters", place) for place in range(1, count + 1))
        case _:
            return ()


def label(view: View, said: Sequence[str], word: str) -> Message:
    """The label of the button that says `word` after `said`."""
    if said:
        if word.isdigit():
            seat = int(word)
            return texts.SeatLabel(seat, view.players[seat - 1].coins)
        return texts.RoleLabel(Role(word))
    match word:
        case "allow":
            return texts.AllowLabel()
        case "challenge":
            return texts.ChallengeLabel()
        case "lose":
            return texts.LoseLabel()
        case "show":
            return texts.ShowLabel()
        case "keep":
            return texts.KeepLabel()
        case "block":
            return _block_label(view)
        case _:
            return _deed_label(Deed(word))


def _block_label(view: View) -> Message:
    """With a single character to name, the button names it."""
    roles = blockers(view.act.deed, view.options.diplomat) if view.act is not None else ()
    return texts.BlockAsLabel(roles[0]) if len(roles) == 1 else texts.BlockLabel()


def _deed_label(deed: Deed) -> Message:
    role, cost = CLAIMS.get(deed), COSTS.get(deed)
    if role is None:
        return texts.DeedLabel(deed) if cost is None else texts.DeedLabelCost(deed, cost)
    if cost is None:
        return texts.DeedLabelRole(deed, role)
    return texts.DeedLabelBoth(deed, role, cost)


def hint(view: View, said: Sequence[str]) -> Message:
    """The question that the next word answers; for the first one the open question itself."""
    if not said:
        return prompt(view)
    match said[0]:
        case "block":
            return texts.AskBlock()
        case "lose":
            return texts.AskLoss()
        case "show":
            return texts.AskProof()
        case "keep":
            return texts.AskKeep() if len(said) == 1 else texts.AskKeepSecond()
        case "cooperate":
            return texts.AskPartner(Deed.COOPERATE)
        case deed:
            return texts.AskTarget(Deed(deed))
