"""LINE at the edge: trouble of ours is brought again, names come late, answers are nonsense."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.outside.host import Host
from tests.outside.line_server import LineServer
from tests.outside.tables import committed, locked
from tests.outside.trouble import hang, nonsense, slow


def hosted(line: LineServer, folder: Path) -> Host:
    """A host with exactly what its page tells, and nothing else."""
    host = Host(
        folder,
        LINE_CHANNEL_SECRET=line.secret,
        LINE_CHANNEL_ACCESS_TOKEN=line.token,
        LANGUAGE="ja",
        LINE_API=line.address,
    )
    line.use_webhook(host.address)
    return host


def hold_and_press(line: LineServer, host: Host, seconds: float) -> None:
    mina = line.person("ミナ", friend=True)
    group = line.group("みんなの卓", mina)
    with host:
        line.invite(group)
        mina.press(chat=group, verb="open")
        mina.find(group, verb="set.game.coup")
        before = committed(host)
        with locked(host.database):
            brought = mina.press(chat=group, verb="set.game.coup", wait=False)
            time.sleep(seconds)
            assert committed(host) == before
            tries = list(brought.tries)
            assert tries and all(each.status in (0, 500) for each in tries)
            assert all(each.done - each.at < 2.1 for each in tries)
            assert tries[0].status == 500
        line.until(lambda: brought.good, "it is brought again", 90.0)
        time.sleep(1.0)
        assert committed(host) == before + 1  # once, however often it was brought
        assert "Traceback" not in host.log()
        assert host.stop() == 0


def test_what_comes_while_the_database_is_locked_is_brought_again(
    line: LineServer, tmp_path: Path
) -> None:
    hold_and_press(line, hosted(line, tmp_path), 3.0)


@pytest.mark.soak
@pytest.mark.parametrize("seconds", [15.0, 34.0])
def test_what_comes_while_the_database_is_locked_for_long_is_brought_again(
    line: LineServer, tmp_path: Path, seconds: float
) -> None:
    hold_and_press(line, hosted(line, tmp_path), seconds)


def test_a_name_that_comes_late_follows(line: LineServer, tmp_path: Path) -> None:
    host = hosted(line, tmp_path)
    mina, ken = line.person("ミナ", friend=True), line.person("ケン")
    group = line.group("みんなの卓", mina, ken)
    with host:
        line.invite(group)
        line.trouble("member", hang(6.0, done=False))
        opened = mina.press(chat=group, verb="open")
        assert opened.tries[0].done - opened.tries[0].at < 1.0  # nobody waits for a name
        line.until(lambda: committed(host) >= 1, "the table is open")
        line.well()
        time.sleep(6.0)
        assert "ミナ" not in "".join(line.texts(group))
        for _ in range(2):  # the first press asks for the name again, the next one shows it
            time.sleep(3.0)
            mina.hears(lambda: mina.press(chat=group, verb="set.game.coup"), group)
        assert "ミナ" in "".join(line.texts(group))
        assert host.stop() == 0


def test_two_hundred_events_are_taken_before_a_name_comes(line: LineServer, tmp_path: Path) -> None:
    host = hosted(line, tmp_path)
    mina = line.person("ミナ", friend=True)
    group = line.group("みんなの卓", mina)
    with host:
        line.invite(group)
        line.trouble("member", slow(2.0))
        with line.lock:
            events = [line.fake.text(group, mina.id, f"おはよう{n}") for n in range(200)]
        brought = line.deliver(*events)
        assert brought.tries[0].status == 200
        took = brought.tries[0].done - brought.tries[0].at
        assert took < 2.0  # LINE's patience; a third of a second on a quiet machine
        assert brought.good
        assert host.stop() == 0


@pytest.mark.parametrize("body", [b"{}", b"<html></html>", b"[1, 2", b'"x"'])
def test_nonsense_of_line_s_servers_ends_nothing(
    line: LineServer, tmp_path: Path, body: bytes
) -> None:
    host = hosted(line, tmp_path)
    mina = line.person("ミナ", friend=True)
    group = line.group("みんなの卓", mina)
    with host:
        line.trouble("*", nonsense(body, kind="text/html"))
        line.invite(group)
        mina.says("/play", group)
        doctor = host.run("doctor")
        assert doctor.returncode == 1 and "Traceback" not in doctor.stderr + doctor.stdout
        line.well()
        mina.hears(lambda: mina.says("/status", group), group)
        assert "Traceback" not in host.log()
        assert host.stop() == 0
