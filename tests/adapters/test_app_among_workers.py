"""A host as one of several workers on PostgreSQL: its beats, and its end when it is expelled."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest

from adapters.app import App
from adapters.playground.join import join
from adapters.settings import Settings
from adapters.trouble import Trouble
from storage import crew
from storage.restoring import MOVED
from tests import postgres

SOON = 20.0  # seconds in which anything here has happened, however busy this machine is


@pytest.fixture
def app() -> Iterator[App]:
    address = postgres.fresh_url()
    host = App(Settings(database=address, language="en"))
    host.join_all([join], page=True)
    yield host
    host.close()
    postgres.drop(address)


async def leads(host: App, wanted: bool) -> None:
    """Wait until the host leads, or leads no more."""
    async with asyncio.timeout(SOON):
        while host.crew.leads != wanted:
            await asyncio.sleep(0.02)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What has not beaten for a second and a half hangs."""
    monkeypatch.setattr(crew, "HANGS", 1.5)


@asynccontextmanager
async def alive(app: App) -> AsyncIterator[None]:
    """It lives within this block."""
    living = asyncio.ensure_future(app.live())
    try:
        yield
    finally:
        living.cancel()
        with suppress(asyncio.CancelledError):
            await living
        await app.finish()


def test_a_worker_whose_writer_hangs_gives_up_the_lead_until_it_goes_on(
    app: App, impatient: None
) -> None:
    async def work() -> None:
        async with alive(app):
            await leads(app, True)
            let_go = threading.Event()
            stuck = asyncio.ensure_future(app.writer.call(let_go.wait))
            await leads(app, False)
            let_go.set()
            await stuck
            await leads(app, True)

    asyncio.run(work())


def test_a_worker_whose_loop_hangs_gives_up_the_lead_until_it_goes_on(
    app: App, impatient: None
) -> None:
    async def work() -> None:
        async with alive(app):
            await leads(app, True)
            lost, pause = False, threading.Event()
            for _ in range(int(SOON / 0.1)):  # nothing else of the loop runs meanwhile
                lost = lost or not app.crew.leads
                if lost:
                    break
                pause.wait(0.1)
            assert lost
            await leads(app, True)

    asyncio.run(work())


@pytest.mark.parametrize("why", ["moved", "expelled"])
def test_a_host_ends_when_its_database_is_no_longer_its_own(
    app: App, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work() -> Any:
        living = asyncio.ensure_future(app.live())
        await leads(app, True)
        assert not living.done()
        if why == "moved":
            await app.writer.call(app.store.keep, MOVED, "1700000000.0", 1_700_000_000.0)
        else:
            app.hold.expelled = True  # type: ignore[union-attr]
        try:
            async with asyncio.timeout(SOON):
                await living
        finally:
            await app.finish()

    with pytest.raises(BaseExceptionGroup) as ended:
        asyncio.run(work())
    [trouble] = ended.value.exceptions
    assert isinstance(trouble, Trouble)
    said = type(trouble.message).__name__
    assert said == ("DatabaseMoved" if why == "moved" else "DatabaseHosted")
