"""What everybody at a table was told is kept for looking back, as long as the table is open."""

from __future__ import annotations

from core.house.ports import Work
from core.kernel.text import announce
from core.table.sayings import StillWaiting
from storage.store import SqlStore
from tests.storage.things import AT


def told(store: SqlStore, table: str, most: int = 10) -> list[object]:
    return [line.note for line in store.told(table, most)]


def test_the_last_things_come_in_order(store: SqlStore) -> None:
    notes = [announce(StillWaiting((number,))) for number in range(1, 6)]

    def log(work: Work) -> None:
        work.log("t1", notes[:3], AT)
        work.log("t2", notes[3:4], AT)
        work.log("t1", (), AT)
        work.log("t1", notes[4:], AT)

    store.run(log)
    assert told(store, "t1") == [*notes[:3], notes[4]]
    assert told(store, "t1", 2) == [notes[2], notes[4]]
    assert [line.id for line in store.told("t1", 9)] == [1, 2, 3, 5]
    assert told(store, "t3") == []


def test_rooms_are_found_by_their_platform(store: SqlStore) -> None:
    first, second = (store.enter("telegram", chat, "en") for chat in ("-1", "-2:7"))
    store.enter("line", "C1", "ja")
    assert list(store.rooms_on("telegram")) == [first, second]
