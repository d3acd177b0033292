"""A place in the next game of a room: asked for once, and taken back by asking again."""

from __future__ import annotations

from core.house.house import House
from core.house.ports import Reads, Work
from core.kernel.text import Public
from core.table.editions import most_seats
from core.table.places import Reserved, Room
from core.table.sayings import GathersNow, NextKept, NextReleased
from core.table.table import Lobby, chair_of


def ask_for_next(
    house: House, who: Reserved, room: Room, at: float, receipt: str = ""
) -> Public | None:
    """Keep a place in the next game of a room for somebody, or give it back; what they are told.
    None if this was asked already."""

    def ask(work: Work) -> Public | None:
        if receipt and not work.first_time(receipt, at):
            return None
        if any(each.user == who.user for each in work.reserved(room.id)):
            work.release(room.id, who.user)
            return NextReleased()
        if _may_join(house, work, room, who.user):
            return GathersNow()
        work.reserve(room.id, who, at)
        return NextKept()

    return house.store.run(ask)


def _may_join(house: House, reads: Reads, room: Room, user: str) -> bool:
    """Whether the next game gathers players in the room right now, and has a seat for them."""
    now = reads.room(room.id)
    read = house.read_within(reads, now.table) if now is not None and now.table else None
    if read is None or not isinstance(read.table, Lobby):
        return False
    chairs = read.table.chairs
    return chair_of(chairs, user) is None and len(chairs) < most_seats(house.games[read.table.game])
