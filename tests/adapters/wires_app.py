"""The playground and the TCP chat before the police: joined by their entries."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from adapters import app as joined
from adapters.app import App
from adapters.letter import Letter, Sent, Settle
from adapters.page.viewer import Viewer
from adapters.page.who import Who
from adapters.platform import Platform
from adapters.playground.join import join as join_page
from adapters.playground.server import Playground
from adapters.settings import load
from adapters.timekeeper import Timekeeper
from core.desk.presses import Cut, read_datum
from core.table.places import Room
from tests.adapters import tcp_chat
from tests.adapters.table import Chance, wake_all
from tests.adapters.wires import NAMES, Offer, Wire


class OnApp(Wire):
    """A platform that an `App` joins by its entry, under clocks of the test."""

    join: Any
    name = ""
    page = False

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.wall = 1_700_000_000.0
        clock = lambda: self.wall  # noqa: E731
        patch.setattr(joined, "Timekeeper", lambda: Timekeeper(clock, clock))
        self.folder = folder

    def open(self) -> Platform:
        """Start the host."""
        self.app = App(load(database=str(self.folder / "app.db"), language="en"))
        self.app.join_all([type(self).join], page=self.page)
        self.house, self.store = self.app.house, self.app.store
        self.house.chance = Chance(len(list(self.folder.iterdir())))
        (platform,) = self.app.platforms
        send = platform.say.send

        async def refusing(letter: Letter, settle: Settle) -> Sent:
            if self.refusals:
                self.refusals -= 1
                return Sent(wait=1.0)
            return await send(letter, settle)

        platform.say.send = refusing  # type: ignore[method-assign]
        wake_all(self.app.clock)
        return platform

    async def settle(self) -> None:
        for _ in range(200):
            batches = self.store.claim(self.wall, 30.0, 20)
            if not batches:
                break
            for batch in batches:
                await self.app.post.deliver(batch)
        await asyncio.sleep(0)

    async def wait(self, seconds: float) -> None:
        for _ in range(0, int(seconds), 5):
            self.wall += 5
            self.app.clock.look()
            await self.settle()

    def refuse(self) -> None:
        self.refusals = 1

    def room(self) -> Room:
        return next(iter(self.store.rooms_on(self.name)))

    async def close(self) -> None:
        await self.app.finish()
        self.app.close()


class Socket:
    """The socket of a page that keeps what it is sent."""

    def __init__(self) -> None:
        self.closed = False
        self.frames: list[dict[str, Any]] = []

    async def send_str(self, text: str) -> None:
        self.frames.append(json.loads(text))

    async def close(self) -> None:
        self.closed = True

    def last(self, kind: str) -> dict[str, Any] | None:
        """The last frame of a kind."""
        return next((each for each in self.frames[::-1] if each["type"] == kind), None)

    def all(self, kind: str) -> list[dict[str, Any]]:
        """Every frame of a kind."""
        return [each for each in self.frames if each["type"] == kind]


class OnPage(OnApp):
    """The playground: each person has the screen for themselves, and somebody watches."""

    name, page, join = "play", True, staticmethod(join_page)

    async def begin(self, number: int) -> None:
        self.number = number
        platform = self.open()
        assert isinstance(platform, Playground)
        for name in NAMES[:number]:
            platform.screen.add_person(name, "en")
        platform.screen.room("en")
        await self.show(platform)

    async def show(self, platform: Playground) -> None:
        """Open a page for everybody, and one for somebody who watches (the last)."""
        self.playground = platform
        platform.screen.key = "the same in every run"
        self.sockets = [Socket() for _ in range(self.number + 1)]
        self.viewers = []
        for who, socket in enumerate(self.sockets):
            viewer = Viewer(cast(Any, socket), Who("playground"), "en")
            viewer.me = self.user(who) if who < self.number else ""
            self.viewers.append(viewer)
            platform.hub.add(viewer)
        self.sending = [asyncio.ensure_future(viewer.run()) for viewer in self.viewers]
        for viewer in self.viewers:
            await platform.hub.greet(viewer)
        await self.settle()

    async def settle(self) -> None:
        await super().settle()
        for viewer in self.viewers:
            await self.playground.hub.refresh(viewer)
        for _ in range(3):
            await asyncio.sleep(0)

    async def restart(self) -> None:
        await self.close()
        platform = self.open()
        assert isinstance(platform, Playground)
        await self.show(platform)

    async def close(self) -> None:
        for task in self.sending:
            task.cancel()
        await super().close()

    def user(self, who: int) -> str:
        return f"play:{who + 1}"

    def offers(self, who: int) -> list[Offer]:
        """What is on the page of a person: the choice, the lobby, the house, what was asked for."""
        socket = self.sockets[who]
        table, sheet = socket.last("table") or {}, socket.last("sheet") or {}
        choice, lobby = table.get("choice") or {}, table.get("lobby") or {}
        data = list(_ends(choice.get("then", ())))
        rows = [
            *sheet.get("rows", ()),
            *lobby.get("rows", ()),
            choice.get("orders", ()),
            table.get("foot", ()),
        ]
        data += [button["data"] for row in rows for button in row]
        presses = ((each, read_datum(each)) for each in data)
        return [Offer(press, each, True) for each, press in presses if press is not None]

    async def press(self, who: int, offer: Offer) -> None:
        self.wall += 2
        if isinstance(offer.press.verb, Cut):
            picture, bits = offer.press.verb.picture, "5a" * 16
            await self.do(who, type="cut", table=offer.press.table, picture=picture, bits=bits)
        else:
            await self.do(who, type="press", data=offer.way)
        await self.settle()

    async def says(self, who: int, text: str) -> None:
        await self.do(who, type="say", text=text)
        await self.settle()

    async def do(self, who: int, **frame: object) -> None:
        """The page of a person sends a frame."""
        number = f"press-{len(self.sockets[who].frames)}-{self.wall:.0f}"
        text = json.dumps({"id": number, **frame})
        await self.playground.page.hear(self.viewers[who], text)
        await asyncio.sleep(0)

    def said(self) -> list[str]:
        watching = self.sockets[self.number]
        stories = [line for each in watching.all("story") for line in each["lines"]]
        lines = [line["text"] for line in stories]
        for table in watching.all("table"):
            for part in ("lines", "status", "own"):
                lines += (table["scene"] or {}).get(part, ())
        return lines

    def seen(self, who: int | None) -> list[str]:
        socket = self.sockets[self.number if who is None else who]
        return [repr(each) for each in socket.frames]

    def answers(self, who: int) -> int:
        return len(self.sockets[who].frames)

    async def go_away(self, who: int) -> None:
        """They just do not press."""


def _ends(nodes: Sequence[dict[str, Any]]) -> Iterator[str]:
    """The data of every move of a choice."""
    for node in nodes:
        if node["data"]:
            yield node["data"]
        yield from _ends(node["then"])


class OnTcp(OnApp):
    """The chat over TCP: every person is a connection of their own."""

    name, join = "tcp", staticmethod(tcp_chat.join)

    async def begin(self, number: int) -> None:
        self.number = number
        self.heard: list[list[str]] = [[] for _ in range(number)]
        await self._listen()

    async def _listen(self) -> None:
        platform = self.open()
        assert isinstance(platform, tcp_chat.TcpChat)
        self.chat = platform
        self.lines: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
        self.running = asyncio.ensure_future(platform.run())
        while not platform.port:
            await asyncio.sleep(0.01)
        for who in range(self.number):
            reader, writer = await asyncio.open_connection("127.0.0.1", platform.port)
            self.lines.append((reader, writer))
            await self.write(who, NAMES[who], "/join den")
        await self.settle()

    async def write(self, who: int, *lines: str) -> None:
        """A person sends lines; what they are told until these are done is read."""
        reader, writer = self.lines[who]
        writer.write("".join(f"{line}\n" for line in (*lines, "0")).encode())
        await writer.drain()
        while (line := (await reader.readline()).decode().rstrip("\n")) != tcp_chat.NO_CHOICE:
            self.heard[who].append(line)

    async def says(self, who: int, text: str) -> None:
        await self.write(who, text)
        await self.settle()

    async def settle(self) -> None:
        await super().settle()
        for who, (_, writer) in enumerate(self.lines):
            if not writer.is_closing():
                await self.write(who)

    async def restart(self) -> None:
        await self._end()
        await self._listen()

    async def _end(self) -> None:
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        for _, writer in self.lines:
            writer.close()
        await asyncio.sleep(0.05)
        await super().close()

    async def close(self) -> None:
        await self._end()

    def user(self, who: int) -> str:
        return f"tcp:{NAMES[who]}"

    def offers(self, who: int) -> list[Offer]:
        client = self.chat.say.clients[self.user(who)]
        found = []
        for number, (data, room) in list(enumerate(client.choices, 1))[::-1]:
            if (press := read_datum(data)) is not None:
                found.append(Offer(press, number, room is None))
        return found

    async def press(self, who: int, offer: Offer) -> None:
        assert any(line.startswith(f"[{offer.way}] ") for line in self.heard[who])
        self.wall += 2
        await self.write(who, str(offer.way))
        await self.settle()

    def said(self) -> list[str]:
        """What two people have read alike was said to all."""
        first, second = (set(lines) for lines in self.heard[:2])
        return sorted(first & second)

    def seen(self, who: int | None) -> list[str]:
        if who is not None:
            return self.heard[who]
        return [line for line in self.said() if not line.startswith("Your cut:")]

    def answers(self, who: int) -> int:
        return len(self.heard[who])

    async def go_away(self, who: int) -> None:
        self.lines[who][1].close()
        while self.user(who) in self.chat.say.clients:
            await asyncio.sleep(0.01)
