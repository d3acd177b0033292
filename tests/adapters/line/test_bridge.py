"""One table in two rooms: two LINE groups, or a Telegram group and a LINE group."""

from __future__ import annotations

import asyncio
import random
import re
from functools import partial

from adapters.letter import RoomLetter
from adapters.line.joined import Line
from adapters.line.texts import LineHearsLater
from adapters.page.keys import Keys
from adapters.page.links import Addresses, Links
from core.house.house import Input
from core.house.ports import Work, room_lane
from core.kernel.asks import Ask
from core.table.commands import Choose
from core.table.table import Lobby, Playing
from tests.adapters.line.fake import SECRET, FakeApi, FakeLine, User
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import bot_entries
from tests.adapters.telegram import players as telegram
from tests.adapters.telegram.stage import Stage as TelegramStage


class OnBoth(Stage):
    """The house of a fake Telegram, with LINE joined to it."""

    def __init__(self, other: TelegramStage) -> None:
        self.other = other
        self.clock = other.clock  # type: ignore[assignment]
        self.line = FakeLine(self.clock)
        self.language = "ja"
        self.open()

    def open(self) -> None:
        self.store, self.house = self.other.store, self.other.house
        self.speech, self.post = self.other.speech, self.other.post
        self.ticker = self.other.ticker
        self.keys = Keys(self.store, self.clock)
        self.links = Links(self.house, self.store, self.keys, self.clock, Addresses(self.address))
        self.host = Line(
            SECRET,
            FakeApi(self.line),
            self.house,
            self.speech,
            self.store,
            self.store,
            self.post,
            self.other.writer,
            self.clock,
            "ja",
            links=self.links,
        )
        self.ticker.holds = self.host.holds
        self.post.scribe.remarks = self.host.remarks
        self.post.platforms["line"] = self.host.say  # type: ignore[index]
        self.host.say.basic_id = "@123abcde"
        self.line.receiver = self._receive

    async def settle(self) -> None:
        await self.host.hear.settle()
        await self.other.settle()


def code_in(texts: list[str]) -> str:
    return next(found[1] for text in texts if (found := re.search(r"([2-9A-HJ-NP-Z]{6})", text)))


def test_two_line_groups_at_one_table() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        mina, aki, ken, bob = (stage.person(name) for name in ("Mina", "Aki", "Ken", "Bob"))
        one = await stage.group(mina, aki, title="First")
        two = await stage.group(ken, bob, title="Second")
        first, second = Match(stage, one, [mina, aki], "en"), Match(stage, two, [ken, bob], "en")
        await first.verb(mina, "open")
        await first.verb(aki, "join")
        await stage.say(mina, "/bridge", one)
        code = code_in([text for text in stage.read(one) if "10 minutes" in text])
        await stage.say(ken, f"/bridge {code}", two)
        assert any("is asked whether" in text for text in stage.read(two))
        stage.clock.advance(30)
        await stage.say(aki, "hm", one)  # the first group hears it with its next word
        room = stage.room(two).id
        await first.verb(mina, f"knock.yes.{room}")
        stage.clock.advance(30)
        await stage.say(bob, "hm", two)
        for user in (ken, bob):
            await second.verb(user, "join")
        target = {"type": "postback", "data": f"{stage.table(one).id}:0:set.target.1"}
        await stage.do(mina, one, target)
        await first.verb(mina, "start")
        table = stage.playing(one)
        assert stage.room(two).table == table.id and len(table.chairs) == 4
        rooms = [chair.room for chair in table.chairs]
        assert rooms in ([rooms[0]] * 2 + [rooms[-1]] * 2,) and len(set(rooms)) == 2
        groups = {user.id: match for match in (first, second) for user in match.users}
        everybody: list[User] = [mina, aki, ken, bob]
        for _ in range(300):
            now = stage.table(one)
            if not isinstance(now, Playing):
                break
            seat = min(now_asked(stage, now))
            match = groups[str(now.chairs[seat - 1].user).partition(":")[2]]
            asked = next(u for u in everybody if now.chairs[seat - 1].user == f"line:{u.id}")
            stage.clock.advance(20)
            if now.question != shown_question(stage, match.chat):
                await stage.say(asked, "?", match.chat)  # any word brings what is new
            await match.turn(now)
        else:
            raise AssertionError("the match does not end")
        assert stage.line.billed == 0 and not stage.line.refusals
        for chat in (one, two):
            assert "Seats in order: " in "\n".join(stage.read(chat))
        assert any("Also played in another group" in text for text in stage.read(two))

    asyncio.run(run())


