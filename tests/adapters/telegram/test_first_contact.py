"""How people and groups meet the bot: greetings, what can be said, words that are nobody's."""

from __future__ import annotations

import re
from typing import Any

import pytest

from core.table.table import Lobby
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import push, seat, table, table_id, verb
from tests.adapters.telegram.stage import GROUP, Stage, buttons, run
from tests.adapters.telegram.test_hear import lobby, names
from tests.adapters.telegram.test_match import four

USER = {"type": "user", "date": 1, "sender_user": {"id": 5, "is_bot": False, "first_name": "Else"}}
GAMES = ("Love Letter", "Coup", "Old Maid")


async def begun(language: str = "") -> tuple[Stage, Person, Chat]:
    stage = Stage()
    await stage.begin()
    return stage, stage.person(11, "Aki", language), stage.group()


def hellos(chat: Chat) -> list[dict[str, Any]]:
    return [m for m in chat.messages.values() if "I host card games here" in m["text"]]


@pytest.mark.parametrize("first", ["added", "start"])
def test_a_group_is_greeted_once_however_telegram_tells_of_it(first: str) -> None:
    async def story() -> None:
        stage, aki, chat = await begun()
        if first == "added":
            await stage.add_bot(chat, aki)
        await stage.says(aki, "/start@fumibako_bot play", chat)
        if first == "start":
            await stage.add_bot(chat, aki)
        await stage.quiet()
        assert len(hellos(chat)) == 1
        await stage.says(aki, "/start@fumibako_bot", chat)  # whoever asks is answered
        await stage.quiet()
        assert len(hellos(chat)) == 2

    run(story())


