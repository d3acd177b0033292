"""What a move of Lady Luck costs or brings, in a line under its button."""

from __future__ import annotations

from typing import ClassVar

from core.games.lady_luck.abilities import GAIN
from core.games.lady_luck.events import ActionPoints, Stars
from core.games.lady_luck.model import Phase, View
from core.games.lady_luck.names import CARDS, KIND, STARS, Card, Kind
from core.kernel.notation import words
from core.kernel.text import N_, Message, Public, Seat, Secret

# Auctions


class LeftIfWon(Public, frozen=True, tag="lady-luck.left-if-won"):
    """Under a bid: the Action Points that are left if nobody bids more."""

    text: ClassVar[str] = N_("If you win: {left} left.")
    left: ActionPoints


class NobodyBidsMore(Public, frozen=True, tag="lady-luck.nobody-bids-more"):
    """Under a bid that nobody else can top."""

    text: ClassVar[str] = N_("Nobody can bid more: {left} left.")
    left: ActionPoints


class OutOfAuction(Public, frozen=True, tag="lady-luck.out-of-auction"):
    text: ClassVar[str] = N_("You get another card of this round.")


class WorksEachRound(Public, frozen=True, tag="lady-luck.works-each-round"):
    """Under making a card a helper."""

    text: ClassVar[str] = N_("Can act in each round; no points at the end.")


class CountsAtTheEnd(Public, frozen=True, tag="lady-luck.counts-at-the-end"):
    """Under making a card a score card."""

    text: ClassVar[str] = N_("{stars} at the end.")
    stars: Stars


class YoursCounts(Secret, frozen=True, tag="lady-luck.yours-counts"):
    """Under making a card a score card that nobody else has seen."""

    text: ClassVar[str] = N_("{stars} at the end. Nobody else knows the card.")
    stars: Stars


# Helpers


class FirstToPass(Public, frozen=True, tag="lady-luck.first-to-pass"):
    text: ClassVar[str] = N_("No more turns now, but you open the next auctions.")


class NoMoreTurns(Public, frozen=True, tag="lady-luck.no-more-turns-now"):
    text: ClassVar[str] = N_("No more turns in this phase.")


class YouGain(Public, frozen=True, tag="lady-luck.you-gain"):
    text: ClassVar[str] = N_("You gain {ap}.")
    ap: ActionPoints


class WinsAtOnce(Public, frozen=True, tag="lady-luck.wins-at-once"):
    text: ClassVar[str] = N_("You win the game!")


class NothingYet(Public, frozen=True, tag="lady-luck.nothing-yet"):
    """Under the first use of a Princess."""

    text: ClassVar[str] = N_("Nothing yet: a second use this round wins.")


class NothingHappens(Public, frozen=True, tag="lady-luck.nothing-happens"):
    text: ClassVar[str] = N_("No effect.")


class KnownAlready(Secret, frozen=True, tag="lady-luck.known-already"):
    text: ClassVar[str] = N_("You know that card already.")


class YouAloneLook(Public, frozen=True, tag="lady-luck.you-alone-look"):
    text: ClassVar[str] = N_("You alone see the castle’s face-down card.")


class OneMoreTurn(Public, frozen=True, tag="lady-luck.one-more-turn"):
    """Under a helper that a General readies."""

    text: ClassVar[str] = N_("It can act once more.")


class CountsAsActed(Public, frozen=True, tag="lady-luck.counts-as-acted"):
    """Under a helper that a Knight stops."""

    text: ClassVar[str] = N_("It counts as having acted.")


class NoHelperAnyMore(Public, frozen=True, tag="lady-luck.no-helper-any-more"):
    """Under a helper that a Magician turns face down."""

    text: ClassVar[str] = N_("{stars} at the end, but no helper any more.")
    stars: Stars


class HaveNoScore(Public, frozen=True, tag="lady-luck.have-no-score"):
    text: ClassVar[str] = N_("{seat} has no score card: no effect.")
    seat: Seat


class OnlyOneTurnsUp(Public, frozen=True, tag="lady-luck.only-one-turns-up"):
    text: ClassVar[str] = N_("The only score card of {seat} becomes a helper.")
    seat: Seat


class ChoosesWhich(Public, frozen=True, tag="lady-luck.chooses-which"):
    text: ClassVar[str] = N_("{seat} picks a score card, which becomes a helper.")
    seat: Seat


class PointsGoHelperComes(Secret, frozen=True, tag="lady-luck.points-go-helper-comes"):
    """Under a score card that is turned up."""

    text: ClassVar[str] = N_("{stars} less, but it can act at once.")
    stars: Stars


def risk(view: View, code: str) -> Message | None:
    """What the legal move costs its seat or brings it."""
    if view.seat is None:
        return None
    match words(code):
        case ("open", _, bid) | ("bid", bid):
            return _bid(view, view.seat, int(bid))
        case ("pass",):
            return _pass(view)
        case ("helper",):
            return WorksEachRound()
        case ("score",):
            return _score(view)
        case ("reveal", card):
            return PointsGoHelperComes(STARS[CARDS[card]])
        case ("use", card, *target):
            return _use(view, CARDS[card], target[0] if target else "")
        case _:
            return None


def _bid(view: View, me: int, bid: int) -> Message:
    still = view.auction.still if view.auction is not None else range(1, len(view.players) + 1)
    rivals = [seat for seat in still if seat not in (me, *view.won) and not view.player(seat).left]
    left = view.player(me).ap - bid
    topped = any(view.player(seat).ap > bid for seat in rivals)
    return LeftIfWon(left) if topped else NobodyBidsMore(left)


def _pass(view: View) -> Message:
    if view.phase is Phase.AUCTION:
        return OutOfAuction()
    return NoMoreTurns() if view.passed else FirstToPass()


def _score(view: View) -> Message:
    assert view.auction is not None, "a card was won"
    card = view.castle[view.auction.slot - 1]
    if card is not None:
        return CountsAtTheEnd(STARS[card])
    assert view.peek is not None, "the winner has seen the card"
    return YoursCounts(STARS[view.peek])


def _use(view: View, card: Card, target: str) -> Message:
    kind = KIND[card]
    match kind:
        case Kind.PRIEST | Kind.MAID:
            return YouGain(GAIN[kind])
        case Kind.PRINCESS:
            return WinsAtOnce() if _second(view, card) else NothingYet()
        case Kind.FORTUNE_TELLER:
            if not view.closed:
                return NothingHappens()
            return KnownAlready() if view.peek is not None else YouAloneLook()
        case Kind.NOBLE:
            return _called(view, int(target))
        case _ if not target:
            return NothingHappens()
        case Kind.GENERAL:
            return OneMoreTurn()
        case Kind.KNIGHT:
            return CountsAsActed()
        case _:
            return NoHelperAnyMore(STARS[CARDS[target]])


def _second(view: View, card: Card) -> bool:
    """Whether a Princess that is used now is used for the second time in this round."""
    counted = dict(view.uses)
    if card in counted:
        return True
    if view.options.princess_scope == "same_card" or view.seat is None:
        return False
    player = view.player(view.seat)
    own = {*(helper.card for helper in player.helpers), *player.scores}
    return any(used in own for used in counted)


def _called(view: View, seat: int) -> Message:
    count = view.player(seat).count
    if not count:
        return HaveNoScore(seat)
    return OnlyOneTurnsUp(seat) if count == 1 else ChoosesWhich(seat)
