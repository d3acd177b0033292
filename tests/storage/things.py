"""What the tests of the store are made of."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import select

from core.house.ports import Work, room_lane
from core.kernel.text import Note, announce, whisper
from core.table.places import Showing, StoredTable
from core.table.sayings import HalfTime, StillWaiting
from storage.rows import Base
from storage.store import SqlStore

FIRST: Note = announce(StillWaiting((1,)))
SECOND: Note = announce(StillWaiting((2, 3)))
PRIVATE: Note = whisper(2, HalfTime())

AT = 1_700_000_000.0
LEASE = 30.0


def a_row(name: str = "table1", **changes: Any) -> StoredTable:
    """A table as it is when it opens."""
    return msgspec.structs.replace(StoredTable(name, b"{}", 1, 0, AT), **changes)


def a_room(store: SqlStore, chat: str = "-1", language: str = "ja") -> int:
    """A room of Telegram."""
    return store.enter("telegram", chat, language).id


def opened(store: SqlStore, name: str = "table1", chat: str = "-1", **changes: Any) -> int:
    """An open table in a room of its own; returns the room."""
    room = a_room(store, chat)
    assert store.run(lambda work: work.insert(a_row(name, **changes), room))
    return room


def told(store: SqlStore, lane: str, *notes: Note, table: str = "table1", at: float = AT) -> None:
    """Notes are told to an address."""
    store.run(lambda work: work.tell(lane, table, notes, at))


def touched(store: SqlStore, lane: str, table: str = "table1", at: float = AT) -> None:
    """A card at an address is outdated."""
    store.run(lambda work: work.touch(lane, table, at))


def shown(table: str = "table1", message: str = "7", print_: str = "h") -> Showing:
    """A card that was sent."""
    return Showing(table, message, print_, outdated=False)


def dump(store: SqlStore) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that stands in the database."""
    with store.begin() as connection:
        return {
            name: sorted((tuple(row) for row in connection.execute(select(table))), key=repr)
            for name, table in Base.metadata.tables.items()
        }


def plan_of(store: SqlStore, query: str) -> str:
    """How the database would answer a query. PostgreSQL reads a small table from end to end as
    long as it may, so it may not."""
    explain = "EXPLAIN QUERY PLAN" if store.is_sqlite else "EXPLAIN"
    with store.look() as connection:
        if not store.is_sqlite:
            connection.exec_driver_sql("SET LOCAL enable_seqscan = off")
        return str(connection.exec_driver_sql(f"{explain} {query}").all())


def press(work: Work, receipt: str = "r1", table: str = "table1", at: float = AT) -> bool:
    """What the house writes for one press, step for step."""
    if not work.first_time(receipt, at):
        return False
    work.undo_to_here()
    row = work.row(table)
    assert row is not None
    version = row.version + 1
    work.update(a_row(table, snapshot=b'{"a":1}', version=version, due=at + 120, remind_at=at + 60))
    work.journal(table, version, at, b'{"type":"answer"}')
    work.log(table, [FIRST, SECOND], at)
    for room in work.rooms_of(table):
        work.tell(room_lane(room.id), table, [FIRST, SECOND], at)
    work.seated(table, ["telegram:1", "telegram:2"])
    work.put_draft(table, "telegram:1", work.draft(table, "telegram:1"))
    work.tell("person:telegram:2", table, [PRIVATE], at)
    work.touch("person:telegram:1", table, at)
    return True
