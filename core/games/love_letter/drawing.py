"""The table as it is drawn: faces of cards, what lies where, what a reader has not seen yet."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from core.games.love_letter.board import BoardEnded, BoardRound, face_up
from core.games.love_letter.manual_words import effect
from core.games.love_letter.model import Options, View, kit, target
from core.games.love_letter.names import Card
from core.kernel.drawn import Badge, Face, Moment, Pile, Place, Stage, Unseen
from core.kernel.plain import LeftMark, OutMark
from core.kernel.text import N_, Cards, Points, Public


class MarkPoints(Public, frozen=True, tag="love-letter.mark-points"):
    text: ClassVar[str] = N_("{points}")
    points: Points


class MarkProtected(Public, frozen=True, tag="love-letter.mark-protected"):
    text: ClassVar[str] = N_("protected")


class MarkKeeps(Public, frozen=True, tag="love-letter.mark-keeps"):
    text: ClassVar[str] = N_("chooses the card to keep")


class RoundInShort(Public, frozen=True, tag="love-letter.round-in-short"):
    text: ClassVar[str] = N_("round {round}, deck {deck}")
    round: int
    deck: int


class PileDeck(Public, frozen=True, tag="love-letter.pile-deck"):
    text: ClassVar[str] = N_("Deck: {deck}")
    deck: Cards


class PileAside(Public, frozen=True, tag="love-letter.pile-aside"):
    text: ClassVar[str] = N_("Set-aside card")


class CardName(Public, frozen=True, tag="love-letter.card-name"):
    text: ClassVar[str] = N_("{card}")
    card: Card


def faces(options: Options, *cards: Card) -> tuple[Face, ...]:
    """Cards face up."""
    ranks = kit(options).ranks
    return tuple(
        Face(card.value, CardName(card), str(ranks[card]), effect(options, card)) for card in cards
    )


def face(options: Options, word: str) -> Face | None:
    """The card of this deck that a word of a move names."""
    for card in kit(options).ranks:
        if card.value == word:
            return faces(options, card)[0]
    return None


def hand(view: View) -> tuple[Face, ...]:
    """The reader's own cards as they can be drawn."""
    return faces(view.options, *view.hand)


def stage(view: View) -> Stage:
    """Deck and set-aside card, what lies face up, and every seat with its discards."""
    over = view.phase == "over"
    piles = [Pile("deck", PileDeck(view.deck), view.deck)]
    if view.aside:
        piles.append(Pile("aside", PileAside(), 1))
    goal = target(view.options, len(view.tokens))
    return Stage(
        lines=(BoardEnded(view.round) if over else BoardRound(view.round, view.deck, goal),),
        head=() if over else (RoundInShort(view.round, view.deck),),
        brief=face_up(view),
        turn=0 if over else view.turn,
        piles=tuple(piles),
        middle=faces(view.options, *view.faceup),
        under_way=_under_way(view),
        places=tuple(_place(view, seat, goal) for seat in range(1, len(view.tokens) + 1)),
    )


def _under_way(view: View) -> Moment | None:
    """A Chancellor whose player has still to choose."""
    if view.phase != "keep":
        return None
    card = faces(view.options, Card.CHANCELLOR)[0]
    return Moment("play", view.turn, card=card, result=MarkKeeps())


def _place(view: View, seat: int, goal: int) -> Place:
    points, opened = view.tokens[seat - 1], view.opened[seat - 1]
    badges = [Badge("points", MarkPoints(points), points, goal, symbol="♥")]
    if seat in view.gone:
        badges.append(Badge("left", LeftMark()))
    elif seat not in view.alive:
        badges.append(Badge("out", OutMark()))
    elif seat in view.shielded:
        badges.append(Badge("protected", MarkProtected(), symbol="🛡"))
    facts = sorted(view.seen, key=lambda fact: fact.slot)
    known = () if opened else tuple(fact.card for fact in facts if fact.seat == seat)
    return Place(
        seat,
        tuple(badges),
        faces(view.options, *view.discards[seat - 1]),
        view.sizes[seat - 1] - len(opened),
        faces(view.options, *known),
        faces(view.options, *opened),
        out=seat not in view.alive,
    )


def left(view: View) -> Counter[Card]:
    """How many of each card lie where the reader does not know of them."""
    open_cards = (view.faceup, *view.discards, view.hand)
    seen = Counter(card for cards in open_cards for card in cards)
    seen.update(fact.card for fact in view.seen)
    seen.update(laid.card for laid in view.under)
    return Counter(kit(view.options).cards) - seen


def unseen(view: View) -> tuple[Unseen, ...]:
    """Of each card, by rank, how many the reader has not seen; nothing when the match is over."""
    if view.phase == "over":
        return ()
    pack, hidden = kit(view.options), left(view)
    return tuple(
        Unseen(faces(view.options, card)[0], hidden[card], pack.cards.count(card))
        for card in pack.ranks
    )
