"""What nobody needs any more is forgotten while the host runs: a little at a time, all day long."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Protocol

from adapters.asked import KEY
from adapters.crew import Crew
from adapters.door import ASIDE
from adapters.guests import KEPT as GUEST
from adapters.writer import Writer
from core.house.afterwards import OWNED_UP, PANELS
from core.house.keeping import DAY, Keeping, Small
from core.house.mending import ASIDE as TABLES_ASIDE
from core.house.mending import REBUILT
from core.table.failures import OurTrouble

log = logging.getLogger("fumibako.tidying")

AFTER_START = 600.0  # seconds: by then a clock that was wrong has been set
ROUND = 3600.0  # seconds between two rounds
BREATH = 0.5  # seconds between two portions
MOST_ASIDE = 200  # inputs that were at fault

SMALL = (
    Small(REBUILT, seconds=3 * DAY),
    Small(ASIDE, seconds=30 * DAY, most=MOST_ASIDE),
    Small("telegram:aside:", seconds=30 * DAY),  # as they were called before 0.2.0
    Small(KEY, seconds=DAY),  # what a yes would have answered
    Small(GUEST, seconds=30 * DAY),  # who has added us to a group that was never decided about
    Small("bridge:", seconds=DAY),  # codes; they end after ten minutes
    Small(TABLES_ASIDE, of_table=True),
    Small(PANELS, of_table=True),
    Small(OWNED_UP, of_table=True),
    Small("line.seat:", of_table=True),  # links to seats that were revoked
    Small("telegram:ping:", of_table=True, open=True),
    Small("ended:", of_table=True, value=True),
    Small("room.ended:", of_table=True, value=True),
    Small("line.confessed:", of_table=True, value=True),
    Small("telegram:sleeps:", of_table=True, value=True, open=True),
)
"""The small things of which more and more would be kept. All others are a few for each room or
person that lives."""

THEIRS = ("line.met:",)
TIES = ("line.follows:",)


def keeping(days: int | str) -> Keeping:
    """What is kept how long; finished games for so many days (in words: for ever)."""
    games = days * DAY if isinstance(days, int) else None
    return Keeping(games=games, small=SMALL, theirs=THEIRS, ties=TIES)


class Tidies(Protocol):
    """A database that can be tidied up."""

    def tidied(self, at: float, keeping: Keeping) -> Iterator[Iterator[tuple[str, int]]]: ...


class Tidying:
    """One round each hour, by the worker that leads."""

    def __init__(
        self,
        store: Tidies,
        writer: Writer,
        now: Callable[[], float],
        crew: Callable[[], Crew],
        keeping: Keeping,
    ) -> None:
        self._store = store
        self._writer = writer
        self._now = now
        self._crew = crew
        self._keeping = keeping

    async def run(self) -> None:
        """Tidy up until cancelled."""
        await asyncio.sleep(AFTER_START)
        while True:
            await self.round()
            await asyncio.sleep(ROUND)

    async def round(self, breath: float = BREATH) -> Counter[str]:
        """One round; tells what was forgotten. Between two portions others have their turn, and
        where one kind cannot be forgotten now the others still are."""
        gone: Counter[str] = Counter()
        for steps in self._store.tidied(self._now(), self._keeping):
            try:
                await self._kind(steps, gone, breath)
            except OurTrouble as trouble:
                log.warning("what nobody needs any more stays for now: %s", trouble)
            except Exception:
                log.exception("what nobody needs any more could not be forgotten")
        told = ", ".join(f"{number} {what}" for what, number in (+gone).items())
        log.debug("tidied up: %s", told or "nothing")
        return +gone

    async def _kind(
        self, steps: Iterator[tuple[str, int]], gone: Counter[str], breath: float
    ) -> None:
        """What nobody needs of one kind."""
        while self._crew().leads:
            step = await self._writer.call(next, steps, None)
            if step is None:
                return
            what, number = step
            gone[what] += number
            await asyncio.sleep(breath if number else 0.0)
