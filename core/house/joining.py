"""Rooms that come to a table, and people who are called to it or wait for the next one."""

from __future__ import annotations

from collections.abc import Sequence

from core.house.ports import Work, room_lane
from core.kernel.proof import PROTOCOL
from core.kernel.text import announce
from core.table.bridge import NotLetIn
from core.table.commands import AddRoom, Admit, Command, Start
from core.table.failures import Refused
from core.table.places import Reserved, Room, StoredTable
from core.table.proof_sayings import sealed
from core.table.sayings import AlreadyOpen, NextCalled
from core.table.table import Lobby, Table, chair_of


def join(work: Work, row: StoredTable, command: Command, table: Table, at: float) -> None:
    """A room joins a table by a command, and in no other way. It sees the seal before anybody
    there cuts. Raises `Refused`."""
    if not isinstance(command, Admit | AddRoom):
        return
    if isinstance(command, Admit) and not command.yes:
        # no table of theirs: the line stands alone, and shows no board of a strange table
        work.tell(room_lane(command.room), "", [announce(NotLetIn())], at)
        return
    if work.room(command.room) is None or not work.bridge(command.room, row.id):
        raise Refused(AlreadyOpen())
    if isinstance(table, Lobby) and table.deal.proof == PROTOCOL:
        work.tell(room_lane(command.room), row.id, [announce(sealed(table.secret))], at)
    if isinstance(table, Lobby):
        call_next(work, command.room, table, at)


def call_next(work: Work, room_id: int, lobby: Lobby, at: float) -> None:
    """A table gathers players in a room: whoever has a place in its next game is called, once,
    unless they sit there already."""
    waited = work.reserved(room_id)
    called = [each for each in waited if chair_of(lobby.chairs, each.user) is None]
    if called:
        names, users = zip(*((each.name, each.user) for each in called), strict=True)
        work.tell(room_lane(room_id), lobby.id, [announce(NextCalled(names, users))], at)
    for each in waited:
        work.release(room_id, each.user)


def keep_places(
    work: Work, rooms: Sequence[Room], command: Command, before: Table, at: float
) -> None:
    """Who was left out of a game has a place in the next one of the room that they came from."""
    for user in command.without if isinstance(command, Start) else ():
        chair = next(chair for chair in before.chairs if chair.user == user)
        for room in [each for each in rooms if each.id == chair.room] or rooms:
            work.reserve(room.id, Reserved(user, chair.name), at)
