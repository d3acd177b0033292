"""What a step leaves behind besides the table: a line of the journal, and letters to everybody."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.house.journal import Written, write
from core.house.ports import Work, person_lane, room_lane
from core.house.unchanged import may_stay, stays
from core.kernel.text import Announce, Note, Whisper
from core.table.commands import Open, Rematch, Rise
from core.table.places import Room, StoredTable
from core.table.table import Games, Table

replace = msgspec.structs.replace


class Step(msgspec.Struct, frozen=True):
    """A step of a table: its row and itself afterwards, itself before (None: it was opened by
    this), where it is played now, what goes into the journal, and what was told."""

    row: StoredTable
    table: Table
    before: Table | None
    rooms: Sequence[Room]
    line: Written
    notes: Sequence[Note]


def publish(work: Work, games: Games, step: Step, at: float) -> None:
    """Write the journal, and queue what was told for every address. A hand that stays as it is
    is left alone."""
    row, table, line, notes = step.row, step.table, step.line, step.notes
    if isinstance(line.command, Open | Rematch):
        line = replace(line, command=replace(line.command, secret=""))  # it has its own column
    work.journal(row.id, row.version, at, write(line))
    public = [note for note in notes if isinstance(note, Announce)]
    work.log(row.id, public, at)
    for room in step.rooms:
        work.tell(room_lane(room.id), row.id, public, at)
    private: dict[str, list[Note]] = {}
    for seat, chair in enumerate(table.chairs, 1):
        if chair.user is not None and (not chair.left or line.command == Rise(chair.user)):
            private[chair.user] = [
                note for note in notes if isinstance(note, Whisper) and note.seat == seat
            ]
    if step.before is None or _sitting(step.before) != _sitting(table):
        work.seated(row.id, _sitting(table))
    before = step.before if may_stay(step.before, table, games, public) else None
    for user, own in private.items():
        if own or before is None or not stays(before, table, games, user):
            work.tell(person_lane(user), row.id, own, at)


def _sitting(table: Table) -> list[str]:
    """Who sits there, in the order of the chairs."""
    return [chair.user for chair in table.chairs if chair.user and not chair.left]
