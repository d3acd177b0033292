"""Buttons that open the page: where they stand, where they lead, and that all else stays."""

from __future__ import annotations

import random
from typing import Any

import pytest
from telegram import InlineKeyboardMarkup, MenuButton, MenuButtonCommands, MenuButtonWebApp

from adapters.page.links import OpenedSeat
from adapters.page.who import NotIn
from core.house.ports import person_lane
from tests.adapters.telegram.fake_people import Chat, Person
from tests.adapters.telegram.players import play, push, seat
from tests.adapters.telegram.stage import Stage, run
from tests.adapters.telegram.test_match import four

WEB = "https://cards.example.org"
LABEL = {"en": "🃏 Hand & table", "ja": "🃏 手札と卓"}


async def started(stage: Stage, language: str = "en") -> tuple[str, list[Person], Chat]:
    """A match of two that has just begun."""
    await stage.begin()
    people, chat = four(stage, 2)[:2], stage.group()
    name = await seat(stage, chat, people, language)
    await push(stage, chat, people[0], "start")
    await stage.quiet()
    return name, people, chat


def opening(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The buttons of a message that open the page."""
    return [b for row in message["rows"] for b in row if b["text"] in LABEL.values()]


def card(stage: Stage, who: Person) -> dict[str, Any]:
    return stage.newest(stage.server.chat(who.number))


# ------------------------------------------------------------------ with a Mini App


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_board_begins_with_a_button_that_opens_the_mini_app(language: str) -> None:
    async def story() -> None:
        stage = Stage(web=WEB, app="cards")
        name, _, chat = await started(stage, language)
        first = {
            "text": LABEL[language],
            "url": f"https://t.me/fumibako_bot/cards?startapp={name}",
        }
        rows = stage.newest(chat)["rows"]
        assert rows[0] == [first]
        assert opening({"rows": rows[1:]}) == []

    run(story())


def test_a_lobby_has_nothing_to_open() -> None:
    async def story() -> None:
        stage = Stage(web=WEB, app="cards")
        await stage.begin()
        people, chat = four(stage, 2), stage.group()
        await seat(stage, chat, people[:2])
        assert opening(stage.newest(chat)) == []

    run(story())


def test_a_private_card_opens_the_mini_app_at_its_table() -> None:
    async def story() -> None:
        stage = Stage(web=WEB, app="cards")
        name, people, _ = await started(stage)
        for who in people:
            assert card(stage, who)["rows"][-1][:1] == [
                {"text": LABEL["en"], "web_app": {"url": f"{WEB}/app?t={name}"}}
            ]

    run(story())


def test_the_end_can_be_looked_at_and_old_cards_open_nothing() -> None:
    async def story() -> None:
        stage = Stage(web=WEB, app="cards")
        _, people, chat = await started(stage)
        await play(stage, chat, random.Random(3))
        await stage.quiet()
        assert len(opening(stage.newest(chat))) == 1
        for who in people:
            for message in stage.server.chat(who.number).messages.values():
                assert not opening(message)

    run(story())


# ------------------------------------------------------------------ with a public address alone


def token(url: str) -> str:
    assert url.startswith(f"{WEB}/s/")
    return url.removeprefix(f"{WEB}/s/")


def test_without_a_mini_app_a_private_card_opens_the_own_link() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        _, people, chat = await started(stage)
        assert opening(stage.newest(chat)) == []
        for number, who in enumerate(people, 1):
            button = card(stage, who)["rows"][-1][0]
            opened = stage.links().open_seat(token(button["url"]))
            assert isinstance(opened, OpenedSeat)
            assert (opened.seat, opened.user) == (number, f"telegram:{who.number}")

    run(story())


def test_a_link_that_was_ended_is_replaced_on_every_card() -> None:
    async def story() -> None:
        stage = Stage(web=WEB)
        name, people, _ = await started(stage)
        for who in people:
            user = f"telegram:{who.number}"
            before = opening(card(stage, who))[0]["url"]
            stage.links().end(name, user)
            assert isinstance(stage.links().open_seat(token(before)), NotIn)
            stage.telegram.people.show_again(person_lane(user), name)
            await stage.quiet()
            after = opening(card(stage, who))[0]["url"]
            assert isinstance(stage.links().open_seat(token(after)), OpenedSeat)

    run(story())


def test_telegram_opens_no_mini_app_without_https() -> None:
    async def story() -> None:
        stage = Stage(web=WEB.replace("https", "http"), app="cards")
        opener = stage.telegram.opener
        assert opener.menu() == ""
        opens = await opener.hand("t", "telegram:11")
        assert not opens.app

    run(story())


# ------------------------------------------------------------------ beside the input


def told(stage: Stage) -> list[dict[str, Any]]:
    return [fields for name, fields in stage.server.calls if name == "setChatMenuButton"]


def test_the_button_beside_the_input_is_set_once() -> None:
    async def story() -> None:
        stage = Stage(web=WEB, app="cards")
        await stage.begin()
        await stage.begin()
        assert len(told(stage)) == 1
        menu = MenuButton.de_json(dict(stage.server.menu_button), None)
        assert isinstance(menu, MenuButtonWebApp)
        assert (menu.text, menu.web_app.url) == ("Hand & table", f"{WEB}/app")

    run(story())


def test_it_follows_the_address_and_goes_with_the_setting() -> None:
    async def story() -> None:
        stage = Stage(web=WEB, app="cards")
        await stage.begin()
        other = "https://other.example.org"
        for web, app, url in ((other, "cards", f"{other}/app"), (other, "", None)):
            stage.web, stage.app = web, app
            stage.telegram.opener._links = stage.links()
            await stage.begin()
            menu = MenuButton.de_json(dict(stage.server.menu_button), None)
            if url is None:
                assert menu == MenuButtonCommands()
            else:
                assert isinstance(menu, MenuButtonWebApp) and menu.web_app.url == url
        await stage.begin()
        assert len(told(stage)) == 3

    run(story())


@pytest.mark.parametrize("web", ["", WEB])
def test_without_a_mini_app_it_is_left_alone(web: str) -> None:
    async def story() -> None:
        stage = Stage(web=web)
        await stage.begin()
        assert told(stage) == []

    run(story())


# ------------------------------------------------------------------ all else


async def whole(web: str, app: str) -> tuple[Stage, Chat]:
    """A match in private and by letters, the same each time."""
    stage = Stage(web=web, app=app)
    await stage.begin()
    people, chat = four(stage, 1), stage.group()
    await seat(stage, chat, people[:2])
    await play(stage, chat, random.Random(5), by_letters=people[1:2])
    await stage.quiet()
    return stage, chat


def test_nothing_opens_without_settings_and_otherwise_a_match_takes_the_same_calls() -> None:
    async def story() -> None:
        bare, group = await whole("", "")
        assert not any(opening(m) for c in bare.server.chats.values() for m in c.log)
        for web, app in ((WEB, ""), (WEB, "cards")):
            stage, chat = await whole(web, app)
            assert chat.traffic.worst_minute() == group.traffic.worst_minute() <= 19
            for number, other in bare.server.chats.items():
                log = stage.server.chats[number].log
                assert [(m["how"], m["text"]) for m in log] == [
                    (m["how"], m["text"]) for m in other.log
                ]
            for number, person in bare.server.people.items():
                assert stage.server.people[number].alerts == person.alerts

    run(story())


@pytest.mark.parametrize("app", ["", "cards"])
def test_the_library_reads_every_keyboard_as_it_was_sent(app: str) -> None:
    async def story() -> None:
        stage, _ = await whole(WEB, app)
        seen = 0
        for chat in stage.server.chats.values():
            for message in chat.log:
                sent = {"inline_keyboard": message["rows"]}
                read = InlineKeyboardMarkup.de_json(sent, None)
                assert read is not None
                assert [[b.to_dict() for b in row] for row in read.inline_keyboard] == message[
                    "rows"
                ]
                seen += len(opening(message))
                assert len(opening(message)) <= 1
        assert seen

    run(story())
