"""A house moves to PostgreSQL with everything that is being played there, and back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from adapters import relocating
from adapters.relocating_texts import Moved
from adapters.settings import Settings
from core.kernel.text import Public
from core.table.table import Playing
from tests import postgres
from tests.frozen.test_frozen import check
from tests.frozen.thaw import Thawed, houses

NEWEST = houses()[-1]


@pytest.fixture
def url() -> Iterator[str]:
    address = postgres.fresh_url(empty=True)
    yield address
    postgres.drop(address)


def settings(database: str) -> Settings:
    return Settings(database=database, _env_file=None)


def moved(host: Thawed, url: str) -> None:
    """The host is ended, its house moves, and it is started on the other database."""
    old = host.other.url
    host.close()
    told: list[Public] = []
    relocating.move(settings(old), settings(url), told.append)
    assert any(isinstance(each, Moved) and each.rows > 1000 for each in told)
    host.other.url = url
    host.other.open()
    host.open()
    host.clock.advance(600)


def test_running_tables_are_played_on_there_and_back(tmp_path: Path, url: str) -> None:
    async def go() -> None:
        host = Thawed(NEWEST, tmp_path)
        try:
            names = list(host.store.open_tables())
            running = [each for each in names if isinstance(host.at_table(each), Playing)]
            assert len(running) > 5
            seen = {each: host.at_table(each) for each in names}
            moved(host, url)
            assert {each: host.at_table(each) for each in names} == seen
            await host.begin()
            await host.heal()
            for name in running[::2]:
                await host.play_out(name)
            for name in running[1::2]:
                await host.answer(name)
            seen = {each: host.at_table(each) for each in names}
            moved(host, f"sqlite:///{tmp_path}/back.sqlite3")
            assert {each: host.at_table(each) for each in names} == seen
            await host.begin()
            for name in running[1::2]:
                await host.play_out(name)
            for name in running:
                check(host, name)
            assert not host.line.refusals
        finally:
            host.close()

    asyncio.run(go())
