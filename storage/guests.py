"""Where rooms stand: let in, or waiting outside."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import BindParameter, bindparam, func, literal_column, select, update

from core.table.places import Room
from storage.database import Database
from storage.rows import ALIAS, MEMBER, ROOM, TABLE
from storage.work import rooms

_ROOM = ROOM.c.id == bindparam("of_room")
_STANDS = select(ROOM.c.guest).where(_ROOM)
_STATES = ROOM.c.guest.in_(bindparam("states", expanding=True))
_STAND = update(ROOM).where(_ROOM, _STATES).values(guest=bindparam("after"))
_STAND = _STAND.returning(ROOM.c.id)
_OUTSIDE = ROOM.c.guest != literal_column("''")  # spelled out, as in the index
_STAND_ALL = update(ROOM).where(_OUTSIDE, _STATES).values(guest=bindparam("after"))
# A room without a name of its chat was joined to another one: nobody is in it.
_REACHED = select(ALIAS.c.room).where(ALIAS.c.room == ROOM.c.id).exists()
_STANDING = rooms().where(_OUTSIDE, _STATES, _REACHED).order_by(ROOM.c.id.desc())
_COUNT = select(func.count()).select_from(ROOM).where(_OUTSIDE, _STATES, _REACHED)
_KNOWN = (
    select(MEMBER.c.room)
    .join(ROOM, ROOM.c.id == MEMBER.c.room)
    .where(MEMBER.c.user == bindparam("of_user"), ~_STATES)
    .limit(1)
)
_BEGIN: BindParameter[str] = bindparam("begin")
_BESIDE = (
    select(ROOM.c.id)
    .join(ALIAS, ALIAS.c.room == ROOM.c.id)
    .where(
        ALIAS.c.platform == bindparam("of_platform"),
        func.substr(ALIAS.c.chat, 1, func.length(_BEGIN)) == _BEGIN,
        ROOM.c.guest == "",
    )
    .limit(1)
)
_NAMES = select(ALIAS.c.chat).where(ALIAS.c.room == bindparam("of_room"))
_FIRST = select(func.min(TABLE.c.opened_at))


class SqlGuests(Database):
    """Where the rooms of a database stand. A state is a word; empty: the room is let in."""

    def stands(self, room_id: int) -> str:
        """Where a room stands; empty too if it is not known."""
        with self.look() as connection:
            return connection.execute(_STANDS, {"of_room": room_id}).scalar() or ""

    def stand(self, room_id: int, before: Collection[str], after: str) -> bool:
        """Change where a room stands, if it stands at one of `before`; tells whether it did."""
        change = {"of_room": room_id, "states": sorted(before), "after": after}
        with self.begin() as connection:
            return connection.execute(_STAND, change).first() is not None

    def stand_all(self, before: Collection[str], after: str) -> None:
        """The same for all rooms."""
        with self.begin() as connection:
            connection.execute(_STAND_ALL, {"states": sorted(before), "after": after})

    def standing(self, states: Collection[str]) -> Sequence[Room]:
        """The rooms that stand there, the newest first."""
        with self.look() as connection:
            found = connection.execute(_STANDING, {"states": sorted(states)})
            return [Room(*each) for each in found]

    def count_standing(self, states: Collection[str]) -> int:
        """How many rooms stand there."""
        with self.look() as connection:
            return connection.execute(_COUNT, {"states": sorted(states)}).scalar_one()

    def is_known(self, user: str, outside: Collection[str]) -> bool:
        """Whether a person was heard in a room that stands elsewhere than `outside`."""
        with self.look() as connection:
            found = connection.execute(_KNOWN, {"of_user": user, "states": sorted(outside)})
            return found.first() is not None

    def is_beside(self, platform: str, begin: str) -> bool:
        """Whether a room that is let in has a chat whose name begins so."""
        with self.look() as connection:
            found = connection.execute(_BESIDE, {"of_platform": platform, "begin": begin})
            return found.first() is not None

    def names_of(self, room_id: int) -> Sequence[str]:
        """All names that the platform has given to the chat of a room."""
        with self.look() as connection:
            return connection.execute(_NAMES, {"of_room": room_id}).scalars().all()

    def first_opened(self) -> float | None:
        """When the first table was opened; None before that."""
        with self.look() as connection:
            found: float | None = connection.execute(_FIRST).scalar_one()
            return found
