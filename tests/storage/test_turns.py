"""Whose turn it is in the outbox: who waits longest, whoever makes how much noise."""

from __future__ import annotations

from math import inf
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select, text

from core.house.ports import Batch, person_lane, room_lane
from storage.rows import LANE
from storage.store import SqlStore
from storage.work import BOARDS_FIRST
from tests.storage.things import AT, FIRST, LEASE, a_room, shown, told, touched

MANY = 3000


def claim(store: SqlStore, at: float, most: int = 10) -> list[Batch]:
    return list(store.claim(at, LEASE, most))


def order(store: SqlStore, at: float) -> list[str]:
    """Who is served in which order from now on."""
    return [batch.lane for batch in claim(store, at, 99)]


def since(store: SqlStore, lane: str) -> float | None:
    with store.look() as connection:
        found = connection.execute(select(LANE.c.since).where(LANE.c.address == lane))
        waits: float | None = found.scalar_one()
        return waits


def served(store: SqlStore, batch: Batch, at: float) -> None:
    store.settle(batch, [each.id for each in batch.notes], [shown()], at)


def test_who_is_put_off_keeps_their_place(store: SqlStore) -> None:
    for number in (1, 2, 3):
        touched(store, f"room:{number}", at=AT + number)
    [first] = claim(store, AT + 10, most=1)
    store.postpone(first, AT + 20)
    assert order(store, AT + 20) == ["room:1", "room:2", "room:3"]


def test_who_was_served_in_part_keeps_their_place(store: SqlStore) -> None:
    told(store, "room:1", FIRST, FIRST)
    touched(store, "room:2", at=AT + 1)
    [first] = claim(store, AT + 1, most=1)
    store.settle(first, [first.notes[0].id], [shown()], AT + 2, until=AT + 3)
    assert order(store, AT + 3) == ["room:1", "room:2"]


def test_who_was_served_and_has_more_comes_after_those_who_waited(store: SqlStore) -> None:
    touched(store, "room:1")
    [noisy] = claim(store, AT)
    touched(store, "room:2", at=AT + 1)
    told(store, "room:1", FIRST, at=AT + 1)
    served(store, noisy, AT + 2)
    assert since(store, "room:1") == AT + 2
    assert order(store, AT + 3) == ["room:2", "room:1"]


def test_nobody_waits_where_nothing_is(store: SqlStore) -> None:
    touched(store, "room:1")
    [batch] = claim(store, AT)
    assert since(store, "room:1") == AT
    served(store, batch, AT + 1)
    assert since(store, "room:1") is None
    touched(store, "room:1", at=AT + 50)
    touched(store, "room:1", at=AT + 60)
    assert since(store, "room:1") == AT + 50


def test_who_can_be_sent_nothing_does_not_wait(store: SqlStore) -> None:
    touched(store, "room:1")
    [batch] = claim(store, AT)
    store.postpone(batch, inf)
    assert since(store, "room:1") is None
    touched(store, "room:1", at=AT + 50)
    assert since(store, "room:1") == AT + 50


def test_who_is_held_back_does_not_wait(store: SqlStore) -> None:
    store.holds_back = lambda lane: lane == "room:1"
    touched(store, "room:1")
    assert since(store, "room:1") is None
    batch = store.claim_one("room:1", AT + 1, LEASE)
    assert batch is not None
    store.postpone(batch, AT + 9)  # the reply failed, and is tried again
    assert since(store, "room:1") == AT + 9


def test_what_the_dead_held_waits(store: SqlStore) -> None:
    store.holds_back = lambda lane: True
    touched(store, "room:1")
    assert store.claim_one("room:1", AT, LEASE) is not None
    store.hand_back(AT + 5)
    assert since(store, "room:1") == AT + 5


def test_boards_come_before_what_one_person_sees(store: SqlStore) -> None:
    touched(store, person_lane("u:1"))
    touched(store, "room:1", at=AT)
    touched(store, "room:2", at=AT + BOARDS_FIRST / 2)
    touched(store, "room:3", at=AT + BOARDS_FIRST * 2)
    assert order(store, AT + 9) == ["room:1", "room:2", "person:u:1", "room:3"]


def test_a_clock_that_was_wrong_takes_no_turn_away(store: SqlStore) -> None:
    touched(store, "room:1", at=AT + 5000)
    touched(store, "room:2", at=AT)
    store.within_bounds(AT)
    assert since(store, "room:1") == AT
    assert order(store, AT) == ["room:1", "room:2"]


def test_lanes_of_a_platform_that_can_take_no_more_are_left(store: SqlStore) -> None:
    lanes = {}
    for platform in ("telegram", "line", "tele"):
        room = store.enter(platform, "-1", "en")
        lanes[platform] = {room_lane(room.id), person_lane(f"{platform}:5")}
        for lane in lanes[platform]:
            touched(store, lane)
    touched(store, "room:999")  # a room that is no more

    def found(*without: str) -> set[str]:
        return {batch.lane for batch in store.claim(AT, 0.0, 99, without=without)}

    assert found("telegram", "line") == {*lanes["tele"], "room:999"}
    assert found("telegram") == lanes["line"]
    assert found() == lanes["telegram"]


@pytest.mark.parametrize("without", [(), ("telegram",)])
def test_the_next_turns_are_found_by_an_index(store: SqlStore, without: tuple[str, ...]) -> None:
    a_room(store)
    lane = {"seq": 1, "claimed": 0, "lease_until": 0.0, "holder": "", "tries": 0}
    waiting = [
        lane | {"address": f"room:{number}", "due": AT, "since": AT + number % 7}
        for number in range(MANY)
    ]
    explain = "EXPLAIN QUERY PLAN" if store.is_sqlite else "EXPLAIN"
    asked: list[tuple[str, Any]] = []

    def note(*said: Any) -> None:
        if "UPDATE lane" in said[2]:
            asked.append((said[2], said[3]))

    with store.begin() as connection:
        connection.execute(insert(LANE), waiting)
        connection.execute(text("ANALYZE lane"))
    with store.begin() as connection:
        event.listen(connection.engine, "before_cursor_execute", note)
        engine = connection.engine
    store.claim(AT, 0.0, 20, without=without)
    event.remove(engine, "before_cursor_execute", note)
    statement, values = asked[0]
    with store.begin() as connection:
        rows = connection.exec_driver_sql(f"{explain} {statement}", values).all()
    plan = "\n".join(str(row) for row in rows)
    assert "ix_lane_since" in plan, plan
    assert "Seq Scan on lane" not in plan and "TEMP B-TREE" not in plan, plan


def test_however_it_is_planned_no_more_are_claimed_than_asked_for(store: SqlStore) -> None:
    """PostgreSQL may look for the lanes anew for each of them, and skip those it has claimed."""
    for number in range(30):
        touched(store, f"room:{number:02}", at=AT + number)

    def plan_badly(connection: Connection) -> None:
        for kind in () if store.is_sqlite else ("hashjoin", "mergejoin", "hashagg", "material"):
            connection.exec_driver_sql(f"SET LOCAL enable_{kind} = off")
        if not store.is_sqlite:
            connection.exec_driver_sql("SET LOCAL enable_sort = off")

    event.listen(store.engine, "begin", plan_badly)
    found = [[batch.lane for batch in claim(store, AT + 99, most=4)] for _ in range(3)]
    assert found == [[f"room:{n + i:02}" for i in range(4)] for n in (0, 4, 8)]
