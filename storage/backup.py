"""A copy of a database in one file: taken while it is in use, checked, and read again.

The file is a SQLite database, packed with gzip, whatever the database is kept in. It is written
beside its name and gets the name when it is whole; nothing is ever overwritten, and nobody may read
it who may not read the database.
"""

from __future__ import annotations

import gzip
import os
import shutil
import sqlite3
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

import msgspec

from core.house.ports import Directory
from storage.database import Database, StoreError, Trouble, trouble_of

LABEL = "backup.label"
"""Under this name a copy tells what it is a copy of."""
LAST = "backup.at"
"""Under this name a database tells when it was copied last (whole seconds since 1970)."""

_SQLITE = b"SQLite format 3\0"
_GZIP = b"\x1f\x8b"
_OWNER = 0o600
_OTHERS = 3.0  # seconds to wait for those who only have a look
_DAMAGED = (Trouble.BROKEN, Trouble.FOREIGN, None)
_LEVEL = 6  # of compression: a hundred megabytes take some seconds on a small machine


COPIES = "backup.copies"
"""Under this name a database tells what the last copies of it are called, the newest last."""
COPIES_KNOWN = 200


class Label(msgspec.Struct, frozen=True):
    """What a copy says of itself: its own name, when it was made (seconds since 1970), whether
    somebody hosted the database then, and whether that is hosted no more because the tables go on
    where the copy is put (`moving`)."""

    id: str
    at: float
    hosted: bool
    moving: bool = False


class Packed(msgspec.Struct, frozen=True):
    """A copy that was made: its size in bytes, and how many running games have hands in it."""

    size: int
    hands: int


class Exists(Exception):
    """There is something already under the name of a copy."""


Source = Callable[[Path], None]
"""Fills an empty file with the rows of a database, as they stood at one moment."""


def of_sqlite(database: Database) -> Source:
    """The pages of a SQLite database, as SQLite itself copies them: who writes meanwhile is not
    held up."""

    def copy(target: Path) -> None:
        with database.look() as connection, closing(sqlite3.connect(target)) as into:
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection), "a SQLite database"
            driver.backup(into)

    return copy


