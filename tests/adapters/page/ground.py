"""The playground in this process, and pages that speak the wire with it. Every frame that goes over
a wire here is judged by the schema."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from random import Random
from secrets import token_hex
from typing import Any

import msgspec
from aiohttp import ClientSession, ClientWebSocketResponse, web

from adapters.app import App
from adapters.page import wire
from adapters.playground.server import Playground
from adapters.settings import Settings
from adapters.web import make_app
from tests.adapters.page.drawing import check

Visit = Callable[["Ground"], Awaitable[None]]
Open = AbstractAsyncContextManager["Page"]
MOST_WAIT = 20.0  # seconds

_sent = msgspec.json.Encoder()
_frame = msgspec.json.Decoder(wire.FromServer)


class Page:
    """An open page, as its script holds it: what the server sent last, and all frames."""

    def __init__(self, socket: ClientWebSocketResponse) -> None:
        self.socket = socket
        self.frames: list[wire.Frame] = []
        self.texts: list[str] = []
        self.table = wire.Table(id="", phase="closed")
        self.people: list[wire.Person] = []
        self.lines: list[wire.Line] = []

    async def next(self) -> wire.Frame:
        """The next frame of the server."""
        async with asyncio.timeout(MOST_WAIT):
            text = await self.socket.receive_str()
        check(text)
        frame = _frame.decode(text)
        self.texts.append(text)
        self.frames.append(frame)
        match frame:
            case wire.Table():
                self.table = frame
            case wire.Hello(people=people) | wire.People(people=people):
                self.people = people
            case wire.Story(lines=lines, fresh=fresh):
                self.lines = [*self.lines, *lines] if fresh else list(lines)
            case _:
                pass
        return frame

    async def until(self, wanted: Callable[[wire.Frame], bool]) -> wire.Frame:
        """The next frame that fits."""
        while not wanted(frame := await self.next()):
            pass
        return frame

    async def when(self, holds: Callable[[], bool]) -> None:
        """Read frames until something holds; it may hold already."""
        while not holds():
            await self.next()

    async def send(self, frame: wire.Sent) -> None:
        """Send a frame."""
        text = _sent.encode(frame).decode()
        check(text, "Sent")
        await self.socket.send_str(text)

    async def press(self, data: str) -> wire.Done:
        """Press a button or make a move; what became of it."""
        name = token_hex(8)  # the same one is carried out once, whichever page sends it
        await self.send(wire.Press(id=name, data=data))
        done = await self.until(lambda frame: isinstance(frame, wire.Done) and frame.id == name)
        assert isinstance(done, wire.Done)
        return done

    async def be(self, person: str) -> None:
        """Let another person look, and wait until their table is there."""
        await self.send(wire.Be(person=person))
        await self.until(lambda frame: isinstance(frame, wire.Hello) and frame.me == person)
        await self.until(lambda frame: isinstance(frame, wire.Table))

    def buttons(self) -> list[wire.Button]:
        """All buttons of the house on the table."""
        lobby = self.table.lobby
        rows = lobby.rows if lobby is not None else []
        return [*(button for row in rows for button in row), *self.table.foot]

    def button(self, verb: str) -> str:
        """What a button with this verb sends."""
        return next(each.data for each in self.buttons() if each.data.endswith(f":{verb}"))

    def offers(self, verb: str) -> bool:
        """Whether there is a button with this verb."""
        return any(each.data.endswith(f":{verb}") for each in self.buttons())


def moves(choice: wire.Choice) -> Iterator[str]:
    """What each whole move of a choice sends."""
    nodes = list(choice.then)
    while nodes:
        node = nodes.pop()
        nodes += node.then
        if node.data:
            yield node.data


@asynccontextmanager
async def opened(
    address: str, language: str = "en", proof: str = "", **headers: str
) -> AsyncIterator[Page]:
    """A page of the playground at an address, as long as the block lasts, from the moment its table
    is there."""
    async with (
        ClientSession() as session,
        session.ws_connect(f"{address.rstrip('/')}/page/ws", headers=headers) as socket,
    ):
        page = Page(socket)
        come = wire.Come(version=wire.VERSION, kind="playground", proof=proof, languages=[language])
        await page.send(come)
        await page.until(lambda frame: isinstance(frame, wire.Table | wire.Refused))
        yield page


async def choose(page: Page, game: str) -> None:
    """Choose a game in the lobby."""
    await page.press(page.button("panel.game"))
    await page.when(lambda: page.offers(f"set.game.{game}"))
    await page.press(page.button(f"set.game.{game}"))
    await page.when(lambda: page.offers("panel.game"))


async def invite(page: Page, name: str, *, in_place_of_computer: bool = False) -> None:
    """One more person sits at the screen and at the table; who looked, looks again."""
    before, me = len(page.people), page.people[0].user
    await page.send(wire.Invite(name=name))
    await page.when(lambda: len(page.people) > before)
    await page.be(page.people[-1].user)
    if in_place_of_computer:
        await page.press(page.button("unbot"))
    await page.press(page.button("join"))
    await page.be(me)


async def start(page: Page) -> None:
    """The cards are dealt."""
    assert (await page.press(page.button("start"))).outcome == "done"
    await page.when(lambda: page.table.phase == "playing")


async def turn(page: Page, chance: Random) -> bool:
    """Whoever is asked makes a move; tells whether the match goes on."""
    while page.table.phase == "playing" and page.table.choice is None:
        asked = [each.user for each in page.people if each.asked]
        if asked:
            await page.be(asked[0])
        else:
            await page.next()
    choice = page.table.choice
    if choice is None:
        return False
    done = await page.press(chance.choice(sorted(moves(choice))))
    assert done.outcome == "done"
    asked_again = choice.question
    await page.when(lambda: page.table.choice is None or page.table.choice.question != asked_again)
    return True


class Ground:
    """A playground that listens on a free port of this machine."""

    def __init__(self, app: App, playground: Playground, address: str) -> None:
        self.app = app
        self.playground = playground
        self.address = address

    def page(self, language: str = "en", proof: str = "", **headers: str) -> Open:
        """A page, as long as the block lasts, from the moment its table is there."""
        return opened(self.address, language, proof, **headers)


@asynccontextmanager
async def serving(
    folder: Path, *, loopback: bool = True, **settings: Any
) -> AsyncIterator[tuple[App, Playground, str]]:
    """A playground on a database in a folder, and the address at which it listens."""
    file, host = str(folder / "play.db"), "127.0.0.1" if loopback else "0.0.0.0"
    app = App(Settings(_env_file=None, database=file, host=host, **settings))
    app.join_all(page=True)
    (playground,) = app.platforms
    assert isinstance(playground, Playground)
    server = make_app(playground.routes(), loopback=loopback, health=app.reporter.health)
    runner = web.AppRunner(server, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    living = asyncio.ensure_future(app.live())
    try:
        yield app, playground, f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        living.cancel()
        with suppress(asyncio.CancelledError):
            await living
        await runner.cleanup()
        app.close()


def visit(folder: Path, work: Visit, *, loopback: bool = True, **settings: Any) -> None:
    """Run a playground on a database in a folder while `work` goes on."""

    async def go() -> None:
        async with serving(folder, loopback=loopback, **settings) as served:
            await work(Ground(*served))

    asyncio.run(go())
