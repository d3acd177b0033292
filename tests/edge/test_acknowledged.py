"""Acknowledged means committed."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import time as steady_time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from adapters.door import ASIDE, TRIES
from adapters.hearing import HOUSE
from adapters.writer import Writer
from core.house.house import Input, Result
from core.table.commands import Sit
from core.table.failures import AtFault, OurTrouble
from storage.database import StoreError, Trouble
from storage.receipts import number_of
from tests.edge.host import B, C, Host, locked

Work = Callable[[], Result]


@pytest.fixture
def thread() -> Iterator[Writer]:
    writer = Writer()
    yield writer
    writer.shutdown()


def press(host: Host, receipt: str = "r1", user: str = B) -> Work:
    """Somebody's press, as the platform brings it (again)."""
    heard = Input(Sit(user, "Ben"), host.time.wall, receipt, host.room.id, host.id)
    return lambda: host.house.handle(heard)


def take(host: Host, work: Callable[[], Result], receipt: str = "r1") -> Result | None:
    """An input at the door; raises if it is not to be acknowledged."""
    writer = host.app.writer
    return asyncio.run(host.door.take(writer, "test", receipt, lambda: f"input {receipt}", work))


def aside(host: Host) -> dict[str, dict[str, str]]:
    return {name: json.loads(text) for name, text in host.store.kept_like(ASIDE)}


def seated(host: Host) -> list[str | None]:
    return [chair.user for chair in host.table.chairs]


def refused_for(host: Host, kind: Trouble, work: Callable[[], Result]) -> None:
    """It is not acknowledged, at once, and nothing is set aside for it."""
    began = steady_time.monotonic()
    with pytest.raises(OurTrouble) as trouble:
        take(host, work)
    assert steady_time.monotonic() - began < 2.0
    assert isinstance(trouble.value, StoreError)
    assert trouble.value.kind is kind


@pytest.mark.parametrize("deliveries", [1, 2 * TRIES])
def test_a_locked_store_acknowledges_nothing(host: Host, tmp_path: Path, deliveries: int) -> None:
    """However often the platform brings it while somebody else writes."""
    host.open()
    with locked(tmp_path):
        for _ in range(deliveries):
            refused_for(host, Trouble.LOCKED, press(host))
    assert seated(host) == ["test:a"]
    assert aside(host) == {}
    result = take(host, press(host))
    assert result is not None
    assert result.refused is None
    assert seated(host) == ["test:a", B]
    again = take(host, press(host))
    assert again is not None
    assert again.repeated


def test_a_full_disk_acknowledges_nothing(host: Host) -> None:
    host.open()
    with host.store.begin() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    def big() -> Result:
        host.store.keep("ballast", "x" * 4096 * 60, host.time.wall)
        return press(host)()

    refused_for(host, Trouble.FULL, big)
    assert host.app.reporter.trouble == "full"
    assert seated(host) == ["test:a"]
    assert aside(host) == {}
    with closing(sqlite3.connect(host.store.path)) as other:
        assert other.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    with host.store.begin() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
    assert take(host, press(host)) is not None
    assert seated(host) == ["test:a", B]


def test_a_file_that_was_removed_is_not_made_anew(host: Host, tmp_path: Path) -> None:
    host.open()
    file = tmp_path / "x.db"
    kept = file.rename(tmp_path / "elsewhere.db")
    for _ in range(2):
        refused_for(host, Trouble.GONE, press(host))
    assert not file.exists()
    with closing(sqlite3.connect(kept)) as connection:  # what was committed went with it
        assert connection.execute('SELECT count(*) FROM "table"').fetchone() == (1,)
    kept.rename(file)
    assert take(host, press(host)) is not None
    assert seated(host) == ["test:a", B]


def test_a_folder_that_was_renamed(host: Host, tmp_path: Path) -> None:
    host.open()
    away = tmp_path.rename(tmp_path.with_name(f"{tmp_path.name}-away"))
    try:
        refused_for(host, Trouble.GONE, press(host))
        assert not tmp_path.exists()
    finally:
        away.rename(tmp_path)
    assert take(host, press(host)) is not None
    assert seated(host) == ["test:a", B]


def test_a_file_that_was_replaced(host: Host, tmp_path: Path) -> None:
    """Somebody puts back a copy: what is acknowledged from then on stands in that one."""
    host.open()
    file, copy = tmp_path / "x.db", tmp_path / "copy.db"
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    host.do(Sit(C, "Cho"))
    copy.replace(file)
    assert take(host, press(host)) is not None
    assert seated(host) == ["test:a", B]
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT receipt FROM seen").fetchall() == [(number_of("r1"),)]
    assert file.stat().st_mode & 0o077 == 0


