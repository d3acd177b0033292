"""A connection to a database and its transactions, on either kind of database."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from sqlalchemy import (
    ARRAY,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Select,
    Text,
    any_,
    create_engine,
    event,
    literal,
    select,
    true,
)
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection
from sqlalchemy.pool import QueuePool, StaticPool

from storage import file as files
from storage import server
from storage.address import read, shown
from storage.prepared import errors_of
from storage.trouble import StoreError, Trouble
from storage.upserts import Upserts

__all__ = ["PATIENCE", "Database", "StoreError", "Trouble", "in_order", "trouble_of"]

log = logging.getLogger("fumibako.storage")

NOTHING: Mapping[str, object] = {}
PATIENCE = 10.0  # seconds to wait for another process that is writing


def trouble_of(error: BaseException | None) -> Trouble | None:
    """What is wrong with the database, if this error of the driver means that."""
    if isinstance(error, sqlite3.Error):
        return files.trouble_of(error)
    return server.trouble_of(error)


def in_order(key: Column[str]) -> Select[str]:
    """Rows that a statement is about to change, in the order in which all lock them: that of the
    code points of their key, as Python sorts it."""
    return select(key).order_by(key.collate("C")).with_for_update()


class Database:
    """One database and its transactions.

    SQLite has one connection that writes and one writer at a time: threads wait for each other
    here, other processes in SQLite, up to `patience` seconds. Any thread may come. Who only looks
    (`look`) has a connection apart: it waits for no writer, and no writer for it. A `read_only`
    database changes nothing at all.
    """

    def __init__(self, url: str, patience: float = PATIENCE, *, read_only: bool = False) -> None:
        self.read_only = read_only
        self.url = read(url)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self.patience = patience
        self.upserts = Upserts(self.url.get_backend_name())
        self._turn = threading.Lock()
        self._inside: set[int] = set()  # threads that are in a transaction
        self._left = threading.Condition()
        self._opened: tuple[int, int] | None = None  # the file of the open connection
        self._was_there = False
        self._connection: sqlite3.Connection | None = None
        self._writer: Connection | None = None
        self.on_health: Callable[[str], None] = lambda trouble: None
        """Called after each transaction with what was wrong with the database (a `Trouble`);
        empty: nothing. A look that works tells nothing: perhaps nothing can be written."""

        self.holds_back: Callable[[str], bool] = lambda lane: False
        """Whether what is told at an address waits there until it is asked for: nothing could be
        sent there now."""

        self.newer: Callable[[], bool] = lambda: False
        """Whether a worker of a newer release lives beside us."""

        try:
            self.engine, self._lookers = self._engines()
        except ArgumentError:
            raise StoreError(Trouble.ADDRESS, self.address) from None
        except ImportError as error:
            raise StoreError(Trouble.DRIVER, self.address) from error

    def _engines(self) -> tuple[Engine, Engine | None]:
        """What writes, and what looks are taken with. None: with the one connection there is (a
        database in memory is seen by no other)."""
        if not self.is_sqlite:
            return server.engines(self.url, self.patience, read_only=self.read_only)
        if self.read_only:
            engine = create_engine(
                self.url, poolclass=StaticPool, creator=self._look_on, hide_parameters=True
            )
            return engine, engine
        engine = create_engine(
            self.url,
            poolclass=StaticPool,
            connect_args={"check_same_thread": False, "timeout": self.patience},
            hide_parameters=True,  # hands and names stand in them
        )
        event.listen(engine, "connect", lambda connection, _: self._connected(connection))
        event.listen(engine, "begin", files.on_begin)
        if self.file is None:
            return engine, None
        # as many as look at the same time: none waits for another
        lookers = create_engine(
            self.url,
            poolclass=QueuePool,
            pool_size=4,
            max_overflow=-1,
            creator=self._another,
            hide_parameters=True,
        )
        event.listen(lookers, "begin", files.on_look)
        return engine, lookers

    def _another(self) -> sqlite3.Connection:
        assert self.file is not None, "only a file is opened twice"
        return files.another(self.file, self.patience)

    def _look_on(self) -> sqlite3.Connection:
        if self.file is None:
            raise StoreError(Trouble.ADDRESS, self.address)
        return files.look_on(self.file, self.patience)

    def _connected(self, connection: sqlite3.Connection) -> None:
        files.set_up(connection, self.patience)
        self._connection = connection
        file = self.file
        if file is not None:
            files.for_the_owner_alone(file)
            found = file.stat()
            self._opened = (found.st_dev, found.st_ino)
            self._was_there = True

    @property
    def address(self) -> str:
        """The address for people: without its password."""
        return shown(self.url)

    @cached_property
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
            with self._transaction() as connection, errors_of(connection):
                yield connection
        self.on_health("")

    @contextmanager
    def _transaction(self) -> Iterator[Connection]:
        """A transaction of who writes. On SQLite they are all said over one connection, which is
        handed over from each to the next, until something goes wrong in one."""
        if not self.is_sqlite:
            with self.engine.begin() as connection:
                yield connection
            return
        connection, self._writer = self._writer or self.engine.connect(), None
        try:
            with connection.begin():
                yield connection
        except BaseException:
            connection.close()
            raise
        self._writer = connection

    def lock(
        self, connection: Connection, rows: Select[str], parameters: Mapping[str, object] = NOTHING
    ) -> ColumnElement[bool]:
        """Lock rows (`in_order`) before they are changed by one statement, which would lock them
        as they come. It must change no others, which may have come meanwhile: what is returned
        is true of these alone. On SQLite a transaction is alone."""
        if self.is_sqlite:
            return true()
        keys = [*connection.execute(rows, parameters).scalars()]
        [key] = rows.selected_columns
        return key == any_(literal(keys, ARRAY(Text)))

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
            with self._lookers.begin() as connection, errors_of(connection):
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
        except NoConnection as error:  # all are in use
            self.on_health(Trouble.LOCKED.value)
            raise StoreError(Trouble.LOCKED, self.path) from error
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
            with self._left:
                self._inside.discard(thread)
                self._left.notify_all()

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
                files.give_back(self._connection)
                self._connection.execute("VACUUM")
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            except sqlite3.Error as error:
                log.warning("The database could not be written anew: %s", error)

    def hurry(self, patience: float) -> None:
        """From now on wait only so long (seconds) for another process that is writing: somebody
        waits for an answer."""
        with self._my_turn():
            self.patience = patience
            if not self.is_sqlite:
                self._dispose()
                self.engine, self._lookers = self._engines()
                return
            if self._connection is not None:
                files.wait_for_others(self._connection, patience)
            if self._lookers is not None:
                self._lookers.dispose()  # the next ones wait only so long

    def close(self) -> None:
        """Let go of the database, as soon as nobody is in the middle of a transaction: SQLite
        would take the process down with it. Who does not end in time keeps it."""
        if not self.is_sqlite:
            with self._left:
                self._left.wait_for(self._nobody_else, max(self.patience, 1.0))
        with suppress(StoreError), self._my_turn():
            self._let_go()

    def _nobody_else(self) -> bool:
        return self._inside <= {threading.get_ident()}

    def _let_go(self) -> None:
        if self._writer is not None:
            self._writer.close()
        self._writer = self._connection = self._opened = None
        self._dispose()

    def _dispose(self) -> None:
        if self._lookers is not None:
            self._lookers.dispose()
        self.engine.dispose()
