"""Our trouble is never the players' silence: the process stands still, the way in is broken."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.outside.host import Host, needs_faketime
from tests.outside.tables import SOON, first_choice, start_alone
from tests.outside.telegram_server import TelegramServer
from tests.outside.trouble import down, refuse

OVER = ("Time is up", "away", "computer plays")


def accused(telegram: TelegramServer, group: object) -> list[str]:
    """What the group read about somebody's silence."""
    return [
        text
        for text in telegram.texts(group)  # type: ignore[arg-type]
        if any(words in text for words in OVER)
    ]


@needs_faketime
def test_who_pressed_while_the_process_stood_still_is_heard(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = Host(tmp_path, faked=True, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    with host:
        start_alone(telegram, group, aki)
        host.freeze()
        pressed = aki.begin(first_choice(aki)[0])
        time.sleep(6.5)
        host.shift(145)  # longer than anybody is given
        host.thaw()
        answer = aki.answer(pressed, SOON)
        assert "already been decided" not in answer.text
        time.sleep(2.0)
        assert not accused(telegram, group)
        assert host.stop() == 0


@pytest.mark.soak
def test_who_pressed_while_the_process_stood_still_for_two_minutes_is_heard(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    with host:
        start_alone(telegram, group, aki)
        host.freeze()
        time.sleep(20.0)
        aki.begin(first_choice(aki)[0])  # Telegram takes no answer to it that late
        time.sleep(125.0)
        host.thaw()
        time.sleep(8.0)
        assert not accused(telegram, group)
        again = aki.press(first_choice(aki)[0], patience=SOON)
        assert "already been decided" not in again.text
        assert not accused(telegram, group)
        assert host.stop() == 0


@needs_faketime
@pytest.mark.parametrize("rival", [False, True], ids=["gateway", "rival"])
def test_nobody_loses_time_while_the_way_in_is_broken(
    telegram: TelegramServer, tmp_path: Path, rival: bool
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = Host(tmp_path, faked=True, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    with host:
        start_alone(telegram, group, aki)
        telegram.trouble("getUpdates", refuse(409, "Conflict: terminated") if rival else down())
        telegram.update("message", {"message_id": 1, "date": 0, "chat": group.info()})
        time.sleep(3.0)
        for minute in range(1, 16):  # a quarter of an hour, in steps that are no gap
            for part in range(1, 16):
                host.shift((minute - 1) * 60 + part * 4)
                time.sleep(0.02)
        time.sleep(2.0)
        assert not accused(telegram, group)
        telegram.well()
        pressed = aki.press(first_choice(aki)[0], patience=60.0)
        assert "already been decided" not in pressed.text
        assert not accused(telegram, group)
        assert host.stop() == 0


@pytest.mark.soak
def test_after_a_long_deafness_the_group_hears_why(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    with host:
        start_alone(telegram, group, aki)
        telegram.trouble("getUpdates", down())
        telegram.update("message", {"message_id": 1, "date": 0, "chat": group.info()})
        time.sleep(125.0)
        assert not accused(telegram, group)
        telegram.well()
        telegram.until_shown(group, "could not hear you", 60.0)
        pressed = aki.press(first_choice(aki)[0], patience=SOON)
        assert "already been decided" not in pressed.text
        assert host.stop() == 0
