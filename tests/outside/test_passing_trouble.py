"""Trouble that passes leaves nothing behind: answers that fail, pauses asked for, odd numbers."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.outside.host import Host
from tests.outside.line_server import LineServer
from tests.outside.tables import SOON, committed, open_lobby
from tests.outside.telegram_server import TelegramServer
from tests.outside.trouble import Trouble, down, hang, refuse


def hosted(telegram: TelegramServer, folder: Path, **more: str) -> Host:
    host = Host(folder, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)
    if more:
        host.configure(**more)
    return host


@pytest.mark.parametrize(
    "trouble",
    [
        down(504),
        Trouble(status=500, body=b""),
        Trouble(status=200, body=b""),
        hang(0.0, done=False),
        refuse(429, "Too Many Requests: retry after 1", retry_after=1),
    ],
    ids=["504", "500", "empty", "reset", "429"],
)
def test_a_press_is_answered_though_the_first_answer_fails(
    telegram: TelegramServer, tmp_path: Path, trouble: Trouble
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = hosted(telegram, tmp_path)
    with host:
        open_lobby(telegram, group, aki)
        for method in ("answerCallbackQuery", "editMessageText"):
            telegram.trouble(method, trouble, times=1)
        aki.press("Add a computer", group)
        telegram.until_shown(group, "(computer)", SOON)
        assert host.stop() == 0
    assert "Traceback" not in host.log()


def test_a_press_whose_answer_was_lost_with_the_process_is_answered_when_it_comes_again(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = hosted(telegram, tmp_path)
    with host:
        open_lobby(telegram, group, aki)
        before = committed(host)
        telegram.trouble("*", hang(30.0, done=False))  # neither answer nor the next question
        pressed = aki.begin("Add a computer", group)
        host.until(lambda: committed(host) == before + 1, "store the press")
        host.kill()
        telegram.well()
        if not telegram.fake.updates:
            pytest.skip("the next question had confirmed it")
        host.start()
        aki.answer(pressed, SOON)
        assert committed(host) == before + 1
        assert host.stop() == 0


@pytest.mark.soak
def test_a_pause_of_days_that_telegram_asks_for_lasts_a_minute(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = hosted(telegram, tmp_path)
    with host:
        open_lobby(telegram, group, aki)
        for method in ("getUpdates", "editMessageText"):
            telegram.trouble(method, refuse(429, "Too Many Requests", retry_after=400_000), times=1)
        aki.begin("Add a computer", group)
        telegram.until_shown(group, "(computer)", 130.0)
        assert host.stop() == 0


def test_status_tells_no_readiness_before_telegram_was_reached(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    host = hosted(telegram, tmp_path)
    telegram.vanish()
    with host:
        assert host.health() == {"live": True, "ready": False}
        assert host.run("status").returncode == 1
        telegram.appear()
        host.until(lambda: host.health() == {"live": True, "ready": True}, "be ready")
        assert host.stop() == 0


def test_settings_with_blanks_around_them(telegram: TelegramServer, tmp_path: Path) -> None:
    host = hosted(telegram, tmp_path)
    lines = {
        "TELEGRAM_TOKEN": f"{telegram.token}\u3000\u200b",
        "TELEGRAM_API": f" {telegram.address}/ ",
        "PORT": f" {host.port} ",
        "HOST": " 127.0.0.1 ",
        "LOG": " info ",
        "LANGUAGE": " ja ",
        "TIME_ZONE": " Asia/Tokyo ",
    }
    written = "".join(f'{name}="{value}"\r\n' for name, value in lines.items())
    (host.work / ".env").write_bytes(f"\ufeff{written}".encode())
    with host:
        aki, group = telegram.person("Aki", language="ja"), telegram.group("Friends")
        aki.says(f"/play@{telegram.username}", group)
        aki.find(group, "参加する", patience=SOON)
        assert host.stop() == 0


@pytest.mark.parametrize("name", ["a" * 300, "..", "no-such-host.invalid", "%%"])
def test_a_host_that_nobody_can_listen_on_is_a_wrong_setting(
    telegram: TelegramServer, tmp_path: Path, name: str
) -> None:
    host = hosted(telegram, tmp_path, HOST=name)
    host.start(wait=False)
    assert host.ended() == 1
    assert "cannot listen" in host.log() and "Traceback" not in host.log()


def test_a_time_that_cannot_be_makes_nothing_after_it_old(line: LineServer, tmp_path: Path) -> None:
    host = Host(
        tmp_path,
        LINE_CHANNEL_SECRET=line.secret,
        LINE_CHANNEL_ACCESS_TOKEN=line.token,
        LANGUAGE="ja",
        LINE_API=line.address,
    )
    line.use_webhook(host.address)
    mina = line.person("ミナ", friend=True)
    group = line.group("みんなの卓", mina)
    with host:
        line.invite(group)
        mina.hears(lambda: mina.press(chat=group, verb="open"), group)
        with line.lock:
            odd = line.fake.text(group, mina.id, "おはよう") | {"timestamp": 90_000_000_000_000}
        line.deliver(odd)
        time.sleep(0.5)
        mina.hears(lambda: mina.press(chat=group, verb="set.game.coup"), group)
        assert host.stop() == 0


def test_a_token_that_line_refuses_is_told_until_it_is_taken(
    line: LineServer, tmp_path: Path
) -> None:
    host = Host(
        tmp_path,
        LINE_CHANNEL_SECRET=line.secret,
        LINE_CHANNEL_ACCESS_TOKEN=line.token,
        LINE_API=line.address,
    )
    line.use_webhook(host.address)
    line.trouble("*", refuse(401, "Authentication failed"))
    with host:
        host.until(lambda: host.health() == {"live": True, "ready": False}, "tell it")
        line.well()
        host.until(lambda: host.health() == {"live": True, "ready": True}, "be ready again")
        assert host.stop() == 0
