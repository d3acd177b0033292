"""A table made again from its journal: by the same commands, with no computer asked anew."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from core.house.journal import Entry, Written, moves_of, read
from core.kernel.game import AnyGame
from core.kernel.notation import Move, find
from core.kernel.text import Note
from core.table import lobby
from core.table.commands import Open, Rematch
from core.table.failures import Refused
from core.table.oracle import Oracle
from core.table.playing import advance
from core.table.presence import signed
from core.table.snapshot import Newer
from core.table.table import Closed, Finished, Games, Playing, Table, run

replace = msgspec.structs.replace


class NotRebuilt(Exception):
    """A journal from which this program cannot make a table; why, for whoever hosts it."""


class _Told(Oracle):
    """Computers make the moves that a line of the journal tells. Chance follows from the seed."""

    def __init__(self, before: tuple[str, ...], told: tuple[str, ...]) -> None:
        self._moves = before + told

    def answer(self, table: Playing, game: AnyGame, seat: int, kind: str) -> Move:
        """The next move that was told. Raises `NotRebuilt` if the seat cannot make it."""
        number = len(table.moves)
        told = self._moves[number] if number < len(self._moves) else "nothing"
        who, _, code = told.partition(":")
        moves: Sequence[Move] = game.moves(table.state, seat)
        move = find(moves, code) if who == str(seat) else None
        if move is None:
            raise NotRebuilt(f"move {number + 1} does not fit the table")
        return move


class _OfThen:
    """A game whose computer players bear the version of then. What they answered is told."""

    def __init__(self, game: AnyGame, mind: int) -> None:
        self._game = game
        self.mind = mind

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


Finder = Callable[[str], Finished | Closed]
"""Gives the game that was played before (or the table that was stopped), by the id of its table.
Raises `NotRebuilt`. Only a rematch that was opened until 0.7.0 asks for it."""


def rebuild(entries: Sequence[Entry], secret: str, games: Games, finished: Finder) -> Table:
    """The table that the lines of a journal lead to, from its first one on.

    `secret` (hex) is that of the table. Raises `NotRebuilt`.
    """
    tables = [table for table, _ in retell(None, entries, secret, games, finished)]
    if not tables:
        raise NotRebuilt("there is no journal")
    return tables[-1]


def retell(
    table: Table | None,
    entries: Sequence[Entry],
    secret: str,
    games: Games,
    finished: Finder,
    first: int = 1,
) -> Iterator[tuple[Table, tuple[Note, ...]]]:
    """The table after each line of its journal, and what was told by it; from the line number
    `first` on, where the lines before led to `table`. Raises `NotRebuilt`, and `Newer` where a
    newer release wrote on."""
    for number, entry in enumerate(entries, first):
        notes: list[Note] = []
        try:
            line = read(entry.entry)
            if line is None:
                raise NotRebuilt("written by an older release")
            if entry.version != number:
                raise NotRebuilt("lines are missing")
            table = _after(table, line, secret, games, finished, notes)
            table = signed(table, line.command, entry.at)
        except Newer:
            raise
        except NotRebuilt as why:
            raise NotRebuilt(f"line {number}: {why}") from why
        except Refused as refused:
            raise NotRebuilt(f"line {number}: refused ({refused})") from refused
        except Exception as bug:  # of a line, or of rules that have changed since: it stays aside
            raise NotRebuilt(f"line {number}: {type(bug).__name__}") from bug
        yield table, tuple(notes)


def _after(
    table: Table | None,
    line: Written,
    secret: str,
    games: Games,
    finished: Finder,
    notes: list[Note],
) -> Table:
    """The table after one line more."""
    match line.command:
        case Open() as command:
            after: Table = run(lobby.open_table(replace(command, secret=secret)), notes)
        case Rematch() as command:
            taken = command.taken or lobby.taken_over(finished(command.finished), command)
            after = run(lobby.open_again(taken, replace(command, secret=secret)), notes)
        case command:
            if table is None:
                raise NotRebuilt("it opens no table")
            before = moves_of(table)
            oracle = _Told(before, line.moves)
            then: Any = {name: _OfThen(game, line.mind) for name, game in games.items()}
            after = run(advance(table, command, then, line.rides, oracle), notes)
            if moves_of(after)[len(before) :] != line.moves:
                raise NotRebuilt("its moves are not those that were made")
    return after
