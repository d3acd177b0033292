"""Billed messages: only with a budget, never beyond it, and never twice."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from adapters.line.api import Outcome
from adapters.line.push import QUOTA, WHAT, Push
from tests.adapters.line.crowd import at_table
from tests.adapters.line.fake import FakeApi
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage, inline
from tests.adapters.line.test_replies import asked

Play = Callable[[Stage, Match, Push], Awaitable[None]]


def with_budget(budget: int, play: Play, *, friends: bool = True) -> None:
    async def run() -> None:
        stage = Stage(language="en")
        push = Push(
            FakeApi(stage.line),
            stage.store,
            stage.store,
            inline(),
            stage.host.edge,
            budget,
        )
        push.join(stage.host.chats)
        stage.host.say.push = push
        users = [stage.person(name, friend=friends) for name in ("Mina", "Aki", "Ken")]
        if friends:
            for user in users:
                event = stage.line.event("follow", user.id, user.id, follow={"isUnblocked": False})
                await stage.send(event)
        chat = await stage.group(*users)
        stage.clock.advance(100)
        match = Match(stage, chat, users, "en")
        await match.gather()
        await play(stage, match, push)
        assert stage.line.billed <= budget
        assert not stage.line.refusals

    asyncio.run(run())


def hands(stage: Stage, match: Match) -> list[int]:
    return [sum("Your hand" in t or "Hand: " in t for t in stage.read(u.id)) for u in match.users]


def test_opening_hands_are_pushed_to_friends() -> None:
    async def play(stage: Stage, match: Match, push: Push) -> None:
        assert stage.line.billed == 3
        assert hands(stage, match) == [1, 1, 1]
        assert stage.store.spent(push.month(), WHAT) == 3
        # a push is no look: letters count only when they were asked for
        await match.turn(stage.playing(match.chat))
        assert stage.line.billed == 3

    with_budget(50, play)


def test_never_beyond_the_budget() -> None:
    async def play(stage: Stage, match: Match, push: Push) -> None:
        assert stage.line.billed == 2
        for _ in range(6):
            await match.turn(stage.playing(match.chat))
        assert stage.line.billed == 2

    with_budget(2, play)


def test_nothing_to_strangers_and_nothing_without_a_budget() -> None:
    async def play(stage: Stage, match: Match, push: Push) -> None:
        await match.turn(stage.playing(match.chat))
        assert stage.line.billed == 0 and not stage.line.keys

    with_budget(50, play, friends=False)
    with_budget(0, play)


def test_a_lost_answer_does_not_send_or_bill_twice() -> None:
    async def play(stage: Stage, match: Match, push: Push) -> None:
        user = next(each for each in match.users if each is not asked(match))
        stage.clock.advance(100)
        before = stage.line.billed
        stage.line.faults += ["lost", "down"]
        await stage.wait(301)  # half of the time is over: the person is reminded once
        await stage.wait(70)
        assert stage.line.billed == before + 1
        asked_one = asked(match)
        assert sum("Your group is waiting" in t for t in stage.read(asked_one.id)) == 1
        assert stage.store.spent(push.month(), WHAT) == before + 1
        assert user is not asked_one

    with_budget(50, play)


def test_lines_own_count_is_heeded() -> None:
    async def play(stage: Stage, match: Match, push: Push) -> None:
        assert stage.line.billed == 3
        stage.line.quota = 3
        await stage.wait(301)
        assert stage.line.billed == 3
        assert push.latch.shut(QUOTA)
        await stage.say(match.users[0], "/status", match.chat)
        told = "\n".join(stage.read(match.chat))
        assert told.count("This month's free messages are used up") == 1
        stage.line.quota = 200  # the owner has bought more
        await match.turn(stage.playing(match.chat))
        await stage.wait(310)
        assert stage.line.billed == 4 and not push.latch.names()

    with_budget(50, play)


def nudged(stage: Stage, match: Match) -> list[str]:
    return [u.name for u in match.users for t in stage.read(u.id) if "Your group is waiting" in t]


def test_one_nudge_at_half_time_for_whoever_holds_up_the_turn() -> None:
    async def play(stage: Stage, match: Match, push: Push) -> None:
        await stage.wait(270)
        assert nudged(stage, match) == []
        await stage.wait(20)
        assert nudged(stage, match) == [asked(match).name]
        assert stage.line.billed == 4 and stage.store.spent(push.month(), WHAT) == 4
        await stage.wait(900)  # the time is over, nobody has asked for it: no second one
        assert stage.line.billed == 4
        await match.turn(stage.playing(match.chat))
        await stage.wait(310)
        assert len(nudged(stage, match)) == 2  # another question

    with_budget(50, play)


def test_nudges_leave_enough_for_the_next_opening_hands() -> None:
    async def play(stage: Stage, match: Match, push: Push) -> None:
        await stage.wait(310)
        assert nudged(stage, match) == [] and stage.line.billed == 3
        assert stage.store.spent(push.month(), WHAT) == 3

    with_budget(6, play)

    async def enough(stage: Stage, match: Match, push: Push) -> None:
        await stage.wait(310)
        assert len(nudged(stage, match)) == 1

    with_budget(7, enough)


def test_nobody_is_nudged_who_has_answered_meanwhile() -> None:
    async def play(stage: Stage, match: Match, push: Push) -> None:
        user = asked(match)
        await stage.wait(270)
        stage.line.faults += ["down"] * 12  # nothing gets through for a while
        await stage.wait(59)
        assert len(stage.line.faults) < 12
        stage.line.faults.clear()
        before = stage.line.billed
        await match.turn(stage.playing(match.chat))
        await stage.wait(60)
        assert user.name not in nudged(stage, match)
        assert stage.line.billed == before

    with_budget(50, play)


def test_windows_nudge_nobody() -> None:
    async def run() -> None:
        stage = Stage(language="en")
        stage.host.say.push = Push(
            FakeApi(stage.line),
            stage.store,
            stage.store,
            inline(),
            stage.host.edge,
            50,
        )
        match = await at_table(stage, "coup", 3)
        for user in match.users:
            event = stage.line.event("follow", user.id, user.id, follow={"isUnblocked": False})
            stage.line.users[user.id].friend = True
            await stage.send(event)
        await match.verb(asked(match), "m:tax")
        stage.clock.advance(100)
        before = stage.line.billed
        await stage.wait(200)
        assert nudged(stage, match) == [] and stage.line.billed == before

    asyncio.run(run())


def test_a_refused_token_costs_one_of_the_budget_and_is_tried_again_with_time() -> None:
    async def play(stage: Stage, match: Match, push: Push) -> None:
        good = push.api
        push.api = Denied(stage.line)
        await stage.wait(301)
        spent = stage.store.spent(push.month(), WHAT)
        await stage.wait(120)
        assert stage.store.spent(push.month(), WHAT) == spent == 4 and push.latch.names()
        push.api = good
        await stage.wait(300)
        assert nudged(stage, match) == [asked(match).name] and not push.latch.names()
        assert stage.store.spent(push.month(), WHAT) == 4

    with_budget(50, play)


class Denied(FakeApi):
    """A LINE that does not know the token (any more)."""

    async def push(self, body: Any, retry_key: str) -> Outcome:
        return Outcome.DENIED
