"""Positions of records: a state from a made-up situation, and a situation from a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from core.games.old_maid.model import Options, State, holders, seats_from
from core.games.old_maid.names import Card, by_rank
from core.games.old_maid.rules import deck_of, pairs, settle
from core.kernel.dice import Dice
from core.kernel.game import PositionError, Telling
from core.kernel.plain import read_position


class SeatPosition(Struct, frozen=True, forbid_unknown_fields=True):
    """One seat: its hand, and whether its player has left."""

    hand: tuple[Card, ...] = ()
    left: bool = False


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """A situation. Cards that it does not name have been laid down before."""

    seats: tuple[SeatPosition, ...]
    turn: int = 1
    laid: tuple[Card, ...] = ()
    places: tuple[int, ...] = ()


def load(position: Mapping[str, Any], seats: int, options: Options, dice: Dice) -> Telling[State]:
    """A state from a position; pairs in a hand go down. Raises PositionError."""
    found = read_position(position, Position)
    hands = tuple(place.hand for place in found.seats)
    gone = tuple(seat for seat, place in enumerate(found.seats, 1) if place.left)
    elsewhere = Counter(deck_of(options))
    elsewhere.subtract(card for cards in (*hands, found.laid) for card in cards)
    laid = by_rank((*elsewhere.elements(), *found.laid))
    empty = Counter(seat for seat, hand in enumerate(hands, 1) if not hand)
    for fault, is_there in (
        (f"there are {seats} seats", len(hands) != seats),
        ("there are cards too many", min(elsewhere.values()) < 0),
        ("only pairs have been laid down", pairs(laid) != laid),
        ("the seat in turn holds no cards", found.turn not in holders(hands)),
        ("only seats without cards are out or have left", Counter(found.places + gone) - empty),
    ):
        if is_there:
            raise PositionError("start.position", fault)
    state = State(options, found.turn, hands, laid, found.places, gone)
    return (yield from settle(state, seats_from(found.turn, seats), found.turn))


def dump(state: State) -> dict[str, Any]:
    """The position of a state, every key present."""
    seats = [
        {"hand": [card.value for card in hand], "left": seat in state.gone}
        for seat, hand in enumerate(state.hands, 1)
    ]
    laid = [card.value for card in state.laid]
    return {"turn": state.turn, "laid": laid, "places": list(state.places), "seats": seats}
