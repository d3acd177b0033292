"""The tables that are looked at: each read once for all who look, with its story so far."""

from __future__ import annotations

import msgspec

from core.desk.reading import Reading
from core.house.house import House
from core.house.ports import Reads
from core.house.story import Story, go_on
from core.table.table import Playing

MOST_LOOKED = 256  # tables that are remembered as they stood, with their stories


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

    def stands(self, reads: Reads) -> bool:
        """Whether the table is still as it was. One whose story cannot be told again is looked at
        anew: what was told there does not show in its row."""
        read = self.read
        same = reads.row(read.id) == read.row and tuple(reads.rooms_of(read.id)) == read.rooms
        return same and self.story.table is not None


class Shelf:
    """Reads tables and remembers their stories. In the writer's thread."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._looked: dict[str, Looked] = {}
        self._forgotten = 0

    def look(self, table_id: str) -> Looked | None:
        """A table with its story; None if there is none or it cannot be read."""

        if self._forgotten != self.house.forgotten:  # stories bear names
            self._forgotten = self.house.forgotten
            self._looked.clear()

        def look(reads: Reads) -> Looked | None:
            known = self._looked.pop(table_id, None)
            if known is not None and known.stands(reads):
                return known
            read = self.house.read_within(reads, table_id)
            if read is None:
                return None
            story = known.story if known is not None else Story()
            return Looked(read, go_on(reads, self.house.games, table_id, story))

        looked = self.house.store.read(look)
        if looked is not None:
            self._looked[table_id] = looked  # the newest comes last
            if len(self._looked) > MOST_LOOKED:
                del self._looked[next(iter(self._looked))]
        return looked

    def versions(self, tables: list[str]) -> dict[str, tuple[int, float]]:
        """The version of each of these tables, and when its time is over: what tells whether it
        must be looked at again."""

        def look(reads: Reads) -> dict[str, tuple[int, float]]:
            rows = ((table, reads.row(table)) for table in tables)
            return {table: (row.version, row.due or 0.0) for table, row in rows if row is not None}

        return self.house.store.read(look)
