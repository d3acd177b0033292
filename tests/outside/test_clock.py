"""Waiting is measured by the monotonic clock: the wall clock jumps while people play."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.outside.host import Host, needs_faketime
from tests.outside.tables import SOON, first_choice, start_alone
from tests.outside.telegram_server import TelegramServer

HOUR, DAY = 3600.0, 86400.0


@needs_faketime
@pytest.mark.parametrize("jump", [-HOUR, HOUR, -DAY, DAY])
def test_play_goes_on_when_the_clock_is_set(
    telegram: TelegramServer, tmp_path: Path, jump: float
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = Host(tmp_path, faked=True, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    with host:
        start_alone(telegram, group, aki)
        host.shift(jump)
        time.sleep(2.5)
        before = len(telegram.texts(group))
        pressed = aki.press(first_choice(aki)[0], patience=5.0)
        assert "already been decided" not in pressed.text
        telegram.until(lambda: len(telegram.texts(group)) > before, "the board follows", SOON)
        assert not any("Time is up" in text for text in telegram.texts(group))
        host.restart()  # what was stored by the clock of before does not silence anybody either
        aki.says(f"/status@{telegram.username}", group)
        telegram.until(
            lambda: len(telegram.made("sendMessage", group.number)) > 1, "the board comes", SOON
        )
        assert host.stop() == 0
