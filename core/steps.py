"""One command carried out at one table, whatever the table is now."""

from __future__ import annotations

from typing import assert_never

from core import course, lobby, playing
from core.sayings import AlreadyOver, NotRunning
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
    Refused,
    Sleep,
    Table,
    TakeBack,
    Tale,
    Tick,
    UseLetters,
)

_WHILE_PLAYING = Answer | Tick | HandOver | TakeBack | UseLetters | GiveOrder | Sleep


def step(table: Table, command: Command, games: Games) -> Tale[Table]:
    """Tell what the command does and return the table after it. Raises `Refused`."""
    match table:
        case Lobby():
            if isinstance(command, _WHILE_PLAYING):
                raise Refused(NotRunning())
            after = yield from lobby.step(table, command, games)
            if isinstance(after, Playing):
                return course.settle(after, games[after.game])
            return after
        case Playing():
            return (yield from playing.step(table, command, games[table.game]))
        case Finished() | Closed():
            raise Refused(AlreadyOver())
        case _:
            assert_never(table)
