"""What was spent in a month, counted so that a budget is never passed."""

from __future__ import annotations

from sqlalchemy import bindparam, select

from storage.database import Database
from storage.rows import LEDGER

_SPENT = select(LEDGER.c.number).where(
    LEDGER.c.day == bindparam("of_day"), LEDGER.c.what == bindparam("of_what")
)


class SqlLedger(Database):
    """The ledger of a database (`core.house.ports.Ledger`)."""

    def spend(self, day: str, what: str, number: int, most: int) -> bool:
        """Add to what was spent since `day`, unless that would be more than `most`; tells
        whether it was added. Two processes never spend the same rest."""
        if number > most:
            return False
        row = {"day": day, "what": what, "number": number, "most": most}
        with self.begin() as connection:
            return connection.execute(self.upserts.spent, row).first() is not None

    def spent(self, day: str, what: str) -> int:
        """What was spent since `day`."""
        with self.look() as connection:
            found = connection.execute(_SPENT, {"of_day": day, "of_what": what}).scalar()
            return found or 0
