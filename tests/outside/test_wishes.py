"""Wishes expire: what was typed hours ago changes nothing; buttons that still stand act."""

from __future__ import annotations

import time
from pathlib import Path

from tests.outside.host import Host, needs_faketime
from tests.outside.tables import SOON, committed, open_lobby
from tests.outside.telegram_server import TelegramServer

NIGHT = 10 * 3600


def test_the_backlog_of_a_night(telegram: TelegramServer, tmp_path: Path) -> None:
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    aki, mina = telegram.person("Aki"), telegram.person("Mina")
    group, other = telegram.group("Friends"), telegram.group("Others")
    with host:
        open_lobby(telegram, other, aki)
        host.stop()
        before = committed(host)
        then = int(time.time()) - NIGHT
        for person, words in (
            (aki, f"/play@{telegram.username}"),
            (mina, f"/join@{telegram.username}"),
            (mina, f"/help@{telegram.username}"),
            (aki, f"/help@{telegram.username}"),
            (aki, f"/start@{telegram.username}"),
        ):
            person.says(words, group, date=then)
        pressed = aki.begin("Add a computer", other)
        since = time.monotonic()
        host.start()
        assert aki.answer(pressed, SOON).text == ""
        time.sleep(4.0)
        assert committed(host) == before + 1
        assert len(telegram.made("sendMessage", group.number, since)) <= 1
        aki.says(f"/play@{telegram.username}", group)
        aki.find(group, "Join", patience=SOON)
        assert host.stop() == 0


@needs_faketime
def test_a_lobby_in_which_nobody_does_anything_closes(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    host = Host(tmp_path, faked=True, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    with host:
        open_lobby(telegram, group, aki)
        host.stop()
        host.shift(11_000)
        host.start()
        for step in range(1, 17):  # the minute after a start, in steps that are no jump
            time.sleep(1.1)
            host.shift(11_000 + step * 4)
        telegram.until_shown(group, "three hours", SOON)
        assert host.stop() == 0
