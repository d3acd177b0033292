"""What may double, doubles once; what surely did not arrive is said again; nothing is closed for
ever."""

from __future__ import annotations

import asyncio
from typing import Any

from adapters.line.api import Outcome
from tests.adapters.line.fake import Data, FakeApi
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import asked, at_a_table, bot_entries


class Bad(FakeApi):
    """A LINE that carries replies out without a word, or refuses them."""

    mode = ""
    dead = False  # it gives no sign of life either
    replies = 0

    async def reply(self, body: Any) -> Outcome:
        self.replies += 1
        if self.mode == "silent":  # it carries out what it gets, and no answer comes
            await super().reply(body)
            return Outcome.FAILED
        if self.mode:
            return Outcome(self.mode)
        return await super().reply(body)

    async def ask(
        self, path: str, method: str = "GET", timeout: float = 5.0, body: Any = None
    ) -> tuple[int, Data]:
        if self.dead:
            return 502, {}
        return await super().ask(path, method, timeout, body)


def bad(stage: Stage) -> Bad:
    """LINE behaves from now on."""
    api = Bad(stage.line)
    stage.host.say.replies.api = api
    return api


def said(stage: Stage, match: Match, words: str) -> int:
    return sum(words in text for text in stage.seen(match.chat))


def test_a_board_of_unknown_fate_comes_once_more_at_the_most() -> None:
    async def play(stage: Stage, match: Match) -> None:
        api = bad(stage)
        api.mode, api.dead = "silent", True
        user = asked(match)
        before = len(bot_entries(stage, match.chat))
        await stage.say(user, "/away", match.chat)
        first = len(bot_entries(stage, match.chat)) - before
        assert first
        stage.clock.advance(30)
        for _ in range(20):  # everybody wonders; LINE stays as it is
            await stage.say(match.users[0], "hm", match.chat)
            await stage.wait(15)
        assert len(bot_entries(stage, match.chat)) - before == first
        api.mode, api.dead = "", False
        await stage.wait(120)
        for _ in range(3):
            await stage.say(match.users[0], "hm", match.chat)
            await stage.wait(60)
        assert said(stage, match, f"{user.name} lets a computer play") <= 2

    at_a_table(play)


def test_an_answer_to_a_person_comes_twice_at_the_most() -> None:
    async def play(stage: Stage, match: Match) -> None:
        api = bad(stage)
        api.mode = "silent"
        before = len(bot_entries(stage, match.chat))
        await stage.say(match.users[0], "/rules", match.chat)
        assert len(bot_entries(stage, match.chat)) == before + 1
        for mode in ("silent", ""):
            api.mode = mode
            for _ in range(5):
                stage.clock.advance(20)
                await stage.say(match.users[1], "hm", match.chat)
        assert len(bot_entries(stage, match.chat)) == before + 2
        assert not stage.host.chats.of(match.chat).extras

    at_a_table(play)


def test_what_line_does_not_take_now_is_said_a_little_later_with_the_same_token() -> None:
    for mode in ("later", "denied", "away"):

        async def play(stage: Stage, match: Match, mode: str = mode) -> None:
            api = bad(stage)
            api.mode = mode
            user = asked(match)
            before = len(bot_entries(stage, match.chat))
            await stage.say(user, "/away", match.chat)
            assert len(bot_entries(stage, match.chat)) == before
            (channel,) = stage.host.edge.channels.channels()
            assert channel.trouble
            api.mode = ""
            await stage.wait(12)
            assert said(stage, match, f"{user.name} lets a computer play") == 1
            assert stage.line.billed == 0

        at_a_table(play)


def test_a_token_refused_for_an_hour_opens_with_the_next_event() -> None:
    async def play(stage: Stage, match: Match) -> None:
        api = bad(stage)
        api.mode = "denied"
        user = asked(match)
        await stage.say(user, "/away", match.chat)
        await stage.wait(3600)
        api.mode = ""
        await stage.say(match.users[0], "hm", match.chat)
        assert said(stage, match, f"{user.name} lets a computer play") == 1

    at_a_table(play)


def test_a_hand_that_did_not_leave_comes_by_itself() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        users = [stage.person(name) for name in ("Mina", "Aki")]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, "en")
        await match.gather()
        user = asked(match)
        api = bad(stage)
        api.mode = "away"
        await stage.say(user, "hand")
        assert not bot_entries(stage, user.id)
        api.mode = ""
        await stage.wait(12)
        assert bot_entries(stage, user.id)

    asyncio.run(run())
