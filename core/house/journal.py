"""The journal of a table: each command that changed it, complete, and the moves it brought."""

from __future__ import annotations

import msgspec

from core.table.commands import Command
from core.table.snapshot import Newer
from core.table.table import Finished, Playing, Table

KIND = 2
"""What lines say of their kind. Until 0.2.0 they said nothing."""


class Entry(msgspec.Struct, frozen=True):
    """A line as it is stored: the version of the table that it made, when, and what it says."""

    version: int
    at: float
    entry: bytes


class Written(msgspec.Struct, frozen=True, tag_field="journal", tag=KIND, omit_defaults=True):
    """What a line says. The secret of a table stands in none: it has a column of its own.

    `moves` are the lines of the record that the command added, those of computers included;
    `rides` is how many moves computers might have made, `mind` the version of the computer
    players of the game at that time. Until 0.2.0 a line was the bare command,
    as it was heard; that is told apart by its having no `journal`.
    """

    command: Command
    moves: tuple[str, ...] = ()
    rides: int = 0
    mind: int = 1


def moves_of(table: Table) -> tuple[str, ...]:
    """The lines of the record so far; none without a game."""
    return table.moves if isinstance(table, Playing | Finished) else ()


def write(line: Written) -> bytes:
    """A line as it is stored."""
    return msgspec.json.encode(line)


def read(entry: bytes) -> Written | None:
    """What a stored line says; None if it is of an older kind. Raises `msgspec.MsgspecError`, and
    `Newer` for a line of a newer release."""
    if b'"journal":' not in entry[:12]:
        return None
    if _kind.decode(entry).journal > KIND:
        raise Newer("its journal is of a newer release")
    return _line.decode(entry)


class _Kind(msgspec.Struct, frozen=True):
    journal: int


_kind = msgspec.json.Decoder(_Kind)
_line = msgspec.json.Decoder(Written)
