"""A database that was put back to a copy: what is read of the one before, and what is emptied."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection
from contextlib import closing
from pathlib import Path

import msgspec
from sqlalchemy import bindparam, delete, text, update

from core.house.going_back import Since
from core.table.places import Room
from storage.backup import COPIES, LABEL, Label
from storage.database import Database
from storage.rows import LANE, OUTBOX, PERSON
from storage.store import SqlStore

RESTORED = "backup.restored"
"""Under this name a database tells what copy it began as."""
MOVED = "backup.moved"
"""Under this name a database tells by what copy its tables went elsewhere: it is not hosted."""

BEGUN = "backup.begun"
"""Under this name a database tells the names of all copies that it ever began as."""

AHEAD = 1 << 20
"""By so much go on the numbers that the database counts up: those that were given out after the
copy are not given out again."""

_NOBODYS = {"claimed": 0, "lease_until": 0.0, "holder": "", "tries": 0, "due": None}
_FREE = update(LANE).values(_NOBODYS)
_SEQUENCES = text("UPDATE sqlite_sequence SET seq = seq + :ahead").bindparams(
    bindparam("ahead", AHEAD)
)


def forget_what_waits(store: SqlStore) -> None:
    """Nothing waits to be told: it was told after the copy, or speaks of what is lost."""
    with store.begin() as connection:
        connection.execute(delete(OUTBOX))
        connection.execute(_FREE)
        if store.is_sqlite:
            connection.execute(_SEQUENCES)


def people_in(store: Database) -> list[str]:
    """All whom a database knows, by their names for us."""
    with store.look() as connection:
        return list(connection.execute(PERSON.select()).scalars())


def begins_as(
    store: SqlStore, label: Label | None, at: float, before: Collection[str] = ()
) -> None:
    """The database bears no label any more; it remembers what copy it began as, now and ever;
    `before` are those that the one began as whose place it takes."""
    names = {*store.kept(BEGUN).split(), *before, *([label.id] if label is not None else [])}
    store.keep(BEGUN, " ".join(sorted(names)), at)
    store.keep(LABEL, "", at)
    store.keep(MOVED, "", at)
    store.keep(RESTORED, msgspec.json.encode(label).decode() if label is not None else "", at)


def began_as(file: Path) -> Label | None:
    """What copy a database in a file began as; None if it did not, or cannot be read."""
    try:
        with closing(_look_at(file)) as connection:
            return _began_as(connection)
    except sqlite3.Error:
        return None


def all_begun(file: Path) -> frozenset[str]:
    """The names of all copies that a database in a file ever began as, as far as it can be
    read."""
    try:
        with closing(_look_at(file)) as connection:
            label = _began_as(connection)
            names = _kept(connection, BEGUN).split()
    except sqlite3.Error:
        return frozenset()
    return frozenset(names) | ({label.id} if label is not None else frozenset())


def went_on(file: Path, copy: Path, copied: float) -> bool:
    """Whether people played on in a database after a copy of the same house (unpacked; of the time
    `copied`), as far as both can be read: a table of the copy is further or over, or one was opened
    since."""
    try:
        with closing(_look_at(file)) as there, closing(_look_at(copy)) as here:
            known = {table: version for table, version in here.execute(_VERSIONS)}
            further = any(
                version > known.get(table, version) for table, version in there.execute(_VERSIONS)
            )
            going_on = {table for (table,) in here.execute(_OPEN)}
            over = going_on & {table for (table,) in there.execute('SELECT "table" FROM archive')}
            opened = {table for (table,) in there.execute(_OPENED, (copied,))} - set(known)
    except sqlite3.Error:
        return False
    return further or bool(over or opened)


def keep_spent(store: SqlStore, file: Path) -> None:
    """What was spent of a budget after a copy is spent: of what the copy and the database before
    it (in a file) have counted the larger counts."""
    try:
        with closing(_look_at(file)) as connection:
            rows = connection.execute("SELECT day, what, number FROM ledger").fetchall()
    except sqlite3.Error:
        return
    with store.begin() as connection:
        for day, what, number in rows:
            spent = {"day": day, "what": what, "number": number}
            connection.execute(store.upserts.spent_elsewhere, spent)


def _began_as(connection: sqlite3.Connection) -> Label | None:
    try:
        text = _kept(connection, RESTORED)
        return msgspec.json.decode(text, type=Label) if text else None
    except msgspec.MsgspecError:
        return None


def _kept(connection: sqlite3.Connection, key: str) -> str:
    found = connection.execute(_KEPT, (key,)).fetchone()
    return str(found[0]) if found is not None else ""


def since(
    file: Path, label: Label | None, found: Callable[[str, str], Room | None]
) -> Since | None:
    """How things stood at the end in a database that is about to be replaced by a copy; None if
    it cannot be read, or is not known to be what became of that copy: what is missing in another
    one was not ended there. `found` gives the room of a chat in the one that takes its place."""
    if label is None:
        return None
    try:
        with closing(_look_at(file)) as connection:
            began = _began_as(connection)
            copies = _kept(connection, COPIES).split()
            if label.id not in copies and (began is None or began.id != label.id):
                return None
            running = {
                table: (version, snapshot.encode())
                for table, version, snapshot in connection.execute(_RUNNING)
            }
            people = frozenset(user for (user,) in connection.execute("SELECT user FROM person"))
            chats = connection.execute(_CHATS).fetchall()
    except sqlite3.Error:
        return None
    rooms = (found(platform, chat) for platform, chat in chats)
    return Since(running, people, tuple(room.id for room in rooms if room is not None))


_KEPT = "SELECT value FROM kept WHERE key = ?"
_VERSIONS = 'SELECT id, version FROM "table"'
_OPEN = 'SELECT id FROM "table" WHERE open'
_OPENED = 'SELECT id FROM "table" WHERE opened_at > ?'
_RUNNING = 'SELECT id, version, snapshot FROM "table" WHERE open OR broken'  # set aside: not over
_CHATS = (
    "SELECT room.platform, room.chat FROM room JOIN room_table ON room_table.room = room.id "
    "WHERE room_table.open ORDER BY room.id"
)


def _look_at(file: Path) -> sqlite3.Connection:
    """Whatever release wrote the database."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)
