"""Deals by a round on LINE, where everything that is said needs a token."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from core.table.table import Drawing, Finished, Playing
from tests.adapters.beacon.staged import LEAGUE, OnLine, beacon_of, bring
from tests.adapters.line.fake import User
from tests.adapters.line.players import Match

COMES = 10  # seconds after the start: the round is there
OVER = 21  # seconds after the start: nobody waits any longer


async def started(stage: OnLine) -> tuple[str, list[User], Match]:
    """Three people have begun a short match of Love Letter; the deal waits."""
    users = [stage.person(name) for name in ("ミナ", "Aki", "けん")]
    chat = await stage.group(*users)
    match = Match(stage, chat, users)
    await match.verb(users[0], "open")
    for user in users[1:]:
        await match.verb(user, "join")
    name = stage.table(chat).id
    await stage.do(users[0], chat, {"type": "postback", "data": f"{name}:0:set.target.1"})
    await stage.wait(50)  # tokens of the lobby are too old by now
    await match.verb(users[0], "start")
    assert isinstance(stage.table(chat), Drawing)
    return chat, users, match


def said(stage: OnLine, chat: str) -> int:
    """How many messages the account has written there."""
    return sum(each.by == "bot" for each in stage.entries(chat))


def play(test: Any) -> None:
    asyncio.run(test())


@pytest.mark.parametrize("outcome", ["came", "missed"])
def test_the_token_of_the_start_carries_the_deal(outcome: str) -> None:
    async def test() -> None:
        stage = OnLine(outcome)
        chat, _, match = await started(stage)
        before = said(stage, chat)
        await stage.wait(5)
        assert said(stage, chat) == before  # the token is kept for the deal
        if outcome == "came":
            await stage.wait(COMES - 5)
            assert bring(stage) == 1
        else:
            await stage.wait(OVER - 5)
        await stage.settle()
        table = stage.playing(chat)
        assert beacon_of(table).missed is (outcome == "missed")
        assert said(stage, chat) > before
        told = "\n".join(stage.read(chat, len(stage.entries(chat)) - 8))
        assert table.deal.commit in told  # people, cuts and round, with the deal itself
        await match.play()
        assert isinstance(stage.table(chat), Finished)
        assert stage.line.billed == 0
        assert not stage.line.refusals

    play(test)


def test_a_second_token_tells_the_round_before_it_comes() -> None:
    async def test() -> None:
        stage = OnLine("second")
        chat, users, match = await started(stage)
        before = said(stage, chat)
        await stage.say(users[1], "いよいよだね", chat)  # not meant for us
        assert said(stage, chat) > before
        table = stage.table(chat)
        assert isinstance(table, Drawing)
        told = "\n".join(stage.read(chat, len(stage.entries(chat)) - 4))
        assert table.deal.commit in told
        assert stage.clock() < LEAGUE.chain.time_of(beacon_of(table).round)
        before = said(stage, chat)
        await stage.wait(COMES)
        assert bring(stage) == 1
        await stage.settle()
        assert isinstance(stage.table(chat), Playing)
        assert said(stage, chat) > before  # the token of the start carries the deal
        await match.play()
        assert isinstance(stage.table(chat), Finished)
        assert not stage.line.refusals

    play(test)


def test_after_a_restart_the_next_word_brings_the_deal(tmp_path: Path) -> None:
    async def test() -> None:
        stage = OnLine("restart", f"sqlite:///{tmp_path}/x.db")
        chat, users, match = await started(stage)
        before = said(stage, chat)
        stage.open()  # tokens are gone
        await stage.wait(COMES)
        assert bring(stage) == 1
        await stage.settle()
        assert said(stage, chat) == before
        await stage.say(users[1], "まだ？", chat)
        assert said(stage, chat) > before
        assert beacon_of(stage.playing(chat)).signature
        await match.play()
        assert isinstance(stage.table(chat), Finished)
        assert not stage.line.refusals

    play(test)
