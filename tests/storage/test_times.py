"""Tables whose time has come."""

from __future__ import annotations

from core.house.ports import Times
from storage import instance, times
from storage.store import SqlStore
from storage.work import ROOM_BY_ID
from tests.storage.things import AT, a_row, opened


def test_deadlines_come_in_order(store: SqlStore) -> None:
    asked: Times = store
    assert asked.next_time() is None
    opened(store, "late", "-1", due=AT + 20, question=3)
    opened(store, "soon", "-2", due=AT + 10, question=5)
    opened(store, "never", "-3")
    assert asked.due(AT + 9) == []
    assert asked.due(AT + 10) == [("soon", 5)]
    assert asked.due(AT + 30) == [("soon", 5), ("late", 3)]
    assert asked.due(AT + 30, most=1) == [("soon", 5)]
    assert asked.next_time() == AT + 10


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


# Many at once


def clock(store: SqlStore, name: str, due: float, remind_at: float | None, **more: int) -> None:
    opened(store, name, f"-{name}", **({"question": 3} | more))
    row = a_row(name, due=due, remind_at=remind_at, **({"question": 3} | more))
    store.run(lambda work: work.update(row))


def row_of(store: SqlStore, name: str) -> tuple[float | None, float | None]:
    found = store.read(lambda reads: reads.row(name))
    assert found is not None
    return found.due, found.remind_at


def test_clocks_are_put_off_by_one_statement(store: SqlStore) -> None:
    clock(store, "passed", AT - 500, AT - 800)
    clock(store, "reminded", AT + 59, AT + 59)
    clock(store, "soon", AT + 59, AT + 20)
    clock(store, "later", AT + 60, AT + 20)
    clock(store, "unshown", AT + 5, None)
    clock(store, "lobby", AT + 5, AT + 1, question=0)
    assert sorted(store.put_off(AT, 60.0, 9)) == ["passed", "reminded", "soon"]
    assert row_of(store, "passed") == row_of(store, "soon") == (AT + 60, AT + 30)
    assert row_of(store, "reminded") == (AT + 60, AT + 60)
    assert row_of(store, "later") == (AT + 60, AT + 20)
    assert row_of(store, "unshown") == (AT + 5, None)
    assert store.put_off(AT, 60.0, 9) == []
    assert store.unclear(AT + 60) == ["lobby", "unshown"]


def test_few_are_put_off_at_a_time(store: SqlStore) -> None:
    for number in range(5):
        clock(store, f"t{number}", AT - 5, AT - 8)
    assert [len(store.put_off(AT, 60.0, 2)) for _ in range(4)] == [2, 2, 1, 0]


def test_only_those_of_a_platform(store: SqlStore) -> None:
    clock(store, "here", AT - 5, AT - 8)
    clock(store, "there", AT - 5, AT - 8)
    other = store.enter("other", "x", "ja")
    assert store.run(lambda work: work.bridge(other.id, "there"))
    opened(store, "lobby", "-9", due=AT)
    assert store.open_tables("other") == ["there"]
    assert store.open_lobbies() == store.open_lobbies("telegram") == ["lobby"]
    assert store.open_lobbies("other") == store.unclear(AT + 9, "other") == []
    assert store.unclear(AT + 9, "telegram") == ["lobby"]
    assert store.put_off(AT, 60.0, 9, "other") == ["there"]


def test_it_is_known_whether_much_waits_to_be_sent(store: SqlStore) -> None:
    for number in range(3):
        store.run(lambda work: work.touch(f"room:{number}", "t", AT))  # noqa: B023
    assert store.crowded(AT, 3) and not store.crowded(AT, 4) and not store.crowded(AT - 1, 3)
    store.claim(AT, 30.0, 9)
    assert not store.crowded(AT, 1)


def test_each_look_takes_an_index(store: SqlStore) -> None:
    """What is asked each second must not read all tables: their rows reach over many pages."""
    if not store.is_sqlite:
        return
    plans = {
        times._DUE: "ix_table_due",
        times._REMINDERS: "ix_table_remind",
        times._NEXT_REMINDER: "ix_table_remind",
        times._OPEN: "ix_table_open",
        instance._TABLES: "ix_table_open",
        instance._BROKEN: "ix_table_broken",
        instance._ASIDE: "sqlite_autoindex_kept_1 (key>? AND key<?)",
        ROOM_BY_ID: "ix_room_table_open",
    }
    with store.begin() as connection:
        for query, index in plans.items():
            sql = str(query.compile(connection))
            plan = connection.exec_driver_sql(
                f"EXPLAIN QUERY PLAN {sql}", tuple([1] * sql.count("?"))
            ).all()
            assert index in str(plan), (sql, plan)
