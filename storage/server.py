"""PostgreSQL: how a pool of connections to it is opened, and what its errors mean."""

from __future__ import annotations

from sqlalchemy import URL, Engine, create_engine

CONNECT = 5  # seconds until a server that does not answer is given up
POOL = 8  # connections
STATEMENT = 30.0  # seconds that one statement may take
IDLE = 30.0  # seconds that a transaction may stand still; its locks are free then

_KINDS = {
    "08": "gone",  # the connection
    "25006": "read-only",  # a standby, or a database that was made so
    "28": "refused",  # the role or its password
    "3D000": "gone",  # there is no such database
    "40001": "locked",  # given up for another transaction
    "40P01": "locked",  # a deadlock, likewise
    "42501": "closed",  # no right
    "42P01": "foreign",  # no such table
    "53100": "full",  # the disk
    "53": "locked",  # memory or connections: busy
    "55P03": "locked",  # a lock was not had in time
    "57014": "locked",  # a statement took too long
    "57": "gone",  # the server shuts down, or starts
    "58": "disk",
    "XX001": "broken",
    "XX002": "broken",
}
"""What a code of PostgreSQL means (a `Trouble`); the longest beginning that is known counts."""


def engine(url: URL, patience: float) -> Engine:
    """A pool of connections that are tried before they are used. A lock is waited for as long as
    `patience` (seconds); nothing is waited for without an end. Raises `ImportError` without
    psycopg."""
    options = {
        "lock_timeout": patience,
        "statement_timeout": STATEMENT,
        "idle_in_transaction_session_timeout": IDLE,
    }
    spelled = " ".join(f"-c {name}={round(value * 1000)}" for name, value in options.items())
    return create_engine(
        url,
        pool_pre_ping=True,
        pool_size=POOL,
        max_overflow=0,
        pool_timeout=max(patience, 1.0),
        pool_recycle=1800,
        connect_args={
            "connect_timeout": CONNECT,
            "keepalives_idle": 10,
            "keepalives_interval": 5,
            "keepalives_count": 3,
            "tcp_user_timeout": 20_000,  # milliseconds
            "application_name": "fumibako",
            "options": spelled,
        },
    )


def trouble_of(error: BaseException | None) -> str:
    """What an error of the driver means (a `Trouble`); empty: nothing that is the server's
    fault."""
    if error is None:
        return ""
    code = getattr(error, "sqlstate", None) or ""
    for size in (5, 2):
        if code[:size] in _KINDS:
            return _KINDS[code[:size]]
    # Without a code: no server answered, or the connection broke.
    lost = type(error).__name__ in ("OperationalError", "InterfaceError")
    return "gone" if lost and not code else ""
