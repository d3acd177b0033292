"""Deals that wait for a round, on a whole host with clocks that the test holds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from adapters import app as joined
from adapters.app import App
from adapters.beacon.drawing import Drawer
from adapters.settings import Settings
from adapters.timekeeper import Timekeeper
from core.kernel import proof
from core.kernel.proof import Beacon
from core.table.commands import Draw, Sit, Start, Tick
from core.table.table import Drawing, Playing
from tests.adapters.beacon.league import League
from tests.edge.host import AT, A, B, Host, Platform, Time, locked
from tests.outside.beacon_server import BeaconServer

LEAGUE = League(int(AT) - 1000, period=3)
NAMED = LEAGUE.chain.round_at(AT) + 3
COMES = 16.0  # seconds after the start: the round is there, and neither the newest nor the last


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def server(time: Time) -> Iterator[BeaconServer]:
    with BeaconServer(LEAGUE, now=lambda: time.wall) as serving:
        yield serving


Begin = Callable[..., tuple[Host, Drawer]]


@pytest.fixture
def begin(
    tmp_path: Path, time: Time, server: BeaconServer, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Begin]:
    """Start a process on the database of the test; the one before is gone then."""
    running: list[App] = []
    keeper = lambda: Timekeeper(lambda: time.wall, lambda: time.steady)  # noqa: E731
    monkeypatch.setattr(joined, "Timekeeper", keeper)

    def end() -> None:
        while running:
            app = running.pop()
            app.hold.let_go()
            app.writer.shutdown(wait=False, cancel_futures=True)
            app.store.close()

    def start(league: League = LEAGUE, chat: str = "chat") -> tuple[Host, Drawer]:
        end()
        settings = Settings(
            _env_file=None,
            database=str(tmp_path / "x.db"),
            language="en",
            beacon="drand",
            beacon_servers=server.address,
            beacon_chain=league.info(),
        )
        app = App(settings)
        running.append(app)
        host = Host(app, Platform(), time, chat)
        app.clock.begin()
        host.looks()
        assert app.beacon is not None
        return host, app.drawer(app.beacon)

    yield start
    end()


def watched(host: Host, drawer: Drawer, seconds: float = 0.5) -> None:
    """The drawer looks, and what it begins has so long (of real time)."""

    async def watch() -> None:
        running = asyncio.create_task(drawer.run())
        try:
            async with asyncio.timeout(seconds):
                while isinstance(host.table, Drawing):
                    await asyncio.sleep(0.01)
        except TimeoutError:
            pass
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            await drawer.client.close()

    asyncio.run(watch())


def drawing(host: Host) -> Beacon:
    assert isinstance(host.table, Drawing)
    beacon = host.table.deal.beacon
    assert beacon is not None
    return beacon


def dealt(host: Host) -> Beacon:
    beacon = host.playing.deal.beacon
    assert beacon is not None
    return beacon


def asked(server: BeaconServer) -> list[int]:
    """The rounds that the server was asked for."""
    return [call.fields["round"] for call in server.made("round")]


def test_the_round_is_named_before_it_exists(begin: Begin, server: BeaconServer) -> None:
    host, drawer = begin()
    host.start(B)
    assert drawing(host) == Beacon(LEAGUE.chain.hash, NAMED)
    assert LEAGUE.chain.time_of(NAMED) > AT
    assert drawer.waiting() == {NAMED: {host.id}}
    watched(host, drawer)
    assert drawing(host).signature == ""
    assert asked(server) == []  # nobody is asked for what does not exist


def test_the_deal_follows_from_the_round(begin: Begin, server: BeaconServer, time: Time) -> None:
    host, drawer = begin()
    host.start(B)
    time.go(COMES)
    watched(host, drawer, 30)
    beacon = dealt(host)
    assert (beacon.signature, beacon.missed) == (LEAGUE.sign(NAMED), False)
    assert asked(server) == [NAMED]
    deal = host.playing.deal
    secret, cuts = bytes.fromhex(deal.secret), proof.cuts_of(deal.people)
    assert deal.seed == proof.seed(secret, cuts, beacon).hex()
    assert deal.seed != proof.seed(secret, cuts, None).hex()
    assert host.told().index("BeaconAwaited") < host.told().index("BeaconCame")
    assert drawer.waiting() == {}


@pytest.mark.parametrize("lie", ["signature", "neighbour", "round", "chain", "randomness"])
def test_no_lie_becomes_a_deal(lie: str, begin: Begin, server: BeaconServer, time: Time) -> None:
    host, drawer = begin()
    host.start(B)
    server.lie(lie)
    time.go(COMES)
    watched(host, drawer)
    drawing(host)
    server.lie("")
    watched(host, drawer, 30)
    assert dealt(host).signature == LEAGUE.sign(NAMED)


def test_what_does_not_come_in_time_is_done_without(
    begin: Begin, server: BeaconServer, time: Time
) -> None:
    host, drawer = begin()
    host.start(B)
    server.vanish()
    host.run(19)
    watched(host, drawer)
    drawing(host)
    host.run(2)
    assert dealt(host) == Beacon(LEAGUE.chain.hash, NAMED, missed=True)
    assert "BeaconMissed" in host.told()
    deal = host.playing.deal
    secret, cuts = bytes.fromhex(deal.secret), proof.cuts_of(deal.people)
    assert deal.seed == proof.seed(secret, cuts, None).hex()
    server.appear()
    watched(host, drawer)  # it comes now, and changes nothing
    assert dealt(host).missed
    assert asked(server) == []


def test_a_round_that_comes_too_late_changes_nothing(begin: Begin, time: Time) -> None:
    host, _ = begin()
    host.start(B)
    host.run(21)
    seed = host.playing.deal.seed
    told = LEAGUE.told(NAMED)
    host.refused(Draw(NAMED, str(told["signature"]), str(told["randomness"])))
    assert host.playing.deal.seed == seed


def test_another_round_is_refused(begin: Begin) -> None:
    host, _ = begin()
    host.start(B)
    told = LEAGUE.told(NAMED - 4)  # known at the start
    host.refused(Draw(NAMED - 4, str(told["signature"]), str(told["randomness"])))
    drawing(host)


def test_time_that_is_not_over_does_not_deal(begin: Begin) -> None:
    host, _ = begin()
    host.start(B)
    host.refused(Tick(0))
    drawing(host)


def test_a_restart_goes_on(begin: Begin, server: BeaconServer, time: Time) -> None:
    host, _ = begin()
    host.start(B)
    name = host.id
    time.go(120)  # the machine was off meanwhile
    host, drawer = begin()
    assert host.id == name
    drawing(host)  # the time of a deal is no fault of ours, either
    watched(host, drawer, 30)
    assert dealt(host).signature == LEAGUE.sign(NAMED)
    assert asked(server) == [NAMED]


def test_a_restart_with_another_beacon_leaves_it_to_the_clock(begin: Begin, time: Time) -> None:
    host, _ = begin()
    host.start(B)
    time.go(COMES)
    host, drawer = begin(League(int(AT) - 1000, 3, "another"))
    assert drawer.waiting() == {}
    watched(host, drawer)
    host.run(21)
    assert dealt(host).missed


def test_tables_that_wait_for_one_round_share_it(
    begin: Begin, server: BeaconServer, time: Time
) -> None:
    host, drawer = begin()
    host.start(B)
    first = host.id
    host.id = ""
    host.open_in(host.app.store.enter("test", "another chat", "en"))
    second = host.id
    for each in ("test:d", "test:e"):
        host.do(Sit(each, each), room=None)
    host.do(Start(A), room=None)
    assert drawer.waiting() == {NAMED: {first, second}}
    time.go(COMES)
    watched(host, drawer, 30)
    host.id = first
    watched(host, drawer, 30)
    assert isinstance(host.table, Playing)
    assert asked(server) == [NAMED]


def test_while_the_store_is_in_trouble_it_is_tried_again(
    begin: Begin, server: BeaconServer, time: Time, tmp_path: Path
) -> None:
    host, drawer = begin()
    host.start(B)
    time.go(COMES)

    async def watch() -> None:
        running = asyncio.create_task(drawer.run())
        async with asyncio.timeout(30):
            with locked(tmp_path):
                while not asked(server):
                    await asyncio.sleep(0.01)
                await asyncio.sleep(0.3)
            while isinstance(host.table, Drawing):
                await asyncio.sleep(0.05)
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await drawer.client.close()

    asyncio.run(watch())
    assert dealt(host).signature == LEAGUE.sign(NAMED)


def test_a_house_that_stood_still_waits_anew(begin: Begin, time: Time) -> None:
    """Our trouble: nobody could bring the round meanwhile."""
    host, drawer = begin()
    host.start(B)
    time.go(60)  # in one step: the clock did not look
    host.looks()
    drawing(host)
    watched(host, drawer, 30)
    assert not dealt(host).missed


def test_a_clock_that_was_set_loses_no_table(begin: Begin, time: Time) -> None:
    host, drawer = begin()
    host.start(B)
    time.set(-3600)
    host.looks()
    assert drawer.waiting() == {NAMED: {host.id}}
    time.set(3600)
    host.look(10)
    watched(host, drawer, 30)
    assert not dealt(host).missed


def test_no_round_is_named_that_exists_while_our_clock_is_behind(
    begin: Begin, server: BeaconServer, time: Time
) -> None:
    host, drawer = begin()
    time.set(-600)
    host.looks()
    server.ahead = 600.0  # it has the right time still

    async def probe() -> None:
        await drawer.client.probe()
        await drawer.client.close()

    asyncio.run(probe())
    assert drawer.client.state.behind == pytest.approx(600, abs=3)
    host.start(B)
    named = drawing(host).round
    assert named >= NAMED - 1
    time.go(COMES)
    host.looks()
    watched(host, drawer, 30)
    assert dealt(host).signature == LEAGUE.sign(named)
    time.set(600)  # somebody sets it right
    assert drawer.client.time() == time.wall


def test_the_status_tells_when_a_round_came_last(begin: Begin, time: Time) -> None:
    host, drawer = begin()
    host.start(B)
    time.go(COMES)
    watched(host, drawer, 30)
    asyncio.run(host.app.reporter.tell())
    beacon = host.app.reporter.status.beacon
    assert beacon is not None
    assert (beacon.name, beacon.answered, beacon.behind) == ("stand-in", AT + COMES, 0.0)
