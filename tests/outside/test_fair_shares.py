"""The installed program while one person presses faster than anybody plays."""

from __future__ import annotations

import time
from pathlib import Path

from adapters.shares import LONGEST, PERSON
from tests.outside.host import Host
from tests.outside.tables import SOON, committed, open_lobby
from tests.outside.telegram_server import TelegramServer

MORE_THAN_WAITED = int(PERSON[0] + PERSON[1] * LONGEST) + 300


def test_who_presses_on_and_on_is_told_once_and_holds_up_nobody(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    mallory, aki = telegram.person("Mallory"), telegram.person("Aki")
    group, other = telegram.group("Friends"), telegram.group("Others")
    with host:
        open_lobby(telegram, group, mallory)
        before = committed(host)
        key = mallory.find(group, "Join", patience=SOON)
        pressed = [mallory.begin(key, group) for _ in range(MORE_THAN_WAITED)]
        open_lobby(telegram, other, aki)
        answers = [telegram.fake.queries[number].get("answer") for number in pressed]
        told = [each for each in answers if each and "more than I can keep up" in each["text"]]
        assert len(told) == 1
        assert answers[-100:] == [None] * 100
        assert committed(host) == before + 1  # that Aki has opened a table
        time.sleep(1.0)
        assert "Traceback" not in host.log()
        assert host.stop() == 0
