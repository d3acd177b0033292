"""Games that are over and lie in the archive: all that belongs to one in one compressed row.

Who looks at such a table sees it as it was (`SqlReads`), whoever changes it has it taken out first
(`SqlWork.row`), and it comes back here when the host tidies up next. Where it was played, what was
counted of it, and what still waits to be told stays outside.
"""

from __future__ import annotations

import re
import zlib

import msgspec
from msgspec.json import encode
from sqlalchemy import Connection, bindparam, delete, insert, select

from core.house.journal import Entry
from core.house.ports import Pending
from core.table.places import StoredTable
from storage import notes
from storage.rows import ARCHIVE, CARD, DRAFT, JOURNAL, PLAYED, SEAT, TABLE, TOLD

_ID = bindparam("of_table", type_=TABLE.c.id.type)
_PERSON = re.compile(r'"([a-z]+:[^"\\\s]{1,100})"')

_ROW = (
    *(TABLE.c.version, TABLE.c.question, TABLE.c.asked_at, TABLE.c.opened_at, TABLE.c.ended_at),
    *(TABLE.c.secret, TABLE.c.snapshot),
)
_TAKE = select(*_ROW).where(TABLE.c.id == _ID)
_LINES = select(JOURNAL.c.version, JOURNAL.c.at, JOURNAL.c.entry).where(JOURNAL.c.table == _ID)
_LINES = _LINES.order_by(JOURNAL.c.version)
_TOLD = select(TOLD.c.id, TOLD.c.at, TOLD.c.note).where(TOLD.c.table == _ID).order_by(TOLD.c.id)
_SHOWN = CARD.c.table == _ID, ~CARD.c.outdated
_CARDS = select(CARD.c.lane, CARD.c.message, CARD.c.hash).where(*_SHOWN).order_by(CARD.c.lane)
_OUT = (
    delete(TABLE).where(TABLE.c.id == _ID),
    delete(JOURNAL).where(JOURNAL.c.table == _ID),
    delete(TOLD).where(TOLD.c.table == _ID),
    delete(DRAFT).where(DRAFT.c.table == _ID),
)
_HIDE = delete(CARD).where(*_SHOWN)
_LANES = select(CARD.c.lane).where(CARD.c.table == _ID)
_ELSEWHERE = (
    delete(CARD).where(CARD.c.table == _ID),
    delete(SEAT).where(SEAT.c.table == _ID),
    delete(PLAYED).where(PLAYED.c.table == _ID),
)
_FOUND = select(ARCHIVE.c.record).where(ARCHIVE.c.table == _ID)
_LOCKED = _FOUND.with_for_update()
_GONE = delete(ARCHIVE).where(ARCHIVE.c.table == _ID)


class Archived(msgspec.Struct, frozen=True, array_like=True, tag=1):
    """What the archive holds of a table: its row, the lines of its journal (version, at, entry),
    what was told there (number, at, note) and the messages that show it (lane, message, hash)."""

    version: int
    question: int
    asked_at: float
    opened_at: float
    ended_at: float
    secret: str
    snapshot: str
    journal: list[tuple[int, float, str]]
    told: list[tuple[int, float, str]]
    cards: list[tuple[str, str, str]]

    def row(self, table_id: str) -> StoredTable:
        """The table as it is stored; a game that is over has no clock."""
        known = self.version, self.question, self.asked_at
        return StoredTable(table_id, self.snapshot.encode(), *known)

    def entries(self, after: int = 0) -> list[Entry]:
        """The journal after this version."""
        return [
            Entry(version, at, entry.encode())
            for version, at, entry in self.journal
            if version > after
        ]

    def last_told(self, table_id: str, most: int) -> list[Pending]:
        """The last things told at the table, oldest first."""
        lines = [(number, notes.read(text)) for number, _, text in self.told[-most:]]
        return [Pending(number, table_id, note) for number, note in lines if note is not None]


_decoder = msgspec.msgpack.Decoder(Archived)


def archived(connection: Connection, table_id: str, *, lock: bool = False) -> Archived | None:
    """A table that lies in the archive; None if it does not."""
    query = _LOCKED if lock else _FOUND
    found: bytes | None = connection.execute(query, {"of_table": table_id}).scalar()
    return None if found is None else _decoder.decode(zlib.decompress(found))


def put_away(connection: Connection, table_id: str) -> int:
    """Put a table that is over and locked into the archive. Tells how many bytes it takes there."""
    of_table = {"of_table": table_id}
    row = connection.execute(_TAKE, of_table).one()
    parts = [connection.execute(query, of_table).all() for query in (_LINES, _TOLD, _CARDS)]
    columns = [*row, *([tuple(each) for each in part] for part in parts)]
    whole = msgspec.convert([1, *columns], Archived)
    record = zlib.compress(msgspec.msgpack.encode(whole), 9)
    said = (whole.snapshot, *(entry for _, _, entry in whole.journal))
    people = sorted({user for text in said for user in _PERSON.findall(text)})
    new = {"table": table_id, "ended_at": row.ended_at, "record": record}
    connection.execute(insert(ARCHIVE), new | {"people": encode(people).decode()})
    for statement in (*_OUT, _HIDE):
        connection.execute(statement, of_table)
    return len(record)


def take_out(connection: Connection, table_id: str) -> bool:
    """Put a table back where it was before it went into the archive. Tells whether it was there."""
    found = archived(connection, table_id, lock=True)
    if found is None:
        return False
    known = {column.name: getattr(found, column.name) for column in _ROW}
    closed = {"id": table_id, "due": None, "remind_at": None, "broken": False, "open": False}
    connection.execute(insert(TABLE), known | closed)
    lines = [{"table": table_id, "version": v, "at": at, "entry": e} for v, at, e in found.journal]
    told = [{"id": n, "table": table_id, "at": at, "note": note} for n, at, note in found.told]
    shown = {"table": table_id, "outdated": False}
    known_now = {lane for (lane,) in connection.execute(_LANES, {"of_table": table_id})}
    cards = [
        shown | {"lane": lane, "message": message, "hash": hashed}
        for lane, message, hashed in found.cards
        if lane not in known_now
    ]
    for rows, values in ((JOURNAL, lines), (TOLD, told), (CARD, cards)):
        if values:
            connection.execute(insert(rows), values)
    connection.execute(_GONE, {"of_table": table_id})
    return True


def throw_away(connection: Connection, table_id: str) -> None:
    """Nothing of a table stays but what was counted of it."""
    of_table = {"of_table": table_id}
    for statement in (*_OUT, _GONE, *_ELSEWHERE):
        connection.execute(statement, of_table)
