"""What a step leaves behind besides the table: a line of the journal, and letters to everybody."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.house.journal import Written, write
from core.house.ports import Work, person_lane, room_lane
from core.kernel.text import Announce, Note, Whisper
from core.table.commands import Open, Rematch, Rise
from core.table.places import StoredTable
from core.table.table import Table

replace = msgspec.structs.replace


def publish(
    work: Work, row: StoredTable, table: Table, line: Written, notes: Sequence[Note], at: float
) -> None:
    """Write the journal, and queue what was told for every address."""
    if isinstance(line.command, Open | Rematch):
        line = replace(line, command=replace(line.command, secret=""))  # it has its own column
    work.journal(row.id, row.version, at, write(line))
    public = [note for note in notes if isinstance(note, Announce)]
    work.log(row.id, public, at)
    for room in work.rooms_of(row.id):
        work.tell(room_lane(room.id), row.id, public, at)
    private: dict[str, list[Note]] = {}
    for seat, chair in enumerate(table.chairs, 1):
        if chair.user is not None and (not chair.left or line.command == Rise(chair.user)):
            private[chair.user] = [
                note for note in notes if isinstance(note, Whisper) and note.seat == seat
            ]
    sitting = [chair.user for chair in table.chairs if chair.user and not chair.left]
    work.seated(row.id, sitting)
    for user, own in private.items():
        work.tell(person_lane(user), row.id, own, at)
