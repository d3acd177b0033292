"""A group at Telegram plays on the installed program, with the settings of the hosting page."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.adapters.telegram.fake_people import Chat
from tests.outside.host import Host
from tests.outside.line_server import PUBLIC
from tests.outside.playing import (
    CardPlayer,
    open_love_letter,
    open_with,
    play_by_cards,
    play_one,
)
from tests.outside.telegram_server import TelegramServer

Data = dict[str, Any]

APP = "https://t.me/fumibako_bot/cards?startapp"


def whole_game(folder: Path, webhook: bool) -> None:
    """Two people and a computer play Love Letter; news comes by webhook, or is asked for."""
    with TelegramServer() as telegram:
        host = Host(folder, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
        if webhook:
            host.configure(PUBLIC_URL=PUBLIC, TELEGRAM_APP="cards")
            telegram.leads[PUBLIC] = host.address
        aki, mina = telegram.person("Aki"), telegram.person("Mina")
        group = telegram.group("Friends")
        with host:
            open_love_letter(group, [aki, mina], computers=1)
            assert play_by_cards(telegram, group, [aki, mina], random.Random(1)) >= 1
            result = telegram.shown(group)[0]
            assert "The game is over." in result["text"]
            opens = [each["url"] for row in result["rows"] for each in row if "url" in each]
            assert [url.partition("=")[0] for url in opens] == ([APP] if webhook else [])
            assert host.stop() == 0
        refused = [call for call in telegram.calls if call.status not in (0, 200)]
        assert not refused, refused
        assert group.traffic.worst_minute() <= 20
        assert "Traceback" not in host.log()
        brought = {each.status for each in telegram.deliveries.made}
        assert brought == ({200} if webhook else set())
        assert bool(telegram.made("getUpdates")) is not webhook


def test_an_examine_outlives_a_loss_of_power(tmp_path: Path, telegram: TelegramServer) -> None:
    """Coup with both variants: the host is killed while somebody chooses the card to show."""
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    people = [telegram.person(name) for name in ("Aki", "Mina", "Ken")]
    group = telegram.group("Friends")
    with host:
        settings = ("set.game.coup", "set.inquisitor.true", "set.factions.true")
        open_with(group, people, *settings)
        players = [CardPlayer(each) for each in people]
        actor, _ = play_one(players, "examine")
        others = [each for each in players if each is not actor]
        for _ in others:
            play_one(others, "allow")
        telegram.until(
            lambda: any(each.leading("choose") for each in others), "a card is to be chosen"
        )
        host.kill()
        host.start()
        owner, shown = play_one(others, "choose")
        seen = f"{owner.person.name}’s card: {shown.label}"
        telegram.until_shown(actor.person.private, seen)
        told = [text for each in others for text in telegram.texts(each.person.private)]
        assert not any("’s card: " in text for text in [*telegram.texts(group), *told])
        play_one([actor], "force")
        _, paid = play_one(others, "convert")
        filled = "Almshouse: 1 coin" if paid.verb == "m:convert" else "Almshouse: 2 coins"
        telegram.until_shown(group, filled)
        made = f"makes {owner.person.name} exchange the card"
        assert any(made in text for text in telegram.texts(group))
        assert host.stop() == 0
    assert "Traceback" not in host.log()


def test_the_page_opens_from_board_and_card_as_the_settings_say(
    tmp_path: Path, telegram: TelegramServer
) -> None:
    """With a Mini App by it; when its setting is gone by one's own link, and the button beside the
    input opens the commands again."""
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    host.configure(PUBLIC_URL=PUBLIC, TELEGRAM_APP="https://t.me/fumibako_bot/cards")
    telegram.leads[PUBLIC] = host.address
    people = [telegram.person(name) for name in ("Aki", "Mina")]
    group = telegram.group("Friends")

    def opening(chat: Chat) -> Data:
        """The button there that opens the page."""
        shown = (
            each for message in telegram.shown(chat) for row in message["rows"] for each in row
        )
        return next((each for each in shown if each["text"] == "🃏 Hand & table"), {})

    def linked() -> bool:
        links = [opening(each.private).get("url", "") for each in people]
        return all(link.startswith(f"{PUBLIC}/s/") for link in links) and len(set(links)) == 2

    with host:
        open_love_letter(group, people)
        board = telegram.until(lambda: opening(group), "the board has a button")
        name, page = board["url"].removeprefix(f"{APP}="), f"{PUBLIC}/app"
        cards = telegram.until(
            lambda: [each for each in map(opening, (one.private for one in people)) if each],
            "a card has a button",
        )
        assert all(each["web_app"] == {"url": f"{page}?t={name}"} for each in cards)
        assert telegram.fake.menu_button["web_app"] == {"url": page}
        with urlopen(f"{host.address}/app?t={name}", timeout=20) as shown:
            assert shown.status == 200 and "text/html" in shown.headers["Content-Type"]
        assert host.stop() == 0
        host.configure(TELEGRAM_APP="")
        host.start()
        telegram.until(
            lambda: telegram.fake.menu_button == {"type": "commands"}, "the commands are back"
        )
        telegram.until(lambda: not opening(group), "the board has no button")
        telegram.until(linked, "both cards have a link")
        assert host.stop() == 0
    assert not [call for call in telegram.calls if call.status not in (0, 200)]
    assert "Traceback" not in host.log()


def test_a_whole_game_by_polling_and_one_by_webhook(tmp_path: Path) -> None:
    """Both at once: they wait most of their time, for a group may be told little a minute."""
    with ThreadPoolExecutor() as pool:
        games = [
            pool.submit(whole_game, tmp_path / name, name == "webhook")
            for name in ("polling", "webhook")
        ]
        for game in games:
            game.result()