def pack(
    source: Source, file: Path, label: Label, whole: Callable[[], None] = lambda: None
) -> Packed:
    """Make a copy under a name that is free; `whole` is called when it is whole, before it gets
    the name. Raises `Exists`, `OSError`, `StoreError`."""
    if file.exists():
        raise Exists
    plain, part = (file.with_name(f"{file.name}{end}") for end in ("-part.db", "-part"))
    with _away(plain, part), _watched(file):
        _make(plain)
        source(plain)
        check(plain)
        with closing(sqlite3.connect(plain)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")  # one file, whoever opens it
            _put(connection, LABEL, msgspec.json.encode(label).decode(), label.at)
            _put(connection, LAST, str(round(label.at)), label.at)
            hands = connection.execute(_HANDS).fetchone()[0]
            connection.commit()
        _make(part)
        with plain.open("rb") as unpacked, part.open("wb") as raw:
            with gzip.GzipFile("", "wb", _LEVEL, raw, label.at) as packed:
                shutil.copyfileobj(unpacked, packed, 1 << 20)
            raw.flush()
            os.fsync(raw.fileno())
        whole()
        _name(part, file)
        return Packed(file.stat().st_size, hands)


def note_copy(database: Directory, label: Label) -> None:
    """The database remembers that it was copied. What it becomes from now on is known to come
    after that copy."""
    known = database.kept(COPIES).split()[1 - COPIES_KNOWN :]
    database.keep(COPIES, " ".join((*known, label.id)), label.at)
    database.keep(LAST, str(round(label.at)), label.at)


def unpack(file: Path, target: Path) -> None:
    """Put the database of a copy (or one that is not packed) into a new file, and check it.
    Raises `OSError`, `StoreError`."""
    with file.open("rb") as raw, _watched(file):
        head = raw.read(len(_SQLITE))
        raw.seek(0)
        _make(target)
        if head == _SQLITE:
            with closing(Database(f"sqlite:///{file}", read_only=True)) as database:
                of_sqlite(database)(target)
        elif head.startswith(_GZIP):
            with gzip.GzipFile(fileobj=raw) as packed, target.open("wb") as whole:
                shutil.copyfileobj(packed, whole, 1 << 20)
                whole.flush()
                os.fsync(whole.fileno())
        else:
            raise StoreError(Trouble.BROKEN, str(file))
        check(target)


def check(file: Path) -> None:
    """Raises `StoreError` unless the file is whole, and a database of this program."""
    with closing(sqlite3.connect(file)) as connection:
        if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
            raise StoreError(Trouble.BROKEN, str(file))
        if connection.execute(_VERSIONED).fetchone() is None:
            raise StoreError(Trouble.FOREIGN, str(file))


def label_of(file: Path) -> Label | None:
    """What an unpacked copy says of itself; None if it says nothing, as a file that was copied by
    other means."""
    with closing(sqlite3.connect(file)) as connection:
        try:
            found = connection.execute(_KEPT, (LABEL,)).fetchone()
            return None if found is None else msgspec.json.decode(found[0], type=Label)
        except (sqlite3.Error, msgspec.MsgspecError):
            return None


def last_heard(file: Path) -> float:
    """When anything was written into an unpacked database last, as far as it tells (seconds since
    1970)."""
    times = []
    with closing(sqlite3.connect(file)) as connection:
        for query in ("SELECT max(at) FROM journal", "SELECT max(at) FROM instance"):
            with suppress(sqlite3.Error):  # there was no such table yet
                times.append(connection.execute(query).fetchone()[0] or 0.0)
    return max(times, default=0.0)


def put_in_place(new: Path, file: Path, aside: Path) -> None:
    """Give a file the name of a database. What bore the name until now bears `aside`, with what
    stands in its log. At every moment a whole database bears the name. Raises `OSError`, and
    `StoreError` if anybody has the database open: then nothing has changed."""
    if file.exists():
        _finish_log(file, aside)
        try:
            os.link(file, aside)
        except FileExistsError:
            raise
        except OSError:  # not on every kind of disk
            shutil.copy2(file, aside)
    new.replace(file)
    _sync(file.parent)


def _finish_log(file: Path, aside: Path) -> None:
    """What stands in the log of a database goes into its file, and no log lies beside it any more:
    it would be read into whatever gets the name, and whoever has it open still would write there
    what belongs to another file. Where the database is damaged its log is kept beside `aside`."""
    log, kept = (each.with_name(f"{each.name}-wal") for each in (file, aside))
    if log.exists():
        shutil.copy2(log, kept)
    try:
        _leave_log(file, monotonic() + _OTHERS)
    except sqlite3.Error as error:
        kind = trouble_of(error)
        if kind not in _DAMAGED:
            kept.unlink(missing_ok=True)
            raise StoreError(kind, str(file)) from error
        for end in ("-wal", "-shm"):
            file.with_name(f"{file.name}{end}").unlink(missing_ok=True)
    else:
        kept.unlink(missing_ok=True)


def _leave_log(file: Path, until: float) -> None:
    """SQLite gives up the log of a database only while no other connection is open, and does not
    wait for that by itself. Who opens it again begins a new one."""
    while True:
        try:
            with closing(sqlite3.connect(file)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")
                return
        except sqlite3.OperationalError as error:
            if trouble_of(error) is not Trouble.LOCKED or monotonic() >= until:
                raise
            sleep(0.05)


_HANDS = 'SELECT count(*) FROM "table" WHERE open AND NOT broken AND question > 0'
_VERSIONED = "SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'"
_KEPT = "SELECT value FROM kept WHERE key = ?"


def _put(connection: sqlite3.Connection, key: str, value: str, at: float) -> None:
    connection.execute("REPLACE INTO kept (key, value, at) VALUES (?, ?, ?)", (key, value, at))


def _make(file: Path) -> None:
    """An empty file for the owner alone. What is left of an earlier attempt goes."""
    file.unlink(missing_ok=True)
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _OWNER))


def _name(part: Path, file: Path) -> None:
    """Give a whole file its name, unless something else has got it meanwhile."""
    try:
        os.link(part, file)
    except FileExistsError:
        raise Exists from None
    except OSError:  # not on every kind of disk
        if file.exists():
            raise Exists from None
        part.rename(file)
    _sync(file.parent)


def _sync(folder: Path) -> None:
    """What was named there stays named when the power goes."""
    with suppress(OSError):  # not on every system
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextmanager
def _away(*files: Path) -> Iterator[None]:
    """These files are gone afterwards, and what SQLite made beside them."""
    try:
        yield
    finally:
        for file in files:
            for end in ("", "-wal", "-shm", "-journal"):
                with suppress(OSError):
                    file.with_name(file.name + end).unlink(missing_ok=True)


@contextmanager
def _watched(file: Path) -> Iterator[None]:
    """Trouble of SQLite with a file is a `StoreError`."""
    try:
        yield
    except sqlite3.Error as error:
        kind = trouble_of(error) or Trouble.BROKEN
        raise StoreError(kind, str(file)) from error
    except (EOFError, gzip.BadGzipFile, zlib.error) as error:
        raise StoreError(Trouble.BROKEN, str(file)) from error
