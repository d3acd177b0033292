"""What people wish for themselves or their group: time, a place in the next game, languages."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adapters.heard import Heard, Reply
from core.house.house import House, Input, Result
from core.house.next_game import ask_for_next
from core.house.ports import Directory
from core.table.commands import TakeTime
from core.table.places import Reserved, Room
from core.table.sayings import MoreTime, NoTable, UsualTime
from locales import tongue
from locales.words import BOTH, PLUS


def take_time(house: House, directory: Directory, heard: Heard, *, on: bool) -> Reply:
    """More time for a person at all tables, or as much as others have. Nobody else is told;
    pressed in their turn it changes the deadline that the board shows."""
    directory.wish(heard.user, lambda wishes: replace(wishes, more_time=on))
    for table_id in house.tables_of(heard.user):
        house.handle(Input(TakeTime(heard.user, on), heard.at, table=table_id))
    told = MoreTime() if on else UsualTime()
    if heard.room is not None and not heard.alone:
        return Reply(aside=told, result=Result())
    return Reply(told, result=Result())


def next_game(house: House, heard: Heard) -> Reply:
    """A place in the next game of the room of the sender, or none any more."""
    if heard.room is None:
        return Reply(NoTable())
    who = Reserved(heard.user, heard.name)
    told = ask_for_next(house, who, heard.room, heard.at, heard.receipt)
    return Reply(told, result=Result(repeated=told is None))


def two_languages(room: Room, wanted: str, languages: Sequence[str]) -> tuple[str, str]:
    """The languages of a room from now on: those that are named, both (or one again), or the next
    one. A group of two languages that changes the first keeps the other."""
    named, _, other = wanted.partition(PLUS)
    if named in languages:
        return named, other if other in languages and other != named else ""
    if wanted == BOTH:
        second = "" if room.second else tongue.following(room.language)
        return room.language, second if second != room.language else ""
    language = tongue.following(room.language)
    return language, room.language if room.second == language else room.second
