"""Several threads and processes on one database: exactly one wins, nothing is lost."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from itertools import pairwise
from pathlib import Path
from time import sleep
from typing import Any

from alembic import command
from sqlalchemy import func, select

from storage.database import Database
from storage.migrate import Chain, alembic_config
from storage.rows import JOURNAL, PLAYED
from storage.store import SqlStore
from tests.storage import hammer
from tests.storage.things import AT, a_room, a_row, dump, opened

PROJECT = Path(__file__).parents[2]


@contextmanager
def child(url: str, what: str, number: int = 0, name: str = "a") -> Iterator[subprocess.Popen[str]]:
    """A second process that has opened the database and waits for a line."""
    words = [sys.executable, "-m", "tests.storage.hammer", url, what, str(number), name]
    pipe = subprocess.PIPE
    with subprocess.Popen(words, cwd=PROJECT, stdin=pipe, stdout=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def start(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    print(file=process.stdin, flush=True)


def line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def race(url: str, *jobs: tuple[str, int]) -> list[Any]:
    """What several processes bring home that do their jobs at the same time."""
    with ExitStack() as stack:
        children = [
            stack.enter_context(child(url, what, number, f"p{place}"))
            for place, (what, number) in enumerate(jobs)
        ]
        assert [line(process) for process in children] == ["ready"] * len(jobs)
        for process in children:
            start(process)
        return [json.loads(line(process)) for process in children]


def test_several_processes_open_a_new_database_at_once(empty_url: str) -> None:
    assert race(empty_url, ("receipts", 1), ("receipts", 1), ("receipts", 1)).count([0]) == 1


def test_several_processes_open_an_older_database_at_once(empty_url: str) -> None:
    database = Database(empty_url)
    with closing(database), database.begin() as connection:
        command.upgrade(alembic_config(connection, Chain()), "0004")
    assert race(empty_url, ("receipts", 1), ("receipts", 1), ("receipts", 1)).count([0]) == 1


def test_one_of_two_processes_hears_a_receipt_first(store: SqlStore, url: str) -> None:
    one, other = race(url, ("receipts", 150), ("receipts", 150))
    assert sorted(one + other) == list(range(150))
    assert len(dump(store)["seen"]) == 150


def test_one_of_two_processes_opens_the_table(store: SqlStore, url: str) -> None:
    for chat in range(150):
        a_room(store, str(chat))
    one, other = race(url, ("tables", 150), ("tables", 150))
    assert sorted(one + other) == list(range(1, 151))
    with store.begin() as connection:
        rooms = connection.execute(
            select(PLAYED.c.room, func.count()).where(PLAYED.c.open).group_by(PLAYED.c.room)
        )
        assert {count for _, count in rooms} == {1}
    assert len(store.open_tables()) == 150


def test_two_processes_meet_in_the_same_rooms(store: SqlStore, url: str) -> None:
    one, other = race(url, ("rooms", 100), ("rooms", 100))
    assert one == other
    assert len(dump(store)["room"]) == 100


def test_no_step_of_two_processes_is_lost(store: SqlStore, url: str) -> None:
    opened(store)
    one, other = race(url, ("steps", 200), ("steps", 200))
    assert sorted(one + other) == list(range(2, 402))


def test_two_who_deliver_share_the_lanes(store: SqlStore, url: str) -> None:
    _, one, other = race(url, ("tell", 300), ("deliver", 100), ("deliver", 100))
    sent = one + other
    assert len(sent) == 300
    assert len({number for _, number in sent}) == 300
    for each in (one, other):
        for lane in range(10):
            mine = [number for address, number in each if address == f"room:{lane}"]
            assert all(before < after for before, after in pairwise(mine))
    left = dump(store)
    assert left["outbox"] == []
    assert all(due is None for _, _, _, due, *_ in left["lane"])


def test_threads_share_one_store(store: SqlStore) -> None:
    opened(store)
    a_room(store, "-2")
    with ThreadPoolExecutor(8) as pool:
        heard = list(pool.map(lambda _: hammer.receipts(store, 50, ""), range(8)))
        won = [
            pool.submit(store.run, lambda work, n=n: work.insert(a_row(f"t{n}"), 2))
            for n in range(8)
        ]
        stepped = list(pool.map(lambda _: hammer.steps(store, 25, ""), range(8)))
    assert sorted(receipt for each in heard for receipt in each) == list(range(50))
    assert [each.result() for each in won].count(True) == 1
    assert sorted(version for each in stepped for version in each) == list(range(2, 202))


def test_a_kill_in_the_middle_of_a_press_leaves_the_old_state(store: SqlStore, url: str) -> None:
    opened(store)
    before = dump(store)
    with child(url, "hang", name="before") as process:
        assert line(process) == "ready"
        start(process)
        assert line(process) == "stopped"
        process.kill()
        process.wait()
    assert dump(store) == before
    assert store.run(lambda work: work.first_time("r1", AT))


def test_a_kill_after_the_commit_keeps_the_press(store: SqlStore, url: str) -> None:
    opened(store)
    with child(url, "hang", name="after") as process:
        assert line(process) == "ready"
        start(process)
        assert line(process) == "stopped"
        process.kill()
        process.wait()
    assert not store.run(lambda work: work.first_time("r1", AT))
    row = store.run(lambda work: work.row("table1"))
    assert row is not None
    assert row.version == 2


def test_a_kill_at_any_moment_leaves_whole_presses(store: SqlStore, url: str) -> None:
    opened(store)
    for name in "abc":
        with child(url, "presses", name=name) as process:
            assert line(process) == "ready"
            start(process)
            done = _pressed(store)
            while _pressed(store) < done + 5:
                sleep(0.02)
            process.kill()
            process.wait()
    rows = dump(store)
    [(_, _, version, *_)] = rows["table"]
    assert version - 1 == len(rows["journal"]) == len(rows["seen"])
    assert len(rows["outbox"]) == 3 * len(rows["journal"])
    if store.is_sqlite:
        with store.begin() as connection:
            assert connection.exec_driver_sql("PRAGMA integrity_check").scalar() == "ok"


def _pressed(store: SqlStore) -> int:
    """How many presses have been committed."""
    with store.begin() as connection:
        return connection.execute(select(func.count()).select_from(JOURNAL)).scalar_one()
