"""Tables whose time has come, and tables that are open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import BindParameter, Select, bindparam, case, func, or_, select, update

from storage.database import Database, in_order
from storage.rows import LANE, PLAYED, ROOM, TABLE

_AT: BindParameter[float] = bindparam("at")
_MOST: BindParameter[int] = bindparam("most")
_TO_REMIND = TABLE.c.remind_at < TABLE.c.due  # those alone stand in its index
_RUNNING = [TABLE.c.due.is_not(None), TABLE.c.open, ~TABLE.c.broken]

_DUE = (
    select(TABLE.c.id, TABLE.c.question)
    .where(TABLE.c.due <= _AT, *_RUNNING)
    .order_by(TABLE.c.due, TABLE.c.id)
    .limit(_MOST)
)
_REMINDERS = (
    select(TABLE.c.id)
    .where(TABLE.c.due > _AT, TABLE.c.remind_at <= _AT, _TO_REMIND, *_RUNNING)
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
_SINCE = select(TABLE.c.id, TABLE.c.opened_at).where(TABLE.c.open)
_SINCE = _SINCE.order_by(TABLE.c.opened_at, TABLE.c.id)
_NEXT_REMINDER = select(func.min(TABLE.c.remind_at)).where(_TO_REMIND, *_RUNNING)
_OPEN = select(TABLE.c.id).where(TABLE.c.open).order_by(TABLE.c.opened_at, TABLE.c.id)
_LOBBIES = _OPEN.where(TABLE.c.question == 0)
_played = select(PLAYED.c.table).join(ROOM, ROOM.c.id == PLAYED.c.room)
_THERE = TABLE.c.id.in_(_played.where(PLAYED.c.open, ROOM.c.platform == bindparam("of_platform")))
_SOON: BindParameter[float] = bindparam("soon")
_CLOCK_RUNS = TABLE.c.remind_at.is_not(None), TABLE.c.question > 0
_LATE = select(TABLE.c.id).where(TABLE.c.due < _SOON, *_CLOCK_RUNS, *_RUNNING).limit(_MOST)
_OF_IDS: BindParameter[list[str]] = bindparam("of_ids", expanding=True)
_THESE = in_order(TABLE.c.id).where(TABLE.c.id.in_(_OF_IDS))
_PUT_OFF = update(TABLE).where(TABLE.c.id.in_(_OF_IDS), TABLE.c.due < _SOON, *_CLOCK_RUNS)
_PUT_OFF = _PUT_OFF.values(
    due=_SOON,
    remind_at=case((TABLE.c.remind_at >= TABLE.c.due, _SOON), else_=bindparam("half")),
)
_UNCLEAR = select(TABLE.c.id).where(TABLE.c.due < _SOON, *_RUNNING)
_UNCLEAR = _UNCLEAR.where(or_(TABLE.c.remind_at.is_(None), TABLE.c.question == 0))
_UNCLEAR = _UNCLEAR.order_by(TABLE.c.due, TABLE.c.id)
_WAITING = select(LANE.c.address).where(LANE.c.due <= _AT, LANE.c.claimed == 0).limit(_MOST)
_CROWD = select(func.count()).select_from(_WAITING.subquery())

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
            tables = self.lock(connection, _ASKED_LATER, {"at": at})
            connection.execute(_ASKED_NOW.where(tables), {"at": at})
            lanes = self.lock(connection, _LANES_LATER, {"at": at})
            connection.execute(_LANES_NOW.where(lanes), {"at": at})
            connection.execute(_SINCE_NOW.where(lanes), {"at": at})

    def opened_since(self) -> Sequence[tuple[str, float]]:
        """All open tables and when they were opened, the oldest first."""
        with self.look() as connection:
            return [(table, at) for table, at in connection.execute(_SINCE)]

    def open_tables(self, platform: str | None = None) -> Sequence[str]:
        """All open tables, or those that are played at a platform; the oldest first."""
        return self._ids(_OPEN, platform)

    def open_lobbies(self, platform: str | None = None) -> Sequence[str]:
        """Of these the ones at which nothing has been asked yet."""
        return self._ids(_LOBBIES, platform)

    def unclear(self, until: float, platform: str | None = None) -> Sequence[str]:
        """Tables whose time ends before `until` where no clock of people runs that would be known
        for one; the nearest end first."""
        return self._ids(_UNCLEAR, platform, soon=until)

    def put_off(
        self, at: float, seconds: float, most: int, platform: str | None = None
    ) -> Sequence[str]:
        """Where people's clocks run whose time ends less than so many seconds after `at`, it ends
        then; tells which tables these were, at most so many."""
        query = _LATE if platform is None else _LATE.where(_THERE)
        asked: dict[str, object] = {"soon": at + seconds, "half": at + seconds / 2}
        with self.begin() as connection:
            found = connection.execute(query, asked | {"most": most, "of_platform": platform})
            late = found.scalars().all()
            if late:
                self.lock(connection, _THESE, {"of_ids": late})
                connection.execute(_PUT_OFF, asked | {"of_ids": late})
            return late

    def crowded(self, at: float, most: int) -> bool:
        """Whether letters wait to be sent now at so many addresses."""
        with self.look() as connection:
            number: int = connection.execute(_CROWD, {"at": at, "most": most}).scalar_one()
            return number >= most

    def _ids(self, query: Select[Any], platform: str | None, **asked: object) -> Sequence[str]:
        query = query if platform is None else query.where(_THERE)
        with self.look() as connection:
            found = connection.execute(query, asked | {"of_platform": platform})
            return found.scalars().all()
