"""The scores of rooms in the database, within a transaction."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, select, update

from core.house.score import uncounted_key
from core.table.score import Counted
from storage.rows import KEPT, RESERVED, ROOM, SCORE
from storage.upserts import Upserts

_COLUMNS = [SCORE.c[field] for field in Counted.__struct_fields__]
_ORDER = (SCORE.c.at, SCORE.c.table, SCORE.c.user)
_OF_ROOM = select(*_COLUMNS).where(SCORE.c.room == bindparam("of_room")).order_by(*_ORDER)
_OF_USER = select(SCORE.c.room, *_COLUMNS).where(SCORE.c.user == bindparam("of_user"))
_OF_USER = _OF_USER.order_by(*_ORDER, SCORE.c.room)
_UNCOUNT = delete(SCORE).where(
    SCORE.c.room == bindparam("of_room"), SCORE.c.user == bindparam("of_user")
)

_COUNTED = select(SCORE.c.table).where(SCORE.c.room == bindparam("of_new"))
_MOVE = update(SCORE).where(SCORE.c.room == bindparam("of_room"), SCORE.c.table.not_in(_COUNTED))
_MOVE = _MOVE.values(room=bindparam("of_new"))
_HAVE_ONE = select(RESERVED.c.user).where(RESERVED.c.room == bindparam("of_new"))
_MOVE_RESERVED = update(RESERVED).where(
    RESERVED.c.room == bindparam("of_room"), RESERVED.c.user.not_in(_HAVE_ONE)
)
_MOVE_RESERVED = _MOVE_RESERVED.values(room=bindparam("of_new"))
_THEIRS = select(ROOM.c.habits).where(ROOM.c.id == bindparam("of_room")).scalar_subquery()
_MOVE_HABITS = update(ROOM).where(ROOM.c.id == bindparam("of_new"), ROOM.c.habits == "")
_MOVE_HABITS = _MOVE_HABITS.values(habits=_THEIRS)


def score(connection: Connection, room_id: int) -> list[Counted]:
    """The score of a room, in the order in which it was counted."""
    return [Counted(*row) for row in connection.execute(_OF_ROOM, {"of_room": room_id})]


def score_of(connection: Connection, user: str) -> list[tuple[int, Counted]]:
    """What was counted of a person, and in which rooms, in the order in which it was."""
    found = connection.execute(_OF_USER, {"of_user": user})
    return [(room, Counted(*row)) for room, *row in found]


def count(
    connection: Connection, upserts: Upserts, room_id: int, entries: Sequence[Counted]
) -> None:
    """Add to the score of a room; what is counted already stays as it is."""
    if entries:
        rows = [
            {"room": room_id} | {name: getattr(entry, name) for name in entry.__struct_fields__}
            for entry in entries
        ]
        connection.execute(upserts.score, rows)


def uncount(connection: Connection, room_id: int, user: str) -> None:
    """Erase what was counted of a person in a room."""
    connection.execute(_UNCOUNT, {"of_room": room_id, "of_user": user})


def follow(connection: Connection, old: int, new: int) -> None:
    """A room turned out to be another one: its score is counted there, and who is not counted in
    it stays so. How it likes to play goes with it, unless the other has habits of its own; the
    places that people have in its next game go along too."""
    rooms = {"of_room": old, "of_new": new}
    connection.execute(_MOVE, rooms)
    connection.execute(_MOVE_HABITS, rooms)
    connection.execute(_MOVE_RESERVED, rooms)
    before, after = uncounted_key(old, ""), uncounted_key(new, "")
    theirs = select(KEPT.c.key).where(KEPT.c.key.startswith(before))
    for key in connection.execute(theirs).scalars().all():
        there = after + key.removeprefix(before)
        connection.execute(delete(KEPT).where(KEPT.c.key == there))
        connection.execute(update(KEPT).where(KEPT.c.key == key).values(key=there))
