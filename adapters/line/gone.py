"""People who leave a group, and groups that send us away. Runs in the writer's thread."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.line.doing import Do, Mark
from adapters.line.events import Event
from adapters.line.people import PLATFORM, People, user_of
from core.desk.reading import Reading
from core.house.house import House, Input
from core.table.commands import Rise, Sleep
from core.table.places import Room
from core.table.table import Playing


def left(
    people: People, house: House, now: float, event: Event, room: Room, user: str
) -> Sequence[Do]:
    """Whoever leaves the group leaves its table, unless they are in another of its rooms."""
    people.gone(room, user)
    dos: list[Do] = []
    for read in people.seats(user):
        if any(each.id == room.id for each in read.rooms) and not any(
            people.is_here(each, user) for each in read.rooms
        ):
            receipt = f"{PLATFORM}:{event.id}:{read.id}:{user}" if event.id else ""
            house.handle(Input(Rise(user_of(user)), now, receipt, table=read.id))
            dos.append(Mark.UNREAD)
    return dos


def removed(house: House, now: float, read: Reading | None) -> None:
    """We were removed: a table that nobody can see any more sleeps."""
    if read is not None and isinstance(read.table, Playing) and len(read.rooms) == 1:
        house.handle(Input(Sleep(), now, table=read.id))
