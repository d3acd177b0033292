"""A group at Telegram plays on the installed program, with the settings of the hosting page."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.outside.host import Host
from tests.outside.playing import open_love_letter, play_by_cards
from tests.outside.telegram_server import TelegramServer


@pytest.mark.parametrize("webhook", [False, True], ids=["polling", "webhook"])
def test_a_whole_game(telegram: TelegramServer, tmp_path: Path, webhook: bool) -> None:
    host = Host(tmp_path, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    if webhook:
        host.configure(PUBLIC_URL="https://cards.example.org")
        telegram.leads["https://cards.example.org"] = host.address
    aki, mina = telegram.person("Aki"), telegram.person("Mina")
    group = telegram.group("Friends")
    with host:
        open_love_letter(group, [aki, mina], computers=1)
        assert play_by_cards(telegram, group, [aki, mina], random.Random(1)) >= 1
        result = telegram.shown(group)[0]["text"]
        assert "The game is over." in result
        assert host.stop() == 0
    refused = [call for call in telegram.calls if call.status not in (0, 200)]
    assert not refused, refused
    assert group.traffic.worst_minute() <= 20
    assert "Traceback" not in host.log()
    if webhook:
        assert not telegram.made("getUpdates")
        assert {each.status for each in telegram.deliveries.made} == {200}
