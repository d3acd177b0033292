"""A database that was put back to a copy: what is read of the one before, and what is emptied."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
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


def begins_as(store: SqlStore, label: Label | None, at: float) -> None:
    """The database bears no label any more; it remembers what copy it began as."""
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
_RUNNING = 'SELECT id, version, snapshot FROM "table" WHERE open OR broken'  # set aside: not over
_CHATS = (
    "SELECT room.platform, room.chat FROM room JOIN room_table ON room_table.room = room.id "
    "WHERE room_table.open ORDER BY room.id"
)


def _look_at(file: Path) -> sqlite3.Connection:
    """Whatever release wrote the database."""
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)
