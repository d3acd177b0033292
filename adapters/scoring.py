"""What people ask of the score of their group, in the same way for every platform."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from adapters.heard import Heard, Reply
from core.desk.acts import Act
from core.desk.score_board import NO_TABLE, own_sheet, top_sheet
from core.house.house import House, Result
from core.house.ports import Reads
from core.house.scoring import (
    Who,
    count_me_out,
    keep_score,
    score_of_room,
    scores_of_person,
)
from core.kernel.text import N_, Announce
from core.table.places import Room
from core.table.sayings import OpenAnswer

replace = msgspec.structs.replace


class ScoreInTheGroup(OpenAnswer, frozen=True, tag="score.in-group"):
    """Somebody asks in private for something that belongs to a group."""

    text: ClassVar[str] = N_(
        "Every group has a score of its own: please say that in the group. Your own results: "
        "“{stats}”."
    )
    stats: str


def score(house: House, heard: Heard, act: Act, table_id: str | None, stats: str) -> Reply:
    """What an act of the score does. `stats` is the word for one's own results."""
    if act is Act.STATS:
        return _own(house, heard)
    room = _room(house, heard, table_id)
    if room is None:
        return Reply(ScoreInTheGroup(stats))
    if act is Act.TOP:
        return _top(house, room, table_id)
    named = table_id if table_id != NO_TABLE else None
    who = Who(heard.user, heard.name, room.id, heard.at, named, heard.receipt)
    if act is not Act.NOT_ME:
        result = keep_score(house, who, act is Act.KEEP_SCORE)
        return Reply(result.refused, table=result.table, result=result)
    result = count_me_out(house, who)
    told = next((note.message for note in result.notes if isinstance(note, Announce)), None)
    return Reply(result.refused or told, result=Result(repeated=result.repeated))


def _room(house: House, heard: Heard, table_id: str | None) -> Room | None:
    """The group that is meant: where it was said, or from where the person plays the table whose
    button they pressed elsewhere."""
    if heard.room is not None:
        return heard.room
    read = house.read(table_id) if table_id is not None else None
    return read.home(heard.user) if read is not None else None


def _top(house: House, room: Room, table_id: str | None) -> Reply:
    found = house.store.read(lambda reads: score_of_room(reads, room.id, house.games))
    assert found is not None, "a room stays"
    sheet = top_sheet(house.games, found.on, found.entries, found.names, table_id or NO_TABLE)
    return Reply(sheet=sheet)


def _own(house: House, heard: Heard) -> Reply:
    """One's own results: in a group those of that group, in private those of all."""

    def look(reads: Reads) -> Reply:
        rooms = [
            (room.title, entries)
            for room, entries in scores_of_person(reads, heard.user)
            if heard.room is None or room.id == heard.room.id
        ]
        return Reply(sheet=own_sheet(house.games, heard.name, rooms, alone=heard.room is None))

    return house.store.read(look)
