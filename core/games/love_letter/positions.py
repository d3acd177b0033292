"""Positions of records: a state from a made-up situation, and a situation from a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from core.games.love_letter.desk import Desk
from core.games.love_letter.model import Options, State, kit
from core.games.love_letter.names import Card
from core.games.love_letter.rules import begin_turn, pass_on
from core.kernel.dice import Dice
from core.kernel.game import PositionError, Telling

PLACE = "start.position"

Count = Annotated[int, msgspec.Meta(ge=0)]


class SeatPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one seat."""

    hand: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    protected: bool = False
    out: bool = False
    left: bool = False


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A situation in the words of the game; cards that it does not name fill up the deck."""

    turn: int
    seats: tuple[SeatPosition, ...]
    round: Annotated[int, msgspec.Meta(ge=1)] = 1
    deck: tuple[Card, ...] = ()
    aside: Card | None = None
    faceup: tuple[Card, ...] = ()
    tokens: tuple[Count, ...] | None = None


def load(position: Mapping[str, Any], seats: int, options: Options, dice: Dice) -> Telling[State]:
    """A state from a position; a seat on turn with one card draws first.

    Raises PositionError for a position that cannot be.
    """
    try:
        found = msgspec.convert(dict(position), Position)
    except msgspec.ValidationError as error:
        raise PositionError(PLACE, str(error)) from error
    _check(found, seats)
    desk = Desk.fresh(seats, options)
    left = _unnamed(found, options)
    desk.round = found.round
    desk.turn = found.turn
    desk.alive = tuple(i for i, place in _each(found) if not place.out and not place.left)
    desk.shielded = tuple(i for i, place in _each(found) if place.protected)
    desk.gone = tuple(i for i, place in _each(found) if place.left)
    desk.deck = found.deck + dice.shuffle(tuple(left.elements()))
    desk.aside = found.aside
    desk.faceup = found.faceup
    desk.hands[1:] = [place.hand for place in found.seats]
    desk.discards[1:] = [place.discards for place in found.seats]
    if found.tokens is not None:
        desk.tokens[1:] = found.tokens
    if _draws(desk) and not (yield from begin_turn(desk, dice)):
        yield from pass_on(desk, dice)
    return desk.state()


def _unnamed(found: Position, options: Options) -> Counter[Card]:
    """The cards of the deck that the position does not name: they lie in it, shuffled. Raises
    PositionError if it names one too many."""
    named = Counter(found.deck)
    named.update(found.faceup)
    if found.aside is not None:
        named[found.aside] += 1
    for place in found.seats:
        named.update(place.hand)
        named.update(place.discards)
    left = Counter(kit(options).cards)
    left.subtract(named)
    for card, count in left.items():
        if count < 0:
            raise PositionError(PLACE, f"there is a {card.value} too many")
    return left


def _draws(desk: Desk) -> bool:
    """Whether the seat on turn has still to draw. Raises PositionError if it can have no turn."""
    hand = desk.hands[desk.turn]
    if len(hand) == 2:
        if Card.MINISTER in hand and not desk.kit.clash.isdisjoint(hand):
            raise PositionError(PLACE, "the Minister has put the seat on turn out")
        return False
    if not desk.deck:
        raise PositionError(PLACE, "the seat on turn has no card to draw")
    return True


def dump(state: State) -> dict[str, Any]:
    """The position of a state: every key, the deck complete."""
    return {
        "round": state.round,
        "turn": state.turn,
        "deck": [card.value for card in state.deck],
        "aside": state.aside.value if state.aside is not None else None,
        "faceup": [card.value for card in state.faceup],
        "tokens": list(state.tokens),
        "seats": [
            {
                "hand": [card.value for card in hand],
                "discards": [card.value for card in discards],
                "protected": seat in state.shielded,
                "out": seat not in state.alive,
                "left": seat in state.gone,
            }
            for seat, (hand, discards) in enumerate(
                zip(state.hands, state.discards, strict=True), 1
            )
        ],
    }


def _each(found: Position) -> list[tuple[int, SeatPosition]]:
    return list(enumerate(found.seats, 1))


def _check(found: Position, seats: int) -> None:
    """Whether the seats of a position can stand so, cards aside."""
    if len(found.seats) != seats:
        raise PositionError(PLACE, f"there are {seats} seats")
    if found.tokens is not None and len(found.tokens) != seats:
        raise PositionError(PLACE, f"tokens are for {seats} seats")
    inside = [i for i, place in _each(found) if not place.out and not place.left]
    if len(inside) < 2:
        raise PositionError(PLACE, "fewer than two seats are in the round")
    if found.turn not in inside:
        raise PositionError(PLACE, "the seat on turn is not in the round")
    for seat, place in _each(found):
        if seat not in inside:
            if place.hand or place.protected:
                raise PositionError(PLACE, f"seat {seat} is out, with a hand or protected")
        elif seat == found.turn:
            if len(place.hand) not in (1, 2):
                raise PositionError(PLACE, f"seat {seat} is on turn with one card or two")
            if place.protected and len(place.hand) == 2:
                raise PositionError(PLACE, f"seat {seat} has drawn and is no longer protected")
        elif len(place.hand) != 1:
            raise PositionError(PLACE, f"seat {seat} has one card")
