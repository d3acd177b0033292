"""A host on PostgreSQL, as its user starts it: DATABASE is an address, and all else is as ever."""

from __future__ import annotations

import json
import random
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests import postgres
from tests.outside.host import Host
from tests.outside.install import installed
from tests.outside.playing import CardPlayer, open_with, play_by_cards, play_one, said
from tests.outside.telegram_server import TelegramServer

WEB = "https://cards.example.org"
SECRET = "geheim"
GROUPS, JOINERS = 8, 3
CUTS = 0.15  # seconds between two cuts of all connections


@pytest.fixture
def cluster() -> Iterator[postgres.Cluster]:
    """A server of its own, which is stopped while people play. It keeps what it has committed."""
    if postgres.server() is None:
        pytest.skip("PostgreSQL is not installed (Debian package postgresql)")
    cluster = postgres.Cluster("-c max_connections=50")
    yield cluster
    cluster.remove()


def hosted(telegram: TelegramServer, folder: Path, address: str) -> Host:
    secret = address.replace("fumibako@", f"fumibako:{SECRET}@")
    host = Host(
        folder,
        program=installed("postgres"),
        TELEGRAM_TOKEN=telegram.token,
        TELEGRAM_API=telegram.address,
        PUBLIC_URL=WEB,
        DATABASE=secret,
    )
    telegram.leads[WEB] = host.address
    return host


def cut(address: str) -> int:
    """The server ends every other session. Tells how many there were."""
    query = (
        "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
        "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    )
    with psycopg.connect(address, autocommit=True) as connection:
        found = connection.execute(query).fetchone()
        return int(found[0]) if found else 0


def rows(address: str, query: str) -> list[tuple[object, ...]]:
    with psycopg.connect(address) as connection:
        return connection.execute(query).fetchall()


def test_no_press_is_lost_while_connections_are_cut(
    telegram: TelegramServer, tmp_path: Path, cluster: postgres.Cluster
) -> None:
    """And the server is started anew twice, once without an orderly end."""
    host = hosted(telegram, tmp_path, cluster.url)
    opener = telegram.person("Opener")
    joiners = [telegram.person(f"Joiner {n}") for n in range(JOINERS)]
    groups = [telegram.group(f"Group {n}") for n in range(GROUPS)]
    over, many = threading.Event(), [0]

    def trouble() -> None:
        began, restarts = time.monotonic(), ["fast", "immediate"]
        while not over.wait(CUTS):
            many[0] += cut(cluster.url)
            if restarts and time.monotonic() - began > 2.0:
                began = time.monotonic()
                cluster.stop(restarts.pop(0))
                time.sleep(0.5)
                cluster.start()

    with host:
        for group in groups:
            opener.says(f"/play@{telegram.username}", group)
        seals = [opener.find(group, verb="cut.") for group in groups]
        cutting = threading.Thread(target=trouble)
        cutting.start()
        for verb in ("join", "leave!", "join"):
            for group, seal in zip(groups, seals, strict=True):
                for each in joiners:
                    each.begin(said(seal, verb), group)
                    time.sleep(0.05)
        time.sleep(1.0)
        over.set()
        cutting.join()
        presses = [number for each in joiners for number in each.updates.values()]
        assert len(presses) == 3 * GROUPS * JOINERS

        def acknowledged() -> bool:
            made = [each.update for each in telegram.deliveries.made if each.status == 200]
            return set(presses) <= set(made)

        telegram.until(acknowledged, "every press is taken", 90.0)
        lines = rows(cluster.url, "SELECT entry FROM journal")
        kinds = [json.loads(str(entry))["command"]["type"] for (entry,) in lines]
        count = GROUPS * JOINERS
        assert (kinds.count("sit"), kinds.count("rise")) == (2 * count, count)
        assert len(rows(cluster.url, "SELECT * FROM seat")) == GROUPS + count
        assert rows(cluster.url, "SELECT key FROM kept WHERE key LIKE 'aside:%'") == []
        host.until(lambda: (host.health() or {}).get("ready") is True, "be ready again", 60.0)
        telegram.until_shown(groups[0], joiners[-1].name, patience=90.0)
        assert host.stop() == 0
    refused = [each for each in telegram.deliveries.made if each.status == 500]
    assert many[0] > 20 and refused, "connections were cut in the middle of presses"
    assert "Traceback" not in host.log()
    assert SECRET not in host.log()


def test_a_host_on_postgresql(
    telegram: TelegramServer, tmp_path: Path, cluster: postgres.Cluster
) -> None:
    """It tells the truth about itself, goes on at once after a loss of power, and plays."""
    host = hosted(telegram, tmp_path, cluster.url)
    aki, mina = telegram.person("Aki"), telegram.person("Mina")
    group = telegram.group("Friends")
    with host:
        host.until(lambda: host.run("status").returncode == 0, "be ready")
        for words in (("status",), ("doctor",)):
            told = host.run(*words).stdout
            assert "Database: postgresql://fumibako:***@/postgres" in told, told
            assert "MB." in told and "on its disk" not in told
        assert json.loads(host.run("status", "--json").stdout)["size"] > 1_000_000
        assert "is of this release already" in host.run("migrate").stdout
        moved = host.run("move-to", str(tmp_path / "elsewhere.db"))
        assert moved.returncode == 1 and "End that host first" in moved.stderr
        open_with(group, [aki, mina], "set.points.1")
        players = [CardPlayer(each) for each in (aki, mina)]
        play_one(players, "")
        host.kill()
        began = time.monotonic()
        host.start()
        play_one(players, "")
        took = time.monotonic() - began
        assert took < 25.0, "no lease of the dead was waited for"
        play_by_cards(telegram, group, [aki, mina], random.Random(1))
        assert "The game is over." in telegram.shown(group)[0]["text"]
        assert host.stop() == 0
    over = host.run("status")
    assert over.returncode == 1
    assert host.run("doctor").returncode == 0
    log = host.log() + over.stdout + over.stderr
    assert "Traceback" not in log and SECRET not in log
