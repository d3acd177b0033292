"""PostgreSQL: how pools of connections to it are opened, and what its errors mean.

A press reads and locks under READ COMMITTED: rows are locked in an order that all share (see
`SqlWork`), so no two wait for each other. A look is REPEATABLE READ and read-only: one moment for
all that is read, and no lock. Both are said to the server, whatever it or the role would prefer.
"""

from __future__ import annotations

import logging
import re
import select
from functools import partial
from time import monotonic
from typing import Any

from sqlalchemy import URL, Connection, Dialect, Engine, create_engine, event, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

from storage.trouble import Trouble

PRESSES = 2, 4  # connections that stay open, and how many more there may be, for who writes
LOOKS = 4, 8  # … and for who looks: neither waits for the other
STATEMENT = 30.0  # seconds that one statement may take
FRESH = 5.0  # seconds after which a connection is tried before it is used again
IDLE = 30.0  # seconds that a transaction may stand still; its locks are free then
MIGRATION = 300.0  # seconds to wait for another process that makes or upgrades the tables
CLASSES = 2  # letters of a code that name its class

_KINDS = {
    "08": Trouble.GONE,  # the connection
    "22021": Trouble.ENCODING,
    "22P05": Trouble.ENCODING,
    "25006": Trouble.READ_ONLY,  # a standby, or a database that was made so
    "25P03": Trouble.GONE,  # the transaction stood still for too long
    "28": Trouble.REFUSED,  # the role or its password
    "3D000": Trouble.GONE,  # there is no such database
    "40": Trouble.LOCKED,  # given up for another transaction, as in a deadlock
    "42501": Trouble.CLOSED,  # no right
    "42P01": Trouble.FOREIGN,  # no such table
    "53": Trouble.LOCKED,  # memory or connections: busy
    "53100": Trouble.FULL,  # the disk
    "55P03": Trouble.LOCKED,  # a lock was not had in time
    "57": Trouble.GONE,  # the server shuts down, or starts
    "57014": Trouble.LOCKED,  # a statement took too long
    "58": Trouble.DISK,
    "XX001": Trouble.BROKEN,
    "XX002": Trouble.BROKEN,
}
"""What a code of PostgreSQL means; five letters go before two."""

# What psycopg gives up beside an error it tells itself, with the rows of the server's answer.
logging.getLogger("psycopg").setLevel(logging.ERROR)

_ANSWER = re.compile(r"failed: \S+:  (.*)", re.DOTALL)
"""What a server says that refuses a connection. What its client says has no such heading."""

_SAYINGS = {
    r"too many|connection slots|接続枠|多すぎ": Trouble.LOCKED,
    r"\bno pg_hba|pg_hba\.conf": Trouble.REFUSED,
    r"\bdatabase \"|データベース\"": Trouble.GONE,
    r"\"": Trouble.REFUSED,  # it names the role, in whatever language
}
"""A refused connection has no code, only words, which the server says in its own language."""

_MIGRATING = 0x66756D69626F78  # "fumibox": the advisory lock of who makes or upgrades the tables


def engines(url: URL, patience: float, *, read_only: bool) -> tuple[Engine, Engine]:
    """Pools for who writes and for who looks; connections are tried before they are used. A lock
    is waited for as long as `patience` (seconds); nothing is waited for without an end. Raises
    `ImportError` without psycopg."""
    looks = _engine(url, patience, LOOKS, "REPEATABLE READ", read_only=True)
    if read_only:
        return looks, looks
    return _engine(url, patience, PRESSES, "READ COMMITTED", read_only=False), looks


def _engine(
    url: URL, patience: float, pool: tuple[int, int], isolation: str, *, read_only: bool
) -> Engine:
    size, more = pool
    options = {
        "lock_timeout": patience,
        "statement_timeout": STATEMENT,
        "idle_in_transaction_session_timeout": IDLE,
    }
    ours = " ".join(f"-c {name}={round(value * 1000)}" for name, value in options.items())
    theirs = url.query.get("options", "")
    engine = create_engine(
        url,
        isolation_level=isolation,
        hide_parameters=True,  # hands and names stand in them
        pool_size=size,
        max_overflow=more,
        pool_timeout=max(patience, 1.0),
        pool_recycle=1800,
        connect_args={
            "client_encoding": "utf8",
            "connect_timeout": max(2, round(patience)),
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 20_000,  # milliseconds
            "application_name": "fumibako",
            "options": f"{ours} {theirs if isinstance(theirs, str) else ' '.join(theirs)}".strip(),
        },
    )
    event.listen(engine, "handle_error", _without_rows)
    event.listen(engine, "connect", _made)
    event.listen(engine, "checkin", _used)
    event.listen(engine, "checkout", partial(_tried, engine.dialect))
    if read_only:
        event.listen(engine, "connect", _only_look)
    return engine


