"""A connection to a database: how it is opened, and what can be wrong with it."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import QueuePool, StaticPool

from core.table.failures import OurTrouble
from storage import server
from storage.upserts import Upserts

log = logging.getLogger("fumibako.storage")

PATIENCE = 10.0  # seconds to wait for another process that is writing


class Trouble(StrEnum):
    """What is wrong with a database."""

    ADDRESS = "address"  # not an address that this program understands
    DRIVER = "driver"  # what speaks with this kind of database is not installed
    FOLDER = "folder"  # the folder is missing
    CLOSED = "closed"  # the file cannot be opened or made
    READ_ONLY = "read-only"
    BROKEN = "broken"  # not a database, or damaged
    FOREIGN = "foreign"  # a database of another program
    NEWER = "newer"  # written by a newer release
    LOCKED = "locked"  # somebody holds it and does not let go
    FULL = "full"  # the disk is full
    DISK = "disk"  # the disk cannot be read or written
    GONE = "gone"  # it was there and is no longer, or its server does not answer
    REFUSED = "refused"  # its server does not let us in


_LINES = {
    Trouble.ADDRESS: "{} is not the address of a database (sqlite:///fumibako.sqlite3 is one).",
    Trouble.DRIVER: "What speaks with the database {} is not installed (the extra postgres).",
    Trouble.FOLDER: "The folder of the database {} does not exist.",
    Trouble.CLOSED: "The database {} cannot be opened: its folder or file is not accessible.",
    Trouble.READ_ONLY: "The database {} cannot be written: it is read-only.",
    Trouble.BROKEN: "The file {} is not a database, or it is damaged.",
    Trouble.FOREIGN: "The database {} belongs to another program.",
    Trouble.NEWER: "The database {} was written by a newer release of Fumibako.",
    Trouble.LOCKED: "The database {} is locked by another program.",
    Trouble.FULL: "There is no room on the disk for the database {}.",
    Trouble.DISK: "The disk with the database {} cannot be read or written.",
    Trouble.GONE: "The database {} is no longer there.",
    Trouble.REFUSED: "The server of the database {} does not let us in.",
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
    sqlite3.SQLITE_NOMEM: Trouble.DISK,
}


class StoreError(OurTrouble):
    """A database that cannot be used. `kind` says why; the text is one line of English."""

    def __init__(self, kind: Trouble, path: str) -> None:
        super().__init__(_LINES[kind].format(path))
        self.kind = kind
        self.path = path


def trouble_of(error: BaseException | None) -> Trouble | None:
    """What is wrong with the database, if this error of the driver means that."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest is detail
        if code == sqlite3.SQLITE_ERROR and "no such table" in str(error):
            return Trouble.FOREIGN  # another file was put in its place
        return _CODES.get(code)
    name = server.trouble_of(error)
    return Trouble(name) if name else None


