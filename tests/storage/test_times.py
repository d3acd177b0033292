"""Tables whose time has come."""

from __future__ import annotations

from core.house.ports import Times
from storage.store import SqlStore
from tests.storage.things import AT, a_row, opened


def test_deadlines_come_in_order(store: SqlStore) -> None:
    times: Times = store
    assert times.next_time() is None
    opened(store, "late", "-1", due=AT + 20, question=3)
    opened(store, "soon", "-2", due=AT + 10, question=5)
    opened(store, "never", "-3")
    assert times.due(AT + 9) == []
    assert times.due(AT + 10) == [("soon", 5)]
    assert times.due(AT + 30) == [("soon", 5), ("late", 3)]
    assert times.due(AT + 30, most=1) == [("soon", 5)]
    assert times.next_time() == AT + 10


def test_half_time_comes_once(store: SqlStore) -> None:
    opened(store, due=AT + 20, remind_at=AT + 10)
    assert store.next_time() == AT + 10
    assert store.reminders(AT + 9) == []
    assert store.reminders(AT + 10) == ["table1"]
    store.run(lambda work: work.update(a_row(due=AT + 20, remind_at=AT + 20)))  # reminded
    assert store.reminders(AT + 15) == []
    assert store.next_time() == AT + 20


def test_a_deadline_that_has_passed_needs_no_reminder(store: SqlStore) -> None:
    opened(store, due=AT + 20, remind_at=AT + 10)
    assert store.reminders(AT + 20) == []
    assert store.due(AT + 20) == [("table1", 0)]


def test_reminders_come_in_order(store: SqlStore) -> None:
    opened(store, "b", "-1", due=AT + 90, remind_at=AT + 2)
    opened(store, "a", "-2", due=AT + 80, remind_at=AT + 3)
    assert store.reminders(AT + 5) == ["b", "a"]
    assert store.reminders(AT + 5, most=1) == ["b"]


def test_only_open_tables_have_a_clock(store: SqlStore) -> None:
    opened(store, "over", "-1", due=AT)
    opened(store, "broken", "-2", due=AT, remind_at=AT - 1, broken=True)
    store.run(lambda work: work.close("over", AT))
    assert store.due(AT + 1) == []
    assert store.reminders(AT - 1) == []
    assert store.next_time() is None


def test_tables_that_wait_for_a_beacon_are_found(store: SqlStore) -> None:
    opened(store, "late", "-1", due=AT + 20)
    opened(store, "soon", "-2", due=AT + 10)
    opened(store, "asked", "-3", due=AT + 10, question=1)
    opened(store, "never", "-4")
    opened(store, "broken", "-5", due=AT + 10, broken=True)
    assert store.unasked(AT + 9, 9) == []
    assert store.unasked(AT + 20, 9) == ["soon", "late"]
    assert store.unasked(AT + 20, 1) == ["soon"]
    store.run(lambda work: work.close("soon", AT))
    assert store.unasked(AT + 20, 9) == ["late"]


def test_open_tables_the_oldest_first(store: SqlStore) -> None:
    opened(store, "b", "-1", asked_at=AT)
    opened(store, "a", "-2", asked_at=AT + 1)
    opened(store, "c", "-3", asked_at=AT - 1)
    assert store.open_tables() == ["c", "b", "a"]
    store.run(lambda work: work.update(a_row("b", asked_at=AT + 99)))  # a later question
    assert store.open_tables() == ["c", "b", "a"]
    store.run(lambda work: work.close("b", AT))
    assert store.open_tables() == ["c", "a"]
