"""How the host greets, asks back and says no."""

from __future__ import annotations

import pytest

from core.table.table import Lobby
from tests.adapters.telegram.fake_people import Person
from tests.adapters.telegram.players import (
    push,
    seat,
    table,
    table_id,
    verb,
)
from tests.adapters.telegram.stage import Stage, buttons, run
from tests.adapters.telegram.test_hear import lobby, names, running
from tests.adapters.telegram.test_match import four


def test_an_anonymous_admin_is_asked_to_press_a_button() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await lobby(stage)
        hidden = Person(1087968824, "Group")
        hidden.is_bot = True
        await stage.says(hidden, "/join", chat, sender_chat=chat.info())
        await stage.quiet()
        told = [m["text"] for m in chat.messages.values() if "anonymous admin" in m["text"]]
        assert len(told) == 1
        assert names(stage, name) == ["Aki", "Mina"]
        await push(stage, chat, people[3], "join")  # the button tells who it is
        assert names(stage, name) == ["Aki", "Mina", "Yu"]

    run(story())


def test_a_channel_is_told_once_and_then_ignored() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people = four(stage)
        channel = stage.group("News", -1009, "channel")
        await stage.membership(channel, people[0], "left", "administrator")
        await stage.quiet()
        assert stage.newest(channel)["text"] == "I play in groups, not in channels."
        post = stage.server.shown(channel, stage.newest(channel))
        await stage.update(channel_post=post)
        await stage.update(message=post | {"from": people[0].user()})
        await stage.quiet()
        assert len(channel.log) == 1

    run(story())


def test_the_first_message_has_play_and_both_languages() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        aki, chat = stage.person(11, "Aki", "ja-JP"), stage.group()
        await stage.add_bot(chat, aki)
        first = stage.newest(chat)
        labels = [label for label, _ in buttons(first)]
        assert labels[1:] == ["日本語", "English"]
        room = stage.store.rooms_on("telegram")[0]
        assert room.language == "ja"
        await push(stage, chat, aki, "speak.en")
        assert stage.store.rooms_on("telegram")[0].language == "en"
        assert [label for label, _ in buttons(stage.newest(chat))][1:] == ["English", "日本語"]
        await push(stage, chat, aki, "open")
        assert isinstance(table(stage, table_id(stage, chat)), Lobby)

    run(story())


@pytest.mark.parametrize(
    ("app", "names"), [("fr", ("日本語", "English")), ("ja-JP", ("English", "日本語"))]
)
def test_the_language_button_of_the_private_welcome_writes_it_anew(
    app: str, names: tuple[str, str]
) -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        aki = stage.person(11, "Aki", app)
        await stage.says(aki, "/start")
        await stage.quiet()
        chat = stage.server.chat(aki.number)
        first, count = stage.newest(chat)["text"], len(chat.messages)
        for shown, other in (names, names[::-1]):
            message = stage.newest(chat)
            [(label, data)] = [each for each in buttons(message) if verb(each[1]) == "lang"]
            assert label == shown
            await stage.press(aki, data, chat, message)
            assert aki.alerts[-1]["text"] == shown
            await stage.quiet()
            assert len(chat.messages) == count
            labels = [label for label, data in buttons(stage.newest(chat)) if verb(data) == "lang"]
            assert labels == [other]
        assert stage.newest(chat)["text"] == first

    run(story())


def test_leaving_asks_once_more_by_the_same_press() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat, name = await running(stage, 4)
        await stage.says(people[1], "/leave", chat)
        assert not any(chair.left for chair in table(stage, name).chairs)
        stage.clock.advance(40)
        await stage.says(people[1], "/leave", chat)
        assert not any(chair.left for chair in table(stage, name).chairs)
        stage.clock.advance(5)
        await stage.says(people[1], "/leave", chat)
        assert [chair.name for chair in table(stage, name).chairs if chair.left] == ["Mina"]

    run(story())


def test_rules_go_to_the_private_chat_or_page_by_page() -> None:
    async def story() -> None:
        stage = Stage()
        await stage.begin()
        people, chat = four(stage, 2), stage.group()
        await seat(stage, chat, people)
        await push(stage, chat, people[0], "rules")
        assert people[0].alerts[-1]["text"] == "I have sent it to you in private."
        assert stage.newest(stage.server.chat(11))["text"].startswith("Rules:")
        await push(stage, chat, people[3], "rules")
        first = people[3].alerts[-1]["text"]
        await push(stage, chat, people[3], "rules")
        assert first.startswith("Rules:")
        assert people[3].alerts[-1]["text"] != first
        assert all(alert["alert"] for alert in people[3].alerts[-2:])

    run(story())


def test_an_admin_who_does_not_play_may_switch_the_language() -> None:
    async def story() -> None:
        stage = Stage()
        people, chat = four(stage), stage.group()
        await stage.begin()
        await seat(stage, chat, people[:2])
        await push(stage, chat, people[3], "lang")
        assert people[3].alerts[-1]["text"] == "You don't sit at this table."
        assert "gathering" in stage.newest(chat)["text"]
        stage.server.admins = {people[3].number}
        await push(stage, chat, people[3], "lang")
        await stage.quiet()
        assert "募集中" in stage.newest(chat)["text"]

    run(story())
