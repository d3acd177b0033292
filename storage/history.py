"""What is kept for looking back: the playground's letters and the journals."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from sqlalchemy import bindparam, insert, select

from core.house.journal import Entry
from storage.database import Database
from storage.rows import LETTER
from storage.work import journal_of


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


class SqlHistory(Database):
    """Looking back."""

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
