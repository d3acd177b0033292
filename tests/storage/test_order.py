"""All lock in one order: whatever happens at once, nobody waits for each other."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import pytest
from sqlalchemy import Connection, event
from sqlalchemy.exc import OperationalError

from core.house.ports import Work
from storage.database import StoreError, Trouble
from storage.store import SqlStore
from tests.storage.things import AT, FIRST, LEASE, dump, opened, shown, told

LANES = ("person:a", "person:b", "room:1", "room:2")
TABLES = ("t1", "t2")
TIMES = 60


def step(work: Work, name: str) -> None:
    row = work.row(name)
    assert row is not None
    work.update(msgspec.structs.replace(row, version=row.version + 1))


def test_nobody_waits_for_each_other(
    store: SqlStore, another: Callable[[], SqlStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presses go from tables to lanes, letters from a lane to the tables that they show. A lock is
    waited for as long as it takes; a deadlock would be trouble."""
    for n, name in enumerate(TABLES):
        opened(store, name, f"-{n}")
    told(store, "person:a", FIRST)
    stores = [store, *(another() for _ in range(4))]

    def presses(store: SqlStore, name: str, lanes: tuple[str, ...]) -> None:
        def press(work: Work) -> None:
            step(work, name)
            for lane in lanes:
                work.tell(lane, name, [FIRST], AT)
            work.hurry(lanes[-1], AT)
            work.hurry(lanes[0], AT)

        for _ in range(TIMES):
            store.run(press)

    def sends(store: SqlStore) -> None:
        def also(work: Work) -> None:
            for name in TABLES:
                step(work, name)
            work.tell("room:1", "t1", [FIRST], AT)

        for _ in range(TIMES):
            for batch in store.claim(AT + 99, LEASE, 2):
                numbers = [note.id for note in batch.notes]
                store.settle(batch, numbers, [shown("t1")], AT + 99, also=also)

    def tidies(store: SqlStore) -> None:
        for _ in range(TIMES):
            store.within_bounds(AT)
            store.hand_back(AT)

    with ThreadPoolExecutor(5) as pool:
        jobs = [
            pool.submit(presses, stores[0], "t1", LANES),
            pool.submit(presses, stores[1], "t2", LANES[::-1]),
            pool.submit(sends, stores[2]),
            pool.submit(sends, stores[3]),
            pool.submit(tidies, stores[4]),
        ]
        for job in jobs:
            job.result()


def test_a_claim_of_which_nobody_knows_is_given_back(store: SqlStore) -> None:
    """The server is lost in the last moment of a claim, which was committed."""
    told(store, "room:1", FIRST)
    told(store, "room:2", FIRST)
    [sending] = store.claim(AT + 1, LEASE, 1)

    def lost(connection: Connection) -> None:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.commit()
        raise OperationalError("COMMIT", None, _gone(store))

    for claim in (lambda: store.claim(AT + 1, LEASE, 9), lambda: store.claim_one("room:2", AT, 1)):
        event.listen(store.engine, "commit", lost)
        with pytest.raises(StoreError) as refused:
            claim()
        assert refused.value.kind in (Trouble.GONE, Trouble.DISK)
        event.remove(store.engine, "commit", lost)
        held = {lane: claimed for lane, _, claimed, *_ in dump(store)["lane"]}
        assert held["room:2"], "it was committed"
        [batch] = store.claim(AT + 2, LEASE, 9)
        assert batch.lane == "room:2", "nobody else sends it; what is being sent is left alone"
        store.postpone(batch, AT)
    store.settle(sending, [note.id for note in sending.notes], [shown()], AT + 3)
    assert [batch.lane for batch in store.claim(AT + 9, LEASE, 9)] == ["room:2"]


def _gone(store: SqlStore) -> Exception:
    if not store.is_sqlite:
        import psycopg

        return psycopg.OperationalError("server closed the connection unexpectedly")
    import sqlite3

    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR
    return error
