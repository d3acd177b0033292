"""The table in words, what stands on buttons, and what is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from core.games.old_maid.model import View, holders
from core.games.old_maid.names import RANKS, Card
from core.kernel import plain
from core.kernel.asks import Scene
from core.kernel.text import N_, Public, Seat, Secret


class IsOut(Public, frozen=True, tag="old-maid.is-out"):
    text: ClassVar[str] = N_("out, place {place}")
    place: int


class PairsLaid(Public, frozen=True, tag="old-maid.pairs-laid"):
    text: ClassVar[str] = N_("Pairs laid down: {ranks}")
    ranks: tuple[str, ...]


class CardName(Public, frozen=True, tag="old-maid.card-name"):
    text: ClassVar[str] = N_("{card}")
    card: Card


class LeftWithIt(Public, frozen=True, tag="old-maid.left-with-it"):
    text: ClassVar[str] = N_("left with the joker")


class KnownCard(Secret, frozen=True, tag="old-maid.known-card"):
    text: ClassVar[str] = N_("You know: {seat} holds {card}.")
    seat: Seat
    card: Card


class WhichCard(Public, frozen=True, tag="old-maid.which-card"):
    text: ClassVar[str] = N_("Which card do you draw from {source}?")
    source: Seat


def scene(view: View) -> Scene:
    """The board; for a seat also its hand, and what it knows of others."""
    lines = [plain.SeatLine(i, mark(view, i)) for i, _ in enumerate(view.sizes, 1)]
    held = [plain.HandInBrief(tuple(map(CardName, view.hand)))] if view.hand else []
    known = [KnownCard(fact.seat, fact.card) for fact in view.table.seen]
    return Scene((*lines, *laid(view)), (*held, *known))


def mark(view: View, seat: int) -> Public:
    """How a seat stands."""
    if seat in view.table.gone:
        return plain.LeftMark()
    if seat in view.table.places:
        return IsOut(view.table.places.index(seat) + 1)
    if seat == view.table.loser:
        return LeftWithIt()
    return plain.CardCount(view.sizes[seat - 1])


def laid(view: View) -> tuple[Public, ...]:
    """The rank of every pair; of four equal cards it stands twice."""
    ranks = sorted((card.rank for card in view.table.laid[::2]), key=RANKS.index)
    return (PairsLaid(tuple(ranks)),) if ranks else ()


def label(view: View, said: Sequence[str], word: str) -> Public:
    """To draw, or a position."""
    return plain.NumberLabel(int(word)) if said else plain.phrase(N_("Draw"))


def hint(view: View, said: Sequence[str]) -> Public:
    """Which position."""
    return WhichCard(holders(view.sizes, view.table.turn)[1])
