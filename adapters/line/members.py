"""Whether somebody belongs to a group of LINE: they were heard there, or LINE says so."""

from __future__ import annotations

from urllib.parse import quote

from adapters.belonging import Belongs
from adapters.line.api import Api
from adapters.line.people import People
from adapters.writer import Writer
from core.table.places import Room

NOT_THERE = (400, 403, 404)  # LINE knows nobody of this name there, or we are not there


async def member(api: Api, people: People, writer: Writer, room: Room, user: str) -> Belongs:
    """`user` is a person as the house calls them."""
    name = user.partition(":")[2]
    if await writer.call(people.is_here, room, name):
        return Belongs.YES
    place = "room" if room.chat.startswith("R") else "group"
    path = f"/v2/bot/{place}/{quote(room.chat, safe='')}/member/{quote(name, safe='')}"
    status, told = await api.ask(path)
    if status == 200 and told.get("userId") == name:
        return Belongs.YES
    return Belongs.NO if status in NOT_THERE else Belongs.UNKNOWN


async def left(api: Api, room: Room) -> bool:
    """Leave a group. False if LINE does not answer."""
    place = "room" if room.chat.startswith("R") else "group"
    path = f"/v2/bot/{place}/{quote(room.chat, safe='')}/leave"
    status, _ = await api.ask(path, "POST")
    return status == 200 or status in NOT_THERE