def now_asked(stage: Stage, table: Playing) -> frozenset[int]:
    """The seats that are asked."""
    asked = stage.house.games[table.game].ask(table.state)
    assert isinstance(asked, Ask)
    return asked.seats


def shown_question(stage: Stage, chat: str) -> int:
    """The question that the newest board of a group shows."""
    for each in actions_of(stage, chat):
        parts = each.get("data", "").split(":")
        if len(parts) > 2 and parts[1] != "0":
            return int(parts[1], 36)
    return 0


def test_telegram_and_line_at_one_table() -> None:
    async def run() -> None:
        other = TelegramStage("bridge")
        await other.begin()
        stage = OnBoth(other)
        rng = random.Random(5)
        people = [other.person(number, name) for number, name in ((1, "Aki"), (2, "Ben"))]
        chat = other.group("Telegram friends")
        mina = stage.person("ミナ")
        group = await stage.group(mina, title="LINEの友だち")
        name = await telegram.seat(other, chat, people)
        await other.says(people[0], "/bridge", chat)
        texts = [m["text"] for m in chat.messages.values()]
        texts += [m["text"] for m in other.server.chat(1).messages.values()]
        texts += [alert["text"] for alert in people[0].alerts]
        code = code_in([text for text in texts if "10 minutes" in text])
        await stage.say(mina, f"/bridge {code}", group)
        await other.quiet()
        await telegram.push(other, chat, people[0], f"knock.yes.{stage.room(group).id}")
        stage.clock.advance(20)
        await stage.say(mina, "?", group)
        match = Match(stage, group, [mina])
        await match.verb(mina, "join")
        lobby = telegram.table(other, name)
        assert isinstance(lobby, Lobby) and [c.letters for c in lobby.chairs] == [
            False,
            False,
            True,
        ]
        await other.quiet()
        short = Choose("telegram:1", "target", "1")
        stage.house.handle(Input(short, stage.clock(), table=name))
        await telegram.push(other, chat, people[0], "start")
        for _ in range(200):
            table = telegram.table(other, name)
            if not isinstance(table, Playing):
                break
            await other.quiet()
            seat = min(now_asked(stage, table))
            stage.clock.advance(11)
            if table.chairs[seat - 1].user == f"line:{mina.id}":
                stage.clock.advance(50)  # the last reply token of LINE is too old now
                lane = room_lane(stage.store.rooms_on("telegram")[0].id)
                stage.store.run(partial(_touch, lane, name, stage.clock()))
                batch = stage.store.claim_one(lane, stage.clock(), 30.0)
                assert batch is not None
                letter = other.post.scribe.letter(batch)
                assert isinstance(letter, RoomLetter)
                assert LineHearsLater() in letter.shown[-1].board.asked
                stage.store.postpone(batch, stage.clock())
                before = len(bot_entries(stage, group))
                await stage.say(mina, "?", group)  # what happened there is told here now
                assert len(bot_entries(stage, group)) >= before
                await match.turn(table)
            else:
                await telegram.act_in_private(other, telegram.awaited(other, name), rng)
        assert not isinstance(telegram.table(other, name), Playing)
        assert stage.line.billed == 0 and not stage.line.refusals
        texts = stage.read(group)
        assert any("別のグループともつながっています" in t or "Also played" in t for t in texts)
        assert any("Aki" in text for text in texts)

    asyncio.run(run())


def _touch(lane: str, table: str, at: float, work: Work) -> None:
    """A card is to be shown again."""
    work.touch(lane, table, at)
