"""One transaction: tables, seats, drafts, receipts, savepoints."""

from __future__ import annotations

import pytest

from core.house.ports import Draft, Store, Work, room_lane
from core.table.places import Room
from storage.receipts import number_of
from storage.store import SqlStore
from tests.storage.things import AT, FIRST, LEASE, SECOND, a_room, a_row, dump, opened


def test_the_store_is_what_the_house_needs(store: SqlStore) -> None:
    house_store: Store = store

    def room(work: Work) -> Room | None:
        return work.room(1)

    assert house_store.run(room) is None


def test_a_receipt_counts_once(store: SqlStore) -> None:
    assert store.run(lambda work: [work.first_time("r", AT) for _ in range(2)]) == [True, False]
    assert not store.run(lambda work: work.first_time("r", AT + 1))
    assert store.run(lambda work: work.first_time("other", AT))


def test_a_table_comes_back_as_it_was_stored(store: SqlStore) -> None:
    room = a_room(store)
    row = a_row(snapshot='{"name":"文箱"}'.encode(), due=AT + 60.25, remind_at=AT + 30.125)
    assert store.run(lambda work: work.insert(row, room))
    assert store.run(lambda work: work.row("table1")) == row
    changed = a_row(snapshot=b"{}", version=2, question=1, broken=True)
    store.run(lambda work: work.update(changed))
    assert store.run(lambda work: work.row("table1")) == changed
    assert store.run(lambda work: work.row("other")) is None


def test_a_table_that_is_not_there_cannot_change(store: SqlStore) -> None:
    with pytest.raises(LookupError, match="no table table1"):
        store.run(lambda work: work.update(a_row()))


def test_a_room_has_one_open_table(store: SqlStore) -> None:
    room = opened(store, "first")
    assert not store.run(lambda work: work.insert(a_row("second"), room))
    assert store.run(lambda work: work.row("second")) is None
    assert _table_in(store, room) == "first"
    store.run(lambda work: work.close("first", AT))
    assert _table_in(store, room) is None
    assert store.run(lambda work: work.insert(a_row("second"), room))
    assert _table_in(store, room) == "second"


def test_the_rooms_of_a_table_stay_known_after_it(store: SqlStore) -> None:
    first = opened(store, chat="-5")
    second = a_room(store, "-1", "en")
    assert store.run(lambda work: work.bridge(second, "table1"))

    def rooms(work: Work) -> list[tuple[int, str | None]]:
        return [(room.id, room.table) for room in work.rooms_of("table1")]

    assert store.run(rooms) == [(first, "table1"), (second, "table1")]
    store.run(lambda work: work.close("table1", AT))
    assert store.run(rooms) == [(first, None), (second, None)]
    assert store.run(lambda work: work.insert(a_row("next"), second))
    assert store.run(rooms) == [(first, None), (second, "next")]
    assert store.run(lambda work: work.rooms_of("nothing")) == []


def test_people_sit_at_open_tables_only(store: SqlStore) -> None:
    opened(store, "old", "-1", asked_at=AT)
    opened(store, "new", "-2", asked_at=AT + 5)
    opened(store, "both", "-3", asked_at=AT + 5)

    def sit(work: Work) -> None:
        work.seated("old", ["u:1", "u:2"])
        work.seated("new", ["u:2"])
        work.seated("both", ["u:2"])

    store.run(sit)
    assert store.run(lambda work: work.tables_of("u:2")) == ["both", "new", "old"]
    assert store.run(lambda work: work.tables_of("u:1")) == ["old"]
    store.run(lambda work: work.seated("old", ["u:2"]))
    assert store.run(lambda work: work.tables_of("u:1")) == []
    store.run(lambda work: work.seated("new", []))
    assert store.run(lambda work: work.tables_of("u:2")) == ["both", "old"]
    store.run(lambda work: work.close("old", AT))
    assert store.run(lambda work: work.tables_of("u:2")) == ["both"]


