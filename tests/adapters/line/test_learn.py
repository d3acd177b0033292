"""A guided first round in the chat of two: each step is a free reply; a group hears the way."""

from __future__ import annotations

import asyncio

from core.games.lady_luck.lesson import LESSON
from tests.adapters.line.fake import User, actions
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_replies import bot_entries


def test_a_whole_lesson_in_the_chat_of_two() -> None:
    async def run() -> None:
        stage = Stage(language="ja")
        mina = stage.person("Mina")
        await stage.say(mina, "あそびかた")
        assert "あそびかた" in bot_entries(stage, mina.id)[-1]["altText"]
        await stage.press(mina, mina.id, lambda each: "learn.lady-luck.0" in each.get("data", ""))
        for step, beat in enumerate(LESSON.beats):
            card = bot_entries(stage, mina.id)[-1]
            assert f"（{step + 1}/{len(LESSON.beats)}）" in card["altText"]
            await _make(stage, mina, f"learn.lady-luck.{step}.{beat.code}" if beat.own else "")
        last = bot_entries(stage, mina.id)[-1]
        assert "おしまい" in last["altText"]
        data = [each.get("data", "") for each in actions(last)]
        assert "-:0:learn.lady-luck.0" in data and "-:0:learn." in data

    asyncio.run(run())


async def _make(stage: Stage, user: User, move: str) -> None:
    """Press the buttons of a move, word by word; without one, the button that goes on."""
    for _ in range(4):
        found = [each.get("data", "") for each in actions(bot_entries(stage, user.id)[-1])]
        data = found[0] if not move else next(d for d in found if f"-:0:{move}.".startswith(d))
        await stage.do(user, user.id, {"type": "postback", "data": data})
        if not data.endswith("."):
            return


def test_a_group_is_shown_the_way() -> None:
    async def run() -> None:
        stage = Stage(language="ja")
        mina, aki = stage.person("Mina"), stage.person("Aki")
        chat = await stage.group(mina, aki)
        await stage.say(mina, "/learn", chat)
        card = bot_entries(stage, chat)[-1]
        assert "1対1のトーク" in card["altText"]
        [uri] = [each["uri"] for each in actions(card) if each["type"] == "uri"]
        assert uri.startswith("https://line.me/R/oaMessage/")
        before = len(bot_entries(stage, chat))
        await stage.say(mina, "あそびかた", chat)
        assert len(bot_entries(stage, chat)) == before, "a bare word is chatter"

    asyncio.run(run())
