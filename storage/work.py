"""One transaction of the house on a database."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    BindParameter,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    insert,
    select,
    update,
)

from core.house.journal import Entry
from core.house.ports import Draft, Pending, Traces, person_lane
from core.kernel.text import Note
from core.table.places import Habits, Individual, Reserved, Room, StoredTable, Wishes
from core.table.score import Counted
from storage import forgetting, scores
from storage import notes as letters
from storage.archive import Archived, archived, take_out
from storage.prepared import Prepared, Statements
from storage.receipts import number_of
from storage.rows import (
    DRAFT,
    JOURNAL,
    KEPT,
    LANE,
    MEMBER,
    OUTBOX,
    PERSON,
    PLAYED,
    RESERVED,
    ROOM,
    SEAT,
    TABLE,
    TOLD,
)
from storage.upserts import Upserts

_OPENED = PLAYED.alias("opened")


def rooms() -> Select[Any]:
    """The columns of a `Room`, in the order of its fields."""
    opened = and_(_OPENED.c.room == ROOM.c.id, _OPENED.c.open)
    return select(
        ROOM.c.id,
        ROOM.c.platform,
        ROOM.c.chat,
        ROOM.c.language,
        ROOM.c.zone,
        ROOM.c.title,
        _OPENED.c.table,
        ROOM.c.second,
    ).select_from(ROOM.outerjoin(_OPENED, opened))


_ID: BindParameter[str] = bindparam("of_table")
_USER: BindParameter[str] = bindparam("of_user")

ROOM_BY_ID = rooms().where(ROOM.c.id == bindparam("of_room"))
_ROOMS_OF = rooms().join(PLAYED, PLAYED.c.room == ROOM.c.id).where(PLAYED.c.table == _ID)
_ROOMS_OF = _ROOMS_OF.order_by(PLAYED.c.id)
_THE_ROOM, _THE_ROOMS = Prepared(ROOM_BY_ID), Prepared(_ROOMS_OF)

_ROW = select(
    TABLE.c.id,
    TABLE.c.snapshot,
    TABLE.c.version,
    TABLE.c.question,
    TABLE.c.asked_at,
    TABLE.c.due,
    TABLE.c.remind_at,
    TABLE.c.broken,
)
LOOK_AT = _ROW.where(TABLE.c.id == _ID)
ROW_OF = LOOK_AT.with_for_update()
_LOOK, _LOCK = Prepared(LOOK_AT), Prepared(ROW_OF)
_INSERT = insert(TABLE)
_UPDATE = update(TABLE).where(TABLE.c.id == _ID)
_UPDATE = _UPDATE.values(
    {
        column: bindparam(column)
        for column in ("snapshot", "version", "question", "asked_at", "due", "remind_at", "broken")
    }
)
_STORE = Prepared(_UPDATE)
_CLOSE = update(TABLE).where(TABLE.c.id == _ID)
_CLOSE = _CLOSE.values(open=False, ended_at=bindparam("at"))
_REOPEN = update(TABLE).where(TABLE.c.id == _ID).values(open=True, ended_at=None)
_RETURN = update(PLAYED).where(PLAYED.c.table == _ID).values(open=True)
_LEAVE_ROOMS = update(PLAYED).where(PLAYED.c.table == _ID).values(open=False)

_SEATS = select(SEAT.c.user).where(SEAT.c.table == _ID).order_by(SEAT.c.position)
_CLEAR_SEATS = delete(SEAT).where(SEAT.c.table == _ID)
_SIT = insert(SEAT)
_TABLES_OF = select(TABLE.c.id).join(SEAT, SEAT.c.table == TABLE.c.id).where(SEAT.c.user == _USER)
_TABLES_OF = _TABLES_OF.order_by(TABLE.c.opened_at.desc(), TABLE.c.id)

_DRAFT = select(DRAFT.c.content).where(DRAFT.c.table == _ID, DRAFT.c.user == _USER)
_CLEAR_DRAFTS = delete(DRAFT).where(DRAFT.c.table == _ID)
_ENTRY = Prepared(insert(JOURNAL), ("table", "version", "at", "entry"))
_JOURNAL = select(JOURNAL.c.version, JOURNAL.c.at, JOURNAL.c.entry)
_JOURNAL = _JOURNAL.where(JOURNAL.c.table == _ID, JOURNAL.c.version > bindparam("after"))
_JOURNAL = _JOURNAL.order_by(JOURNAL.c.version)
_SECRET = select(TABLE.c.secret).where(TABLE.c.id == _ID)
_NOTE = Prepared(insert(OUTBOX).inline(), ("lane", "table", "note", "at"))
_LOG = Prepared(insert(TOLD).inline(), ("table", "note", "at"))
_HURRY = update(LANE).where(LANE.c.address == bindparam("of_lane"), LANE.c.due > bindparam("at"))
_HURRY = _HURRY.values(due=bindparam("at"))
_SOONER = Prepared(_HURRY)
SEQ = select(LANE.c.seq).where(LANE.c.address == bindparam("of_lane")).with_for_update()
_LOCK_LANE = Prepared(SEQ)
_PEOPLE = select(
    PERSON.c.user, PERSON.c.name, PERSON.c.language, PERSON.c.reachable, PERSON.c.wishes
)
_THE_PERSON = Prepared(_PEOPLE.where(PERSON.c.user == _USER))
_PEOPLE = _PEOPLE.where(PERSON.c.user.in_(bindparam("of_users", expanding=True)))
_TOLD = select(TOLD.c.id, TOLD.c.table, TOLD.c.note).where(TOLD.c.table == _ID)
_TOLD = _TOLD.order_by(TOLD.c.id.desc()).limit(bindparam("most"))
_HABITS = select(ROOM.c.habits).where(ROOM.c.id == bindparam("of_room"))
_HABITS_LOCKED = _HABITS.with_for_update()
_PUT_HABITS = update(ROOM).where(ROOM.c.id == bindparam("of_room"))
_PUT_HABITS = _PUT_HABITS.values(habits=bindparam("habits"))
_RESERVED = select(RESERVED.c.user, RESERVED.c.name)
_RESERVED = _RESERVED.where(RESERVED.c.room == bindparam("of_room"))
_RESERVED = _RESERVED.order_by(RESERVED.c.at, RESERVED.c.user)
_RELEASE = delete(RESERVED).where(RESERVED.c.room == bindparam("of_room"))
_RELEASE = _RELEASE.where(RESERVED.c.user == _USER)
_MEMBERS = select(MEMBER.c.user).where(MEMBER.c.room == bindparam("of_room"))
_MEMBER = _MEMBERS.where(MEMBER.c.user == _USER)
_DEPART = delete(MEMBER).where(MEMBER.c.room == bindparam("of_room"), MEMBER.c.user == _USER)
_KEPT = select(KEPT.c.value).where(KEPT.c.key == bindparam("of_key"))
_FORGET = delete(KEPT).where(KEPT.c.key == bindparam("of_key"))

BOARDS_FIRST = 1.0  # seconds for which a person's turn stands behind boards told after it
_PERSON = person_lane("")

_draft = msgspec.json.Decoder(Draft)
_habits = msgspec.json.Decoder(Habits)
_wishes = msgspec.json.Decoder(Wishes)


def wishes_of(text: str) -> Wishes:
    """Wishes as they are stored (empty: none)."""
    return _wishes.decode(text) if text else Wishes()


def written(wishes: Wishes) -> str:
    """The same, to be stored."""
    return "" if wishes == Wishes() else msgspec.json.encode(wishes).decode()


def _individual(user: str, name: str, language: str, reachable: bool, wishes: str) -> Individual:
    known = wishes_of(wishes)
    return Individual(user, name, language, reachable, known)


class SqlReads:
    """What is read of a database (`core.house.ports.Reads`)."""

    def __init__(self, connection: Connection) -> None:
        self._say = Statements(connection)

    @property
    def _connection(self) -> Connection:
        return self._say.connection

    def room(self, room_id: int) -> Room | None:
        """A room by its id."""
        found = self._say.first(_THE_ROOM, {"of_room": room_id})
        return None if found is None else Room(*found)

    def habits(self, room_id: int) -> Habits:
        """How a room likes to play (a new one has no habits)."""
        found = self._connection.execute(_HABITS, {"of_room": room_id}).scalar()
        return _habits.decode(found) if found else Habits()

    def reserved(self, room_id: int) -> Sequence[Reserved]:
        """Who has a place in the next game of a room, in the order of asking."""
        found = self._connection.execute(_RESERVED, {"of_room": room_id})
        return [Reserved(*each) for each in found]

    def row(self, table_id: str) -> StoredTable | None:
        """A table by its id."""
        found = self._row(_LOOK, table_id)
        if found is None and (old := self._archived(table_id)) is not None:
            return old.row(table_id)
        return found

    def _row(self, statement: Prepared, table_id: str) -> StoredTable | None:
        found = self._say.first(statement, {"of_table": table_id})
        if found is None:
            return None
        name, snapshot, *rest = found
        return StoredTable(name, snapshot.encode(), *rest)

    def _archived(self, table_id: str) -> Archived | None:
        return archived(self._connection, table_id)

    def rooms_of(self, table_id: str) -> Sequence[Room]:
        """The rooms in which the table is (or was last) played, oldest first."""
        found = self._say.all(_THE_ROOMS, {"of_table": table_id})
        return [Room(*room) for room in found]

    def tables_of(self, user: str) -> Sequence[str]:
        """The open tables at which a person sits, newest first."""
        return self._connection.execute(_TABLES_OF, {"of_user": user}).scalars().all()

    def people(self, users: Collection[str]) -> dict[str, Individual]:
        """What is known of people, by their names for us (a stranger is empty)."""
        found = {user: Individual(user) for user in users}
        if len(found) == 1:  # as with every press
            [user] = found
            row = self._say.first(_THE_PERSON, {"of_user": user})
            return found if row is None else {user: _individual(*row)}
        if found:
            known = self._connection.execute(_PEOPLE, {"of_users": list(found)})
            found |= {row.user: _individual(*row) for row in known}
        return found

    def told(self, table_id: str, most: int) -> Sequence[Pending]:
        """The last things that everybody at a table was told, oldest first."""
        found = self._connection.execute(_TOLD, {"of_table": table_id, "most": most}).all()
        if not found and (old := self._archived(table_id)) is not None:
            return old.last_told(table_id, most)
        lines = [(number, table, letters.read(text)) for number, table, text in reversed(found)]
        return [Pending(number, table, note) for number, table, note in lines if note is not None]

    def members(self, room_id: int) -> frozenset[str]:
        """Who was heard in a room and has not left it."""
        found = self._connection.execute(_MEMBERS, {"of_room": room_id})
        return frozenset(found.scalars().all())

    def is_member(self, room_id: int, user: str) -> bool:
        """Whether a person was heard in a room and has not left it."""
        of_member = {"of_room": room_id, "of_user": user}
        return self._connection.execute(_MEMBER, of_member).first() is not None

    def kept(self, key: str) -> str:
        """What is kept under a name; empty if nothing is."""
        found: str | None = self._connection.execute(_KEPT, {"of_key": key}).scalar()
        return found or ""

    def journal_of(self, table_id: str, after: int = 0) -> Sequence[Entry]:
        """The journal of a table, in order: the lines after this version."""
        return journal_of(self._connection, table_id, after)

    def secret_of(self, table_id: str) -> str:
        """The secret (hex) of a table; empty if there is no such table."""
        found: str | None = self._connection.execute(_SECRET, {"of_table": table_id}).scalar()
        if found is None and (old := self._archived(table_id)) is not None:
            return old.secret
        return found or ""

    def draft(self, table_id: str, user: str) -> Draft:
        """The draft of a person at a table (an empty one if there is none)."""
        key = {"of_table": table_id, "of_user": user}
        found = self._connection.execute(_DRAFT, key).scalar()
        return Draft() if found is None else _draft.decode(found)

    def score(self, room_id: int) -> Sequence[Counted]:
        """The score of a room, in the order in which it was counted."""
        return scores.score(self._connection, room_id)

    def score_of(self, user: str) -> Sequence[tuple[int, Counted]]:
        """What was counted of a person, and in which rooms, in the order in which it was."""
        return scores.score_of(self._connection, user)

    def rooms_with(self, user: str) -> Sequence[Room]:
        """The rooms in which a person was heard and that they have not left, oldest first."""
        found = (self.room(number) for number in forgetting.rooms_with(self._connection, user))
        return [room for room in found if room is not None]

    def naming(self, user: str) -> Sequence[str]:
        """The tables that name a person, open and over, the oldest first."""
        return forgetting.naming(self._connection, user)

    def traces(self, user: str) -> Traces:
        """How much more is kept of a person."""
        return forgetting.traces(self._connection, user)


class SqlWork(SqlReads):
    """The house's unit of work (`core.house.ports.Work`).

    Every transaction locks in one order, so that no two wait for each other: the receipt, tables in
    the order of their names, what belongs to a room or a person, lanes in the order of their
    addresses, cards, notes.

    What is told is written together at the end: three statements, however many addresses there
    are, and the lanes in the order of their addresses, so that two transactions never wait for
    each other's lanes.
    """

    def __init__(
        self, connection: Connection, upserts: Upserts, holds_back: Callable[[str], bool]
    ) -> None:
        super().__init__(connection)
        self._upserts = upserts
        self._holds_back = holds_back
        self._told: list[tuple[str, str, float, tuple[str, ...]]] = []
        self._urgent: dict[str, float] = {}
        self._savepoints = 0

    def first_time(self, receipt: str, at: float) -> bool:
        """Remember the receipt of an input; False if it was known."""
        seen = {"receipt": number_of(receipt), "at": int(at)}
        return self._say.first(self._upserts.seen, seen) is not None

    def row(self, table_id: str) -> StoredTable | None:
        """A table by its id, locked until the end of the transaction. One that lies in the archive
        is taken out: it may be changed."""
        found = self._row(_LOCK, table_id)
        if found is None:
            take_out(self._connection, table_id)
            found = self._row(_LOCK, table_id)  # perhaps somebody else has taken it out
        return found

    def insert(self, row: StoredTable, room_id: int, secret: str = "") -> bool:
        """Store a new table in a room, its secret (hex) apart; False if the room already has an
        open one."""
        if not self.bridge(room_id, row.id):
            return False
        new = {"id": row.id, "open": True, "opened_at": row.asked_at, "secret": secret}
        new["ended_at"] = None
        self._connection.execute(_INSERT, _columns(row) | new)
        return True

    def update(self, row: StoredTable) -> None:
        """Store a new state of a table. Raises `LookupError` if there is no such table."""

        def check(changed: int) -> None:
            if changed != 1:
                raise LookupError(f"there is no table {row.id}")

        self._say.later(_STORE, _columns(row) | {"of_table": row.id}, check)

    def seated(self, table_id: str, users: Sequence[str]) -> None:
        """Who sits at the table now, in the order of the chairs."""
        of_table = {"of_table": table_id}
        if self._connection.execute(_SEATS, of_table).scalars().all() == list(users):
            return
        self._connection.execute(_CLEAR_SEATS, of_table)
        if users:
            seats = [
                {"table": table_id, "user": user, "position": position}
                for position, user in enumerate(users, 1)
            ]
            self._connection.execute(_SIT, seats)

    def close(self, table_id: str, at: float) -> None:
        """The table is no longer open: its rooms are free, nobody sits there."""
        self._connection.execute(_CLOSE, {"of_table": table_id, "at": at})
        for statement in (_LEAVE_ROOMS, _CLEAR_SEATS, _CLEAR_DRAFTS):
            self._connection.execute(statement, {"of_table": table_id})

    def reopen(self, table_id: str) -> None:
        """The table is open again in all its rooms; none of them may have another one."""
        for statement in (_REOPEN, _RETURN):
            self._connection.execute(statement, {"of_table": table_id})

    def journal(self, table_id: str, version: int, at: float, entry: bytes) -> None:
        """Add a line to the journal of a table."""
        line = {"table": table_id, "version": version, "at": at, "entry": entry.decode()}
        self._say.later(_ENTRY, line)

    def tell(self, lane: str, table_id: str, notes: Sequence[Note], at: float) -> None:
        """Queue notes for an address, in order, and mark its card of this table as outdated."""
        self._told.append((lane, table_id, at, tuple(letters.write(note) for note in notes)))

    def touch(self, lane: str, table_id: str, at: float) -> None:
        """Mark the card of a table at an address as outdated."""
        self._told.append((lane, table_id, at, ()))

    def hurry(self, lane: str, at: float) -> None:
        """What waits at an address is due now, although it was put off."""
        self._urgent[lane] = at

    def log(self, table_id: str, notes: Sequence[Note], at: float) -> None:
        """Keep what everybody at a table was told, for looking back."""
        if notes:
            lines = [{"table": table_id, "note": letters.write(note), "at": at} for note in notes]
            self._say.later_each(_LOG, lines)

    def bridge(self, room_id: int, table_id: str) -> bool:
        """Play a table in a further room; False if that room has an open table."""
        link = {"room": room_id, "table": table_id, "open": True}
        return self._connection.execute(self._upserts.played, link).first() is not None

    def arrived(self, room_id: int, user: str) -> None:
        """A person was heard in a room."""
        self._connection.execute(self._upserts.member, {"room": room_id, "user": user})

    def departed(self, room_id: int, user: str) -> None:
        """A person has left a room."""
        self._connection.execute(_DEPART, {"of_room": room_id, "of_user": user})

    def keep(self, key: str, value: str, at: float) -> None:
        """Keep something under a name; an empty value is forgotten."""
        if value:
            self._connection.execute(self._upserts.kept, {"key": key, "value": value, "at": at})
        else:
            self._connection.execute(_FORGET, {"of_key": key})

    def habits_locked(self, room_id: int) -> Habits:
        """How a room likes to play, which nobody else changes before this is done: a table and a
        press on the score may at the same moment."""
        locked = self._connection.execute(_HABITS_LOCKED, {"of_room": room_id}).scalar()
        return _habits.decode(locked) if locked else Habits()

    def put_habits(self, room_id: int, habits: Habits) -> None:
        """Store how a room likes to play."""
        text = msgspec.json.encode(habits).decode()
        self._connection.execute(_PUT_HABITS, {"of_room": room_id, "habits": text})

    def count(self, room_id: int, entries: Sequence[Counted]) -> None:
        """Add to the score of a room; what is counted already stays as it is."""
        scores.count(self._connection, self._upserts, room_id, entries)

    def uncount(self, room_id: int, user: str) -> None:
        """Erase what was counted of a person in a room."""
        scores.uncount(self._connection, room_id, user)

    def put_entry(self, table_id: str, entry: Entry) -> None:
        """Store another text of a line of a journal."""
        forgetting.put_entry(self._connection, table_id, entry)

    def reword(self, tables: Collection[str], change: Callable[[Note], Note]) -> None:
        """Change what was told at some tables, and all that waits to be told anywhere. A note
        that cannot be read is thrown away."""
        forgetting.reword(self._connection, tables, change)

    def erase(
        self, user: str, names: Collection[str], at: float, tables: Collection[str] = ()
    ) -> bool:
        """Erase what is kept of a person: all but tables, journals and what was told there.
        What others were shown of `tables` names them no more.
        False, and nothing is erased, while something is just being sent to them."""
        erased = forgetting.erase(self._connection, self._upserts, user, names, at)
        if erased:
            forgetting.unsay(self._connection, tables, (user, *names))
        return erased

    def reserve(self, room_id: int, who: Reserved, at: float) -> None:
        """Keep a place for somebody in the next game of a room."""
        new = {"room": room_id, "user": who.user, "name": who.name, "at": at}
        self._connection.execute(self._upserts.reserved, new)

    def release(self, room_id: int, user: str) -> None:
        """Keep no place for them any more."""
        self._connection.execute(_RELEASE, {"of_room": room_id, "of_user": user})

    def put_draft(self, table_id: str, user: str, draft: Draft) -> None:
        """Store a draft."""
        content = msgspec.json.encode(draft).decode()
        key = {"table": table_id, "user": user, "content": content}
        self._connection.execute(self._upserts.draft, key)

    def undo_to_here(self) -> Callable[[], None]:
        """A savepoint: calling the result takes back all that was written since.

        It may be called again, and it need not be called at all. A later savepoint is gone once
        an earlier one was used.
        """
        self._savepoints += 1
        name, told = f"here_{self._savepoints}", len(self._told)
        self._say.later_plain(f"SAVEPOINT {name}")

        def undo() -> None:
            self._say.alone(f"ROLLBACK TO SAVEPOINT {name}")
            del self._told[told:]

        return undo

    def lock(self, lane: str) -> int | None:
        """Lock a lane, and all at which something was told, before any is changed. Returns the
        `seq` of the lane; None if there is none yet."""
        found: dict[str, int | None] = {}
        for each in sorted({lane, *self._urgent, *(told[0] for told in self._told)}):
            row = self._say.first(_LOCK_LANE, {"of_lane": each})
            found[each] = None if row is None else row[0]
        return found[lane]

    def finish(self) -> None:
        """Write what was told; the last step before the commit."""
        if self._told and self._urgent:
            self.lock(min(self._urgent))
        if self._told:
            self._tell_all()
        if self._urgent:
            urgent = [{"of_lane": lane, "at": self._urgent[lane]} for lane in sorted(self._urgent)]
            self._say.later_each(_SOONER, urgent)
            self._urgent.clear()
        self._say.flush()

    def _tell_all(self) -> None:
        lanes: dict[str, float] = {}
        cards: set[tuple[str, str]] = set()
        notes = []
        for lane, table, at, texts in self._told:
            lanes[lane] = min(at, lanes.get(lane, at))
            cards.add((lane, table))
            notes += [{"lane": lane, "table": table, "note": note, "at": at} for note in texts]
        order = sorted(lanes)
        self._say.later_each(
            self._upserts.lane,
            [_waits(lane, None if self._holds_back(lane) else lanes[lane]) for lane in order],
        )
        self._say.later_each(
            self._upserts.outdated,
            [{"lane": lane, "table": table} for lane, table in sorted(cards)],
        )
        if notes:
            self._say.later_each(_NOTE, notes)
        self._told.clear()


def journal_of(connection: Connection, table_id: str, after: int = 0) -> list[Entry]:
    """The journal of a table, in order: the lines after this version."""
    found = connection.execute(_JOURNAL, {"of_table": table_id, "after": after}).all()
    if not found and (old := archived(connection, table_id)) is not None:
        return old.entries(after)
    return [Entry(version, at, entry.encode()) for version, at, entry in found]


def since_of(lane: str, at: float) -> float:
    """Since when an address counts as waiting where something has come at this time."""
    return at + BOARDS_FIRST if lane.startswith(_PERSON) else at


def _waits(lane: str, at: float | None) -> dict[str, object]:
    """The times of a lane where something waits; None: nothing can be sent by itself."""
    since = None if at is None else since_of(lane, at)
    return {"address": lane, "due": at, "since": since}


def _columns(row: StoredTable) -> dict[str, object]:
    """The columns of a row that change with every step."""
    return {
        "snapshot": row.snapshot.decode(),
        "version": row.version,
        "question": row.question,
        "asked_at": row.asked_at,
        "due": row.due,
        "remind_at": row.remind_at,
        "broken": row.broken,
    }