def test_the_same_seats_are_not_written_again(store: SqlStore) -> None:
    opened(store)
    store.run(lambda work: work.seated("table1", ["u:1", "u:2"]))
    before = dump(store)["seat"]
    store.run(lambda work: work.seated("table1", ["u:1", "u:2"]))
    assert dump(store)["seat"] == before
    store.run(lambda work: work.seated("table1", ["u:2", "u:1"]))
    assert dump(store)["seat"] == [("table1", "u:1", 2), ("table1", "u:2", 1)]


def test_a_draft_is_kept_until_the_table_closes(store: SqlStore) -> None:
    opened(store)
    draft = Draft(3, {"0": "B", "1": "2"}, shown=4, hinted=3)
    assert store.run(lambda work: work.draft("table1", "u:1")) == Draft()
    store.run(lambda work: work.put_draft("table1", "u:1", Draft(2)))
    store.run(lambda work: work.put_draft("table1", "u:1", draft))
    assert store.run(lambda work: work.draft("table1", "u:1")) == draft
    assert store.run(lambda work: work.draft("table1", "u:2")) == Draft()
    store.run(lambda work: work.close("table1", AT))
    assert store.run(lambda work: work.draft("table1", "u:1")) == Draft()


def test_the_journal_is_in_order(store: SqlStore) -> None:
    def write(work: Work) -> None:
        work.journal("table1", 2, AT + 1, b'{"type":"sit"}')
        work.journal("table1", 1, AT, '{"name":"あ"}'.encode())
        work.journal("table2", 1, AT, b"{}")

    store.run(write)
    lines = [(line.version, line.at, line.entry) for line in store.journal_of("table1")]
    assert lines == [(1, AT, '{"name":"あ"}'.encode()), (2, AT + 1, b'{"type":"sit"}')]


def test_a_savepoint_takes_everything_back(store: SqlStore) -> None:
    room = opened(store)
    before = dump(store)

    def work(work: Work) -> None:
        work.first_time("kept", AT)
        undo = work.undo_to_here()
        work.first_time("lost", AT)
        work.update(a_row(version=9))
        work.tell(room_lane(room), "table1", [FIRST], AT)
        work.touch("person:u:1", "table1", AT)
        undo()

    store.run(work)
    assert dump(store) == before | {"seen": [(number_of("kept"), int(AT))]}


def test_a_savepoint_can_be_used_twice_or_never(store: SqlStore) -> None:
    room = room_lane(opened(store))

    def work(work: Work) -> None:
        work.undo_to_here()
        work.tell(room, "table1", [FIRST], AT)
        undo = work.undo_to_here()
        work.first_time("a", AT)
        work.tell(room, "table1", [FIRST], AT)
        undo()
        work.first_time("b", AT)
        undo()
        work.undo_to_here()
        work.first_time("c", AT)
        work.tell(room, "table1", [SECOND], AT)
        work.undo_to_here()

    store.run(work)
    assert dump(store)["seen"] == [(number_of("c"), int(AT))]
    [batch] = store.claim(AT, LEASE, 10)
    assert [pending.note for pending in batch.notes] == [FIRST, SECOND]


def test_an_exception_takes_everything_back(store: SqlStore) -> None:
    opened(store)
    before = dump(store)

    def work(work: Work) -> None:
        work.first_time("r", AT)
        work.close("table1", AT)
        work.tell("room:1", "table1", [FIRST], AT)
        raise KeyError("a bug")

    with pytest.raises(KeyError, match="a bug"):
        store.run(work)
    assert dump(store) == before


def test_a_transaction_within_a_transaction_is_a_mistake(store: SqlStore) -> None:
    with pytest.raises(RuntimeError, match="within a transaction"):
        store.run(lambda work: store.open_tables())
    assert store.open_tables() == []


def _table_in(store: SqlStore, room_id: int) -> str | None:
    room = store.run(lambda work: work.room(room_id))
    assert room is not None
    return room.table
