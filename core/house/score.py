"""The score of rooms that keep one: what a match counts when it ends, what its result shows."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.desk.reading import Reading
from core.house.ports import Reads, Work
from core.table.places import Room
from core.table.score import counted, result_score
from core.table.table import Finished, Games


def count_match(
    work: Work, games: Games, table: Finished, rooms: Sequence[Room], at: float
) -> None:
    """A match has ended: the rooms among these that keep a score count it, without those who do
    not want to be counted there."""
    for room in rooms:
        if work.habits(room.id).scores:
            found = counted(table, games[table.game], room.id, at)
            wanted = [each for each in found if not work.kept(uncounted_key(room.id, each.user))]
            work.count(room.id, wanted)


def score_shown(reads: Reads, read: Reading) -> Reading:
    """What is read of a table, with what its result says of the scores of its rooms."""
    table = read.table
    if not isinstance(table, Finished):
        return read
    scores = {
        room.id: result_score(table, reads.score(room.id))
        for room in read.rooms
        if reads.habits(room.id).scores
    }
    return msgspec.structs.replace(read, scores=scores)


def ended_key(user: str) -> str:
    """The name under which is kept which table of a person ended last."""
    return f"ended:{user}"


def uncounted_key(room_id: int, user: str) -> str:
    """The name under which is kept that a person does not want to be counted in a room."""
    return f"uncounted:{room_id}:{user}"
