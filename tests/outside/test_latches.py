"""Every latch opens by ordinary traffic and by time; what may double, doubles once."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from tests.outside.host import Host
from tests.outside.tables import SOON, first_choice, open_lobby, start_alone
from tests.outside.telegram_server import TelegramServer
from tests.outside.trouble import hang, lost, nonsense, refuse

RIGHTS = "Bad Request: not enough rights to send text messages to the chat"


def hosted(telegram: TelegramServer, folder: Path) -> Host:
    return Host(folder, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)


@pytest.mark.parametrize(
    "refusal",
    [refuse(400, RIGHTS), refuse(403, "Forbidden: bot was kicked from the supergroup chat")],
    ids=["muted", "kicked"],
)
def test_a_group_that_refused_is_told_again_at_the_next_press(
    telegram: TelegramServer, tmp_path: Path, refusal: object
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = hosted(telegram, tmp_path)
    with host:
        open_lobby(telegram, group, aki)
        for method in ("sendMessage", "editMessageText"):
            telegram.trouble(method, refusal, chat=group.number)  # type: ignore[arg-type]
        aki.press("Add a computer", group)
        time.sleep(5.0)
        telegram.well()
        since = time.monotonic()
        aki.press("Add a computer", group)
        telegram.until(
            lambda: (
                telegram.made("editMessageText", group.number, since)
                or telegram.made("sendMessage", group.number, since)
            ),
            "the group is told",
            SOON,
        )
        telegram.until_shown(group, "(computer)", SOON)
        assert host.stop() == 0


@pytest.mark.soak
def test_a_group_that_refused_is_tried_again_after_a_minute(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = hosted(telegram, tmp_path)
    with host:
        open_lobby(telegram, group, aki)
        telegram.trouble("editMessageText", refuse(400, RIGHTS), chat=group.number, times=1)
        aki.press("Add a computer", group)
        telegram.until_shown(group, "(computer)", 90.0)
        assert host.stop() == 0


def copies(telegram: TelegramServer, since: float) -> int:
    """How often the same message was asked for at most."""
    asked = Counter(
        (call.chat, str(call.fields.get("text")))
        for call in telegram.made("sendMessage", since=since)
    )
    return max(asked.values(), default=0)


@pytest.mark.parametrize("trouble", [lost(502), nonsense(b"<html>"), hang(1.0)])
def test_what_may_have_arrived_goes_out_once_more_at_most(
    telegram: TelegramServer, tmp_path: Path, trouble: object
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = hosted(telegram, tmp_path)
    with host:
        start_alone(telegram, group, aki)
        since = time.monotonic()
        telegram.trouble("sendMessage", trouble)  # type: ignore[arg-type]
        aki.press(first_choice(aki)[0], patience=SOON)
        time.sleep(14.0)
        assert copies(telegram, since) <= 2
        host.kill()  # a restart knows of the copies that are out
        host.start()
        time.sleep(5.0)
        assert copies(telegram, since) <= 2
        telegram.well()
        assert host.stop() == 0
    assert "Traceback" not in host.log()
