"""What may double, doubles once."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from math import inf

import pytest

from adapters.letter import Sent
from adapters.post import COPIES, PROBE, _Sending
from core.house.ports import Batch
from tests.edge.host import A, B, Host, Hosts


async def carried_out(lane: str) -> Sent:
    """The platform does it and answers 502, or not at all."""
    return Sent(unsure=True)


async def too_many(lane: str) -> Sent:
    """The platform surely did not do it: 429."""
    return Sent(wait=3.0)


async def hang(lane: str) -> Sent:
    await asyncio.Event().wait()
    raise AssertionError


def after(host: Host, seconds: int) -> None:
    """So much time passes, and whatever is due goes out."""
    for _ in range(seconds):
        host.time.go(1)
        host.show()


def test_a_call_that_was_carried_out_and_not_confirmed_is_sent_twice(host: Host) -> None:
    host.say.answers = carried_out
    host.open()
    after(host, 60)
    assert host.pages() == ["Opened"] * 2


def test_what_surely_did_not_arrive_may_be_repeated(host: Host) -> None:
    host.say.answers = too_many
    host.open()
    after(host, 30)
    assert len(host.pages()) == 10
    assert host.say.asked == 0
    host.say.answers = host.say.fine
    after(host, 5)
    assert len(host.pages()) == 11
    assert [lane for lane, _ in host.say.boards].count(host.lane) == 1


def test_what_is_dropped_does_not_make_the_copies_forgotten() -> None:
    """A platform may leave out lines that are out of date, whatever became of the others."""
    batch = Batch("room:1", 1, (), (), tries=3)
    state = _Sending(batch)
    state.begin()
    state.went(Sent(notes=(7,), wait=2.0, unsure=True))
    assert state.tries == 3
    state.went(Sent(notes=(8,)))
    assert state.tries == 0


def test_a_refusal_in_between_does_not_make_the_copies_forgotten(host: Host) -> None:
    host.say.answers = carried_out
    host.open()
    after(host, 1)
    host.say.answers = too_many
    after(host, 4)
    assert host.pages() == ["Opened"] * 2  # the second was refused for sure
    host.say.answers = carried_out
    after(host, 60)
    assert host.pages() == ["Opened"] * 3


def test_after_two_copies_the_pauses_grow(host: Host) -> None:
    host.say.answers = carried_out
    host.open()
    times = []
    for _ in range(2000):
        host.time.go(1)
        before = len(host.pages())
        host.show()
        if len(host.pages()) > before:
            times.append(host.time.steady)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert gaps == list(COPIES[: len(gaps)])
    assert len(gaps) == 4


def test_a_sign_of_life_ends_the_pause(host: Host) -> None:
    host.say.answers = carried_out
    host.open()
    after(host, 300)  # the first minutes of a process are over
    many = len(host.pages())
    after(host, 20)
    assert len(host.pages()) == many
    host.say.answers = host.say.fine
    host.says("hello")  # it need not even be meant for us
    host.show()
    assert len(host.pages()) == many + 1
    after(host, 700)
    assert len(host.pages()) == many + 1


def test_a_sign_of_life_does_not_end_a_pause_that_the_platform_asked_for(host: Host) -> None:
    async def later(lane: str) -> Sent:
        return Sent(wait=100.0)

    host.say.answers = later
    host.open()
    host.show()
    host.say.answers = host.say.fine
    host.says("hello")
    after(host, 98)
    assert host.pages() == ["Opened"]
    after(host, 3)
    assert host.pages() == ["Opened"] * 2


def test_while_the_platform_gives_no_sign_of_life_no_copy_goes_out(host: Host) -> None:
    host.say.answers = carried_out
    host.open()
    host.show()
    host.say.lives = False
    asked_at = []
    for second in range(150):
        before = host.say.asked
        host.time.go(1)
        host.show()
        asked_at += [second + 1] * (host.say.asked > before)
    assert host.pages() == ["Opened"]
    gaps = [later - earlier for earlier, later in pairwise(asked_at)]
    assert gaps[:4] == list(PROBE)
    host.say.lives = True
    after(host, 61)
    assert host.pages() == ["Opened"] * 2


def test_a_process_that_is_killed_in_the_middle_leaves_its_count(begin: Hosts) -> None:
    """Nobody knows what became of what it was sending; the next ones know that."""
    pages = 0
    for _ in range(3):
        host = begin()
        if not host.id:
            host.open()
        host.say.answers = hang

        async def kill(host: Host = host) -> None:
            sending = asyncio.ensure_future(host.send())
            await asyncio.sleep(0.3)
            sending.cancel()
            for task in host.app.post._busy:
                task.cancel()
            await asyncio.gather(sending, *host.app.post._busy, return_exceptions=True)

        host.time.go(5)
        asyncio.run(kill())
        pages += len(host.pages())
    assert pages == 2


def test_a_process_that_is_asked_to_end_leaves_its_count_too(
    begin: Hosts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.post.FINISH", 0.2)
    host = begin()
    host.open()
    host.say.answers = hang

    async def end() -> None:
        sending = asyncio.ensure_future(host.send())
        await asyncio.sleep(0.2)
        await host.app.post.finish()
        sending.cancel()
        await asyncio.gather(sending, return_exceptions=True)

    asyncio.run(end())
    assert host.pages() == ["Opened"]
    [claimed] = [batch for batch in host.store.claim(host.time.wall, 30, 9) if batch.notes]
    assert claimed.tries == 2  # due at once, with one copy that may be out
    host.store.postpone(claimed, host.time.wall, 1)
    host = begin()
    host.show()
    assert host.pages() == ["Opened"]
    assert host.say.asked > 0  # but not before the platform gave a sign of life


def test_somebody_who_cannot_be_reached_is_left_alone(host: Host) -> None:
    async def blocked(lane: str) -> Sent | None:
        return Sent(wait=inf) if lane.startswith("person:") else None

    host.say.answers = blocked
    host.start(B)
    after(host, 700)
    lanes = [lane for lane, _ in host.say.boards if lane == f"person:{A}"]
    assert len(lanes) <= 1
