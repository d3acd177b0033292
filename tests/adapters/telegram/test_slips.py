"""A move that loses at once: asked for once more in the private chat and in an alert."""

from __future__ import annotations

import re
from typing import Any

from core.games.love_letter.names import Card
from core.table.table import Playing
from tests.adapters.table import deal
from tests.adapters.telegram.players import awaited, push, seat, table, verb
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_hear import running
from tests.adapters.telegram.test_match import four


def moves(stage: Stage, name: str) -> tuple[str, ...]:
    now = table(stage, name)
    assert isinstance(now, Playing)
    return now.moves


def verbs(message: dict[str, Any]) -> list[str]:
    return [verb(data) for _, data in buttons(message) if verb(data)[:2] in ("m:", "?:")]


def test_in_private_by_buttons() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage)
        who = awaited(stage, name)
        own = stage.server.chat(who.number)
        old = next(data for _, data in buttons(stage.newest(own)) if verb(data)[:2] in ("m:", "?:"))
        deal(stage.house, name, Card.PRINCESS, Card.HANDMAID)
        await stage.says(who, "hand")
        await stage.quiet()
        card = stage.newest(own)
        assert verbs(card) == ["?:princess", "m:handmaid"]
        princess = next(data for _, data in buttons(card) if verb(data) == "?:princess")
        await stage.press(who, princess, own, card)
        await stage.quiet()
        assert "Play it all the same?" in card["text"]
        assert verbs(card) == ["m:princess", "?:"]
        await stage.press(who, next(d for _, d in buttons(card) if verb(d) == "?:"), own, card)
        assert verbs(card) == ["?:princess", "m:handmaid"]
        assert not moves(stage, name)
        # A button that was sent before there was any question.
        await stage.press(who, old.rpartition(":")[0].rpartition(":")[0] + ":m:princess", own, card)
        assert moves(stage, name)[0].endswith(":princess")

    run(story())


def test_in_private_by_words() -> None:
    async def story() -> None:
        stage = Stage()
        _, chat, name = await running(stage)
        who = awaited(stage, name)
        own = stage.server.chat(who.number)
        deal(stage.house, name, Card.PRINCESS, Card.HANDMAID)
        before = len(chat.log)
        await stage.says(who, "princess")
        await stage.quiet()
        asked = stage.newest(own)
        assert "Play it all the same?" in asked["text"]
        assert verbs(asked) == ["m:princess", "?:"]
        assert not moves(stage, name)
        assert len(chat.log) == before, "nothing is said in the group"
        await stage.press(who, buttons(asked)[0][1], own, asked)
        assert moves(stage, name)[0].endswith(":princess")

    run(story())


def test_by_letters_in_the_group() -> None:
    """The first press is answered to the presser alone, like half a choice."""

    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage, 0), stage.group()
        name = await seat(stage, chat, people[:3])
        await push(stage, chat, people[0], "start")
        await stage.quiet()
        who = awaited(stage, name)
        deal(stage.house, name, Card.PRINCESS, Card.GUARD)
        await push(stage, chat, who, "hand")
        meant = dict(re.findall(r"^([A-Z]): \d (\w+)", who.alerts[-1]["text"], re.M))
        board = stage.newest(chat)
        letters = {verb(data)[3:]: data for _, data in buttons(board) if verb(data)[:3] == "~0."}
        mark = {word: letter for letter, word in meant.items()}
        log = len(chat.log)
        await stage.press(who, letters[mark["Princess"]], chat, board)
        await stage.quiet()
        asked = who.alerts[-1]
        assert asked["alert"] and "Play it all the same?" in asked["text"]
        assert "press the same again within a minute" in asked["text"]
        assert len(chat.log) == log, "the group sees nothing of it"
        assert not moves(stage, name)
        await stage.press(who, letters[mark["Guard"]], chat, board)
        assert not who.alerts[-1]["alert"], "half a choice"
        assert len(chat.log) == log
        for _ in range(2):
            assert not moves(stage, name)
            await stage.press(who, letters[mark["Princess"]], chat, board)
        assert moves(stage, name)[0].endswith(":princess")

    run(story())
