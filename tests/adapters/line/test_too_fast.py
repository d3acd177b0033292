"""Somebody presses faster than any player on LINE: told so once, with the token of that press."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from adapters.shares import FRESH, PERSON, REST
from core.table.failures import OurTrouble
from tests.adapters.line.fake import Data, User
from tests.adapters.line.stage import Stage

BURST = int(PERSON[0])
FAST, FAST_JA = "more than I can keep up with", "速すぎて追いつけません"


def play(story: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await story()

    asyncio.run(whole())


async def gathered(stage: Stage) -> tuple[User, User, str]:
    aki, mina = stage.person("アキ"), stage.person("ミナ")
    chat = await stage.group(aki, mina)
    stage.clock.advance(FRESH)
    return aki, mina, chat


def presses(stage: Stage, user: User, chat: str, times: int) -> list[Data]:
    """Somebody presses the same key again and again within a moment."""
    postback = {"data": "-:0:rules"}
    return [stage.line.event("postback", chat, user.id, postback=postback) for _ in range(times)]


@pytest.mark.parametrize(("language", "told"), [("ja", FAST_JA), ("en", FAST)])
def test_presses(language: str, told: str) -> None:
    async def story() -> None:
        stage = Stage(language=language)
        aki, mina, chat = await gathered(stage)
        heard: list[str] = []
        hear = stage.host.group_ear.hear

        def hearing(event: Any) -> Any:
            heard.append(event.user)
            return hear(event)

        stage.host.group_ear.hear = hearing  # type: ignore[method-assign]
        since = len(stage.read(chat))
        for event in presses(stage, aki, chat, BURST + 100):
            await stage.send(event)
        assert heard == [aki.id] * BURST
        said = "\n".join(stage.read(chat)[since:])
        assert said.count(told) == 1
        await stage.send(*presses(stage, mina, chat, 3))
        assert heard[-3:] == [mina.id] * 3
        stage.clock.advance(REST)
        await stage.send(*presses(stage, aki, chat, 1))
        assert heard[-1] == aki.id

    play(story)


def test_words_among_friends_are_not_answered() -> None:
    async def story() -> None:
        stage = Stage()
        aki, _, chat = await gathered(stage)
        since = len(stage.read(chat))
        for _ in range(BURST + 50):
            await stage.send(stage.line.text(chat, aki.id, "わはは"))
        assert FAST_JA not in "\n".join(stage.read(chat)[since:])

    play(story)


def test_an_event_that_comes_again_counts_once() -> None:
    async def story() -> None:
        stage = Stage()
        aki, _, chat = await gathered(stage)
        hear, [event] = stage.host.group_ear.hear, presses(stage, aki, chat, 1)

        def trouble(event: object) -> Any:
            raise OurTrouble("full")

        stage.host.group_ear.hear = trouble  # type: ignore[method-assign]
        for _ in range(3 * BURST):
            assert await stage.line.send(event) == 500
        stage.host.group_ear.hear = hear  # type: ignore[method-assign]
        for _ in range(3 * BURST):
            assert await stage.line.send(event) == 200
        await stage.settle()
        assert FAST_JA not in "\n".join(stage.read(chat))

    play(story)


def test_what_line_brings_late_counts_at_its_own_time() -> None:
    """An outage of two minutes: all of it comes at once, and is heard."""

    async def story() -> None:
        stage = Stage()
        aki, _, chat = await gathered(stage)
        late: list[Data] = []
        for _ in range(200):
            late += presses(stage, aki, chat, 1)
            stage.clock.advance(0.5)
        since = len(stage.read(chat))
        for event in late:
            await stage.send(event | {"deliveryContext": {"isRedelivery": True}}, strict=False)
        assert FAST_JA not in "\n".join(stage.read(chat)[since:])

    play(story)


def test_two_albums_take_nothing_from_a_player() -> None:
    async def story() -> None:
        stage = Stage()
        aki, _, chat = await gathered(stage)
        photo = {"id": "1", "type": "image", "contentProvider": {"type": "line"}}
        for _ in range(2 * BURST):
            await stage.send(stage.line.event("message", chat, aki.id, message=photo), strict=False)
        await stage.say(aki, "遊ぶ", chat)
        assert stage.room(chat).table is not None
        assert FAST_JA not in "\n".join(stage.read(chat))

    play(story)


def test_chatter_does_not_take_the_answer_from_a_press() -> None:
    async def story() -> None:
        stage = Stage()
        aki, _, chat = await gathered(stage)
        since = len(stage.read(chat))
        for _ in range(BURST + 50):
            await stage.send(stage.line.text(chat, aki.id, "わはは"))
        await stage.send(*presses(stage, aki, chat, 3))
        assert "\n".join(stage.read(chat)[since:]).count(FAST_JA) == 1

    play(story)
