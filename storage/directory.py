"""Rooms and people in the database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import msgspec
from sqlalchemy import (
    BindParameter,
    Connection,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)

from core.house.ports import person_lane, room_lane
from core.table.places import Individual, Room, Wishes
from storage import scores
from storage.database import Database, in_order
from storage.prefixes import behind
from storage.rows import ALIAS, CARD, KEPT, LANE, PERSON, ROOM, TABLE
from storage.work import ROOM_BY_ID, SqlReads, SqlWork, rooms, wishes_of, written

ZONE = "Asia/Tokyo"  # of a new room, until somebody says otherwise
NEW_ROOM = "new"  # where a room stands of which nothing was decided yet

_ROOM: BindParameter[int] = bindparam("of_room")
_ALIAS = [ALIAS.c.platform == bindparam("of_platform"), ALIAS.c.chat == bindparam("of_chat")]
_BY_CHAT = rooms().join(ALIAS, ALIAS.c.room == ROOM.c.id).where(*_ALIAS)
_NEW = insert(ROOM).returning(ROOM.c.id)
_TAKE_BACK = delete(ROOM).where(ROOM.c.id == _ROOM)
_TITLE = update(ROOM).where(ROOM.c.id == _ROOM).values(title=bindparam("title"))
_CHAT = update(ROOM).where(ROOM.c.id == _ROOM).values(chat=bindparam("chat"))
_LANGUAGE = update(ROOM).where(ROOM.c.id == _ROOM).values(language=bindparam("language"))
_SECOND = update(ROOM).where(ROOM.c.id == _ROOM).values(second=bindparam("second"))
_CALLED = select(PERSON.c.user).where(PERSON.c.name == bindparam("of_name"))
_CALLED = _CALLED.order_by(PERSON.c.user)
_WISH = update(PERSON).where(PERSON.c.user == bindparam("of_user"))
_WISH = _WISH.values(wishes=bindparam("wishes"))
_REPOINT = update(ALIAS).where(ALIAS.c.room == bindparam("of_loser")).values(room=_ROOM)
_CARDS = (
    select(CARD.c.table)
    .join(TABLE, TABLE.c.id == CARD.c.table)
    .where(CARD.c.lane == bindparam("of_lane"), TABLE.c.open)
    .order_by(CARD.c.table)
)
_ON_PLATFORM = rooms().where(ROOM.c.platform == bindparam("of_platform")).order_by(ROOM.c.id)
_PREFIX: BindParameter[str] = bindparam("prefix")
_KEPT_LIKE = (
    select(KEPT.c.key, KEPT.c.value)
    .where(KEPT.c.key >= _PREFIX, KEPT.c.key < bindparam("end"))
    .order_by(KEPT.c.at, KEPT.c.key)
)

_SHOWN = select(CARD.c.message).where(
    CARD.c.lane == bindparam("of_lane"), CARD.c.table == bindparam("of_table")
)
_AT: BindParameter[float] = bindparam("at")
_PERSON: BindParameter[str] = bindparam("person")
_ITS_ROOMS = select(literal(room_lane(0)[:-1]) + cast(ROOM.c.id, Text))
_ITS_ROOMS = _ITS_ROOMS.where(ROOM.c.platform == bindparam("of_platform"))
_ITS_PEOPLE = func.substr(LANE.c.address, 1, func.length(_PERSON)) == _PERSON
_PARKED = and_(LANE.c.due.is_(None), exists().where(CARD.c.lane == LANE.c.address, CARD.c.outdated))
_IN_ROOM = LANE.c.address.in_(_ITS_ROOMS)
# Who was put off for less is tried soon by itself, and it may be a rate limit of the platform.
_MOMENT = 60.0
_PUT_OFF = and_(
    LANE.c.claimed == 0,
    or_(and_(_PARKED, or_(_ITS_PEOPLE, _IN_ROOM)), and_(LANE.c.due > _AT + _MOMENT, _IN_ROOM)),
)
_PORTION = 500  # lanes that are due at once
_SOME = select(LANE.c.address).where(_PUT_OFF, LANE.c.address > bindparam("after"))
_SOME = _SOME.order_by(LANE.c.address).limit(_PORTION)
_THESE = LANE.c.address.in_(bindparam("lanes", expanding=True))
_THEIR_ROWS = in_order(LANE.c.address).where(_THESE)
_HURRY = update(LANE).where(_THESE, _PUT_OFF)
_HURRY = _HURRY.values(due=_AT, since=func.coalesce(LANE.c.since, _AT))


class SqlDirectory(Database):
    """The rooms and people of a database (`core.house.ports.Directory`). `zone` is the time zone of
    new rooms; on the platforms that are `guarded` they stand outside until they are let in."""

    zone = ZONE
    guarded: Collection[str] = ()

    def enter(self, platform: str, chat: str, language: str, title: str = "") -> Room:
        """The room of a chat; it is made when the chat is new. A new title is taken over, the
        language of a known room is not."""
        room = self.found(platform, chat)
        if room is not None and title in ("", room.title):
            return room
        with self.begin() as connection:
            room = _by_chat(connection, platform, chat)
            if room is None:
                return self._make(connection, Room(0, platform, chat, language, self.zone, title))
            if title and title != room.title:
                connection.execute(_TITLE, {"of_room": room.id, "title": title})
                return msgspec.structs.replace(room, title=title)
            return room

    def found(self, platform: str, chat: str) -> Room | None:
        """The room of a chat; None if it is not known."""
        with self.look() as connection:
            return _by_chat(connection, platform, chat)

    def _make(self, connection: Connection, room: Room) -> Room:
        """A new room; or the one that another process has just made for the chat."""
        chat = {"platform": room.platform, "chat": room.chat}
        guest = NEW_ROOM if room.platform in self.guarded else ""
        rest = {"language": room.language, "zone": room.zone, "title": room.title, "guest": guest}
        number = connection.execute(_NEW, chat | rest).scalar_one()
        if connection.execute(self.upserts.alias, chat | {"room": number}).first() is None:
            connection.execute(_TAKE_BACK, {"of_room": number})
            of_chat = {"of_platform": room.platform, "of_chat": room.chat}
            return Room(*connection.execute(_BY_CHAT, of_chat).one())
        return msgspec.structs.replace(room, id=number)

    def room(self, room_id: int) -> Room | None:
        """A room by its id."""
        with self.look() as connection:
            return _by_id(connection, room_id)

    def speak(self, room_id: int, language: str, at: float) -> None:
        """Change the language of a room and mark its cards of open tables as outdated. What is
        over stays in the language in which it was played."""
        with self.begin() as connection:
            connection.execute(_LANGUAGE, {"of_room": room_id, "language": language})
            self._show_anew(connection, room_id, at)

    def speak_too(self, room_id: int, second: str, at: float) -> None:
        """Change the second language of a room (empty: none) and mark its cards of open tables
        as outdated."""
        with self.begin() as connection:
            connection.execute(_SECOND, {"of_room": room_id, "second": second})
            self._show_anew(connection, room_id, at)

    def _show_anew(self, connection: Connection, room_id: int, at: float) -> None:
        lane = room_lane(room_id)
        work = SqlWork(connection, self.upserts, self.holds_back)
        for table in connection.execute(_CARDS, {"of_lane": lane}).scalars().all():
            work.touch(lane, table, at)
        work.finish()

    def rename(self, platform: str, old: str, new: str) -> None:
        """A chat has a new id: both names mean the same room from now on.

        If both names had a room already (somebody spoke under the new name first), the old one
        is kept, unless only the new one has an open table. What is still queued for the other
        is sent to the new name. Nothing happens if neither name is known.
        """
        with self.begin() as connection:
            before, after = (_by_chat(connection, platform, chat) for chat in (old, new))
            kept = after if before is None or (before.table is None and _busy(after)) else before
            if kept is None:
                return
            for room in (before, after):
                if room is not None:
                    connection.execute(_CHAT, {"of_room": room.id, "chat": new})
                    connection.execute(_REPOINT, {"of_loser": room.id, "of_room": kept.id})
                    if room.id != kept.id:
                        scores.follow(connection, room.id, kept.id)
            for chat in (old, new):
                alias = {"platform": platform, "chat": chat, "room": kept.id}
                connection.execute(self.upserts.alias, alias)

    def person(self, user: str) -> Individual:
        """What is known of a person (a stranger is empty)."""
        with self.look() as connection:
            return SqlReads(connection).people([user])[user]

    def called(self, name: str) -> Sequence[str]:
        """Who is known by a name, by their names for us."""
        with self.look() as connection:
            return connection.execute(_CALLED, {"of_name": name}).scalars().all()

    def remember(
        self, person: Individual, before: Individual | None = None, *, guessed: bool = False
    ) -> None:
        """Store what is known of a person: all of it, or what differs from what was known `before`
        (somebody else may have stored the rest meanwhile; wishes are changed by `wish` alone). A
        language that is `guessed` counts only where none is known."""
        known = ("name", "language", "reachable")
        changed = [
            *(name for name in known if before and getattr(person, name) != getattr(before, name)),
            *((*known, "wishes") if before is None else ()),
        ]
        with self.begin() as connection:
            connection.execute(self.upserts.person(changed, guessed=guessed), _row(person))

    def wish(self, user: str, change: Callable[[Wishes], Wishes]) -> None:
        """Store what `change` makes of a person's wishes, while nobody else changes them: they lie
        in one column together."""
        with self.begin() as connection:
            known = self.upserts.person((), guessed=False).returning(PERSON.c.wishes)
            found: str = connection.execute(known, _row(Individual(user))).scalar_one()
            after = written(change(wishes_of(found)))
            connection.execute(_WISH, {"of_user": user, "wishes": after})

    def shown_at(self, lane: str, table: str) -> str:
        """The message that shows a table at an address, as it was stored; empty if none does."""
        with self.look() as connection:
            of_card = {"of_lane": lane, "of_table": table}
            found: str | None = connection.execute(_SHOWN, of_card).scalar()
            return found or ""

    def hurry_platform(self, platform: str, at: float, after: str = "") -> str:
        """What was put off for long at some addresses of a platform, or waits there for something
        new to be told, is due now. These are the next ones after the address `after`; tells the
        last of them, empty if that was all."""
        asked = {"of_platform": platform, "at": at, "person": person_lane(f"{platform}:")}
        with self.begin() as connection:
            found = connection.execute(_SOME, asked | {"after": after}).scalars().all()
            if found:
                lanes = {"lanes": found}
                locked = self.lock(connection, _THEIR_ROWS, lanes)
                connection.execute(_HURRY.where(locked), asked | lanes)
            return found[-1] if len(found) == _PORTION else ""

    def rooms_on(self, platform: str) -> Sequence[Room]:
        """All rooms of a platform, the oldest first."""
        with self.look() as connection:
            found = connection.execute(_ON_PLATFORM, {"of_platform": platform})
            return [Room(*room) for room in found]

    def kept(self, key: str) -> str:
        """What is kept under a name; empty if nothing is."""
        with self.look() as connection:
            return SqlReads(connection).kept(key)

    def keep(self, key: str, value: str, at: float) -> None:
        """Keep something under a name; an empty value is forgotten."""
        with self.begin() as connection:
            SqlWork(connection, self.upserts, self.holds_back).keep(key, value, at)

    def keep_first(self, key: str, value: str, at: float) -> str:
        """Keep something under a name unless something is kept there; what is kept now."""
        with self.begin() as connection:
            row = {"key": key, "value": value, "at": at}
            if connection.execute(self.upserts.kept_first, row).first() is not None:
                return value
            return SqlReads(connection).kept(key)

    def change_kept(self, key: str, change: Callable[[str], str], at: float) -> str:
        """Keep under a name what `change` makes of what is kept there (empty: nothing), while
        nobody else changes it. Tells what was kept before."""
        with self.begin() as connection:
            row = {"key": key, "value": "", "at": at}
            before: str = connection.execute(self.upserts.kept_locked, row).scalar_one()
            work = SqlWork(connection, self.upserts, self.holds_back)
            work.keep(key, change(before), at)
            return before

    def kept_like(self, prefix: str) -> Sequence[tuple[str, str]]:
        """Everything kept under names that begin so, the oldest first."""
        with self.look() as connection:
            found = connection.execute(_KEPT_LIKE, {"prefix": prefix, "end": behind(prefix)})
            return [(key, value) for key, value in found]


def _row(person: Individual) -> dict[str, object]:
    row = {name: getattr(person, name) for name in ("user", "name", "language", "reachable")}
    return row | {"wishes": written(person.wishes), "idle_since": None}


def _by_id(connection: Connection, room_id: int) -> Room | None:
    found = connection.execute(ROOM_BY_ID, {"of_room": room_id}).first()
    return None if found is None else Room(*found)


def _by_chat(connection: Connection, platform: str, chat: str) -> Room | None:
    of_chat = {"of_platform": platform, "of_chat": chat}
    found = connection.execute(_BY_CHAT, of_chat).first()
    return None if found is None else Room(*found)


def _busy(room: Room | None) -> bool:
    return room is not None and room.table is not None
