"""Taking a seat, and what pressing Start does."""

from __future__ import annotations

import random

from tests.adapters.telegram.players import (
    awaited,
    play,
    push,
    seat,
    table,
)
from tests.adapters.telegram.stage import Stage, run
from tests.adapters.telegram.test_hear import names, running
from tests.adapters.telegram.test_match import four

OLD = -4455


def test_join_seats_at_once_and_shows_the_way_to_start_once() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage, 1), stage.group()
        name = await seat(stage, chat, people[:2])
        assert names(stage, name) == ["Aki", "Mina"]
        answer = people[1].alerts[-1]
        assert answer["url"] == f"https://t.me/fumibako_bot?start=j_{name}"
        await push(stage, chat, people[1], "leave")
        await push(stage, chat, people[1], "join")
        assert people[1].alerts[-1]["url"] == ""
        await stage.says(people[1], f"/start j_{name}")
        await stage.quiet()
        told = stage.newest(stage.server.chat(12))["text"]
        assert told == "You sit in “Friends” (Love Letter). From now on your cards come here."
        await push(stage, chat, people[0], "start")
        assert "Your hand" in stage.newest(stage.server.chat(12))["text"]
        assert not any(chair.letters for chair in table(stage, name).chairs)

    run(story())


def test_start_without_anything_offers_to_be_added_to_a_group() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        aki = stage.person(11, "Aki", "en", started=False)
        await stage.says(aki, "/start")
        await stage.quiet()
        message = stage.newest(stage.server.chat(11))
        urls = [b["url"] for row in message["rows"] for b in row if "url" in b]
        assert urls == ["https://t.me/fumibako_bot?startgroup=play"]
        before = message["text"]
        await push(stage, stage.server.chat(11), aki, "lang")
        assert stage.store.person("telegram:11").language == "ja"
        assert before

    run(story())


def test_start_in_mid_game_shows_the_hand() -> None:
    async def story() -> None:
        stage = Stage()
        _, _, name = await running(stage)
        who = awaited(stage, name)
        own = stage.server.chat(who.number)
        first = stage.newest(own)
        await stage.says(who, "/start")
        await stage.wait(10)
        cards = [m for m in own.messages.values() if "Your hand" in m["text"] and m["rows"]]
        assert len(cards) == 1
        assert cards[0]["message_id"] > first["message_id"]
        await stage.says(who, "/hand")
        await stage.wait(10)
        assert "Your hand" in stage.newest(own)["text"]

    run(story())


def test_whoever_starts_in_mid_game_gets_cards_in_private() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage, 1), stage.group()
        name = await seat(stage, chat, people[:2])
        await push(stage, chat, people[0], "start")
        assert [chair.name for chair in table(stage, name).chairs if chair.letters] == ["Mina"]
        await stage.says(people[1], "/start")
        await stage.quiet()
        assert not any(chair.letters for chair in table(stage, name).chairs)
        await play(stage, chat, random.Random(4))

    run(story())
