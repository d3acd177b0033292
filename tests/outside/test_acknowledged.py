"""Acknowledged means committed: another program holds the database, the file is gone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.outside.host import Host
from tests.outside.tables import committed, locked, open_lobby
from tests.outside.telegram_server import TelegramServer

WEB = "https://cards.example.org"
ANSWERABLE = 10.0  # seconds; a press that is older cannot be answered any more, but it acts


def hosted(telegram: TelegramServer, folder: Path, webhook: bool) -> Host:
    host = Host(folder, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    if webhook:
        host.configure(PUBLIC_URL=WEB)
        telegram.leads[WEB] = host.address
    return host


def hold_and_press(telegram: TelegramServer, host: Host, webhook: bool, seconds: float) -> None:
    """A press comes while the database is locked; it works once it is free again."""
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    with host:
        open_lobby(telegram, group, aki)
        before = committed(host)
        with locked(host.database):
            pressed = aki.begin("Add a computer", group)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                time.sleep(0.2)
                assert "answer" not in telegram.fake.queries[pressed]
            assert committed(host) == before
            if webhook:
                assert telegram.deliveries.made[-1].status == 500
                assert telegram.deliveries.made[-1].done - telegram.deliveries.made[-1].at < 2.0
        if seconds < ANSWERABLE:
            assert aki.answer(pressed, 90.0).text == ""
        telegram.until(lambda: committed(host) == before + 1, "the press is stored", 90.0)
        time.sleep(1.0)
        assert committed(host) == before + 1  # once, however often it was brought
        assert "Traceback" not in host.log()
        assert host.stop() == 0


@pytest.mark.parametrize("webhook", [False, True], ids=["polling", "webhook"])
def test_a_press_while_the_database_is_locked(
    telegram: TelegramServer, tmp_path: Path, webhook: bool
) -> None:
    hold_and_press(telegram, hosted(telegram, tmp_path, webhook), webhook, 4.0)


@pytest.mark.soak
@pytest.mark.parametrize("webhook", [False, True], ids=["polling", "webhook"])
@pytest.mark.parametrize("seconds", [13.0, 34.0])
def test_a_press_while_the_database_is_locked_for_long(
    telegram: TelegramServer, tmp_path: Path, webhook: bool, seconds: float
) -> None:
    hold_and_press(telegram, hosted(telegram, tmp_path, webhook), webhook, seconds)


def test_what_is_written_to_a_file_that_is_gone_is_not_acknowledged(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = hosted(telegram, tmp_path, False)
    with host:
        open_lobby(telegram, group, aki)
        elsewhere = host.data.with_name("elsewhere")
        host.data.rename(elsewhere)
        pressed = aki.begin("Add a computer", group)
        time.sleep(3.0)
        assert "answer" not in telegram.fake.queries[pressed]
        assert host.health() == {"live": True, "ready": False}
        elsewhere.rename(host.data)
        assert aki.answer(pressed, 60.0).text == ""
        assert host.stop() == 0
    assert "no longer there" in host.log()
