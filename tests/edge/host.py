"""A whole host as production joins it, on a file, with clocks that the test holds."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from adapters import app as joined
from adapters.app import App
from adapters.heard import Heard, Reply
from adapters.letter import Letter, Sent, Settle
from adapters.letter import Say as WayOut
from adapters.platform import Platform as AnyPlatform
from adapters.settings import Settings
from adapters.timekeeper import Timekeeper
from core.house.house import Input, Result
from core.house.timing import LOBBY_LASTS, Pause
from core.kernel.asks import Ask
from core.kernel.text import Message
from core.table.commands import (
    Answer,
    Choose,
    Command,
    Open,
    Sit,
    Start,
)
from core.table.places import Room, Showing, StoredTable
from core.table.table import Playing, Table

AT = 1_700_000_000.0
NAMES = {"test:a": "Ann", "test:b": "Ben", "test:c": "Cho"}
A, B, C = NAMES


class Time:
    """The two clocks of a machine."""

    def __init__(self) -> None:
        self.wall, self.steady = AT, 50.0

    def go(self, seconds: float) -> None:
        """Time passes."""
        self.wall += seconds
        self.steady += seconds

    def set(self, seconds: float) -> None:
        """Somebody sets the wall clock so far ahead (or back)."""
        self.wall += seconds


class Say(WayOut):
    """A platform's way out. Each line of a letter is a page, then come the cards."""

    def __init__(self) -> None:
        self.pages: list[tuple[str, str]] = []  # (lane, words) as they arrived
        self.boards: list[tuple[str, str]] = []  # (lane, table)
        self.answers: Callable[[str], Awaitable[Sent | None]] = self.fine
        self.lives = True
        self.asked = 0  # signs of life that were asked for

    async def fine(self, lane: str) -> Sent | None:
        """The platform takes everything. Something else: the rest of the letter came to this."""
        return None

    async def alive(self) -> bool:
        self.asked += 1
        return self.lives

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        for line in letter.lines:
            self.pages.append((letter.lane, type(line.message).__name__))
            ended = await self.answers(letter.lane)
            if ended is not None:
                return ended
            await settle(Sent(notes=(line.id,)))
        cards = []
        for shown in letter.shown:
            self.boards.append((letter.lane, shown.table))
            ended = await self.answers(letter.lane)
            if ended is not None:
                return ended
            cards.append(Showing(shown.table, "7", "h", outdated=False))
        return Sent(cards=tuple(cards))


class Platform(AnyPlatform):
    """A platform of the tests."""

    say: Say

    def __init__(self, name: str = "test") -> None:
        self.name, self.title, self.say = name, name.title(), Say()
        self.closed = False

    async def close(self) -> None:
        self.closed = True


