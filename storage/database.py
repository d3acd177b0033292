"""A connection to a database: how it is opened, and what can be wrong with it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import StaticPool

from storage.upserts import Upserts

PATIENCE = 10.0  # seconds to wait for another process that is writing


class Trouble(StrEnum):
    """What is wrong with a database."""

    ADDRESS = "address"  # not an address that this program understands
    FOLDER = "folder"  # the folder is missing
    CLOSED = "closed"  # the file cannot be opened or made
    READ_ONLY = "read-only"
    BROKEN = "broken"  # not a database, or damaged
    FOREIGN = "foreign"  # a database of another program
    NEWER = "newer"  # written by a newer release
    LOCKED = "locked"  # somebody holds it and does not let go
    FULL = "full"  # the disk is full
    DISK = "disk"  # the disk cannot be read or written


_LINES = {
    Trouble.ADDRESS: "{} is not the address of a database (sqlite:///fumibako.sqlite3 is one).",
    Trouble.FOLDER: "The folder of the database {} does not exist.",
    Trouble.CLOSED: "The database {} cannot be opened: its folder or file is not accessible.",
    Trouble.READ_ONLY: "The database {} cannot be written: it is read-only.",
    Trouble.BROKEN: "The file {} is not a database, or it is damaged.",
    Trouble.FOREIGN: "The database {} belongs to another program.",
    Trouble.NEWER: "The database {} was written by a newer release of Fumibako.",
    Trouble.LOCKED: "The database {} is locked by another program.",
    Trouble.FULL: "There is no room on the disk for the database {}.",
    Trouble.DISK: "The disk with the database {} cannot be read or written.",
}

_CODES = {
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_PERM: Trouble.CLOSED,
    sqlite3.SQLITE_CANTOPEN: Trouble.CLOSED,
    sqlite3.SQLITE_READONLY: Trouble.READ_ONLY,
    sqlite3.SQLITE_NOTADB: Trouble.BROKEN,
    sqlite3.SQLITE_CORRUPT: Trouble.BROKEN,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.DISK,
}


class StoreError(Exception):
    """A database that cannot be used. `kind` says why; the text is one line of English."""

    def __init__(self, kind: Trouble, path: str) -> None:
        super().__init__(_LINES[kind].format(path))
        self.kind = kind
        self.path = path


def trouble_of(error: BaseException | None) -> Trouble | None:
    """What is wrong with the database, if this error of the driver means that."""
    if not isinstance(error, sqlite3.Error):
        return None
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest is detail
    return _CODES.get(code)


class Database:
    """One database and its transactions.

    SQLite has one connection and one writer at a time: threads wait for each other here, other
    processes in SQLite, up to `patience` seconds. Any thread may come.
    """

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        try:
            self.url = make_url(url)
            backend = self.url.get_backend_name()
            if backend not in ("sqlite", "postgresql"):
                raise StoreError(Trouble.ADDRESS, self.address)
            self.is_sqlite = backend == "sqlite"
            self.engine = self._engine(patience)
        except ArgumentError as error:
            raise StoreError(Trouble.ADDRESS, url) from error
        except ImportError as error:  # its driver is not installed
            raise StoreError(Trouble.ADDRESS, self.address) from error
        self.upserts = Upserts(backend)
        self._turn = threading.Lock() if self.is_sqlite else nullcontext()
        self._inside: set[int] = set()

    def _engine(self, patience: float) -> Engine:
        if not self.is_sqlite:
            return create_engine(self.url)
        engine = create_engine(
            self.url,
            poolclass=StaticPool,
            connect_args={"check_same_thread": False, "timeout": patience},
        )
        event.listen(engine, "connect", lambda connection, _: _set_up(connection, patience))
        event.listen(engine, "begin", _on_begin)
        return engine

    @property
    def address(self) -> str:
        """The address for people: without its password."""
        return self.url.render_as_string(hide_password=True)

    @property
    def file(self) -> Path | None:
        """The file of the database, if it is a plain one."""
        name = self.url.database
        if not self.is_sqlite or not name or name == ":memory:" or name.startswith("file:"):
            return None
        return Path(name)

    @property
    def path(self) -> str:
        """What an error calls the database: its file, or its address."""
        return str(self.file or self.address)

    @property
    def mark(self) -> str:
        """Tells this database from others without betraying where it is (16 hex digits)."""
        where = str(self.file.resolve()) if self.file else self.address
        return sha256(where.encode()).hexdigest()[:16]

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """One transaction; it is committed unless an exception leaves the block.

        Raises `StoreError` when the database itself fails, and `RuntimeError` when a thread
        begins a second transaction within its first: it would wait for itself.
        """
        thread = threading.get_ident()
        if thread in self._inside:
            raise RuntimeError("a transaction within a transaction")
        with self._turn:
            self._inside.add(thread)
            try:
                with self.engine.begin() as connection:
                    yield connection
            except DBAPIError as error:
                kind = trouble_of(error.orig)
                if kind is None:
                    raise
                raise StoreError(kind, self.path) from error
            finally:
                self._inside.discard(thread)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()


def _set_up(connection: sqlite3.Connection, patience: float) -> None:
    """Make a new SQLite connection durable, and leave the transactions to us.

    Python's own transactions would begin by reading and fail when two processes write.
    """
    connection.isolation_level = None
    _write_ahead(connection, monotonic() + patience)
    connection.execute("PRAGMA synchronous = FULL")


def _write_ahead(connection: sqlite3.Connection, until: float) -> None:
    """Switch the write-ahead log on. SQLite does not wait by itself when another process is
    just doing the same with a new database."""
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if trouble_of(error) is not Trouble.LOCKED or monotonic() >= until:
                raise
            sleep(0.02)
        else:
            return


def _on_begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE")
