"""The story of a table: everything that was told there, to all and to each seat, from its journal.

Nothing of it is stored. It is told again from the journal when somebody opens the table, and goes
on from there; a table of a release whose journals cannot be told again has what all were told.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.house.mending import finder
from core.house.ports import Reads
from core.house.rebuild import NotRebuilt, retell
from core.kernel.text import Note
from core.table.snapshot import Newer
from core.table.table import Finished, Games, Playing, Table

MOST_OLD = 200  # things told at a table whose journal cannot be told again


class Event(msgspec.Struct, frozen=True):
    """Something that was told, and by which version of the table; `number` counts them from 1."""

    number: int
    version: int
    at: float
    note: Note
    round: int = 0


class Story(msgspec.Struct, frozen=True):
    """What was told at a table up to a version. `table` is what its journal leads to, None where
    it could not be told again (`events` then hold what is known)."""

    version: int = 0
    table: Table | None = None
    events: tuple[Event, ...] = ()


def go_on(reads: Reads, games: Games, table_id: str, story: Story) -> Story:
    """The story up to now; what was told already is not told again."""
    if story.version and story.table is None:
        return _old(reads, table_id)
    entries = reads.journal_of(table_id, story.version)
    if not entries:
        return story
    told = retell(
        story.table,
        entries,
        reads.secret_of(table_id),
        games,
        finder(reads, games),
        story.version + 1,
    )
    events, table = list(story.events), story.table
    try:
        for entry, (after, notes) in zip(entries, told, strict=True):
            events += _events(events, entry.version, entry.at, notes, after)
            table = after
    except (NotRebuilt, Newer):
        return _old(reads, table_id)
    return Story(entries[-1].version, table, tuple(events))


def _events(
    before: Sequence[Event], version: int, at: float, notes: Sequence[Note], table: Table
) -> list[Event]:
    count, number = len(before), round_of(table)
    return [Event(count + i, version, at, note, number) for i, note in enumerate(notes, 1)]


def round_of(table: Table) -> int:
    """The number of the round, in a game whose state counts rounds; else 0."""
    return int(getattr(table.state, "round", 0)) if isinstance(table, Playing | Finished) else 0


def _old(reads: Reads, table_id: str) -> Story:
    """What everybody was told, without the times."""
    told = reads.told(table_id, MOST_OLD)
    return Story(1, None, tuple(Event(each.id, 1, 0.0, each.note) for each in told))
