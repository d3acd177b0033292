"""Tidying up while the host runs."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest

from adapters import tidying
from adapters.crew import Crew
from adapters.line.people import typed_key
from adapters.telegram import people, pings
from adapters.tidying import SMALL, Tidying, keeping
from adapters.writer import Writer
from core.house import house as door
from core.house.keeping import DAY, Keeping
from core.house.score import ended_key
from core.table.failures import OurTrouble


class Store:
    """A database that has something to forget three times, and may be in trouble."""

    def __init__(self, trouble: Exception | None = None) -> None:
        self.trouble = trouble
        self.asked: list[float] = []

    def tidied(self, at: float, keeping: Keeping) -> Iterator[Iterator[tuple[str, int]]]:
        self.asked.append(at)
        yield iter([("receipts", 500), ("receipts", 3)])
        yield self.lanes()
        yield iter([("games", 1)])

    def lanes(self) -> Iterator[tuple[str, int]]:
        yield "lanes", 0
        if self.trouble is not None:
            raise self.trouble
        yield "lanes", 2


class Follower(Crew):
    leads = False


def tidied(store: Store, crew: Crew | None = None) -> dict[str, int]:
    writer = Writer()
    work = Tidying(store, writer, lambda: 5.0, lambda: crew or Crew(), keeping(180))
    try:
        return dict(asyncio.run(work.round(0.0)))
    finally:
        writer.shutdown()


def test_a_round_ends_when_nothing_is_left(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    assert tidied(Store()) == {"receipts": 503, "lanes": 2, "games": 1}
    assert "tidied up: 503 receipts, 2 lanes, 1 games" in caplog.text


@pytest.mark.parametrize("trouble", [OurTrouble("locked"), ValueError("a bug")])
def test_what_is_left_of_one_kind_is_for_the_next_time_and_the_others_go(
    trouble: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    assert tidied(Store(trouble)) == {"receipts": 503, "games": 1}
    assert len(caplog.records) == 1 and str(trouble) in caplog.text


def test_who_does_not_lead_leaves_it_to_who_does() -> None:
    assert tidied(Store(), Follower()) == {}


def test_it_goes_on_all_day(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AFTER_START", "ROUND", "BREATH"):
        monkeypatch.setattr(tidying, name, 0.0)
    store, writer = Store(OurTrouble("locked")), Writer()
    times = iter(range(10**9))

    async def work() -> None:
        life = Tidying(store, writer, lambda: next(times), Crew, keeping("forever"))
        task = asyncio.create_task(life.run())
        while len(store.asked) < 3:
            await asyncio.sleep(0.001)
        task.cancel()

    asyncio.run(work())
    writer.shutdown()
    assert store.asked[:3] == [0, 1, 2]


def test_games_are_kept_for_days_or_for_ever() -> None:
    assert keeping(3).games == 3 * DAY
    assert keeping(0).games == 0
    assert keeping("forever").games is None


def test_the_names_are_those_under_which_things_are_kept() -> None:
    """Whoever renames one is told here."""
    prefixes = {each.prefix for each in SMALL}
    names = (
        pings._key("t"),
        people._sleeps(1),
        ended_key("u"),
        door._ended_in(1),
    )
    assert all(any(name.startswith(prefix) for prefix in prefixes) for name in names)
    assert not any(typed_key(1).startswith(prefix) for prefix in prefixes)
