"""Which edition of a game a lobby would deal, by which options, and for how many."""

from __future__ import annotations

from typing import Any

from core.kernel.game import AnyGame
from core.table.table import Lobby, Value


def preset_of(lobby: Lobby, game: AnyGame) -> str:
    """The preset that would be dealt now: the chosen one, or what fits the number seated."""
    return lobby.preset or game.preset_for(len(lobby.chairs))


def options_of(preset: str, switches: dict[str, Value], game: AnyGame) -> Any:
    """The options of a preset with some switches set. Raises `msgspec.ValidationError`."""
    return game.with_switches(game.presets[preset], switches)


def most_seats(game: AnyGame) -> int:
    """The most people that some edition of the game seats, with one switch set or none."""
    many = [
        game.with_switches(options, {switch.name: choice.value})
        for options in game.presets.values()
        for switch in game.switches(options)
        for choice in switch.choices
    ]
    return max(game.seats(options).stop - 1 for options in (*game.presets.values(), *many))
