"""Limits of a group hold for all workers together: who does not lead asks for a turn."""

from __future__ import annotations

import asyncio
import heapq
import random
from collections import defaultdict
from collections.abc import Callable
from itertools import count

import pytest

from adapters.crew import Crew
from adapters.telegram.pace import Pacer
from adapters.telegram.turns import Turns

GROUP, PERSON = -100, 100


class Town:
    """A clock that moves as fast as nobody has anything to do, and a bus that takes its time."""

    def __init__(self) -> None:
        self.now = 1000.0
        self.crews: list[Fellow] = []
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = count()

    def pulse(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (self.now + seconds, next(self._numbers), woken))
        await woken

    async def live(self, seconds: float) -> None:
        until = self.now + seconds
        for _ in range(10):
            await asyncio.sleep(0)
        while self._waiting and self._waiting[0][0] <= until:
            self.now, _, woken = heapq.heappop(self._waiting)
            if not woken.done():
                woken.set_result(None)
            for _ in range(10):
                await asyncio.sleep(0)
        self.now = until


class Fellow(Crew):
    """A worker among others, as a test says."""

    def __init__(self, town: Town, late: Callable[[], float]) -> None:
        self.town, self.late = town, late
        self.leading = False
        self.heard: defaultdict[str, list[Callable[[str], None]]] = defaultdict(list)
        self.tasks: set[asyncio.Task[None]] = set()
        town.crews.append(self)

    @property
    def leads(self) -> bool:
        return self.leading

    def say(self, topic: str, text: str) -> None:
        async def tell(other: Fellow) -> None:
            await self.town.sleep(self.late())
            for heard in other.heard[topic]:
                heard(text)

        for other in self.town.crews:
            if other is not self:
                task = asyncio.ensure_future(tell(other))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    def on(self, topic: str, heard: Callable[[str], None]) -> None:
        self.heard[topic].append(heard)


def worst(calls: list[float], span: float = 60.0) -> int:
    return max(sum(1 for at in calls if start <= at <= start + span) for start in calls)


@pytest.mark.parametrize("seed", range(4))
def test_four_workers_call_a_busy_group_no_more_than_one(seed: int) -> None:
    async def play() -> list[float]:
        rng, town, calls = random.Random(seed), Town(), []
        each = [
            Turns(Pacer(town.pulse), Fellow(town, lambda: rng.uniform(0.0, 0.2)), town.sleep)
            for _ in range(4)
        ]
        assert isinstance(each[0].crew, Fellow)
        each[0].crew.leading = True

        async def busy(turns: Turns) -> None:
            while True:
                if await turns.turn(GROUP, 8.0):
                    turns.called(GROUP)
                    calls.append(town.now)
                await town.sleep(rng.uniform(0.0, 1.0))

        tasks = [asyncio.ensure_future(busy(turns)) for turns in each]
        await town.live(180.0)
        assert isinstance(each[1].crew, Fellow)
        each[0].crew.leading, each[1].crew.leading = False, True  # the leader is gone
        each[1].pacer.anew()
        await town.live(240.0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return calls

    calls = asyncio.run(play())
    assert len(calls) >= 90
    assert worst(calls) <= 19


def test_nobody_to_ask_is_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.telegram.turns.PATIENCE", 0.02)

    async def alone() -> tuple[bool, bool]:
        town = Town()
        turns = Turns(Pacer(town.pulse), Fellow(town, lambda: 0.0), town.sleep)
        return await turns.turn(GROUP, 0.0), await turns.turn(PERSON, 0.0)

    assert asyncio.run(alone()) == (False, True)


def test_the_leader_counts_what_others_send_to_people() -> None:
    async def both() -> tuple[float, float]:
        town = Town()
        leader, other = (
            Turns(Pacer(town.pulse), Fellow(town, lambda: 0.01), town.sleep) for _ in range(2)
        )
        assert isinstance(leader.crew, Fellow)
        leader.crew.leading = True
        for _ in range(3):
            other.called(PERSON)
        other.refused(GROUP, 30.0)
        await asyncio.sleep(0)
        await town.live(0.1)
        return leader.pacer.wait(PERSON), leader.pacer.wait(GROUP)

    person, group = asyncio.run(both())
    assert person > 0.5 and group > 29.0
