"""The store: everything that the house, the post and the clock need of a database."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from core.house.ports import Reads, Work
from storage.directory import SqlDirectory
from storage.guests import SqlGuests
from storage.history import SqlHistory
from storage.instance import SqlInstances
from storage.lanes import SqlLanes
from storage.ledger import SqlLedger
from storage.tidying import SqlTidying
from storage.times import SqlTimes
from storage.work import SqlReads, SqlWork

R = TypeVar("R")


class SqlStore(
    SqlLanes,
    SqlDirectory,
    SqlGuests,
    SqlTimes,
    SqlHistory,
    SqlTidying,
    SqlLedger,
    SqlInstances,
):
    """A database with the tables of `rows.py` (`storage.migrate.open_store` opens one).

    Every method is one transaction and may be called from any thread; none may be called within
    `run`. Raises `StoreError` when the database itself fails.
    """

    def run(self, work: Callable[[Work], R]) -> R:
        """Carry out one transaction and commit it; an exception rolls it back."""
        with self.begin() as connection:
            unit = SqlWork(connection, self.upserts, self.holds_back)
            result = work(unit)
            unit.finish()
            return result

    def read(self, look: Callable[[Reads], R]) -> R:
        """Read what is committed, as it stands at this moment, without a lock."""
        with self.look() as connection:
            return look(SqlReads(connection))
