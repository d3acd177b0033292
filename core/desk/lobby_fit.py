"""Whether a lobby can start with those who sit in it, and what it lacks."""

from __future__ import annotations

from typing import ClassVar

from core.desk.lobby_people import those_there
from core.kernel.game import AnyGame
from core.kernel.text import N_, Players, Public
from core.table.editions import edition_name, most_seats, options_of
from core.table.table import Lobby


class CanStart(Public, frozen=True, tag="lobby.can-start"):
    text: ClassVar[str] = N_("Ready: anybody seated may start.")


class NeedsMore(Public, frozen=True, tag="lobby.needs-more"):
    text: ClassVar[str] = N_("Needs {more} more.")
    more: Players


class EditionNeeds(Public, frozen=True, tag="lobby.edition-needs"):
    """A variant needs more players than the edition does without it."""

    text: ClassVar[str] = N_("{edition} needs at least {least}: {more} more.")
    edition: Public
    least: Players
    more: int


class TooMany(Public, frozen=True, tag="lobby.too-many"):
    text: ClassVar[str] = N_("This edition seats at most {most}. The host can choose another one.")
    most: Players


def lacks(lobby: Lobby, game: AnyGame) -> Public | None:
    """Why the game cannot start with those who sit here; None if it can. While the edition follows
    the number, so few more are needed as any edition asks for."""
    seated = len(lobby.chairs)
    if seated in _seats(lobby, game, seated):
        return None
    number = seated + 1
    while number <= most_seats(game) and number not in _seats(lobby, game, number):
        number += 1
    if number > most_seats(game):
        return TooMany(_seats(lobby, game, seated).stop - 1)
    preset = lobby.preset or game.preset_for(number)
    if _seats(lobby, game, number).start > game.seats(game.presets[preset]).start:
        options = options_of(preset, lobby.switches, game)
        return EditionNeeds(edition_name(preset, options, game), number, number - seated)
    return NeedsMore(number - seated)


def may_start_now(lobby: Lobby, game: AnyGame) -> bool:
    """Whether some need not be waited for, and the others can start without them."""
    there = those_there(lobby)
    return there is not None and lacks(there, game) is None


def _seats(lobby: Lobby, game: AnyGame, seated: int) -> range:
    """How many may play what would be dealt to so many."""
    preset = lobby.preset or game.preset_for(seated)
    return game.seats(options_of(preset, lobby.switches, game))
