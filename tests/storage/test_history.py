"""Letters of the playground, and forgetting."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import update

from core.house.ports import Lanes, Work
from storage.history import Posting
from storage.rows import TOLD
from storage.store import SqlStore
from tests.storage.things import AT, FIRST, SECOND


def say(store: SqlStore, payload: str, address: str = "room:1") -> int:
    return store.say(address, "table1", "note", payload, AT)


def payloads(store: SqlStore, after: int = 0, most: int = 500) -> Iterator[str]:
    return (letter.payload for letter in store.letters("room:1", after, most))


def test_letters_are_kept_in_order(store: SqlStore) -> None:
    first = say(store, '"一"')
    say(store, '"other"', "room:2")
    second = say(store, '"二"')
    assert store.letters("room:1") == [
        Posting(first, "room:1", "table1", "note", '"一"', AT),
        Posting(second, "room:1", "table1", "note", '"二"', AT),
    ]
    assert list(payloads(store, after=first)) == ['"二"']
    assert list(payloads(store, most=1)) == ['"二"']  # a history opens at its end
    assert store.letters("room:3") == []


def test_what_was_told_at_a_table_can_be_looked_up(store: SqlStore) -> None:
    def work(work: Work) -> None:
        work.log("table1", [FIRST], AT)
        work.log("table2", [SECOND], AT)
        work.log("table1", [], AT)
        work.log("table1", [SECOND, FIRST], AT + 1)

    store.run(work)
    lanes: Lanes = store
    assert [pending.note for pending in lanes.told("table1", 9)] == [FIRST, SECOND, FIRST]
    assert [pending.note for pending in lanes.told("table1", 2)] == [SECOND, FIRST]
    assert [pending.table for pending in lanes.told("table2", 9)] == ["table2"]
    assert lanes.told("table3", 9) == []


def test_what_nobody_can_read_is_left_out(store: SqlStore) -> None:
    store.run(lambda work: work.log("table1", [FIRST, SECOND], AT))
    with store.begin() as connection:
        connection.execute(update(TOLD).where(TOLD.c.id == 1).values(note="{}"))
    assert [pending.note for pending in store.told("table1", 9)] == [SECOND]
