"""The table in words: the board, the hand card, what stands on buttons, and what is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from core.games.love_letter.events import Ranked
from core.games.love_letter.manual_words import card_line
from core.games.love_letter.model import View, kit, target
from core.games.love_letter.names import Card
from core.kernel.asks import Scene
from core.kernel.plain import SeatLabel
from core.kernel.text import N_, Cards, Message, Points, Public, Seat, Secret


class BoardRound(Public, frozen=True, tag="love-letter.board-round"):
    text: ClassVar[str] = N_("Round {round}, {deck} in the deck, {target} to win")
    round: int
    deck: Cards
    target: Points


class BoardEnded(Public, frozen=True, tag="love-letter.board-ended"):
    text: ClassVar[str] = N_("The match ended with round {round}")
    round: int


class BoardFaceUp(Public, frozen=True, tag="love-letter.board-face-up"):
    text: ClassVar[str] = N_("Face up: {cards}")
    cards: tuple[Ranked, ...]


class BoardSeat(Public, frozen=True, tag="love-letter.board-seat"):
    text: ClassVar[str] = N_("{seat}: {points}")
    seat: Seat
    points: Points


class BoardProtected(Public, frozen=True, tag="love-letter.board-protected"):
    text: ClassVar[str] = N_("{seat}: {points}, protected")
    seat: Seat
    points: Points


class BoardOut(Public, frozen=True, tag="love-letter.board-out"):
    text: ClassVar[str] = N_("{seat}: {points}, out")
    seat: Seat
    points: Points


class BoardLeft(Public, frozen=True, tag="love-letter.board-left"):
    text: ClassVar[str] = N_("{seat}: {points}, has left")
    seat: Seat
    points: Points


class BoardDiscards(Public, frozen=True, tag="love-letter.board-discards"):
    text: ClassVar[str] = N_("– discards: {cards}")
    cards: tuple[Ranked, ...]


class YourHand(Public, frozen=True, tag="love-letter.your-hand"):
    text: ClassVar[str] = N_("Your hand:")


class YouSitOut(Public, frozen=True, tag="love-letter.you-sit-out"):
    text: ClassVar[str] = N_("You are out of this round.")


class KnownHand(Secret, frozen=True, tag="love-letter.known-hand"):
    text: ClassVar[str] = N_("You have seen: {seat} holds {card}.")
    seat: Seat
    card: Ranked


class HasSeenYours(Secret, frozen=True, tag="love-letter.has-seen-yours"):
    text: ClassVar[str] = N_("{seat} has seen your {card}.")
    seat: Seat
    card: Card


class KnownBottom(Secret, frozen=True, tag="love-letter.known-bottom"):
    text: ClassVar[str] = N_("You know: {card} is the bottom card of the deck.")
    card: Ranked


class KnownBelow(Secret, frozen=True, tag="love-letter.known-below"):
    text: ClassVar[str] = N_("You know: {card} lies in the deck, with {below} below it.")
    card: Ranked
    below: Cards


class BriefHand(Secret, frozen=True, tag="love-letter.brief-hand"):
    text: ClassVar[str] = N_("Hand: {cards}")
    cards: tuple[Ranked, ...]


# ------------------------------------------------------------------ buttons and questions


class LabelSelf(Public, frozen=True, tag="love-letter.label-self"):
    text: ClassVar[str] = N_("{seat} (you)")
    seat: Seat


class LabelKeep(Public, frozen=True, tag="love-letter.label-keep"):
    text: ClassVar[str] = N_("Choose the card to keep")


class WhichCard(Public, frozen=True, tag="love-letter.which-card"):
    text: ClassVar[str] = N_("Which card do you play?")


class OnWhom(Public, frozen=True, tag="love-letter.on-whom"):
    text: ClassVar[str] = N_("On whom?")


class WhichName(Public, frozen=True, tag="love-letter.which-name"):
    text: ClassVar[str] = N_("Which card do you name?")


class IfGuard(Public, frozen=True, tag="love-letter.if-guard"):
    """Above the cards that can be named, where nobody may know which card is played."""

    text: ClassVar[str] = N_("{card}: which card?")
    card: Card


class WhichKept(Public, frozen=True, tag="love-letter.which-kept"):
    text: ClassVar[str] = N_("Which card do you keep?")


class WhichUnder(Public, frozen=True, tag="love-letter.which-under"):
    text: ClassVar[str] = N_("Which card goes under the deck first?")


class WhichBottom(Public, frozen=True, tag="love-letter.which-bottom"):
    text: ClassVar[str] = N_("Which card goes to the very bottom?")


def scene(view: View) -> Scene:
    """The board; for a seat also its hand, with what the cards do and what it has learnt."""
    return Scene(tuple(_board(view)), tuple(_own(view)))


def _ranked(view: View, cards: Sequence[Card]) -> tuple[Ranked, ...]:
    ranks = kit(view.options).ranks
    return tuple(Ranked(ranks[card], card) for card in cards)


def _board(view: View) -> Iterator[Public]:
    if view.phase == "over":
        yield BoardEnded(view.round)
    else:
        goal = target(view.options, len(view.tokens))
        yield BoardRound(view.round, view.deck, goal)
    yield from face_up(view)
    for seat, points in enumerate(view.tokens, 1):
        if seat in view.gone:
            yield BoardLeft(seat, points)
        elif view.phase == "over":
            yield BoardSeat(seat, points)
        elif seat not in view.alive:
            yield BoardOut(seat, points)
        elif seat in view.shielded:
            yield BoardProtected(seat, points)
        else:
            yield BoardSeat(seat, points)
        if view.discards[seat - 1]:
            yield BoardDiscards(_ranked(view, view.discards[seat - 1]))


def face_up(view: View) -> tuple[Public, ...]:
    """What lies open in the middle, out of this round."""
    return (BoardFaceUp(_ranked(view, view.faceup)),) if view.faceup else ()


def _own(view: View) -> Iterator[Message]:
    if not view.me or view.phase == "over" or view.me in view.gone:
        return
    if view.me not in view.alive:
        yield YouSitOut()
        return
    yield YourHand()
    for card in view.hand:
        yield card_line(view.options, card)
    for fact in sorted(view.known, key=lambda fact: (fact.by, fact.slot)):
        yield HasSeenYours(fact.by, fact.card)
    yield from _learnt(view)


def _learnt(view: View) -> Iterator[Message]:
    ranks = kit(view.options).ranks
    for fact in sorted(view.seen, key=lambda fact: (fact.seat, fact.slot)):
        yield KnownHand(fact.seat, Ranked(ranks[fact.card], fact.card))
    for laid in sorted(view.under, key=lambda laid: laid.below):
        card = Ranked(ranks[laid.card], laid.card)
        yield KnownBelow(card, laid.below) if laid.below else KnownBottom(card)


def brief(view: View) -> list[Message]:
    """The hand and what was learnt, for an alert; nothing for the group."""
    if not view.me or view.phase == "over" or view.me in view.gone:
        return []
    if view.me not in view.alive:
        return [YouSitOut()]
    return [BriefHand(_ranked(view, view.hand)), *_learnt(view)]


def label(view: View, said: Sequence[str], word: str) -> Public:
    """A card with its rank, a seat by its name."""
    if word == "keep":
        return LabelKeep()
    if word.isdigit():
        return LabelSelf(int(word)) if int(word) == view.me else SeatLabel(int(word))
    card = Card(word)
    return Ranked(kit(view.options).ranks[card], card)


def hint(view: View, said: Sequence[str]) -> Message:
    """What the next word says."""
    if view.phase == "play":
        return (WhichCard(), OnWhom(), WhichName())[min(len(said), 2)]
    if len(said) < 2:
        return WhichKept()
    last = len(said) == view.sizes[view.turn - 1]
    return WhichBottom() if last else WhichUnder()
