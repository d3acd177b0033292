"""The running program with LINE alone: a real server, the real library, the fake behind a
socket."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from yarl import URL

from adapters.app import App
from adapters.line.joined import Line
from adapters.line.people import PATH
from adapters.settings import load
from adapters.web import make_app
from tests.adapters.line.fake import BOT, SECRET, TOKEN, Clock, Data, FakeLine, Group, User, sign
from tests.adapters.line.served import Slow, application

CHAT = "C1"


class Running:
    """The program, LINE, and what LINE does with it."""

    def __init__(self, app: App, line: FakeLine, slow: Slow, url: URL, web: ClientSession) -> None:
        self.app, self.line, self.slow, self.url, self._web = app, line, slow, url, web
        self.took = 0.0  # seconds until the last answer

    @property
    def host(self) -> Line:
        """LINE as it is joined to the program."""
        (platform,) = self.app.platforms
        assert isinstance(platform, Line)
        return platform

    def person(self, number: int, name: str = "") -> str:
        """A member of the group."""
        user = f"U{number}"
        self.line.users[user] = User(user, name or f"Person {number}")
        self.line.groups[CHAT].members.append(user)
        return user

    def text(self, user: str, text: str) -> Data:
        """Somebody writes in the group."""
        return self.line.text(CHAT, user, text)

    async def deliver(self, *events: Data, again: bool = False) -> int:
        """LINE brings events in one body. Tells the status of the answer."""
        brought = [
            event | {"deliveryContext": {"isRedelivery": True}} if again else event
            for event in events
        ]
        return await self.send(json.dumps({"destination": BOT, "events": brought}).encode())

    async def send(self, body: bytes) -> int:
        """LINE brings a body."""
        began = time.perf_counter()
        headers = {"X-Line-Signature": sign(body)}
        async with self._web.post(self.url, data=body, headers=headers) as answer:
            self.took = time.perf_counter() - began
            return answer.status

    async def until(self, true: Callable[[], Any], seconds: float = 8.0) -> None:
        """Wait for something."""
        for _ in range(round(seconds / 0.05)):
            if true():
                return
            await asyncio.sleep(0.05)
        raise AssertionError("it does not come true")


@asynccontextmanager
async def running(tmp_path: Path, **more: Any) -> AsyncIterator[Running]:
    """The program with LINE's two settings, hosting a group."""
    line, slow = FakeLine(Clock()), Slow()
    line.clock = time.time  # type: ignore[assignment]
    line.groups[CHAT] = Group(CHAT, "Friends", bot="fumibako")
    async with TestServer(application(line, slow)) as server:
        given = {
            "database": str(tmp_path / "line.db"),
            "language": "en",
            "line_channel_secret": SECRET,
            "line_channel_access_token": TOKEN,
            "line_api": str(server.make_url("")).rstrip("/"),
        }
        app = App(load(**(given | more)))
        app.join_all()
        (platform,) = app.platforms
        ours = make_app(
            list(platform.routes()), loopback=True, health=app.reporter.health, signed=(PATH,)
        )
        living = asyncio.ensure_future(app.live())
        try:
            async with TestServer(ours) as web, ClientSession() as client:
                yield Running(app, line, slow, web.make_url(PATH), client)
        finally:
            living.cancel()
            await asyncio.gather(living, return_exceptions=True)
            await app.finish()
            app.close()
