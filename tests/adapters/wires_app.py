"""The playground and the TCP chat before the police: joined by their entries."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from adapters import app as joined
from adapters.app import App
from adapters.letter import Letter, Sent, Settle
from adapters.platform import Platform
from adapters.playground.join import join as join_page
from adapters.playground.server import Playground
from adapters.playground.viewers import Viewer
from adapters.settings import load
from adapters.timekeeper import Timekeeper
from core.desk.presses import Cut, read_datum
from core.house.ports import person_lane, room_lane
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


class OnPage(OnApp):
    """The playground: one page on which everybody sits."""

    name, page, join = "play", True, staticmethod(join_page)

    async def begin(self, number: int) -> None:
        self.number = number
        self.play()
        language = "en"
        for name in NAMES[:number]:
            self.playground.screen.add_person(name, language)
        self.playground.screen.rooms(language)
        await self.settle()

    def play(self) -> None:
        """Start the host with a page open."""
        platform = self.open()
        assert isinstance(platform, Playground)
        self.playground = platform
        self.frames: list[dict[str, Any]] = []
        socket: Any = SimpleNamespace(closed=False, send_str=self._shown)
        self.viewer = Viewer(socket)
        platform._viewers.add(self.viewer)

    async def _shown(self, text: str) -> None:
        self.frames.append(json.loads(text))

    async def restart(self) -> None:
        await self.close()
        self.play()
        await self.settle()

    def user(self, who: int) -> str:
        return f"play:{who + 1}"

    def letters(self, lane: str) -> Sequence[dict[str, Any]]:
        """What the page shows of an address, the newest first."""
        return self.playground._history(lane)[::-1]

    def offers(self, who: int) -> list[Offer]:
        found = []
        for lane in (person_lane(self.user(who)), room_lane(self.room().id)):
            levels = [f for f in self.frames if f["type"] == "level" and f["lane"] == lane]
            sheets = [f for f in self.frames if f["type"] == "sheet"]
            cards = [each["card"] for each in levels[-1:]] + sheets[-1:] + list(self.letters(lane))
            for card in cards:
                for row in card.get("buttons", ()):
                    for button in row:
                        if (press := read_datum(button["data"])) is not None:
                            found.append(
                                Offer(press, (lane, button["data"]), lane.startswith("person:"))
                            )
        return found

    async def press(self, who: int, offer: Offer) -> None:
        lane, data = offer.way
        self.wall += 2
        if isinstance(offer.press.verb, Cut):
            picture, bits = offer.press.verb.picture, "5a" * 16
            where = {"lane": lane, "table": offer.press.table}
            await self.do(type="cut", person=self.user(who), picture=picture, bits=bits, **where)
        else:
            await self.do(type="press", person=self.user(who), lane=lane, data=data)
        await self.settle()

    async def says(self, who: int, text: str) -> None:
        lane = room_lane(self.room().id)
        await self.do(type="say", person=self.user(who), lane=lane, text=text)
        await self.settle()

    async def do(self, **frame: object) -> None:
        """The page sends a frame."""
        await self.playground._frame(self.viewer, json.dumps(frame))
        await asyncio.sleep(0)

    def said(self) -> list[str]:
        lane, lines = room_lane(self.room().id), []
        shown = [f["letter"] for f in self.frames if f["type"] == "letter"]
        for letter in (each for each in shown if each["lane"] == lane):
            lines += [letter.get("title_html", ""), *letter.get("lines_html", ())]
            lines.append(letter.get("html", ""))
        return lines

    def seen(self, who: int | None) -> list[str]:
        if who is not None:
            own = [f for f in self.frames if f.get("person") == self.user(who)]
            return [repr(each) for each in (*own, *self.letters(person_lane(self.user(who))))]
        return [repr(f) for f in self.frames if f["type"] != "toast"]

    def answers(self, who: int) -> int:
        return len(self.frames)

    async def go_away(self, who: int) -> None:
        """They just do not press."""


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
