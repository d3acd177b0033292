"""Positions of records: a situation of Coup in the words of the game, read and written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.games.coup.factions import alternating
from core.games.coup.losses import tell_hand
from core.games.coup.model import Examining, Options, Player, State, Swapping
from core.games.coup.names import Faction, Role, cast
from core.games.coup.sight import everything
from core.kernel.dice import Dice
from core.kernel.game import PositionError, Telling

MOST_COINS = 12
"""Nobody can have more in the base game (4.2)."""


def load(position: Mapping[str, Any], seats: int, options: Options, dice: Dice) -> Telling[State]:
    """A situation in which the seat on turn chooses an action. Raises `PositionError`.

    Cards that are named nowhere lie below those of `deck`, in any order.
    """
    _only(position, ("turn", "deck", "seats", "drawn", *_more_keys(options)), "")
    if position.get("drawn"):
        raise PositionError("drawn", "a record cannot start in an open Exchange")
    if position.get("examined"):
        raise PositionError("examined", "a record cannot start in an open Examine")
    rows = position.get("seats")
    if not isinstance(rows, list) or len(rows) != seats:
        raise PositionError("seats", f"a list of {seats} seats is needed")
    roles = {str(role): role for role in cast(options)}
    most = None if options.diplomat or options.factions else MOST_COINS
    sides = alternating(seats, 1) if options.factions else (None,) * seats
    players = tuple(
        _player(row, f"seats[{i}]", roles, most, sides[i]) for i, row in enumerate(rows)
    )
    turn = _number(position.get("turn", 1), "turn", 1, seats)
    if not players[turn - 1].hidden:
        raise PositionError("turn", "this seat is out")
    if sum(1 for player in players if player.hidden) < 2:
        raise PositionError("seats", "at least two seats must be in the game")
    deck = _cards(position.get("deck", []), "deck", roles)
    rest = Counter(everything(seats, options))
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
    reserve = _number(position.get("reserve", 0), "reserve", 0, None)
    deck += dice.order(tuple(rest.elements()))
    return State(options, players, turn, deck, reserve=reserve)


def dump(state: State) -> dict[str, Any]:
    """The position of a state: every key, the deck complete and top first. The keys of a variant
    stand there where it is played."""
    drawn = state.step.drawn if isinstance(state.step, Swapping) else ()
    position: dict[str, Any] = {
        "turn": state.turn,
        "deck": [str(card) for card in state.deck],
        "drawn": [str(card) for card in drawn],
    }
    if state.options.inquisitor:
        position["examined"] = _examined(state)
    if state.options.factions:
        position["reserve"] = state.reserve
    return {**position, "seats": [_row(player) for player in state.players]}


def _examined(state: State) -> dict[str, Any] | None:
    """The card that the seat on turn sees; it is still in the hand of its owner."""
    if not isinstance(state.step, Examining) or state.act is None:
        return None
    return {"seat": state.act.target, "card": str(state.step.card)}


def _row(player: Player) -> dict[str, Any]:
    row: dict[str, Any] = {
        "coins": player.coins,
        "hidden": [str(card) for card in player.hidden],
        "lost": [str(card) for card in player.lost],
    }
    if player.faction is not None:
        row["faction"] = str(player.faction)
    return row


def _more_keys(options: Options) -> tuple[str, ...]:
    """The keys that the variants add to a position."""
    return (
        *(("examined",) if options.inquisitor else ()),
        *(("reserve",) if options.factions else ()),
    )


def _player(
    row: Any, place: str, roles: Mapping[str, Role], most: int | None, side: Faction | None
) -> Player:
    """A seat; `side` is its faction unless the row says otherwise, None without factions."""
    if not isinstance(row, Mapping):
        raise PositionError(place, "a seat is an object")
    more = ("faction",) if side is not None else ()
    _only(row, ("coins", "hidden", "lost", *more), place + ".")
    coins = _number(row.get("coins", 2), f"{place}.coins", 0, most)
    hidden = _cards(row.get("hidden", []), f"{place}.hidden", roles)
    lost = _cards(row.get("lost", []), f"{place}.lost", roles)
    if len(hidden) + len(lost) != 2:
        raise PositionError(place, "a seat has two cards, hidden and lost together")
    if side is not None and "faction" in row:
        side = _faction(row["faction"], f"{place}.faction")
    return Player(coins, hidden, lost, faction=side)


def _faction(value: Any, place: str) -> Faction:
    if value not in [str(side) for side in Faction]:
        raise PositionError(place, f"no such faction: {value}")
    return Faction(value)


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
