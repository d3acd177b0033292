"""Why a move is not legal, for the sender alone (LL-5.10, LL-6.9)."""

from __future__ import annotations

from typing import ClassVar

from core.games.lady_luck.abilities import owner_of, repeats
from core.games.lady_luck.auction import slots
from core.games.lady_luck.events import ActionPoints
from core.games.lady_luck.model import Phase, State
from core.games.lady_luck.names import CARDS, KIND, Card, Kind
from core.kernel.notation import words
from core.kernel.text import N_, Public, Seat, Secret


class Refusal(Public, frozen=True):
    """A reason, in the words of the sender. It follows from what everybody sees."""


class GameWasOver(Refusal, frozen=True, tag="lady-luck.no.over"):
    text: ClassVar[str] = N_("The game is over.")


class OpeningWasDue(Refusal, frozen=True, tag="lady-luck.no.opening-due"):
    text: ClassVar[str] = N_("{seat} has to open an auction now: whoever leads cannot pass.")
    seat: Seat


class AuctionWasRunning(Refusal, frozen=True, tag="lady-luck.no.auction-running"):
    text: ClassVar[str] = N_("An auction is running: bid or pass.")


class PlacingWasDue(Refusal, frozen=True, tag="lady-luck.no.placing-due"):
    text: ClassVar[str] = N_("{seat} is choosing between helper and score card.")
    seat: Seat


class HelperPhaseWasRunning(Refusal, frozen=True, tag="lady-luck.no.helper-phase"):
    text: ClassVar[str] = N_("This is the helper phase: use a helper or pass.")


class ChoiceWasOpen(Refusal, frozen=True, tag="lady-luck.no.choice-open"):
    text: ClassVar[str] = N_("{seat} has to turn up a score card first.")
    seat: Seat


class HadWon(Refusal, frozen=True, tag="lady-luck.no.had-won"):
    text: ClassVar[str] = N_("You already have a card in this round.")


class HadPassedAuction(Refusal, frozen=True, tag="lady-luck.no.had-passed-auction"):
    text: ClassVar[str] = N_("You have passed in this auction.")


class HadPassed(Refusal, frozen=True, tag="lady-luck.no.had-passed"):
    text: ClassVar[str] = N_("You have passed in this helper phase.")


class NotTheTurn(Refusal, frozen=True, tag="lady-luck.no.turn"):
    text: ClassVar[str] = N_("It is {seat}’s turn.")
    seat: Seat


class CardNotInCastle(Refusal, frozen=True, tag="lady-luck.no.castle"):
    text: ClassVar[str] = N_("There is no such card in the castle.")


class BidNotANumber(Refusal, frozen=True, tag="lady-luck.no.number"):
    text: ClassVar[str] = N_("A bid is a whole number from 0.")


class BidTooLow(Refusal, frozen=True, tag="lady-luck.no.low"):
    text: ClassVar[str] = N_("The bid stands at {bid}: bid more, or pass.")
    bid: ActionPoints


class BidOverAp(Refusal, frozen=True, tag="lady-luck.no.over-ap"):
    text: ClassVar[str] = N_("You have only {ap}.")
    ap: ActionPoints


class NotYourHelper(Refusal, frozen=True, tag="lady-luck.no.helper"):
    text: ClassVar[str] = N_("This is not a helper of yours.")


class HelperHadActed(Refusal, frozen=True, tag="lady-luck.no.acted"):
    text: ClassVar[str] = N_("This helper has already acted.")


class TargetRequired(Refusal, frozen=True, tag="lady-luck.no.target-required"):
    text: ClassVar[str] = N_("A Noble needs a player: name one.")


class TargetNotTaken(Refusal, frozen=True, tag="lady-luck.no.target-not-taken"):
    text: ClassVar[str] = N_("This helper has no such target.")


class TargetNotHelper(Refusal, frozen=True, tag="lady-luck.no.target-not-helper"):
    text: ClassVar[str] = N_("The target must be a face-up helper.")


class TargetNotActed(Refusal, frozen=True, tag="lady-luck.no.target-not-acted"):
    text: ClassVar[str] = N_("A General needs a helper that has already acted.")


class TargetHadActed(Refusal, frozen=True, tag="lady-luck.no.target-acted"):
    text: ClassVar[str] = N_("That helper has already acted. A Knight needs no target.")


class TargetWasItself(Refusal, frozen=True, tag="lady-luck.no.target-self"):
    text: ClassVar[str] = N_("A helper cannot be its own target.")


class PositionRepeated(Refusal, frozen=True, tag="lady-luck.no.repeated"):
    text: ClassVar[str] = N_("The table would be as it was before in this phase.")


