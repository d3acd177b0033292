"""One command carried out at one table, whatever the table is now."""

from __future__ import annotations

from typing import assert_never

from core import course, lobby, playing
from core.failures import Late, Refused
from core.sayings import AlreadyOver, LobbyExpired, NotRunning
from core.seating import renamed
from core.table import (
    Answer,
    Closed,
    Command,
    Finished,
    Games,
    GiveOrder,
    HandOver,
    Lobby,
    Playing,
    Rename,
    Sleep,
    Table,
    TakeBack,
    Tale,
    Tick,
    UseLetters,
)
from core.text import announce

_WHILE_PLAYING = Answer | HandOver | TakeBack | UseLetters | GiveOrder | Sleep


def step(table: Table, command: Command, games: Games) -> Tale[Table]:
    """Tell what the command does and return the table after it. Raises `Refused`."""
    if isinstance(command, Rename) and isinstance(table, Lobby | Playing):
        return renamed(table, command.user, command.name)
    match table:
        case Lobby():
            if isinstance(command, Tick):
                yield announce(LobbyExpired())
                return Closed(table.id, table.game, table.chairs)
            if isinstance(command, _WHILE_PLAYING):
                raise Refused(NotRunning())
            after = yield from lobby.step(table, command, games)
            if isinstance(after, Playing):
                game = games[after.game]
                return course.settle(course.opened(after, game), game)
            return after
        case Playing():
            return (yield from playing.step(table, command, games[table.game]))
        case Finished() | Closed():
            raise Late(AlreadyOver())
        case _:
            assert_never(table)
