"""Several workers on one PostgreSQL, behind one address."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.outside.balancer import Balancer
from tests.outside.host import Host
from tests.outside.install import installed
from tests.outside.playing import open_love_letter, play_by_cards
from tests.outside.telegram_server import TelegramServer
from tests.postgres import drop, fresh_url

PUBLIC = "https://cards.example"
MANY = 4
BUSY = 75.0  # seconds


@pytest.fixture
def database() -> Iterator[str]:
    url = fresh_url()
    yield url
    drop(url)


@pytest.fixture
def workers(tmp_path: Path, telegram: TelegramServer, database: str) -> Iterator[list[Host]]:
    """Four workers behind a balancer, to which Telegram brings what happens."""
    hosts = [
        Host(
            tmp_path / str(number),
            program=installed("postgres"),
            DATABASE=database,
            TELEGRAM_TOKEN=telegram.token,
            TELEGRAM_API=telegram.address,
            PUBLIC_URL=PUBLIC,
        )
        for number in range(MANY)
    ]
    telegram.spread = True
    with ExitStack() as stack:
        for host in hosts:
            stack.enter_context(host)
        door = stack.enter_context(Balancer([host.port for host in hosts]))
        telegram.leads[PUBLIC] = door.address
        yield hosts


def led(hosts: list[Host]) -> list[tuple[float, Host]]:
    """Since when (seconds since 1970) who of them led, in order, by their logs."""
    found = []
    for host in hosts:
        for line in host.log().splitlines():
            if "this worker leads" in line:
                at = datetime.strptime(line[:23], "%Y-%m-%d %H:%M:%S,%f")
                found.append((at.replace(tzinfo=UTC).timestamp(), host))
    return sorted(found, key=lambda each: each[0])


def until(what: Callable[[], object], longest: float = 30.0) -> None:
    end = time.monotonic() + longest
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


def test_a_match_goes_on_when_the_leader_is_killed(
    telegram: TelegramServer, workers: list[Host]
) -> None:
    """Nothing is lost, nothing is refused, no group is called too often; another leads at once."""
    group, people = telegram.group("Friends"), [telegram.person(name) for name in ("Aki", "Mina")]
    until(lambda: led(workers))
    open_love_letter(group, people, computers=1)
    with ThreadPoolExecutor(1) as beside:
        playing = beside.submit(play_by_cards, telegram, group, people, random.Random(1))
        time.sleep(5.0)
        [(_, first)] = led(workers)
        killed = time.time()
        first.kill()
        until(lambda: len(led(workers)) == 2)
        since, second = led(workers)[1]
        print(f"taken over after {since - killed:.2f} s")
        assert second is not first and since - killed < 10.0
        assert second.process is not None
        second_pid = second.process.pid
        assert playing.result(120) >= 1
    assert "The game is over." in telegram.shown(group)[0]["text"]
    assert group.traffic.worst_minute() <= 20
    refused = [call for call in telegram.calls if call.status not in (0, 200)]
    assert not refused, refused
    brought = {each.status for each in telegram.deliveries.made}
    assert 200 in brought and brought <= {200, 0, 502}
    told = json.loads(second.run("status", "--json").stdout)
    assert [each["pid"] for each in told["workers"] if each.get("leads")] == [second_pid]
    assert len(told["workers"]) == MANY - 1
    assert second.stop() == 0
    until(lambda: led(workers)[-1][1] not in (first, second))
    assert "Traceback" not in "".join(host.log() for host in workers)


@pytest.mark.soak
def test_a_busy_group_is_called_as_often_as_by_one(
    telegram: TelegramServer, workers: list[Host]
) -> None:
    """Everybody asks for something all the time, and any worker hears it."""
    group, people = telegram.group("Friends"), [telegram.person(name) for name in ("Aki", "Mina")]
    until(lambda: led(workers))
    open_love_letter(group, people, computers=1)
    rng, end = random.Random(2), time.monotonic() + BUSY
    while time.monotonic() < end:
        word = rng.choice(("status", "rules", "help", "seal", "hand"))
        rng.choice(people).says(f"/{word}@{telegram.username}", group)
        time.sleep(rng.uniform(0.2, 1.0))
    print(f"worst minute: {group.traffic.worst_minute()}")
    assert group.traffic.worst_minute() <= 19
    assert not [call for call in telegram.calls if call.status == 429]
    heard = [host.log().count("Traceback") for host in workers]
    assert not any(heard)
