"""A house moves from any database to any other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import text

from core.house.ports import room_lane
from core.table.places import Individual, Reserved
from core.table.score import Counted
from storage import moving
from storage.migrate import open_store
from storage.moving import Differs, NotEmpty, NotHeld, is_empty, move
from storage.rows import Base
from storage.store import SqlStore
from tests import postgres
from tests.storage.things import AT, FIRST, LEASE, a_room, dump, opened, press, shown, told


class Way(NamedTuple):
    """From one database to another."""

    old: SqlStore
    new: SqlStore


@pytest.fixture(
    params=[
        ("sqlite", "postgresql"),
        ("postgresql", "sqlite"),
        ("sqlite", "sqlite"),
        ("postgresql", "postgresql"),
    ],
    ids=" to ".join,
)
def way(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Way]:
    with ExitStack() as after:

        def store(kind: str, name: str) -> SqlStore:
            if kind == "sqlite":
                address = f"sqlite:///{tmp_path}/{name}.sqlite3"
            else:
                address = postgres.fresh_url(empty=True)
                after.callback(postgres.drop, address)
            return after.enter_context(closing(open_store(address)))

        old, new = (store(kind, f"house {n}") for n, kind in enumerate(request.param))
        yield Way(old, new)


def furnish(store: SqlStore) -> None:
    """Something stands in every table that a house writes."""
    opened(store)
    opened(store, "table2", "-2")
    for n in range(30):
        store.run(lambda work: press(work, f"r{n}", at=AT + n))  # noqa: B023
    store.remember(Individual("telegram:1", "あき 𠮟る", "ja"))
    store.keep("Z", "1", AT)
    store.keep("a", "2", AT + 0.1)
    store.keep("ä", "\U0001f0cf", AT + 1 / 3)
    store.say("page", "table1", "board", '{"a": "文"}', AT)
    store.spend("2026-11-01", "push", 3, 10)
    store.report("me", AT, AT, "{}")
    entry = Counted("table0", "telegram:1", "toy", 1, 3, True, AT)
    store.run(lambda work: work.count(1, [entry]))
    store.run(lambda work: work.arrived(1, "telegram:1"))
    store.run(lambda work: work.reserve(1, Reserved("telegram:1", "Aki"), AT))
    for batch in store.claim(AT + 99, LEASE, 1):
        store.settle(batch, [pending.id for pending in batch.notes], [shown()], AT + 99)


def test_everything_arrives(way: Way) -> None:
    furnish(way.old)
    heard: list[tuple[str, int, int]] = []
    number = move(way.old, way.new, lambda *told: heard.append(told))
    before = dump(way.old)
    assert dump(way.new) == before
    assert number == sum(map(len, before.values())) > 150
    assert {name for name, *_ in heard} == set(Base.metadata.tables)
    assert {name for name, done, count in heard if done == count} == set(before)
    empty = {name for name, rows in before.items() if not rows}
    assert empty <= {"archive", "member"}, "a test that moves nothing proves nothing"


def test_a_house_that_was_not_held_to_the_end_stays(way: Way) -> None:
    furnish(way.old)
    asked: list[bool] = []

    def held() -> bool:
        asked.append(True)
        return False

    with pytest.raises(NotHeld):
        move(way.old, way.new, lambda *told: None, held)
    assert len(asked) == 1 and not any(dump(way.new).values())


def test_a_number_is_never_used_twice(way: Way) -> None:
    """Not even that of a note which was told before the move, and is gone."""
    opened(way.old)
    told(way.old, room_lane(1), *[FIRST] * 7)
    [batch] = way.old.claim(AT + 1, LEASE, 9)
    way.old.settle(batch, [pending.id for pending in batch.notes], [], AT + 1)
    letter = way.old.say("page", "table1", "board", "{}", AT)
    assert dump(way.old)["outbox"] == []
    move(way.old, way.new, lambda *told: None)
    told(way.new, room_lane(1), FIRST)
    [after] = way.new.claim(AT + 2, LEASE, 9)
    assert after.notes[0].id > batch.notes[-1].id
    assert way.new.say("page", "table1", "board", "{}", AT) > letter
    assert a_room(way.new, "-77") > 1


def test_much_is_copied_in_parts(way: Way, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moving, "MANY", 7)
    for n in range(20):
        way.old.keep(f"{n}{'aAäÄ zZ'[n % 7]}", str(n), AT)
    heard: list[tuple[str, int, int]] = []
    move(way.old, way.new, lambda *told: heard.append(told))
    assert [each[1:] for each in heard if each[0] == "kept"] == [(7, 20), (14, 20), (20, 20)]
    assert dump(way.new) == dump(way.old)


def test_nothing_is_written_over(way: Way) -> None:
    furnish(way.old)
    assert is_empty(way.new)
    way.new.keep("a", "1", AT)
    assert not is_empty(way.new)
    before = dump(way.new)
    with pytest.raises(NotEmpty):
        move(way.old, way.new, lambda *told: None)
    assert dump(way.new) == before


def test_what_is_written_otherwise_is_found_and_taken_back(way: Way) -> None:
    furnish(way.old)
    with way.new.begin() as connection:
        change = "UPDATE kept SET value = value || ' ' WHERE key = 'ä'"
        if way.new.is_sqlite:
            trigger = f"CREATE TRIGGER odd AFTER INSERT ON kept BEGIN {change}; END"
        else:
            body = f"$$ BEGIN {change}; RETURN NULL; END $$"
            make = f"CREATE FUNCTION odd() RETURNS trigger LANGUAGE plpgsql AS {body}"
            connection.execute(text(make))
            trigger = "CREATE TRIGGER odd AFTER INSERT ON kept EXECUTE FUNCTION odd()"
        connection.execute(text(trigger))
    with pytest.raises(Differs) as found:
        move(way.old, way.new, lambda *told: None)
    assert found.value.table == "kept"
    assert is_empty(way.new)


def test_a_character_that_only_one_of_them_holds(way: Way) -> None:
    if not way.old.is_sqlite:
        pytest.skip("PostgreSQL holds no NUL")
    way.old.remember(Individual("telegram:1", "A\0ki"))
    move(way.old, way.new, lambda *told: None)
    assert way.new.person("telegram:1").name == "A\ufffdki"
