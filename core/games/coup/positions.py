"""Positions of records: a situation of Coup in the words of the game, read and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.games.coup.losses import tell_hand
from core.games.coup.model import Options, Player, State, Swapping
from core.games.coup.names import Role, cast
from core.games.coup.sight import everything
from core.kernel.dice import Dice
from core.kernel.game import PositionError, Telling

MOST_COINS = 12
"""Nobody can have more in the base game (4.2)."""


def load(position: Mapping[str, Any], seats: int, options: Options, dice: Dice) -> Telling[State]:
    """A situation in which the seat on turn chooses an action. Raises `PositionError`.

    Cards that are named nowhere lie below those of `deck`, in any order.
    """
    _only(position, ("turn", "deck", "seats", "drawn"), "")
    if position.get("drawn"):
        raise PositionError("drawn", "a record cannot start in an open Exchange")
    rows = position.get("seats")
    if not isinstance(rows, list) or len(rows) != seats:
        raise PositionError("seats", f"a list of {seats} seats is needed")
    roles = {str(role): role for role in cast(options.diplomat)}
    most = None if options.diplomat else MOST_COINS
    players = tuple(_player(row, f"seats[{i}]", roles, most) for i, row in enumerate(rows))
    turn = _number(position.get("turn", 1), "turn", 1, seats)
    if not players[turn - 1].hidden:
        raise PositionError("turn", "this seat is out")
    if sum(1 for player in players if player.hidden) < 2:
        raise PositionError("seats", "at least two seats must be in the game")
    deck = _cards(position.get("deck", []), "deck", roles)
    rest = Counter(everything(seats, options.diplomat))
    for player in players:
        rest.subtract(player.hidden + player.lost)
    rest.subtract(deck)
    for role, left in rest.items():
        if left < 0:
            place = "deck" if role in deck else "seats"
            raise PositionError(place, f"too many cards: {role}")
    for seat, player in enumerate(players, 1):
        if player.hidden:
            yield tell_hand(seat, player.hidden)
    return State(options, players, turn, deck + dice.order(tuple(rest.elements())))


def dump(state: State) -> dict[str, Any]:
    """The position of a state: every key, the deck complete and top first."""
    drawn = state.step.drawn if isinstance(state.step, Swapping) else ()
    return {
        "turn": state.turn,
        "deck": [str(card) for card in state.deck],
        "drawn": [str(card) for card in drawn],
        "seats": [
            {
                "coins": player.coins,
                "hidden": [str(card) for card in player.hidden],
                "lost": [str(card) for card in player.lost],
            }
            for player in state.players
        ],
    }


def _player(row: Any, place: str, roles: Mapping[str, Role], most: int | None) -> Player:
    if not isinstance(row, Mapping):
        raise PositionError(place, "a seat is an object")
    _only(row, ("coins", "hidden", "lost"), place + ".")
    coins = _number(row.get("coins", 2), f"{place}.coins", 0, most)
    hidden = _cards(row.get("hidden", []), f"{place}.hidden", roles)
    lost = _cards(row.get("lost", []), f"{place}.lost", roles)
    if len(hidden) + len(lost) != 2:
        raise PositionError(place, "a seat has two cards, hidden and lost together")
    return Player(coins, hidden, lost)


def _cards(named: Any, place: str, roles: Mapping[str, Role]) -> tuple[Role, ...]:
    if not isinstance(named, list):
        raise PositionError(place, "a list of cards is needed")
    for i, card in enumerate(named):
        if not isinstance(card, str) or card not in roles:
            raise PositionError(f"{place}[{i}]", f"no such card: {card}")
    return tuple(roles[card] for card in named)


def _number(value: Any, place: str, least: int, most: int | None) -> int:
    if type(value) is not int or value < least or (most is not None and value > most):
        bounds = f"from {least} to {most}" if most is not None else f"of at least {least}"
        raise PositionError(place, f"a whole number {bounds} is needed")
    return value


def _only(row: Mapping[str, Any], keys: tuple[str, ...], prefix: str) -> None:
    for key in row:
        if key not in keys:
            raise PositionError(f"{prefix}{key}", "no such key")
