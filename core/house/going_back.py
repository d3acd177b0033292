"""The database was put back to an earlier copy: what makes it safe to play on from there.

After the copy people played on. Every button, card and letter that was sent since names tables of
then, and chance that was drawn since was seen. So a table at which anything happened is stopped,
and the same people are seated at a new one: it has another name, so no old button means it, and
another secret, so no seal is dealt twice and nobody's cut counts unasked. What stood still is left
as it is: nothing was seen there, and every button still means what it says.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.house.clock import show_again
from core.house.forgetting import Erased, forget
from core.house.house import House, Input
from core.house.ports import Work, room_lane
from core.kernel.text import announce
from core.table.commands import Rematch, Stop
from core.table.forgetting import gone_from
from core.table.lobby import seated_again
from core.table.places import Room
from core.table.sayings import WentBackBefore
from core.table.table import Closed, Lobby, Playing, Table, key_of


class Since(msgspec.Struct, frozen=True):
    """What is known of how things stood at the end, before the database was put back: the
    `running` tables (those that were set aside among them) with their versions and snapshots, the
    `people` who were known, and the rooms (platform and chat) in which a table was open."""

    running: dict[str, tuple[int, bytes]]
    people: frozenset[str]
    rooms: tuple[int, ...] = ()


class Went(msgspec.Struct, frozen=True):
    """What became of it: tables that were stopped, those that were opened in their place, those
    that were left alone, people who were forgotten again, rooms of tables that are lost."""

    stopped: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    forgotten: int = 0
    lost: int = 0


class _Stopped(msgspec.Struct, frozen=True):
    """A table that was stopped: who hosted it, and who had won the game before."""

    table: str
    host: str
    winners: tuple[str, ...]
    rooms: tuple[Room, ...]


def go_back(
    house: House,
    tables: Sequence[str],
    people: Sequence[str],
    copied: float,
    at: float,
    since: Since | None,
) -> Went:
    """Stop what went on after the copy (of the time `copied`) among the open `tables`, and seat
    its people anew. `people` are all whom the copy knows; those whom nobody knew at the end had
    been forgotten, and are forgotten again. Without `since` nothing is known of the end: then
    everything went on."""
    stopped: list[_Stopped] = []
    left: list[str] = []
    for table_id in tables:
        found = _stop(house, table_id, copied, at, since)
        if isinstance(found, _Stopped):
            stopped.append(found)
        elif found:
            left.append(table_id)
    gone = [user for user in people if since is not None and user not in since.people]
    forgotten = sum(isinstance(forget(house, user, at), Erased) for user in gone)
    opened = [_seat_anew(house, each, at) for each in stopped if _went_on(each.table, since)]
    for table_id in left:  # the links on its cards are void
        show_again(house, table_id, at)
    lost = _tell_lost(house, copied, at, since) if since is not None else 0
    new = tuple(name for name in opened if name)
    return Went(tuple(each.table for each in stopped), new, tuple(left), forgotten, lost)


def _stop(
    house: House, table_id: str, copied: float, at: float, since: Since | None
) -> _Stopped | bool:
    """A table is stopped, unless nothing has happened there since: then it is left alone (True).
    False where it could not be read and was set aside."""
    read = house.read_mended(table_id, at)
    if read is None:
        return False
    if since is not None and since.running.get(table_id) == (read.row.version, read.row.snapshot):
        return True
    table = read.table
    assert not isinstance(table, Closed), "an open table is not closed"
    house.handle(Input(Stop(int(copied)), at, table=table_id))
    return _Stopped(table_id, table.host, _won_before(table), read.rooms)


def _won_before(table: Table) -> tuple[str, ...]:
    """Who won the game before this one."""
    if isinstance(table, Lobby):
        return table.winners
    seat = table.deal.last_winner if isinstance(table, Playing) else None
    return (key_of(table.chairs[seat - 1]),) if seat is not None else ()


def _went_on(table_id: str, since: Since | None) -> bool:
    """Whether a table went on at the end, as far as is known: nobody is seated anew for what
    was over by then, whether or not a record of it was left."""
    return since is None or table_id in since.running


def _seat_anew(house: House, stopped: _Stopped, at: float) -> str:
    """A new table with the people of a stopped one; its name, or nothing if nobody is left."""
    read = house.read(stopped.table)
    assert read is not None and isinstance(read.table, Closed), "it was stopped just now"
    people = seated_again(read.table, gone_from(read.table))
    host = next((chair for chair in people if chair.user == stopped.host), None)
    host = host or next(iter(people), None)
    if host is None or not stopped.rooms:
        return ""
    keys = {key_of(chair) for chair in read.table.chairs}  # who was forgotten is called otherwise
    winners = tuple(each for each in stopped.winners if each in keys)
    command = Rematch(str(host.user), host.name, winners=winners)
    opened = house.handle(Input(command, at, table=stopped.table, room=stopped.rooms[0].id))
    return opened.table or "" if opened.refused is None else ""


def _tell_lost(house: House, copied: float, at: float, since: Since) -> int:
    """Tell the rooms of whose tables the copy knows nothing; how many there are."""

    def tell(work: Work) -> int:
        rooms = [work.room(number) for number in since.rooms]
        free = [room.id for room in rooms if room is not None and room.table is None]
        for number in free:
            work.tell(room_lane(number), "", [announce(WentBackBefore(int(copied)))], at)
        return len(free)

    return house.store.run(tell)
