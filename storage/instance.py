"""The process that hosts a database: its lock beside the file, and what it tells about itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout
from sqlalchemy import Connection, bindparam, case, delete, func, select
from sqlalchemy.exc import DBAPIError

from storage import server
from storage.database import Database, StoreError
from storage.prefixes import behind
from storage.rows import INSTANCE, KEPT, LANE, OUTBOX, TABLE

KEPT_FOR = 7 * 86400.0  # seconds that the last word of a process that ended is kept
AHEAD = 60.0  # seconds by which the clocks of two hosts may differ

_NEWEST = select(INSTANCE.c.id, INSTANCE.c.at, INSTANCE.c.status)
_NEWEST = _NEWEST.order_by(INSTANCE.c.started_at.desc(), INSTANCE.c.at.desc()).limit(1)
_PRUNE = delete(INSTANCE).where(
    (INSTANCE.c.at < bindparam("before")) | (INSTANCE.c.at > bindparam("after"))
)
_OF = select(INSTANCE.c.id, INSTANCE.c.at, INSTANCE.c.status)
_OF = _OF.where(INSTANCE.c.id.in_(bindparam("instances", expanding=True)))
_OF = _OF.order_by(INSTANCE.c.started_at, INSTANCE.c.id)
_WAITING = (
    select(func.count(), func.min(OUTBOX.c.at))
    .select_from(OUTBOX)
    .join(LANE, LANE.c.address == OUTBOX.c.lane)
    .where(LANE.c.due.is_not(None))
)
_GATHERING = func.count(case((TABLE.c.question == 0, 1)))
_TABLES = select(_GATHERING, func.count()).where(TABLE.c.open, ~TABLE.c.broken)
_BROKEN = select(func.count()).select_from(TABLE).where(TABLE.c.broken)
_ASIDE = select(func.count()).select_from(KEPT)
_ASIDE = _ASIDE.where(KEPT.c.key >= bindparam("prefix"), KEPT.c.key < bindparam("end"))


class Counts(msgspec.Struct, frozen=True):
    """What waits in a database: letters that could go out now (`oldest`: since when, seconds
    since 1970), tables by state (lobby, playing, aside), inputs that were set aside; `size` (bytes)
    of a database that has no file of its own, and how many bytes lie free in a file (`spare`)."""

    waiting: int
    oldest: float | None
    tables: dict[str, int]
    inputs_aside: int
    size: int = 0
    spare: int = 0


class Told(msgspec.Struct, frozen=True):
    """What a process told last about itself: when, and as JSON."""

    instance: str
    at: float
    status: str


class Taken(Exception):
    """Another process hosts this database."""


class Hold:
    """A database belongs to one process. On SQLite that is a locked file beside it, which the
    system lets go when the process ends, however it ends."""

    def __init__(self, file: Path | None, patience: float = 0.5) -> None:
        """Take hold; nothing is locked without a file and its folder. Raises `Taken` (not for
        who only asks `hosted` at this moment), `OSError`."""
        self._lock: FileLock | None = None
        if file is None or not file.parent.is_dir():
            return
        self._lock = FileLock(_lock_of(file), mode=0o600)
        try:
            self._lock.acquire(timeout=patience, poll_interval=0.05)
        except Timeout:
            raise Taken from None

    @property
    def locked(self) -> bool:
        """Whether the database is held by us alone, as far as this machine goes."""
        return self._lock is not None and self._lock.is_locked

    def unbroken(self) -> bool:
        """Whether nobody else had it from the beginning until now, as far as this machine goes:
        nothing ends a lock but its process."""
        return True

    def let_go(self) -> None:
        """Nobody hosts it any more."""
        if self._lock is not None:
            self._lock.release()


def hosted(file: Path) -> bool:
    """Whether a process of this machine hosts the database. Raises `OSError` if that cannot be
    known."""
    if not _lock_of(file).exists():
        return False
    try:
        hold = Hold(file, 0.0)
    except Taken:
        return True
    hold.let_go()
    return False


def file_of(url: str) -> Path | None:
    """The file of a database; None if it is none that could be locked. Raises `StoreError`."""
    with closing(Database(url)) as database:
        return database.file


def _lock_of(file: Path) -> Path:
    return file.with_name(f"{file.name}.lock")


class SqlInstances(Database):
    """What processes tell about themselves."""

    def report(self, instance: str, started_at: float, at: float, status: str) -> None:
        """Keep the newest status (JSON) of a process."""
        row = {"id": instance, "started_at": started_at, "at": at, "status": status}
        with self.begin() as connection:
            connection.execute(self.upserts.instance, row)
            # What was told by a clock that was wrong would stay the newest for ever.
            connection.execute(_PRUNE, {"before": at - KEPT_FOR, "after": at + AHEAD})

    def newest_report(self) -> Told | None:
        """What the process that started last told last; None if none ever did."""
        with self.look() as connection:
            found = connection.execute(_NEWEST).first()
            return None if found is None else Told(*found)

    def reports_of(self, instances: Collection[str]) -> Sequence[Told]:
        """What these processes told last, the oldest of them first."""
        with self.look() as connection:
            found = connection.execute(_OF, {"instances": sorted(instances)})
            return [Told(*each) for each in found]

    def counts(self, aside: str) -> Counts:
        """What waits; inputs that were set aside are kept under names that begin with `aside`."""
        with self.look() as connection:
            number, oldest = connection.execute(_WAITING).one()
            lobbies, opened = connection.execute(_TABLES).one()
            aside_tables = connection.execute(_BROKEN).scalar_one()
            tables = {"lobby": lobbies, "playing": opened - lobbies, "aside": aside_tables}
            tables = {state: many for state, many in tables.items() if many}
            inputs = connection.execute(
                _ASIDE, {"prefix": aside, "end": behind(aside)}
            ).scalar_one()
            size = 0 if self.is_sqlite else server.size(connection)
            return Counts(number, oldest, tables, inputs, size, self._spare(connection))

    def _spare(self, connection: Connection) -> int:
        if not self.is_sqlite:
            return 0
        names = ("freelist_count", "page_size")
        free, size = (connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names)
        return int(free * size)


def words_of(url: str, instances: Collection[str]) -> Sequence[Told]:
    """What processes told last, read without changing anything; those of whom nothing can be
    read are missing."""
    try:
        with closing(SqlInstances(url, 1.0, read_only=True)) as database:
            return database.reports_of(instances)
    except (StoreError, DBAPIError):
        return ()


def last_word(url: str) -> Told | None:
    """What the process that hosts a database told last, read without changing anything and
    without waiting for anybody; None if nothing can be read: whoever opens the database in
    earnest is told why."""
    try:
        with closing(SqlInstances(url, 1.0, read_only=True)) as database:
            return database.newest_report()
    except (StoreError, DBAPIError):
        return None
