"""What the service manager is told of a host."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from select import select

import pytest

from adapters.app import App
from adapters.playground.join import join
from adapters.settings import Settings
from adapters.watched import LIVES, tell_manager

SOON = 20.0  # seconds in which anything here has happened, however busy this machine is


@pytest.fixture(params=["file", "name"])
def manager(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[socket.socket]:
    """Where systemd listens: at a file, or under a name of the kernel's."""
    name = f"{tmp_path}/notify" if request.param == "file" else f"@fumibako-{os.getpid()}"
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as listening:
        listening.bind(name.replace("@", "\0"))
        listening.settimeout(SOON)
        monkeypatch.setenv("NOTIFY_SOCKET", name)
        yield listening


def test_a_host_is_ready_when_it_lives_and_goes_on(manager: socket.socket, tmp_path: Path) -> None:
    async def work() -> None:
        app = App(Settings(database=str(tmp_path / "a.db"), language="en"))
        app.join_all([join], page=True)
        assert not select([manager], [], [], 0)[0], "it does not live yet"
        living = asyncio.ensure_future(app.live())
        try:
            for _ in range(2):
                assert await asyncio.to_thread(manager.recv, 100) == LIVES
        finally:
            living.cancel()
            with suppress(asyncio.CancelledError):
                await living
            await app.finish()
            app.close()

    asyncio.run(work())


def test_nothing_comes_of_a_manager_that_hears_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    tell_manager()
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    tell_manager()
    with closing(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)) as deaf:
        deaf.bind(str(tmp_path / "full"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "full"))
        for _ in range(2000):  # more than it holds: nobody waits for it
            tell_manager()
