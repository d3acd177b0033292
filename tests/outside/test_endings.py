"""A host ends in mid-send, by a signal or by the loss of power; the next one takes over at once."""

from __future__ import annotations

import time
from pathlib import Path

from tests.outside.host import Host
from tests.outside.tables import open_lobby
from tests.outside.telegram_server import TelegramServer
from tests.outside.trouble import slow


def hosted(telegram: TelegramServer, folder: Path) -> Host:
    return Host(folder, TELEGRAM_TOKEN=telegram.token, TELEGRAM_API=telegram.address)


def test_what_is_in_flight_is_finished_when_the_host_is_asked_to_end(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = hosted(telegram, tmp_path)
    with host:
        telegram.trouble("sendMessage", slow(2.0), chat=group.number)
        aki.says(f"/play@{telegram.username}", group)
        telegram.until(lambda: telegram.made("sendMessage", group.number), "the board goes out")
        began = time.monotonic()
        assert host.stop() == 0
        assert time.monotonic() - began < 9.0
        telegram.well()
        host.start()
        aki.press("Add a computer", group)
        telegram.until_shown(group, "(computer)")
        boards = [each for each in telegram.shown(group) if "Love Letter" in each["text"]]
        assert len(boards) == 1  # it was settled before the end, so it is edited now
        assert host.stop() == 0
    assert "Traceback" not in host.log()


def test_a_killed_host_leaves_nobody_waiting(telegram: TelegramServer, tmp_path: Path) -> None:
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    host = hosted(telegram, tmp_path)
    with host:
        open_lobby(telegram, group, aki)
        telegram.trouble("editMessageText", slow(3.0), chat=group.number)
        aki.press("Add a computer", group)
        telegram.until(lambda: telegram.made("editMessageText", group.number), "it is told")
        host.kill()
        telegram.well()
        since = time.monotonic()
        host.start()
        # thirty seconds was the lease of the dead
        telegram.until(
            lambda: telegram.made("editMessageText", group.number, since), "the group is told", 15.0
        )
        telegram.until_shown(group, "(computer)")
        assert len([each for each in telegram.shown(group) if "Love Letter" in each["text"]]) == 1
        assert host.stop() == 0


def test_a_second_host_on_the_same_database_is_told_so(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    host = hosted(telegram, tmp_path)
    with host:
        second = host.run("run")
        assert second.returncode == 1
        assert second.stderr.count("\n") == 1 and "hosted already" in second.stderr
        assert host.health() == {"live": True, "ready": True}
        assert host.stop() == 0


def test_two_hosts_with_the_same_token_both_say_so(
    telegram: TelegramServer, tmp_path: Path
) -> None:
    one, other = hosted(telegram, tmp_path / "one"), hosted(telegram, tmp_path / "other")
    with one, other:
        one.until(lambda: "same TELEGRAM_TOKEN" in one.log(), "say so", 60.0)
        other.until(lambda: "same TELEGRAM_TOKEN" in other.log(), "say so", 60.0)
        before = len(telegram.made("getUpdates"))
        time.sleep(5.0)
        assert len(telegram.made("getUpdates")) - before <= 10  # they nap, and do not fight
        assert one.stop() == 0
        # whoever is left alone hears again by itself
        other.until(lambda: other.health() == {"live": True, "ready": True}, "hear again", 60.0)
        assert other.stop() == 0
    assert "Traceback" not in one.log() + other.log()