class Host:
    """One process: an `App`, a platform, and shorthand for people."""

    def __init__(self, app: App, platform: Platform, time: Time, chat: str = "chat") -> None:
        self.app, self.platform, self.say, self.time = app, platform, platform.say, time
        app.join(platform)
        self.store, self.house = app.store, app.house
        self.hearing, self.door = app.edge.hearing, app.edge.door
        self.room: Room = app.store.enter(platform.name, chat, "en")
        self.id = self.room.table or ""

    # People

    def tell(self, command: Command, **more: Any) -> Result:
        """Somebody does something."""
        where: dict[str, Any] = {"table": self.id or None, "room": self.room.id}
        result = self.house.handle(Input(command, self.time.wall, **(where | more)))
        self.id = self.id or result.table or ""
        return result

    def do(self, command: Command, **more: Any) -> None:
        """The same, and it must be carried out."""
        result = self.tell(command, **more)
        assert result.refused is None, result.refused

    def refused(self, command: Command) -> Message:
        """The same, and it must be refused."""
        refused = self.tell(command).refused
        assert refused is not None
        return refused

    def says(self, text: str, user: str = A) -> Reply:
        """Somebody types something in the room."""
        room = self.store.room(self.room.id)
        heard = Heard(user, NAMES[user], self.time.wall, room, text=text, addressed=True)
        return self.app.speech.hear(heard)

    def open(self, *others: str, game: str = "love-letter") -> None:
        """Ann opens a table and others sit down."""
        self.do(Open(A, NAMES[A], game))
        for user in others:
            self.do(Sit(user, NAMES[user]))

    def open_in(self, room: Room, user: str = A) -> None:
        """Somebody opens a table in another room."""
        self.do(Open(user, NAMES.get(user, "Guest"), "love-letter"), room=room.id, table=None)

    def start(self, *others: str, game: str = "love-letter", **setting: str) -> None:
        """The same, and the game begins."""
        self.open(*others, game=game)
        for what, value in setting.items():
            self.do(Choose(A, what, value))
        self.do(Start(A))

    def answer(self, move: str = "", seat: int = 0) -> None:
        """Whoever is asked (or this seat) makes a move, or their first legal one."""
        table = self.playing
        seat = seat or min(self.asked)
        move = move or self.house.games[table.game].moves(table.state, seat)[0].code
        self.do(Answer(str(table.chairs[seat - 1].user), table.question, move))

    # What can be seen

    @property
    def row(self) -> StoredTable:
        row = self.store.run(lambda work: work.row(self.id))
        assert row is not None
        return row

    @property
    def table(self) -> Table:
        seen = self.house.read(self.id)
        assert seen is not None
        return seen.table

    @property
    def playing(self) -> Playing:
        assert isinstance(self.table, Playing)
        return self.table

    @property
    def asked(self) -> frozenset[int]:
        """The seats that are awaited."""
        ask = self.house.games[self.playing.game].ask(self.playing.state)
        assert isinstance(ask, Ask)
        return ask.seats

    def seat(self, user: str) -> int:
        """Where somebody sits."""
        return next(n for n, chair in enumerate(self.playing.chairs, 1) if chair.user == user)

    @property
    def lane(self) -> str:
        return f"room:{self.room.id}"

    def told(self) -> list[str]:
        """What everybody at the table was told, oldest first."""
        return [type(each.note.message).__name__ for each in self.store.told(self.id, 99)]

    def pages(self, lane: str = "") -> list[str]:
        """What arrived at an address, but for the seal, which follows each opening."""
        return [
            words for at, words in self.say.pages if at == (lane or self.lane) and words != "Sealed"
        ]

    # Time

    async def send(self) -> None:
        """Deliver everything that is due."""
        post = self.app.post
        await post._begin()
        while post._busy:
            await asyncio.gather(*post._busy)
            await post._begin()

    def show(self) -> None:
        """Deliver everything that is due, in a loop of its own."""
        asyncio.run(self.send())

    def look(self, seconds: float = 1.0) -> None:
        """The clock's next look, so much later."""
        self.time.go(seconds)
        self.looks()

    def looks(self) -> None:
        """The clock looks until there is nothing left to renew."""
        self.app.clock.look()
        clock = self.app.clock
        while clock.waking:
            if not clock.waking.some(clock.now(), clock._guarded):  # much waits to be sent
                for table in clock.times.open_tables():
                    clock.waking.one(table, clock.now(), clock._guarded)
            clock.look()

    def run(self, seconds: float) -> None:
        """So much time passes and all goes well: the clock looks each second."""
        for _ in range(round(seconds)):
            self.look(1.0)


Hosts = Callable[..., Host]


@contextmanager
def hosts(folder: Path, time: Time, patch: pytest.MonkeyPatch) -> Iterator[Hosts]:
    """Processes on the database of a folder. Starting another one kills the one before, unless
    it is asked to stay."""
    running: list[App] = []
    mask = os.umask(0o077)
    os.umask(mask)
    patch.setattr(joined, "Timekeeper", lambda: Timekeeper(lambda: time.wall, lambda: time.steady))

    def kill(app: App) -> None:
        """The process is gone, whatever it was doing: the system lets its lock go."""
        app.hold.let_go()
        running.remove(app)
        app.writer.shutdown(wait=False, cancel_futures=True)
        app.store.on_health = lambda trouble: None
        app.store.close()

    def begin(
        platform: Platform | None = None,
        pause: Pause | None = None,
        lobby_lasts: float | None = LOBBY_LASTS,
        wake: bool = True,
    ) -> Host:
        for app in list(running):
            kill(app)
        settings = Settings(_env_file=None, database=str(folder / "x.db"), language="en")
        app = App(settings, pause, lobby_lasts)
        running.append(app)
        host = Host(app, platform or Platform(), time)
        if wake:
            app.clock.begin()
            host.looks()
        return host

    try:
        yield begin
    finally:
        for app in list(running):
            kill(app)
        os.umask(mask)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Another program writes, and does not let go."""
    other = sqlite3.connect(folder / "x.db", isolation_level=None, timeout=5)
    with closing(other):
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
