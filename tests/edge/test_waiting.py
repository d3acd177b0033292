"""Waiting is measured by the monotonic clock; stored times are bounded."""

from __future__ import annotations

from math import inf

import pytest

from adapters.letter import Sent
from adapters.timekeeper import Gap, Timekeeper
from core.house.timing import LATEST_SHOWING, LOBBY_LASTS
from core.kernel.text import announce
from core.table.commands import Sit
from core.table.sayings import StillWaiting
from tests.edge.host import B, Host, Hosts, Time

JUMPS = [-86400.0, -3600.0, -100.0, 100.0, 3600.0, 86400.0]


def told(host: Host, seat: int = 1) -> None:
    note = announce(StillWaiting((seat,)))
    host.store.run(lambda work: work.tell(host.lane, host.id, [note], host.time.wall))


@pytest.mark.parametrize("jump", JUMPS)
def test_a_clock_that_is_set_takes_nobodys_time(host: Host, jump: float) -> None:
    host.start(B)
    host.show()
    host.look(1)
    host.time.set(jump)
    host.look(1)
    assert host.row.due is not None
    assert 60 <= host.row.due - host.time.wall <= 120 + LATEST_SHOWING
    assert "TimedOut" not in host.told()
    assert "WasDeaf" not in host.told()
    host.run(59)
    assert "TimedOut" not in host.told()
    host.run(120 + LATEST_SHOWING)
    assert host.told().count("TimedOut") >= 1


@pytest.mark.parametrize("jump", JUMPS)
def test_a_clock_that_is_set_silences_nobody(host: Host, jump: float) -> None:
    host.open()
    host.show()
    told(host)
    host.say.answers = _later
    host.show()  # put off for a while
    host.say.answers = host.say.fine
    host.say.pages.clear()
    host.time.set(jump)
    host.look(1)
    host.run(3)
    told(host, 2)
    host.show()
    assert host.pages() == ["StillWaiting", "StillWaiting"]


async def _later(lane: str) -> Sent | None:
    return Sent(wait=2.0)


@pytest.mark.parametrize("jump", JUMPS)
def test_a_clock_that_was_set_before_the_start(begin: Hosts, time: Time, jump: float) -> None:
    host = begin()
    host.start(B)
    host.show()
    told(host)
    [batch] = [each for each in host.store.claim(time.wall, 30, 9) if each.notes]
    assert batch.lane == host.lane
    time.set(jump)
    host = begin()
    assert host.row.due is not None
    assert 60 <= host.row.due - time.wall <= 120 + LATEST_SHOWING
    assert host.row.asked_at <= time.wall
    host.show()
    assert host.pages() == ["StillWaiting"]
    host.run(host.row.due - time.wall + 1)
    assert host.told().count("TimedOut") == 1


@pytest.mark.parametrize("jump", JUMPS)
def test_a_lobby_does_not_age_by_a_clock_that_is_set(host: Host, jump: float) -> None:
    host.open(B)
    host.look(1)
    host.time.set(jump)
    host.run(120)
    assert "LobbyExpired" not in host.told()
    assert host.row.due is not None
    assert host.row.due <= host.time.wall + LOBBY_LASTS
    assert host.row.due >= host.time.wall + LOBBY_LASTS - 121


@pytest.mark.parametrize("pause", [1.0, 100.0, 3600.0])
def test_what_was_put_off_is_tried_at_a_start(begin: Hosts, time: Time, pause: float) -> None:
    """Who knows by which clock? It can be put off again."""
    host = begin()
    host.open()
    batch = host.store.claim_one(host.lane, time.wall, 30)
    assert batch is not None
    host.store.postpone(batch, time.wall + pause)
    host = begin()
    host.show()
    assert host.pages() == ["Opened"]


def test_who_cannot_be_reached_stays_so_at_a_start(begin: Hosts, time: Time) -> None:
    host = begin()
    host.open()
    host.show()
    told(host)
    batch = host.store.claim_one(host.lane, time.wall, 30)
    assert batch is not None
    host.store.postpone(batch, inf)
    host.store.within_bounds(time.wall)
    assert host.store.claim(time.wall, 30, 9) == []


def test_a_jump_of_a_few_seconds_is_none(host: Host) -> None:
    host.start(B)
    host.show()
    due = host.row.due
    host.look(1)
    for seconds in (4.0, -4.0):
        host.time.set(seconds)
        host.look(1)
    host.look(5)
    assert host.row.due == due


def test_a_table_is_not_old_because_it_was_late(host: Host) -> None:
    """A person who acts is heard whatever the clock says."""
    host.open()
    host.time.set(-86400)
    host.do(Sit(B, "Ben"))
    assert host.row.due == host.time.wall + LOBBY_LASTS


def test_both_clocks_are_looked_at() -> None:
    time = Time()
    keeper = Timekeeper(lambda: time.wall, lambda: time.steady)
    assert keeper.look() is None
    time.go(1)
    assert keeper.look() is None
    assert not keeper.still()
    time.go(6)
    assert not keeper.still()
    assert keeper.look() is None
    time.go(146)
    assert keeper.still()
    assert keeper.look() == Gap(145, 0)
    assert not keeper.still()
    time.go(1)
    time.set(-3600)
    assert keeper.still()
    assert keeper.look() == Gap(0, -3600)
    time.go(100)
    time.set(7)
    assert keeper.look() == Gap(99, 7)