@pytest.mark.parametrize("said", ["/help", "/rules", "hello", "/status", "guard 2", "はい？"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_whoever_sits_nowhere_is_told_what_this_is(said: str, language: str) -> None:
    async def story() -> None:
        stage, aki, _ = await begun(language)
        await stage.says(aki, said)
        await stage.quiet()
        chat = stage.server.chat(aki.number)
        welcome = stage.newest(chat)
        titles = GAMES if language == "en" else ("ラブレター", "クー", "ババ抜き")
        assert all(title in welcome["text"] for title in titles), welcome["text"]
        adds = [b for row in welcome["rows"] for b in row if "startgroup=play" in b.get("url", "")]
        assert len(adds) == 1 and len(chat.messages) == 2

    run(story())


def test_forwarded_words_do_nothing() -> None:
    async def story() -> None:
        stage, aki, chat = await begun()
        await stage.says(aki, "/play", chat, forward_origin=USER)
        await stage.says(aki, "/help", forward_origin=USER)
        await stage.quiet()
        room = stage.store.rooms_on("telegram")
        assert not [each for each in room if each.table is not None]
        assert all(m["from"]["id"] == aki.number for m in chat.messages.values())
        assert len(stage.server.chat(aki.number).messages) == 1
        await stage.says(aki, "/play", chat)
        await stage.quiet()
        assert isinstance(table(stage, table_id(stage, chat)), Lobby)

    run(story())


@pytest.mark.parametrize("said", ["/new@fumibako_bot", "/x@fumibako_bot"])
def test_an_unknown_command_is_told_what_can_be_said(said: str) -> None:
    async def story() -> None:
        stage, aki, chat = await begun()
        await stage.says(aki, said, chat)
        await stage.quiet()
        answer = stage.newest(chat)
        assert "/play" in answer["text"] and "\n" not in answer["text"]
        assert [verb(data) for _, data in buttons(answer)] == ["open"]
        await push(stage, chat, aki, "open")
        await stage.quiet()
        assert isinstance(table(stage, table_id(stage, chat)), Lobby)
        await stage.says(aki, said, chat)
        await stage.quiet()
        again = [m for m in chat.messages.values() if "What you can say" in m["text"]]
        assert len(again) == 2 and not buttons(again[-1])
        await stage.says(aki, said.partition("@")[0], chat)  # maybe another bot's
        await stage.quiet()
        assert len([m for m in chat.messages.values() if "What you can say" in m["text"]]) == 2

    run(story())


def test_whoever_writes_as_a_channel_is_asked_to_press_a_button() -> None:
    async def story() -> None:
        stage = Stage()
        _, chat, name = await lobby(stage)
        channel = Person(136817688, "Channel")
        channel.is_bot = True
        news = stage.group("News", -1009, "channel")
        await stage.says(channel, "/join", chat, sender_chat=news.info())
        await stage.quiet()
        told = [m["text"] for m in chat.messages.values() if "as a channel" in m["text"]]
        assert len(told) == 1
        assert names(stage, name) == ["Aki", "Mina"]
        count = len(chat.log)
        await stage.says(channel, "hello", chat, sender_chat=news.info())
        posted: dict[str, Any] = {"is_automatic_forward": True}
        await stage.says(channel, "/join", chat, sender_chat=news.info(), **posted)
        await stage.quiet()
        assert len(chat.log) == count

    run(story())


async def invited(stage: Stage, started: bool) -> tuple[list[Person], Chat, str]:
    await stage.begin()
    people, chat = four(stage), stage.group("Friends")
    if not started:
        people[1] = stage.person(21, "Nao", started=False)
    name = await seat(stage, chat, people[:2])
    await push(stage, chat, people[1], "invite")
    await stage.quiet()
    return people, chat, name


def test_a_code_comes_in_private_with_a_button_that_copies_it() -> None:
    async def story() -> None:
        stage = Stage("copied")
        people, _, name = await invited(stage, started=True)
        card = next(
            m
            for m in stage.server.chat(people[1].number).messages.values()
            if "/bridge@" in m["text"]
        )
        copy, other = (row[0] for row in card["rows"])
        said = copy["copy_text"]["text"]
        code = re.fullmatch(r"/bridge@fumibako_bot ([A-Z0-9]{6})", said)
        assert code is not None and said in card["text"].replace("<code>", "")
        assert other["url"] == f"https://t.me/fumibako_bot?startgroup=b_{code[1]}"
        there = stage.group("Others", GROUP - 1)
        await stage.add_bot(there, people[2])
        await stage.says(people[2], f"/start@fumibako_bot b_{code[1]}", there)
        await stage.quiet()
        now = table(stage, name)
        assert isinstance(now, Lobby) and [each.title for each in now.knocking] == ["Others"]
        assert len(hellos(there)) == 1
        await stage.says(people[0], "yes", stage.server.chats[GROUP])  # the host lets them in
        await stage.quiet()
        assert "Others" in stage.newest(there)["text"]

    run(story())


def test_whom_we_cannot_write_to_gets_the_way_there() -> None:
    async def story() -> None:
        stage = Stage("way")
        people, _, name = await invited(stage, started=False)
        answer = people[1].alerts[-1]
        assert answer["url"] == f"https://t.me/fumibako_bot?start=b_{name}"
        await stage.says(people[1], f"/start b_{name}")
        await stage.quiet()
        assert "/bridge@fumibako_bot" in stage.newest(stage.server.chat(people[1].number))["text"]

    run(story())


def test_leaving_in_private_asks_at_which_of_two_tables() -> None:
    async def story() -> None:
        stage = Stage("two")
        await stage.begin()
        people = four(stage)
        games = {}
        for number, title in enumerate(("Friday", "Family")):
            chat = stage.group(title, GROUP - number)
            games[title] = await seat(stage, chat, people[:2])
        await stage.says(people[1], "/leave")
        await stage.quiet()
        own = stage.server.chat(people[1].number)
        question = stage.newest(own)
        rows = buttons(question)
        assert [label for label, _ in rows] == [
            "Love Letter in “Family”",
            "Love Letter in “Friday”",
        ]
        await stage.press(people[1], rows[1][1], own, question)
        await stage.quiet()
        assert names(stage, games["Friday"]) == ["Aki"]
        assert names(stage, games["Family"]) == ["Aki", "Mina"]

    run(story())