def _made(_: object, record: ConnectionPoolEntry) -> None:
    record.info.pop("used", None)


def _used(_: object, record: ConnectionPoolEntry) -> None:
    record.info["used"] = monotonic()


def _tried(dialect: Dialect, connection: Any, record: ConnectionPoolEntry, _: object) -> None:
    """A connection is asked for an answer before it is used, but for one that was made just now, or
    used just now and at which nothing has come: what a server says when it ends one lies there. If
    there is no answer all that are open are made anew."""
    used = record.info.get("used")
    if used is None:
        return
    try:
        if monotonic() - used >= FRESH or _comes(connection.fileno()):
            dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        if dialect.is_disconnect(error, connection, None):
            raise InvalidatePoolError from error
        raise


def _comes(socket: int) -> bool:
    """Whether anything has come that was not read yet. Where that cannot be known: yes."""
    if not hasattr(select, "poll"):
        return True
    waiting = select.poll()
    waiting.register(socket, select.POLLIN)
    return bool(waiting.poll(0))


def _only_look(connection: Any, _record: object) -> None:
    connection.read_only = True


def _without_rows(context: ExceptionContext) -> None:
    for error in (context.original_exception, context.sqlalchemy_exception):
        if error is not None and getattr(context.original_exception, "sqlstate", None):
            error.args = (_first_line(error),)


def without_rows(error: BaseException) -> None:
    """Of what the server says about an error only the first line stays: behind it stand rows and
    values, which are secret."""
    if getattr(error, "sqlstate", None):
        error.args = (_first_line(error),)


def _first_line(error: BaseException) -> str:
    return str(error.args[0] if error.args else "").partition("\n")[0]


def trouble_of(error: BaseException | None) -> Trouble | None:
    """What an error of psycopg means; None: nothing that is the server's fault."""
    code = getattr(error, "sqlstate", None) or ""
    for name in (code, code[:CLASSES]):
        if name in _KINDS:
            return _KINDS[name]
    # Without a code: no connection was to be had, or it broke.
    if code or type(error).__name__ not in ("OperationalError", "InterfaceError"):
        return None
    answer = _ANSWER.search(str(error))
    if answer is None:
        return Trouble.REFUSED if _wants_password(error) else Trouble.GONE
    sayings = (kind for words, kind in _SAYINGS.items() if re.search(words, answer[1]))
    return next(sayings, Trouble.GONE)


def _wants_password(error: object) -> bool:
    """Whether the server wanted a password and we have none: the client ends that by itself."""
    return bool(getattr(getattr(error, "pgconn", None), "needs_password", False))


def alone(connection: Connection, patience: float) -> None:
    """Wait until no other process makes or upgrades the tables; until this transaction ends none
    does. What is done meanwhile may take its time, but waits for a lock no longer than `patience`
    (seconds): whoever comes behind it would wait as long."""
    for statement in (
        "SET LOCAL statement_timeout = 0",
        f"SET LOCAL lock_timeout = {round(MIGRATION * 1000)}",
        f"SELECT pg_advisory_xact_lock({_MIGRATING})",
        f"SET LOCAL lock_timeout = {round(patience * 1000)}",
    ):
        connection.execute(text(statement))


def size(connection: Connection) -> int:
    """Bytes of the database."""
    found: int = connection.execute(
        text("SELECT pg_database_size(current_database())")
    ).scalar_one()
    return found


def holds_every_text(connection: Connection) -> bool:
    """Whether any text can be stored. SQL_ASCII takes what it is given, and gives it back."""
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    return encoding in ("UTF8", "SQL_ASCII")
