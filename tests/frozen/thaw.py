"""A frozen house is opened again by this release, and its tables are played on."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from adapters.heard import Heard, Reply
from core.desk.presses import datum, read_datum
from core.house.house import Input
from core.house.thinking import answered_instead, thinking_at
from core.table.places import Room
from core.table.table import Finished, Lobby, Playing, Table
from tests.adapters.line.fake import Data
from tests.frozen.host import Host
from tests.frozen.versions import read_version
from tests.frozen.world import put_up

HERE = Path(__file__).parent
STOPPED = 120.0  # seconds that the upgrade took
MOST = 3000  # answers until the end of a game
SEATS = 3  # at a table that begins


def houses() -> list[Path]:
    """All frozen houses, the oldest first."""
    return sorted(HERE.glob("*.sql"), key=lambda house: read_version(house.stem))


class Thawed(Host):
    """A house of an older release, opened by this one."""

    def __init__(self, house: Path, folder: Path, name: str = "thawed") -> None:
        self.file = folder / f"{name}.sqlite3"
        with closing(sqlite3.connect(self.file)) as connection:
            connection.executescript(house.read_text(encoding="utf-8"))
        self.world: Data = json.loads(house.with_suffix(".json").read_text(encoding="utf-8"))
        self.rng = random.Random(5)
        super().__init__("thawed", f"sqlite:///{self.file}", self.world["at"] + STOPPED)
        put_up(self, self.world)

    def named(self, what: str) -> str:
        """A table by what it was frozen for."""
        return str(self.world["tables"][what])

    # Playing on

    def at_board(self, name: str, seat: int, verb: str) -> Reply:
        """The person at a seat presses a button of their room's board."""
        table, rooms = self.at_table(name), self.rooms_of(name)
        chair = table.chairs[seat - 1]
        user = str(chair.user)
        room = next((r for r in rooms if user.startswith(f"{r.platform}:")), None)
        question = getattr(table, "question", 0)
        self.clock.advance(2)
        return self.speech.hear(
            Heard(
                user, chair.name, self.clock(), room, press=read_datum(datum(name, question, verb))
            )
        )

    def rooms_of(self, name: str) -> Sequence[Room]:
        """Where a table is played."""
        return self.store.run(lambda work: work.rooms_of(name))

    def seat_at(self, table: Table, user: str) -> int:
        """Where somebody sits."""
        return next(i for i, chair in enumerate(table.chairs, 1) if chair.user == user)

    async def heal(self) -> None:
        """The bot is let into every group again from which it was removed."""
        for chat in self.other.server.chats.values():
            if chat.state == "kicked":
                chat.state = "member"
                admin = next(iter(self.other.server.people.values()))
                await self.other.membership(chat, admin, "kicked", "member")

    async def deal(self, name: str) -> None:
        """A lobby begins, with computers where it has too few people."""
        while isinstance(table := self.at_table(name), Lobby):
            host = self.seat_at(table, table.host)
            if len(table.chairs) < SEATS:
                assert self.at_board(name, host, "bot").message is None
                continue
            assert self.at_board(name, host, "start").message is None

    async def answer(self, name: str) -> None:
        """One answer at a table; where nobody is to answer, time passes."""
        table = self.running(name)
        people = [i for i, c in enumerate(table.chairs, 1) if c.user is not None and not c.left]
        if table.asleep:
            assert self.at_board(name, people[0], "back").message is None
            return
        asked = self.question(name).seats
        seats = [seat for seat in sorted(asked) if table.chairs[seat - 1].decides]
        if not seats:
            self.clock.advance(1)
            self.ticker.tick()
            if (thinking := thinking_at(self.house, name)) is not None:
                move = answered_instead(self.house, thinking)
                self.house.handle(Input(move, self.clock(), table=name))
            return
        seat = self.rng.choice(seats)
        game = self.house.games[table.game]
        code = self.rng.choice(game.moves(table.state, seat)).code
        reply = self.at_board(name, seat, f"m:{code}")
        assert reply.message is None, (name, code, reply.message)

    async def speak_up(self, name: str) -> None:
        """Somebody writes something in the table's LINE group: it may be answered then."""
        for room in self.rooms_of(name):
            if room.platform == "line":
                group = self.line.groups[room.chat]
                await self.say(self.line.users[group.members[0]], "🙂", room.chat)

    async def play_out(self, name: str, most: int = MOST) -> None:
        """A table is played to its end; the outbox goes out meanwhile."""
        await self.deal(name)
        for number in range(most):
            if not isinstance(self.at_table(name), Playing):
                break
            await self.answer(name)
            if number % 3 == 0:
                self.clock.advance(5)
                await self.settle()
            if number % 7 == 0:
                await self.speak_up(name)
        assert isinstance(self.at_table(name), Finished), name
        await self.other.quiet()
        await self.speak_up(name)
