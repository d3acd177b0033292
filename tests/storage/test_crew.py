"""Workers of one PostgreSQL: one leads, another takes over, all hear each other."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import psycopg
import pytest
from sqlalchemy import make_url

from storage import crew as module
from storage.crew import FUMI, GONE, HANGS, LARGEST, SqlCrew, _parts, living
from storage.instance import Taken
from tests.postgres import drop, fresh_url


@pytest.fixture
def url() -> Iterator[str]:
    address = fresh_url(empty=True)
    yield address
    drop(address)


def plain(url: str) -> str:
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


@pytest.fixture
def join(url: str) -> Iterator[Callable[..., SqlCrew]]:
    joined: list[SqlCrew] = []

    def join(number: int, release: int = 8000, *, alone: bool = False) -> SqlCrew:
        crew = SqlCrew(url, f"{number:016x}", release, alone=alone)
        joined.append(crew)
        crew.begin()
        return crew

    yield join
    for crew in joined:
        with suppress(Exception):
            crew.let_go()


def until(what: Callable[[], object], longest: float = 10.0) -> None:
    end = time.monotonic() + longest
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def cut(url: str, crew: SqlCrew) -> None:
    """End the session of a worker at the server, as a death would."""
    assert crew._connection is not None
    pid = crew._connection.info.backend_pid
    with psycopg.connect(
        make_url(url).set(drivername="postgresql").render_as_string(hide_password=False),
        autocommit=True,
    ) as other:
        other.execute("SELECT pg_terminate_backend(%s)", (pid,))


def test_one_of_them_leads_and_the_next_takes_over(url: str, join: Callable[..., SqlCrew]) -> None:
    first, second = join(1), join(2)
    until(lambda: first.locks.living == second.locks.living == {f"{1:016x}", f"{2:016x}"})
    assert first.leads and not second.leads
    assert living(url) == first.locks.living
    first.let_go()
    assert not first.leads
    until(lambda: second.leads)
    assert second.away < 5.0 and (first.term, second.term) == (1, 1)
    until(lambda: second.living == {second.instance}, GONE + 10)


def test_who_is_cut_off_leads_no_more_and_comes_back(
    url: str, join: Callable[..., SqlCrew]
) -> None:
    first, second = join(1), join(2)
    until(lambda: len(second.locks.living) == 2)
    cut(url, first)
    until(lambda: first._lost_once)
    assert first.living is None, "whoever has just come back does not know who is dead"
    until(lambda: len(first.locks.living) == 2 and first.leads != second.leads)


def test_a_worker_that_no_longer_looks_does_not_lead(
    join: Callable[..., SqlCrew], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    crew = join(1)
    crew._pulse = lambda: time.monotonic() + now[0]
    until(lambda: crew.leads)
    looks = threading.Event()
    monkeypatch.setattr(crew, "_look", looks.set)
    looks.wait(5)
    now[0] = 60.0
    assert not crew.leads and crew.living is None


def test_what_one_says_the_others_hear_once(join: Callable[..., SqlCrew]) -> None:
    first, second, third = join(1), join(2), join(3)
    heard: dict[int, list[tuple[str, str]]] = {1: [], 2: [], 3: []}
    for number, crew in enumerate((first, second, third), 1):
        crew.on_said = lambda topic, text, number=number: heard[number].append((topic, text))  # type: ignore[misc]
    until(lambda: len(first.locks.living) == 3)
    for _ in range(5):
        first.say("ring", "")
    first.say("changed", "八")
    until(lambda: ("changed", "八") in heard[2] and ("changed", "八") in heard[3])
    assert not heard[1]
    assert heard[2] == heard[3]
    many = [("t", f"{number:060}") for number in range(400)]
    for topic, text in many:
        second.say(topic, text)
    until(lambda: [each for each in heard[1] if each[0] == "t"] == many)


def test_what_is_said_fits_the_server() -> None:
    said = [("t", "八" * number) for number in range(100)]
    parts = _parts("x", [*said, ("long", "x" * 9000)])
    assert max(len(part.encode()) for part in parts) <= LARGEST
    assert sum(part.count('"t"') for part in parts) == 100


def test_the_newest_release_leads(join: Callable[..., SqlCrew]) -> None:
    old = join(1, 7000)
    until(lambda: old.leads)
    new = join(2, 8000)
    until(lambda: new.leads)
    assert not old.leads and old.locks.newest == 8000
    third = join(3, 7000)
    new.let_go()
    until(lambda: old.leads or third.leads)


def test_a_playground_is_alone(join: Callable[..., SqlCrew]) -> None:
    worker = join(1)
    with pytest.raises(Taken):
        join(2, alone=True)
    worker.let_go()
    page = join(3, alone=True)
    with pytest.raises(Taken):
        join(4)
    until(lambda: page.leads)


def test_two_databases_of_a_server_have_nothing_to_do_with_each_other(
    join: Callable[..., SqlCrew],
) -> None:
    here = join(1)
    address = fresh_url(empty=True)
    there = SqlCrew(address, f"{2:016x}", 8000)
    there.begin()
    until(lambda: here.leads and there.leads)
    assert there.locks.living <= {there.instance}
    there.let_go()
    drop(address)


def test_the_lock_is_the_servers_own(url: str, join: Callable[..., SqlCrew]) -> None:
    crew = join(1)
    until(lambda: crew.leads)
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as other:
        found = other.execute(f"SELECT pg_try_advisory_lock({FUMI}, 1)").fetchone()
    assert found == (False,)


def test_who_comes_back_soon_was_never_dead(url: str, join: Callable[..., SqlCrew]) -> None:
    """The lead goes to another at once, but not what the first is sending."""
    first, second = join(1), join(2)
    until(lambda: first.leads and second.living == frozenset({first.instance, second.instance}))
    seen: set[frozenset[str] | None] = set()
    second.on_change = lambda: seen.add(second.living)
    cut(url, first)
    until(lambda: second.leads or (first._lost_once and first.leads))
    until(lambda: first.instance in first.locks.living & second.locks.living)
    assert seen <= {frozenset({first.instance, second.instance})}


def test_who_does_not_come_back_is_dead(
    url: str, join: Callable[..., SqlCrew], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GONE", 0.5)
    first, second = join(1), join(2)
    until(lambda: second.living == frozenset({first.instance, second.instance}))
    monkeypatch.setattr(first, "_connect", lambda: time.sleep(0.1))
    cut(url, first)
    until(lambda: second.locks.living == {second.instance})
    until(lambda: second.living == frozenset({second.instance}))


def test_what_is_held_is_held_however_long(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    short = [each.replace("'5s'", "'800ms'") for each in module._SESSION]
    monkeypatch.setattr(module, "_SESSION", short)
    hold = SqlCrew(url, f"{1:016x}", 8000, alone=True)
    hold.keep()
    assert hold.unbroken()
    time.sleep(2.0)
    assert hold.unbroken()
    assert not hold.leads and hold.term == 0, "it only holds"
    with pytest.raises(Taken):
        SqlCrew(url, f"{2:016x}", 8000)
    cut(url, hold)
    assert not hold.unbroken()
    until(lambda: hold.locked)
    assert not hold.unbroken(), "somebody may have been there"
    hold.let_go()


def test_who_finds_the_database_given_away_is_no_worker_any_more(
    url: str, join: Callable[..., SqlCrew], monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = join(1)
    until(lambda: worker.leads)
    with psycopg.connect(plain(url), autocommit=True) as other:
        comes, taken, told = worker._connect, threading.Event(), threading.Event()
        monkeypatch.setattr(worker, "_connect", lambda: taken.wait(10) and comes())
        worker.on_change = lambda: told.set() if worker.expelled else None
        cut(url, worker)
        other.execute(f"SELECT pg_advisory_lock({FUMI}, {module.HOSTING})")
        taken.set()
        until(told.is_set)
    assert worker._thread is not None
    worker._thread.join(5)
    assert not worker._thread.is_alive() and not worker.leads


def test_a_slow_look_is_no_new_term(
    join: Callable[..., SqlCrew], monkeypatch: pytest.MonkeyPatch
) -> None:
    crew = join(1)
    until(lambda: crew.leads)
    look, slow = crew._look, threading.Event()
    monkeypatch.setattr(crew, "_look", lambda: slow.wait(10) and look())
    until(lambda: not crew.leads)
    assert crew.still_leads
    slow.set()
    until(lambda: crew.leads)
    assert crew.term == 1


def test_a_worker_that_hangs_gives_up_the_lead(join: Callable[..., SqlCrew]) -> None:
    """Even an older release may lead then."""
    now = [0.0]
    new = join(1, 8000)
    until(lambda: new.leads)
    new._pulse = lambda: time.monotonic() + now[0]
    new.beat("loop")
    new.beat("writer")
    old = join(2, 7000)
    until(lambda: len(new.locks.living) == 2 and new.leads)
    now[0] = HANGS + 1
    new.beat("loop")
    until(lambda: old.leads)
    assert not new.leads and new.instance in old.locks.living
    new.beat("writer")
    until(lambda: new.leads)
    assert not old.leads
