"""Which edition of a game a lobby would deal, by which options, and for how many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from core.kernel.asks import Switch
from core.kernel.game import AnyGame
from core.kernel.text import N_, Public
from core.table.table import Lobby, Value


class WithVariant(Public, frozen=True, tag="edition.with-variant"):
    """The name of an edition together with a variant that is played."""

    text: ClassVar[str] = N_("{edition} + {variant}")
    edition: Public
    variant: Public


def preset_of(lobby: Lobby, game: AnyGame) -> str:
    """The preset that would be dealt now: the chosen one, or what fits the number seated."""
    return lobby.preset or game.preset_for(len(lobby.chairs))


def options_of(preset: str, switches: dict[str, Value], game: AnyGame) -> Any:
    """The options of a preset with some switches set. Raises `msgspec.ValidationError`."""
    return game.with_switches(game.presets[preset], switches)


def edition_name(preset: str, options: Any, game: AnyGame) -> Public:
    """The edition, and what is played beyond it: "Standard + Factions"."""
    name = game.preset_label(preset)
    for variant in game.extras(options):
        name = WithVariant(name, variant)
    return name


def offered(preset: str, options: Any, game: AnyGame) -> Sequence[Switch]:
    """The switches that the lobby offers: those that make sense, less what this edition leaves
    out. What is set all the same, at a table that an older release opened, can be taken back."""
    left_out = game.withheld.get(preset, frozenset())
    base = game.presets[preset]
    return [
        switch
        for switch in game.switches(options)
        if switch.name not in left_out
        or getattr(options, switch.name) != getattr(base, switch.name)
    ]


def most_seats(game: AnyGame) -> int:
    """The most people that some edition of the game seats, with one switch set or none."""
    many = [
        game.with_switches(options, {switch.name: choice.value})
        for options in game.presets.values()
        for switch in game.switches(options)
        for choice in switch.choices
    ]
    return max(game.seats(options).stop - 1 for options in (*game.presets.values(), *many))
