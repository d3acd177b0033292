"""SQLite: how connections to a file are opened, and what its errors mean."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import Connection

from storage.prepared import Statements, errors_of
from storage.trouble import Trouble

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


def trouble_of(error: sqlite3.Error) -> Trouble | None:
    """What is wrong with the file, if this error means that."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest is detail
    if code == sqlite3.SQLITE_ERROR and "no such table" in str(error):
        return Trouble.FOREIGN  # another file was put in its place
    return _CODES.get(code)


def another(file: Path, patience: float) -> sqlite3.Connection:
    """A further connection to a file that is open, to look at it. It makes none and changes
    none."""
    address = f"{file.absolute().as_uri()}?mode=rw"
    connection = sqlite3.connect(address, patience, uri=True, check_same_thread=False)
    connection.isolation_level = None
    connection.execute("PRAGMA query_only = ON")
    return connection


def look_on(file: Path, patience: float) -> sqlite3.Connection:
    """A connection of its own to look at a file. What no process has open, and none left in the
    middle of something, is read as it lies there, or SQLite would make files beside it."""
    log = file.with_name(f"{file.name}-wal")
    how = "mode=ro" if log.exists() else "mode=ro&immutable=1"
    address = f"{file.absolute().as_uri()}?{how}"
    return sqlite3.connect(address, patience, uri=True, check_same_thread=False)


def set_up(connection: sqlite3.Connection, patience: float) -> None:
    """Make a new connection durable, and leave the transactions to us.

    Python's own transactions would begin by reading and fail when two processes write.
    """
    connection.isolation_level = None
    wait_for_others(connection, patience)
    if not connection.execute("PRAGMA page_count").fetchone()[0]:
        give_back(connection)  # to say it of a file that there is already writes in it
    write_ahead(connection, monotonic() + patience)
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA secure_delete = ON")  # what is erased is not left lying in the file


def give_back(connection: sqlite3.Connection) -> None:
    """What is free in a new file, or in one that is written anew next (VACUUM), can go back to the
    disk from then on."""
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")


def wait_for_others(connection: sqlite3.Connection, patience: float) -> None:
    """Wait so long (seconds) for another process that is writing."""
    connection.execute(f"PRAGMA busy_timeout = {round(patience * 1000)}")


def for_the_owner_alone(file: Path) -> None:
    """Hands and secrets stand in it. SQLite gives the log beside it the same rights; where the
    file belongs to somebody else it stays as it is."""
    for part in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        with suppress(OSError):
            if part.stat().st_mode & 0o077:
                part.chmod(0o600)


def write_ahead(connection: sqlite3.Connection, until: float) -> None:
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


def on_begin(connection: Connection) -> None:
    """A transaction that may write begins as one that writes."""
    _say(connection, "BEGIN IMMEDIATE")


def on_look(connection: Connection) -> None:
    """A look begins."""
    _say(connection, "BEGIN")


def _say(connection: Connection, text: str) -> None:
    with errors_of(connection):
        Statements(connection).alone(text)