class Database:
    """One database and its transactions.

    SQLite has one connection that writes and one writer at a time: threads wait for each other
    here, other processes in SQLite, up to `patience` seconds. Any thread may come. Who only looks
    (`look`) has a connection apart: it waits for no writer, and no writer for it. A `read_only`
    database changes nothing at all.
    """

    def __init__(self, url: str, patience: float = PATIENCE, *, read_only: bool = False) -> None:
        self.read_only = read_only
        try:
            self.url = make_url(url)
            backend = self.url.get_backend_name()
            if backend not in ("sqlite", "postgresql"):
                raise StoreError(Trouble.ADDRESS, self.address)
            self.is_sqlite = backend == "sqlite"
            if not self.is_sqlite:
                self.url = self.url.set(drivername="postgresql+psycopg")
            self.patience = patience
            self.engine = self._engine()
            self._lookers = self._reading_engine()
        except ArgumentError as error:
            raise StoreError(Trouble.ADDRESS, url) from error
        except ImportError as error:
            raise StoreError(Trouble.DRIVER, self.address) from error
        self.upserts = Upserts(backend)
        self._turn = threading.Lock()
        self._inside: set[int] = set()
        self._opened: tuple[int, int] | None = None  # the file of the open connection
        self._was_there = False
        self._connection: sqlite3.Connection | None = None
        self.on_health: Callable[[str], None] = lambda trouble: None
        """Called after each transaction with what was wrong with the database (a `Trouble`);
        empty: nothing. A look that works tells nothing: perhaps nothing can be written."""

        self.holds_back: Callable[[str], bool] = lambda lane: False
        """Whether what is told at an address waits there until it is asked for: nothing could be
        sent there now."""

    def _engine(self) -> Engine:
        if not self.is_sqlite:
            return server.engine(self.url, self.patience)
        if self.read_only:
            return create_engine(self.url, poolclass=StaticPool, creator=self._look_on)
        engine = create_engine(
            self.url,
            poolclass=StaticPool,
            connect_args={"check_same_thread": False, "timeout": self.patience},
        )
        event.listen(engine, "connect", lambda connection, _: self._connected(connection))
        event.listen(engine, "begin", _on_begin)
        return engine

    def _reading_engine(self) -> Engine | None:
        """What looks are taken with; None: with the one connection there is (a database in
        memory is seen by no other)."""
        if not self.is_sqlite:
            # one moment for all that is read, and no lock
            return self.engine.execution_options(isolation_level="REPEATABLE READ")
        if self.read_only:
            return self.engine
        if self.file is None:
            return None
        # as many as look at the same time: none waits for another
        engine = create_engine(
            self.url, poolclass=QueuePool, pool_size=4, max_overflow=-1, creator=self._another
        )
        event.listen(engine, "begin", _on_look)
        return engine

    def _another(self) -> sqlite3.Connection:
        """A further connection to the file that is open. It makes none and changes none."""
        file = self.file
        assert file is not None, "only a file is opened twice"
        address = f"{file.absolute().as_uri()}?mode=rw"
        connection = sqlite3.connect(address, self.patience, uri=True, check_same_thread=False)
        connection.isolation_level = None
        connection.execute("PRAGMA query_only = ON")
        return connection

    def _look_on(self) -> sqlite3.Connection:
        """A connection of its own. What no process has open, and none left in the middle of
        something, is read as it lies there, or SQLite would make files beside it."""
        file = self.file
        if file is None:
            raise StoreError(Trouble.ADDRESS, self.address)
        log = file.with_name(f"{file.name}-wal")
        how = "mode=ro" if log.exists() else "mode=ro&immutable=1"
        address = f"{file.absolute().as_uri()}?{how}"
        return sqlite3.connect(address, self.patience, uri=True, check_same_thread=False)

    def _connected(self, connection: sqlite3.Connection) -> None:
        _set_up(connection, self.patience)
        self._connection = connection
        file = self.file
        if file is not None:
            _for_the_owner_alone(file)
            found = file.stat()
            self._opened = (found.st_dev, found.st_ino)
            self._was_there = True

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
        with self._watched(), self._alone(), self._my_turn():
            self._same_file()
            with self.engine.begin() as connection:
                yield connection
        self.on_health("")

    @contextmanager
    def look(self) -> Iterator[Connection]:
        """Look at what is committed, as it stood at one moment. Waits for no transaction, and
        none waits for it. Raises as `begin` does; within a transaction nobody looks beside it.
        """
        if self._lookers is None:
            with self.begin() as connection:
                yield connection
            return
        with self._watched(), self._alone():
            self._open_file()
            with self._lookers.begin() as connection:
                yield connection

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Trouble of the database is a `StoreError`, and known."""
        try:
            yield
        except DBAPIError as error:
            kind = trouble_of(error.orig)
            if kind is None:
                raise
            self.on_health(kind.value)
            raise StoreError(kind, self.path) from error
        except StoreError as trouble:
            self.on_health(trouble.kind.value)
            raise

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """A thread is in one transaction at a time: in a second it would wait for itself."""
        thread = threading.get_ident()
        if thread in self._inside:
            raise RuntimeError("a transaction within a transaction")
        self._inside.add(thread)
        try:
            yield
        finally:
            self._inside.discard(thread)

    @contextmanager
    def _my_turn(self) -> Iterator[None]:
        """SQLite has one writer; who waits for it too long is told so, as by SQLite itself."""
        if not self.is_sqlite:
            yield
            return
        if not self._turn.acquire(timeout=max(self.patience, 1.0)):
            raise StoreError(Trouble.LOCKED, self.path)
        try:
            yield
        finally:
            self._turn.release()

    def _same_file(self) -> None:
        """What is written to a file that was removed or replaced is lost with it, though SQLite
        goes on without a word. So each transaction looks whether the file is still the one that
        was opened; another one that was put there is opened, none is made anew."""
        file = self.file
        if file is None:
            return
        try:
            found = file.stat()
        except FileNotFoundError:
            if not self._was_there:
                return  # it is about to be made
            self._finish_log()
            raise StoreError(Trouble.GONE, self.path) from None
        except OSError as error:
            raise StoreError(Trouble.CLOSED, self.path) from error
        name = (found.st_dev, found.st_ino)
        if self._opened is not None and name != self._opened:
            self._finish_log()
            self._let_go()

    def _open_file(self) -> None:
        """Who looks sees the file that is written. It is opened, or found to be another one, by
        whoever may write: only they can finish the log of the one before."""
        if self.file is None or self.read_only:
            return
        try:
            found = self.file.stat()
        except OSError:
            found = None
        if found is None or self._opened != (found.st_dev, found.st_ino):
            with self._my_turn():
                self._same_file()
                self.engine.connect().close()

    def _finish_log(self) -> None:
        """Our file is elsewhere now, but its log still lies here, where it would be read into
        whatever is put there. What stands in the log goes into our file, wherever that is."""
        if self._connection is None:
            return
        try:
            busy, *_ = self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        except sqlite3.Error as error:
            raise StoreError(trouble_of(error) or Trouble.DISK, self.path) from error
        if busy:
            raise StoreError(Trouble.LOCKED, self.path)

    def scrub(self) -> None:
        """Write the file anew, without what was ever deleted from it, and empty its log. Where
        that cannot be done now (somebody reads, the disk is full) deleted text may lie there until
        the next time; nothing finds it any more. On PostgreSQL that is its own affair."""
        if self.file is None:
            return
        with self._watched(), self._alone(), self._my_turn():
            self._same_file()
            self.engine.connect().close()
            assert self._connection is not None, "it was opened just now"
            try:
                self._connection.execute("VACUUM")
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error as error:
                log.warning("The database could not be rewritten after an erasure: %s", error)

    def hurry(self, patience: float) -> None:
        """From now on wait only so long (seconds) for another process that is writing: somebody
        waits for an answer."""
        with self._my_turn():
            self.patience = patience
            if self._connection is not None:
                _wait_for_others(self._connection, patience)
            if self._lookers is not None and self.is_sqlite:
                self._lookers.dispose()  # the next ones wait only so long

    def close(self) -> None:
        """Let go of the database, as soon as nobody is in the middle of a transaction: SQLite
        would take the process down with it. Who does not end in time keeps it."""
        with suppress(StoreError), self._my_turn():
            self._let_go()

    def _let_go(self) -> None:
        self._connection = self._opened = None
        if self._lookers is not None:
            self._lookers.dispose()
        self.engine.dispose()


def _set_up(connection: sqlite3.Connection, patience: float) -> None:
    """Make a new SQLite connection durable, and leave the transactions to us.

    Python's own transactions would begin by reading and fail when two processes write.
    """
    connection.isolation_level = None
    _wait_for_others(connection, patience)
    _write_ahead(connection, monotonic() + patience)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # what is erased is not left lying in the file


def _wait_for_others(connection: sqlite3.Connection, patience: float) -> None:
    connection.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")


def _for_the_owner_alone(file: Path) -> None:
    """Hands and secrets stand in it. SQLite gives the log beside it the same rights; where the
    file belongs to somebody else it stays as it is."""
    for part in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            if part.stat().st_mode & 0o077:
                part.chmod(0o600)


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


def _on_look(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
