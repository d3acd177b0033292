"""Signs of life in a lobby: what is heard of somebody there although it changes nothing, and the
clock that marks those of whom nothing is heard."""

from __future__ import annotations

import msgspec

from core.house.house import House
from core.house.ports import Work, room_lane
from core.table.places import StoredTable
from core.table.presence import heard_of, looked_over
from core.table.snapshot import freeze
from core.table.table import Lobby, chair_of

replace = msgspec.structs.replace

FRESH = 10  # seconds for which a sign needs not be written anew


def heard_there(house: House, table_id: str, user: str, at: float) -> bool:
    """Something was heard of a person at a table. It matters while that is a lobby; tells
    whether it is one."""
    read = house.read(table_id)
    if read is None or not isinstance(read.table, Lobby):
        return False
    index = chair_of(read.table.chairs, user)
    chair = read.table.chairs[index] if index is not None else None
    if chair is not None and (chair.away or chair.seen + FRESH <= at):
        house.store.run(lambda work: _hear(work, house, table_id, user, at))
        house.on_change(table_id)
    return True


def _hear(work: Work, house: House, table_id: str, user: str, at: float) -> None:
    found = house.opened(work, work.row(table_id), at)
    if found is not None and isinstance(found[1], Lobby):
        store(work, house, found[0], found[1], heard_of(found[1], user, at), at)


def look_over(work: Work, house: House, row: StoredTable, lobby: Lobby, at: float) -> None:
    """The time has come at which somebody may have to be marked."""
    store(work, house, row, lobby, looked_over(lobby, at), at)


def store(
    work: Work, house: House, row: StoredTable, before: Lobby, lobby: Lobby, at: float
) -> None:
    """A lobby of which only the signs have changed: no command has, so its journal says nothing.
    It is shown anew where that shows."""
    remind_at = house.timing.next_look(lobby, row.due)
    work.update(replace(row, snapshot=freeze(lobby), remind_at=remind_at))
    if [chair.away for chair in before.chairs] != [chair.away for chair in lobby.chairs]:
        for room in work.rooms_of(row.id):
            work.touch(room_lane(room.id), row.id, at)