class NotYourScore(Secret, frozen=True, tag="lady-luck.no.score"):
    text: ClassVar[str] = N_("This is not a score card of yours.")


class NotAMove(Refusal, frozen=True, tag="lady-luck.no.move"):
    text: ClassVar[str] = N_("This is not a move of this game.")


def why_not(state: State, seat: int, said: str) -> Refusal | NotYourScore:
    """The first reason in the order of the rules: phase, seat, turn, card, number, AP."""
    parts = words(said)
    word = parts[0] if parts else ""
    return (
        _wrong_phase(state, word)
        or _not_the_turn(state, seat)
        or (_wrong_reveal(state, seat, parts) if word == "reveal" else None)
        or (_wrong_opening(state, seat, parts) if word == "open" else None)
        or (_wrong_bid(state, seat, parts[1:]) if word == "bid" else None)
        or (_wrong_use(state, seat, parts) if word == "use" else None)
        or NotAMove()
    )


WORDS = frozenset(("open", "bid", "pass", "helper", "score", "use", "reveal"))


def _wrong_phase(state: State, word: str) -> Refusal | None:
    if state.phase is Phase.OVER:
        return GameWasOver()
    if word not in WORDS:
        return NotAMove()
    if state.noble is not None:
        return None if word == "reveal" else ChoiceWasOpen(state.noble.on)
    if state.phase is Phase.HELPER:
        return None if word in ("use", "pass") else HelperPhaseWasRunning()
    if state.auction is None:
        return None if word == "open" else OpeningWasDue(state.turn)
    if state.placing:
        return None if word in ("helper", "score") else PlacingWasDue(state.turn)
    return None if word in ("bid", "pass") else AuctionWasRunning()


def _not_the_turn(state: State, seat: int) -> Refusal | None:
    if seat == state.turn:
        return None
    if seat in state.won:
        return HadWon()
    if state.auction is not None and not state.placing and seat not in state.auction.still:
        return HadPassedAuction()
    if seat in state.passed and state.noble is None:
        return HadPassed()
    return NotTheTurn(state.turn)


def _wrong_reveal(state: State, seat: int, parts: tuple[str, ...]) -> NotYourScore | None:
    own = {card.value for card in state.player(seat).scores}
    return None if len(parts) == 2 and parts[1] in own else NotYourScore()


def _wrong_opening(state: State, seat: int, parts: tuple[str, ...]) -> Refusal | None:
    if len(parts) < 2 or _number(parts[1]) not in slots(state):
        return CardNotInCastle()
    return _wrong_amount(state, seat, parts[2:], -1)


def _wrong_bid(state: State, seat: int, said: tuple[str, ...]) -> Refusal | None:
    assert state.auction is not None, "bids are heard in an auction only"
    return _wrong_amount(state, seat, said, state.auction.bid)


def _wrong_amount(state: State, seat: int, said: tuple[str, ...], bid: int) -> Refusal | None:
    amount = _number(said[0]) if len(said) == 1 else None
    if amount is None:
        return BidNotANumber()
    if amount <= bid:
        return BidTooLow(bid)
    ap = state.player(seat).ap
    return BidOverAp(ap) if amount > ap else None


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else None


def _card(word: str) -> Card | None:
    return CARDS.get(word)


def _wrong_use(state: State, seat: int, parts: tuple[str, ...]) -> Refusal | None:
    card = _card(parts[1]) if len(parts) > 1 else None
    if card is None or owner_of(state, card) != seat:
        return NotYourHelper()
    if card not in state.player(seat).upright:
        return HelperHadActed()
    target = parts[2:]
    kind = KIND[card]
    if kind is Kind.NOBLE and not target:
        return TargetRequired()
    if kind not in (Kind.GENERAL, Kind.MAGICIAN, Kind.KNIGHT) or len(target) != 1:
        return TargetNotTaken()
    return _wrong_target(state, seat, card, target[0])


def _wrong_target(state: State, seat: int, card: Card, said: str) -> Refusal | None:
    kind, target = KIND[card], _card(said)
    owner = owner_of(state, target) if target is not None else None
    if target is None or owner is None:
        return TargetNotHelper()
    if kind is Kind.GENERAL:
        if target in state.player(owner).upright:
            return TargetNotActed()
        if owner != seat and state.options.general_scope == "own_only":
            return NotYourHelper()
        return PositionRepeated() if repeats(state, card, target) else None
    if target == card:
        return TargetWasItself()
    if kind is Kind.MAGICIAN:
        return NotYourHelper() if owner != seat else None
    return None if target in state.player(owner).upright else TargetHadActed()
