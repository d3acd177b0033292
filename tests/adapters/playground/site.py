"""A playground that listens, and pages that are opened on it as a browser would."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

from aiohttp import ClientSession, ClientWebSocketResponse

from adapters.app import App
from adapters.page.wire import VERSION
from adapters.playground.server import Playground
from tests.adapters.page.ground import serving

Data = dict[str, Any]
Visit = Callable[["Site"], Awaitable[None]]


class Page:
    """An open page, as a browser would hold it."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frames: list[Data] = []

    async def until(self, wanted: Callable[[Data], object]) -> Data:
        """The next frame that fits; what came before is kept in `frames`."""
        async with asyncio.timeout(20):
            while True:
                frame: Data = json.loads(await self.socket.receive_str())
                self.frames.append(frame)
                if wanted(frame):
                    return frame

    async def hello(self) -> Data:
        """The next greeting."""
        return await self.until(lambda frame: frame["type"] == "hello")

    async def table(self, wanted: Callable[[Data], object] = bool) -> Data:
        """The table, as soon as it fits: as it was told last, or the next one."""

        def fits(frame: Data) -> bool:
            return frame["type"] == "table" and bool(wanted(frame))

        last = next((each for each in self.frames[::-1] if each["type"] == "table"), None)
        return last if last is not None and fits(last) else await self.until(fits)

    async def send(self, **frame: object) -> str:
        """Send a frame; presses get an id, which is told."""
        name = str(uuid4())
        if frame["type"] in ("press", "cut", "say"):
            frame = {"id": name, **frame}
        await self.socket.send_str(json.dumps(frame))
        return name

    async def press(self, data: str) -> Data:
        """Press a button, and wait until that is acknowledged."""
        name = await self.send(type="press", data=data)
        return await self.until(lambda frame: frame["type"] == "done" and frame["id"] == name)


class Site:
    """A playground that listens on a free port."""

    def __init__(self, app: App, playground: Playground, address: str) -> None:
        self.app = app
        self.playground = playground
        self.address = address

    @asynccontextmanager
    async def page(
        self, proof: str = "", language: str = "en", **headers: str
    ) -> AsyncIterator[Page]:
        """A page, for as long as the block lasts."""
        async with (
            ClientSession() as session,
            session.ws_connect(f"{self.address}/page/ws", headers=headers) as socket,
        ):
            page = Page(socket)
            come = {"kind": "playground", "proof": proof, "languages": [language]}
            await page.send(type="come", version=VERSION, **come)
            yield page


def visit(tmp_path: Path, work: Visit, *, loopback: bool = True) -> None:
    """Run a playground on a database in a folder while `work` goes on."""

    async def go() -> None:
        async with serving(tmp_path, loopback=loopback) as served:
            await work(Site(*served))

    asyncio.run(go())


def lobby_datum(table: Data, verb: str) -> str:
    """The datum of a button of the lobby."""
    rows = table["lobby"]["rows"]
    found = (b["data"] for row in rows for b in row)
    return str(next(data for data in found if data.endswith(f":{verb}")))


def moves(table: Data) -> list[str]:
    """The data of all moves that the page offers."""
    return list(_ends(table["choice"]["then"])) if table["choice"] else []


def _ends(nodes: list[Data]) -> Iterator[str]:
    for node in nodes:
        if node["data"]:
            yield node["data"]
        yield from _ends(node["then"])
