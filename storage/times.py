"""Tables whose time has come, and tables that are open."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import BindParameter, bindparam, func, select, update

from storage.database import Database, in_order
from storage.rows import LANE, TABLE

_AT: BindParameter[float] = bindparam("at")
_MOST: BindParameter[int] = bindparam("most")
_RUNNING = [TABLE.c.due.is_not(None), TABLE.c.open, ~TABLE.c.broken]

_DUE = (
    select(TABLE.c.id, TABLE.c.question)
    .where(TABLE.c.due <= _AT, *_RUNNING)
    .order_by(TABLE.c.due, TABLE.c.id)
    .limit(_MOST)
)
_REMINDERS = (
    select(TABLE.c.id)
    .where(TABLE.c.due > _AT, TABLE.c.remind_at <= _AT, *_RUNNING)
    .order_by(TABLE.c.remind_at, TABLE.c.id)
    .limit(_MOST)
)
_UNASKED = (
    select(TABLE.c.id)
    .where(TABLE.c.due <= _AT, TABLE.c.question == 0, *_RUNNING)
    .order_by(TABLE.c.due, TABLE.c.id)
    .limit(_MOST)
)
_NEXT_DUE = select(func.min(TABLE.c.due)).where(*_RUNNING)
_NEXT_REMINDER = select(func.min(TABLE.c.remind_at)).where(
    TABLE.c.remind_at < TABLE.c.due, *_RUNNING
)
_SINCE = select(TABLE.c.id, TABLE.c.opened_at).where(TABLE.c.open)
_SINCE = _SINCE.order_by(TABLE.c.opened_at, TABLE.c.id)
_OPEN = select(TABLE.c.id).where(TABLE.c.open).order_by(TABLE.c.opened_at, TABLE.c.id)

_LANES_NOW = update(LANE).where(LANE.c.due > _AT).values(due=_AT)
_SINCE_NOW = update(LANE).where(LANE.c.since > _AT, LANE.c.due.is_not(None)).values(since=_AT)
_LANES_LATER = in_order(LANE.c.address).where((LANE.c.due > _AT) | (LANE.c.since > _AT))
_ASKED_LATER = in_order(TABLE.c.id).where(TABLE.c.open, TABLE.c.asked_at > _AT)
_ASKED_NOW = update(TABLE).where(TABLE.c.open, TABLE.c.asked_at > _AT).values(asked_at=_AT)


class SqlTimes(Database):
    """The clock's questions to a database (`core.house.ports.Times`)."""

    def due(self, at: float, most: int = 100) -> Sequence[tuple[str, int]]:
        """Tables whose deadline has passed: id and question, the oldest deadline first."""
        with self.look() as connection:
            found = connection.execute(_DUE, {"at": at, "most": most})
            return [(table, question) for table, question in found]

    def reminders(self, at: float, most: int = 100) -> Sequence[str]:
        """Tables whose half time has passed and that were not reminded; not those whose
        deadline has passed as well."""
        with self.look() as connection:
            return connection.execute(_REMINDERS, {"at": at, "most": most}).scalars().all()

    def next_time(self) -> float | None:
        """When the next deadline or reminder comes."""
        with self.look() as connection:
            times = [connection.execute(first).scalar() for first in (_NEXT_DUE, _NEXT_REMINDER)]
            return min((time for time in times if time is not None), default=None)

    def unasked(self, at: float, most: int) -> Sequence[str]:
        """Tables at which nothing has been asked yet, and whose time ends by then; the nearest
        end first."""
        with self.look() as connection:
            return connection.execute(_UNASKED, {"at": at, "most": most}).scalars().all()

    def within_bounds(self, at: float) -> None:
        """Set right what a clock that was wrong may have stored: a lane that was put off is due
        now (whoever put it off knows that, or is told again), and what is said to have been
        asked later was asked now, as what is said to wait since later waits since now."""
        with self.begin() as connection:
            self.lock(connection, _ASKED_LATER, {"at": at})
            connection.execute(_ASKED_NOW, {"at": at})
            self.lock(connection, _LANES_LATER, {"at": at})
            connection.execute(_LANES_NOW, {"at": at})
            connection.execute(_SINCE_NOW, {"at": at})

    def opened_since(self) -> Sequence[tuple[str, float]]:
        """All open tables and when they were opened, the oldest first."""
        with self.look() as connection:
            return [(table, at) for table, at in connection.execute(_SINCE)]

    def open_tables(self) -> Sequence[str]:
        """All open tables, the oldest first."""
        with self.look() as connection:
            return connection.execute(_OPEN).scalars().all()
