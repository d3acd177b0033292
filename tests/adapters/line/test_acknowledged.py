"""Acknowledged means committed: what LINE hears when the database gives up, or we do."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from adapters.door import ASIDE
from core.kernel.proof import Cut
from core.table.table import Lobby
from tests.adapters.line.running import Running, running


def lobby(run: Running) -> Lobby | None:
    """The open lobby of the group, if there is one."""
    room = run.app.store.enter("line", "C1", "en")
    seen = run.app.house.read(room.table) if room.table is not None else None
    table = seen.table if seen is not None else None
    assert table is None or isinstance(table, Lobby)
    return table


def names(run: Running) -> list[str]:
    table = lobby(run)
    return [chair.name for chair in table.chairs] if table is not None else []


def lock(tmp_path: Path) -> sqlite3.Connection:
    """Another program that writes, and does not stop."""
    other = sqlite3.connect(tmp_path / "line.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    return other


def test_while_another_program_writes_line_is_asked_to_come_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as run:
            mina = run.person(1, "Mina")
            opened = run.text(mina, "/play")
            other = lock(tmp_path)
            try:
                for _ in range(2):
                    assert await run.deliver(opened) == 500
                    assert run.took < 2.0
            finally:
                other.close()
            assert lobby(run) is None
            for _ in range(2):
                assert await run.deliver(opened, again=True) == 200
            assert names(run) == ["Mina"]
            (channel,) = run.app.edge.channels.channels()
            assert channel.heard is not None and channel.blind
            await run.until(lambda: run.app.edge.channels.channels()[0].answered)

    asyncio.run(play())


def test_with_a_full_disk_too(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as run:
            mina = run.person(1, "M" * 60_000)  # so long that it needs room of its own
            opened = run.text(mina, "/play")

            def may_have(pages: int) -> None:
                with run.app.store.begin() as connection:
                    connection.execute(text(f"PRAGMA max_page_count = {pages}"))

            may_have(1)  # as many as there are
            assert await run.deliver(opened) == 500
            assert run.took < 2.0
            assert lobby(run) is None
            may_have(1_000_000)
            for _ in range(2):
                assert await run.deliver(opened, again=True) == 200
            table = lobby(run)
            assert table is not None and len(table.chairs) == 1

    asyncio.run(play())


def test_of_two_events_the_first_is_stored_and_the_second_comes_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as run:
            mina, aki = run.person(1, "Mina"), run.person(2, "Aki")
            await run.deliver(run.text(mina, "/play"))
            await run.until(lambda: "Mina" in names(run))
            both = run.text(aki, "/join"), run.text(mina, "/cut moon")
            real, held = run.app.house.handle, []

            def handle(heard: Any) -> Any:
                result = real(heard)
                if type(heard.command).__name__ == "Sit":
                    held.append(lock(tmp_path))
                return result

            run.app.house.handle = handle  # type: ignore[method-assign]
            try:
                assert await run.deliver(*both) == 500
            finally:
                run.app.house.handle = real  # type: ignore[method-assign]
                held[0].close()
            table = lobby(run)
            assert table is not None and len(table.chairs) == 2 and table.chairs[0].cut is None
            for _ in range(2):
                run.host.hear._seen.clear()  # as after a restart
                assert await run.deliver(*both, again=True) == 200
            table = lobby(run)
            assert table is not None and len(table.chairs) == 2
            assert table.chairs[0].cut == Cut(2)

    asyncio.run(play())


def test_what_breaks_us_comes_three_times_and_is_set_aside(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with running(tmp_path) as run:
            mina = run.person(1, "Mina")
            await run.deliver(run.text(mina, "/play"))
            real = run.app.house.handle

            def handle(heard: Any) -> Any:
                if type(heard.command).__name__ == "CutDeck":
                    raise RuntimeError("a bug")
                return real(heard)

            run.app.house.handle = handle  # type: ignore[method-assign]
            bad = run.text(mina, "/cut moon")
            after = run.text(run.person(2, "Aki"), "/join")
            assert await run.deliver(bad, after) == 500
            assert len(names(run)) == 2, "the others do not suffer from it"
            assert [await run.deliver(bad, after) for _ in range(3)] == [500, 200, 200]
            kept = run.app.store.kept_like(f"{ASIDE}line:")
            assert len(kept) == 1 and "a bug" in kept[0][1]
            assert bad["replyToken"] not in kept[0][1]
            assert len(names(run)) == 2

    with caplog.at_level(logging.CRITICAL, "fumibako.door"):
        asyncio.run(play())


def test_when_asked_to_end_nothing_new_is_heard_until_it_runs_again(tmp_path: Path) -> None:
    async def play() -> None:
        async with running(tmp_path) as run:
            mina = run.person(1, "Mina")
            await run.host.quiet()
            opened = run.text(mina, "/play")
            assert await run.deliver(opened) == 503
            again = asyncio.ensure_future(run.host.run())
            await asyncio.sleep(0)
            assert await run.deliver(opened, again=True) == 200
            again.cancel()
            assert lobby(run) is not None

    asyncio.run(play())


def test_closing_does_not_wait_long_for_line(tmp_path: Path) -> None:
    async def play() -> float:
        async with running(tmp_path) as run:
            mina = run.person(1, "Mina")
            run.slow.seconds = {"reply": 30.0}
            assert await run.deliver(run.text(mina, "/play")) == 200
            loop = asyncio.get_running_loop()
            began = loop.time()
            await run.host.close()
            return loop.time() - began

    assert asyncio.run(play()) < 6.0
