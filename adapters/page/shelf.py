"""The tables that are looked at: each read once for all who look, with its story so far."""

from __future__ import annotations

import msgspec

from core.desk.reading import Reading
from core.house.house import House
from core.house.ports import Reads
from core.house.story import Story, go_on
from core.table.table import Playing

MOST_STORIES = 256  # that are remembered, for they are told again from their journals


class Looked(msgspec.Struct, frozen=True):
    """A table as it stood at one moment, and all that was told there until then."""

    read: Reading
    story: Story

    @property
    def due(self) -> float:
        """When the time for the question is over; 0 if no clock runs."""
        read = self.read
        runs = read.limit or not isinstance(read.table, Playing)
        return read.row.due or 0.0 if runs else 0.0


class Shelf:
    """Reads tables and remembers their stories. In the writer's thread."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._stories: dict[str, Story] = {}

    def look(self, table_id: str) -> Looked | None:
        """A table with its story; None if there is none or it cannot be read."""

        def look(reads: Reads) -> Looked | None:
            read = self.house.read_within(reads, table_id)
            if read is None:
                return None
            known = self._stories.pop(table_id, Story())
            if known.table is None or known.version != read.row.version:
                known = go_on(reads, self.house.games, table_id, known)
            return Looked(read, known)

        looked = self.house.store.read(look)
        if looked is not None:
            self._stories[table_id] = looked.story  # the newest comes last
            if len(self._stories) > MOST_STORIES:
                del self._stories[next(iter(self._stories))]
        return looked

    def versions(self, tables: list[str]) -> dict[str, tuple[int, float]]:
        """The version of each of these tables, and when its time is over: what tells whether it
        must be looked at again."""

        def look(reads: Reads) -> dict[str, tuple[int, float]]:
            rows = ((table, reads.row(table)) for table in tables)
            return {table: (row.version, row.due or 0.0) for table, row in rows if row is not None}

        return self.house.store.read(look)