def test_a_file_that_was_replaced_by_something_else(host: Host, tmp_path: Path) -> None:
    host.open()
    file, ours = tmp_path / "x.db", tmp_path / "ours.db"
    file.rename(ours)
    file.write_bytes(b"no database at all, only a letter" * 40)
    refused_for(host, Trouble.BROKEN, press(host))
    refused_for(host, Trouble.BROKEN, press(host))
    file.unlink()
    refused_for(host, Trouble.GONE, press(host))
    assert not file.exists()
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("CREATE TABLE other (name TEXT)")
    refused_for(host, Trouble.FOREIGN, press(host))
    with closing(sqlite3.connect(ours)) as connection:
        assert connection.execute('SELECT count(*) FROM "table"').fetchone() == (1,)


def test_a_store_that_became_read_only(host: Host) -> None:
    host.open()
    with host.store.begin() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    refused_for(host, Trouble.READ_ONLY, press(host))
    assert host.app.reporter.trouble == "read-only"


def test_an_input_at_fault_is_set_aside(host: Host) -> None:
    def nonsense() -> Result:
        raise AtFault("no update")

    assert take(host, nonsense, "u1") is None
    [(name, kept)] = aside(host).items()
    assert name == f"{ASIDE}test:u1"
    assert (kept["error"], kept["input"]) == ("AtFault", "input u1")
    assert host.store.counts(ASIDE).inputs_aside == 1


def test_what_is_at_fault_is_not_acknowledged_before_it_is_set_aside(
    host: Host, tmp_path: Path
) -> None:
    def nonsense() -> Result:
        raise AtFault("no update")

    with locked(tmp_path), pytest.raises(OurTrouble):
        take(host, nonsense, "u1")
    assert aside(host) == {}
    assert take(host, nonsense, "u1") is None
    assert len(aside(host)) == 1


def test_a_bug_blocks_the_way_three_times_and_is_set_aside(host: Host, tmp_path: Path) -> None:
    host.open()

    def bug() -> Result:
        raise KeyError("never thought of")

    for _ in range(TRIES - 1):
        with pytest.raises(OurTrouble):
            take(host, bug, "u1")
        assert take(host, press(host, "r2"), "r2") is not None  # others pass
    with locked(tmp_path), pytest.raises(OurTrouble):
        take(host, bug, "u1")  # nothing can be set aside now
    assert aside(host) == {}
    assert take(host, bug, "u1") is None
    [kept] = aside(host).values()
    assert kept["error"] == "KeyError"
    assert "never thought of" in kept["trace"]
    assert "test_acknowledged" in kept["trace"]
    with pytest.raises(OurTrouble):
        take(host, bug, "u2")  # counted by itself
    assert host.hearing.deaf_for(HOUSE) == 0


def test_a_bug_that_is_over_is_forgotten(host: Host) -> None:
    host.open()
    broken = [True, True, False, True, True]

    def sometimes() -> Result:
        if broken.pop(0):
            raise KeyError("sometimes")
        return press(host)()

    for expected in (False, False, True, False, False):
        if expected:
            assert take(host, sometimes) is not None
        else:
            with pytest.raises(OurTrouble):
                take(host, sometimes)
    assert aside(host) == {}


def test_the_loop_is_free_while_the_store_hangs(host: Host, thread: Writer) -> None:
    """Nothing is acknowledged within the platform's patience; the house knows that it is deaf,
    and hears again by itself when the store gets round to it."""
    host.open()
    beats = 0

    async def both() -> None:
        nonlocal beats

        async def beat() -> None:
            nonlocal beats
            while True:
                await asyncio.sleep(0.02)
                beats += 1

        beating = asyncio.ensure_future(beat())
        hanging = thread.submit(steady_time.sleep, 0.6)
        with pytest.raises(OurTrouble):
            await host.door.take(thread, "test", "r1", str, press(host), patience=0.2)
        assert not hanging.done()
        assert host.hearing.deaf(())
        host.time.go(20)
        await asyncio.sleep(0.6)
        beating.cancel()

    asyncio.run(both())
    assert beats > 10
    assert host.hearing.deaf_for(HOUSE) == 0
    assert [each.seconds for each in host.hearing.recovered()] == [20]
    assert seated(host) == ["test:a"], "what had not begun in time is never begun"
    assert take(host, press(host)) is not None
    assert seated(host) == ["test:a", B]


def test_what_had_begun_is_known_when_it_comes_again(host: Host, thread: Writer) -> None:
    host.open()

    def slow() -> Result:
        result = press(host)()
        steady_time.sleep(0.4)
        return result

    async def late() -> None:
        with pytest.raises(OurTrouble):
            await host.door.take(thread, "test", "r1", str, slow, patience=0.2)
        result = await host.door.take(thread, "test", "r1", str, press(host))
        assert result is not None
        assert result.repeated

    asyncio.run(late())
    assert seated(host) == ["test:a", B]
