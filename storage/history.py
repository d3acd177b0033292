"""What is kept for looking back: the playground's letters and the journals; and pruning."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import bindparam, delete, exists, func, insert, or_, select

from core.house.afterwards import OWNED_UP, PANELS
from core.house.journal import Entry
from core.house.mending import REBUILT
from storage.database import Database
from storage.rows import KEPT, LETTER, SEEN, TABLE, TOLD
from storage.work import journal_of

KEPT_FOR = 3 * 86400.0  # seconds; platforms deliver again for a day at most
LOOKED_BACK = 180 * 86400.0  # seconds; then nobody looks back at a match any more
LETTERS_KEPT = 2000  # for each address


class Posting(msgspec.Struct, frozen=True):
    """Something that the playground has shown at an address: the message that a real messenger
    would keep. `payload` is JSON, `at` the time it was first shown."""

    id: int
    address: str
    table: str
    kind: str
    payload: str
    at: float


_SAY = insert(LETTER).returning(LETTER.c.id)
_LETTERS = (
    select(*(LETTER.c[field] for field in Posting.__struct_fields__))
    .where(LETTER.c.address == bindparam("of_address"), LETTER.c.id > bindparam("after"))
    .order_by(LETTER.c.id.desc())
    .limit(bindparam("most"))
)
_GOES_ON = exists().where(TABLE.c.id == TOLD.c.table, TABLE.c.open)
_PRUNE_TOLD = delete(TOLD).where(TOLD.c.at < bindparam("before"), ~_GOES_ON)
_age = func.row_number().over(partition_by=LETTER.c.address, order_by=LETTER.c.id.desc())
_AGES = select(LETTER.c.id, _age.label("age")).subquery()
_OLD = select(_AGES.c.id).where(_AGES.c.age > LETTERS_KEPT)
_PRUNE_LETTERS = delete(LETTER).where(LETTER.c.id.in_(_OLD))
_PRUNE_SEEN = delete(SEEN).where(SEEN.c.at < bindparam("before"))
_PRUNE_MENDED = delete(KEPT).where(KEPT.c.key.startswith(REBUILT), KEPT.c.at < bindparam("before"))

_LOOKING_BACK = or_(*(KEPT.c.key.startswith(prefix) for prefix in (PANELS, OWNED_UP)))
_PRUNE_LOOKING_BACK = delete(KEPT).where(_LOOKING_BACK, KEPT.c.at < bindparam("before"))


class SqlHistory(Database):
    """Looking back, and forgetting what nobody needs."""

    def say(self, address: str, table: str, kind: str, payload: str, at: float) -> int:
        """Keep a letter; returns its number, which grows."""
        columns = {"address": address, "table": table, "kind": kind, "payload": payload, "at": at}
        with self.begin() as connection:
            number: int = connection.execute(_SAY, columns).scalar_one()
            return number

    def letters(self, address: str, after_id: int = 0, most: int = 500) -> list[Posting]:
        """The last letters of an address, at most `most` and after the given one, oldest
        first."""
        asked = {"of_address": address, "after": after_id, "most": most}
        with self.look() as connection:
            found = connection.execute(_LETTERS, asked).all()
            return [Posting(*letter) for letter in reversed(found)]

    def journal_of(self, table_id: str) -> Sequence[Entry]:
        """The journal of a table, in order."""
        with self.look() as connection:
            return journal_of(connection, table_id)

    def prune(self, at: float) -> None:
        """Forget what is older than three days of the receipts, of the damages that were mended
        and of the things told at closed tables, and letters beyond the last 2,000 of an address.
        After half a year what became of the panels and the bluffs of a match is forgotten too.
        Tables and journals are records; they stay."""
        with self.begin() as connection:
            connection.execute(_PRUNE_SEEN, {"before": at - KEPT_FOR})
            connection.execute(_PRUNE_MENDED, {"before": at - KEPT_FOR})
            connection.execute(_PRUNE_LOOKING_BACK, {"before": at - LOOKED_BACK})
            connection.execute(_PRUNE_TOLD, {"before": at - KEPT_FOR})
            connection.execute(_PRUNE_LETTERS)
