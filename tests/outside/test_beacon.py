"""The public beacon, with the installed program and a server of drand on this machine."""

from __future__ import annotations

import random
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.adapters.telegram.fake_people import Chat
from tests.outside.beacon_server import BeaconServer
from tests.outside.host import Host
from tests.outside.install import installed
from tests.outside.line_server import PUBLIC, LineServer
from tests.outside.people import TelegramPerson, verb
from tests.outside.playing_line import open_love_letter, play_by_letters
from tests.outside.tables import first_choice, open_lobby
from tests.outside.telegram_server import TelegramServer
from tests.outside.trouble import slow

SOON = 30.0  # seconds: a group is told things four seconds apart


@pytest.fixture
def beacon() -> Iterator[BeaconServer]:
    """A server of drand on this machine, of a chain with a round each second."""
    with BeaconServer() as server:
        yield server


def settings(*servers: BeaconServer) -> dict[str, object]:
    return {
        "BEACON": "drand",
        "BEACON_SERVERS": " ".join(each.address for each in servers),
        "BEACON_CHAIN": servers[0].league.info(),
    }


def on_telegram(telegram: TelegramServer, folder: Path, *servers: BeaconServer) -> Host:
    host = Host(
        folder,
        program=installed("beacon"),
        TELEGRAM_TOKEN=telegram.token,
        TELEGRAM_API=telegram.address,
    )
    host.configure(**settings(*servers))
    return host


def start(telegram: TelegramServer, group: Chat, person: TelegramPerson) -> None:
    """One person and a computer begin."""
    open_lobby(telegram, group, person)
    person.press("Add a computer", group)
    person.find(group, "Start", patience=SOON)
    person.press("Start", group)


def dealt_by(host: Host) -> dict[str, Any] | None:
    """The beacon of the newest table as it is stored; None while it has none."""
    with closing(sqlite3.connect(f"file:{host.database}?mode=ro", uri=True)) as look:
        (stored,) = look.execute(
            'SELECT snapshot FROM "table" ORDER BY opened_at DESC LIMIT 1'
        ).fetchone()
    found: dict[str, Any] | None = msgspec.json.decode(stored)["table"]["deal"].get("beacon")
    return found


def test_the_round_is_named_before_it_comes(
    telegram: TelegramServer, beacon: BeaconServer, tmp_path: Path
) -> None:
    host = on_telegram(telegram, tmp_path, beacon)
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    with host:
        start(telegram, group, aki)
        awaited = telegram.until_shown(group, "of the public beacon, at", SOON)["text"]
        came = telegram.until_shown(group, "has come", SOON)["text"]
        found = dealt_by(host)
        assert found is not None
        number = found["round"]
        assert f"round {number} " in awaited and f"Round {number} " in came
        told = beacon.league.told(number)
        assert (found["signature"], found["randomness"]) == (told["signature"], told["randomness"])
        assert str(told["randomness"]) in came
        assert {call.fields["round"] for call in beacon.made("round")} == {number}
        first_choice(aki)
        host.until(lambda: "a genuine round came" in host.run("status").stdout, "tell of it")
        doctor = host.run("doctor").stdout
        assert "✓ Beacon: 127.0.0.1" in doctor and "the clock of this machine is right" in doctor
        assert host.stop() == 0
    assert "Traceback" not in host.log()


def test_servers_that_lie_are_late_and_are_gone(
    telegram: TelegramServer, beacon: BeaconServer, tmp_path: Path
) -> None:
    with BeaconServer(beacon.league) as liar, BeaconServer(beacon.league) as gone:
        host = on_telegram(telegram, tmp_path, gone, liar, beacon)
        aki, group = telegram.person("Aki"), telegram.group("Friends")
        liar.lie("neighbour")
        beacon.trouble("round", slow(2.0))
        gone.vanish()
        with host:
            start(telegram, group, aki)
            first_choice(aki)
            found = dealt_by(host)
            assert found is not None
            assert found["signature"] == beacon.league.sign(found["round"])
            assert liar.made("round")
            assert host.stop() == 0
        assert "Traceback" not in host.log()


def test_a_host_that_is_killed_meanwhile_goes_on(
    telegram: TelegramServer, beacon: BeaconServer, tmp_path: Path
) -> None:
    host = on_telegram(telegram, tmp_path, beacon)
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    with host:
        beacon.lie("signature")
        start(telegram, group, aki)
        host.until(lambda: bool(dealt_by(host)), "wait for a round")
        host.kill()
        beacon.lie("")
        host.start()
        first_choice(aki)
        found = dealt_by(host)
        assert found is not None
        assert found["signature"] == beacon.league.sign(found["round"])
        assert host.stop() == 0
    assert "Traceback" not in host.log()


