"""What Old Maid is made of: options, moves, the state, and what a reader sees of it."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from typing import Literal

from msgspec import Struct

from core.games.old_maid.names import Card


class Options(Struct, frozen=True, omit_defaults=True):
    """The one switch: all 52 cards, or clubs and hearts only. The joker is always there."""

    deck: Literal["half", "full"] = "half"


class Draw(Struct, frozen=True):
    """Take the card at this position (from 1) of the hand that is drawn from (OM-4)."""

    code: str
    position: int


class Seen(Struct, frozen=True):
    """`by` was drawn from and knows that this card is in the hand of `seat` (OM-5)."""

    by: int
    seat: int
    card: Card


class State(Struct, frozen=True):
    """A game between two commands. Tuples that speak of seats begin with seat 1."""

    options: Options
    turn: int  # who draws
    hands: tuple[tuple[Card, ...], ...]  # in an order that means nothing
    laid: tuple[Card, ...] = ()  # face up, pair by pair
    places: tuple[int, ...] = ()  # the seats that are out, the best first
    gone: tuple[int, ...] = ()  # the seats that left with cards in hand
    loser: int = 0  # who was left with the joker
    seen: tuple[Seen, ...] = ()


class View(Struct, frozen=True):
    """What one reader may know: the table without its hands, and their own."""

    table: State
    sizes: tuple[int, ...]  # of the hands
    hand: tuple[Card, ...] = ()


def seats_from(seat: int, seats: int) -> tuple[int, ...]:
    """All seats in turn order, from this one on."""
    return tuple((seat + i - 1) % seats + 1 for i in range(seats))


def holders(hands: Sequence[Sized | int], seat: int = 1) -> tuple[int, ...]:
    """The seats that hold cards, in turn order from this one on; by hands or by their sizes."""
    return tuple(other for other in seats_from(seat, len(hands)) if hands[other - 1])
