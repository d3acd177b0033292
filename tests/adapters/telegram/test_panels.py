"""The match in four panels goes to the group as a photo with its words: once, whatever happens."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest

from adapters.telegram.doing import LONGEST_CAPTION, ShowPanels
from core.desk.bluffs import unasked_bluff
from core.house.house import Input
from core.kernel.asks import Ask
from core.table.commands import Answer
from core.table.table import Finished, Playing
from tests.adapters.telegram.coup_tables import variants
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import NAMES, play, push, seat, table
from tests.adapters.telegram.stage import Stage, run

CLAIMS = ("allow", "coup", "assassinate", "tax", "steal", "exchange")
PNG = b"\x89PNG\r\n\x1a\n picture"


def photos(chat: Chat) -> list[dict[str, Any]]:
    return [message for message in chat.messages.values() if "file" in message]


async def finished(stage: Stage) -> tuple[list[Person], Chat, str]:
    """A match that four people have played to its end."""
    await stage.begin()
    people = [stage.person(11 + index, name) for index, name in enumerate(NAMES[:4])]
    chat = stage.group()
    name = await seat(stage, chat, people, "ja")
    await play(stage, chat, random.Random(1))
    return people, chat, name


async def bluffed(stage: Stage) -> tuple[list[Person], Chat, str]:
    """A match of Coup in which people claim whatever comes, and nobody doubts it."""
    people, chat, name = await variants(stage, 3, language="ja", switches={})
    game = stage.house.games["coup"]
    while isinstance(now := table(stage, name), Playing):
        asked = game.ask(now.state)
        assert isinstance(asked, Ask)
        at = min(asked.seats)
        codes = [move.code for move in game.moves(now.state, at)]
        liked = (c for want in CLAIMS for c in codes if c.startswith(want))
        answer = Answer(str(now.chairs[at - 1].user), now.question, next(liked, codes[-1]))
        stage.house.handle(Input(answer, stage.clock(), table=name))
    await stage.quiet()
    return people, chat, name


async def painted(svg: str) -> bytes:
    assert svg.startswith("<svg")
    return PNG


async def nothing(svg: str) -> bytes:
    return b""


def test_anybody_brings_the_picture_into_the_group_once() -> None:
    async def match() -> None:
        stage = Stage("panels")
        people, chat, _ = await finished(stage)
        stage.telegram.doer.paint = painted
        await push(stage, chat, stage.person(77, "Zoe"), "panels")
        [photo] = photos(chat)
        assert "起" in photo["text"] and "結" in photo["text"]
        assert len(photo["text"]) <= LONGEST_CAPTION
        await push(stage, chat, people[0], "panels")
        assert len(photos(chat)) == 1
        assert people[0].alerts[-1]["text"] == "4コマはもう上に出ています。"

    run(match())


def test_who_presses_again_and_again_in_private_is_painted_for_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def match() -> None:
        stage = Stage("panels-again")
        people, _, name = await finished(stage)
        doer, alone = stage.telegram.doer, people[0].number
        begun, go_on = [], asyncio.Event()

        async def slowly(svg: str) -> bytes:
            begun.append(svg)
            await go_on.wait()
            return PNG

        doer.paint = slowly
        thing = ShowPanels(alone, "<svg/>", "words", name)
        for _ in range(5):
            doer.start([thing])
        for _ in range(50):
            await asyncio.sleep(0)
        assert len(begun) == 1
        go_on.set()
        await stage.quiet()
        assert len(photos(stage.server.chat(alone))) == 1
        monkeypatch.setattr(doer.api.pacer, "wait", lambda *asked: 1e6)
        doer.start([thing])
        await doer.finish()
        assert len(begun) == 1, "it would not be sent"

    run(match())


def test_without_a_picture_the_words_come() -> None:
    async def match() -> None:
        stage = Stage("panels-words")
        people, chat, _ = await finished(stage)
        stage.telegram.doer.paint = nothing
        await push(stage, chat, people[0], "panels")
        assert not photos(chat)
        assert "起" in stage.newest(chat)["text"]

    run(match())


def test_what_was_lost_on_the_way_comes_once() -> None:
    """Nobody knows whether it arrived: then it is not sent again."""

    async def match() -> None:
        stage = Stage("panels-lost")
        people, chat, _ = await finished(stage)
        stage.telegram.doer.paint = painted
        stage.server.lose_answer.add("sendPhoto")
        await push(stage, chat, people[0], "panels")
        assert len(photos(chat)) == 1
        await push(stage, chat, people[1], "panels")
        assert len(photos(chat)) == 1

    run(match())


def test_a_bluff_is_told_to_its_owner_alone_until_they_tell() -> None:
    async def match() -> None:
        stage = Stage("bluff")
        people, chat, name = await bluffed(stage)
        over, game = table(stage, name), stage.house.games["coup"]
        assert isinstance(over, Finished)
        owners: list[Person] = []
        for seat_, chair in enumerate(over.chairs, 1):
            person = next(each for each in people if chair.user == f"telegram:{each.number}")
            private = stage.server.chat(person.number)
            knows = any("🤫" in message["text"] for message in private.messages.values())
            assert knows == (unasked_bluff(over, game, seat_) is not None)
            owners += [person] * knows
            assert not any("🤫" in message["text"] for message in chat.messages.values())
        for _ in range(2):
            await push(stage, stage.server.chat(owners[0].number), owners[0], "own-up")
            assert sum("🤫" in message["text"] for message in chat.messages.values()) == 1

    run(match())