@pytest.mark.soak
def test_without_an_answer_the_deal_says_so(
    telegram: TelegramServer, beacon: BeaconServer, tmp_path: Path
) -> None:
    host = on_telegram(telegram, tmp_path, beacon)
    aki, group = telegram.person("Aki"), telegram.group("Friends")
    beacon.vanish()
    with host:
        start(telegram, group, aki)
        telegram.until_shown(group, "did not come in time", 2 * SOON)
        first_choice(aki)
        found = dealt_by(host)
        assert found is not None
        assert found["missed"]
        telegram.until_shown(group, "is not proved against whoever runs the host", SOON)
        assert "✗ Beacon: no server answers" in host.run("doctor").stdout
        assert host.stop() == 0
    assert "Traceback" not in host.log()


def test_a_whole_game_on_line_where_the_token_of_the_start_carries_the_deal(
    line: LineServer, beacon: BeaconServer, tmp_path: Path
) -> None:
    host = Host(
        tmp_path,
        program=installed("beacon"),
        LINE_CHANNEL_SECRET=line.secret,
        LINE_CHANNEL_ACCESS_TOKEN=line.token,
        LANGUAGE="ja",
        PUBLIC_URL=PUBLIC,
        LINE_API=line.address,
    )
    host.configure(**settings(beacon))
    line.use_webhook(host.address)
    mina, ken = line.person("ミナ", friend=True), line.person("ケン")
    group = line.group("みんなの卓", mina, ken)
    with host:
        line.invite(group)
        open_love_letter(group, [mina, ken], computers=1)  # the last press is the start
        brought = len(line.deliveries)

        def running() -> bool:  # there is what a running game is answered by
            keys = [verb(each.get("data", "")) for each in line.boards(group)[0]]
            return any(key == "otherwise" or key.startswith("~") for key in keys)

        line.until(running, "the deal is told")
        assert len(line.deliveries) == brought  # nobody has pressed anything since
        found = dealt_by(host)
        assert found is not None
        assert found["signature"] == beacon.league.sign(found["round"])
        assert play_by_letters(line, group, [mina, ken], random.Random(1)) >= 1
        assert host.stop() == 0
    assert line.fake.billed == 0
    assert not line.fake.refusals
    assert "Traceback" not in host.log()


@pytest.mark.parametrize(
    ("language", "words"), [("en", "BEACON=drand needs the package"), ("ja", "パッケージ")]
)
def test_without_the_extra_the_host_says_so(language: str, words: str, tmp_path: Path) -> None:
    refused = run(tmp_path, language, "drand")
    assert refused.returncode == 78
    assert refused.stderr.count("\n") == 1
    assert words in refused.stderr and "py-arkworks-bls12381" in refused.stderr
    wrong = run(tmp_path, language, "nist")
    assert wrong.returncode == 78
    assert wrong.stderr.startswith("BEACON: drand")


CALLED = """
import asyncio, sys
from fumibako.__main__ import home
sys.path.insert(0, str(home()))
from adapters.beacon.join import client
from adapters.settings import load

def look_up(event, arguments):
    if event == "socket.getaddrinfo":
        name, port = arguments[:2]
        print(name.decode() if isinstance(name, bytes) else name, port, flush=True)
        raise OSError("there is no network here")

async def ask():
    beacon = client(load())
    sys.addaudithook(look_up)
    await beacon.probe()
    await beacon.close()

asyncio.run(ask())
"""


def test_which_servers_are_called_when_no_other_is_set(tmp_path: Path) -> None:
    host = Host(tmp_path, program=installed("beacon"), BEACON="drand")
    done = subprocess.run(
        [host.program.python, "-c", CALLED],
        env=host.environment,
        cwd=host.work,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    assert done.stdout.split("\n") == [
        "api.drand.sh 443",
        "api2.drand.sh 443",
        "api3.drand.sh 443",
        "drand.cloudflare.com 443",
        "",
    ]


def run(folder: Path, language: str, beacon: str) -> subprocess.CompletedProcess[str]:
    """Try to start the host of an environment without the extra."""
    host = Host(folder, TELEGRAM_TOKEN="123456789:AAE-token", BEACON=beacon)
    return subprocess.run(
        [host.program.command, "run"],
        env={**host.environment, "LANG": f"{language}.UTF-8"},
        cwd=host.work,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
