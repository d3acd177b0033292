"""Due tables get their tick, through the same door as every press."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from core import watch
from core.house import House, Input
from core.ports import Times
from core.table import Tick

log = logging.getLogger("fumibako.clock")

LONGEST_NAP = 1.0  # seconds between two looks at the times


class Clock:
    """Looks once a second, and sooner when a table is due sooner."""

    def __init__(
        self,
        house: House,
        times: Times,
        writer: ThreadPoolExecutor,
        now: Callable[[], float],
        ring: Callable[[], None],
    ) -> None:
        self.house = house
        self.times = times
        self.now = now
        self._writer = writer
        self._ring = ring

    async def run(self) -> None:
        """Tick until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            busy, following = False, None
            try:
                busy, following = await loop.run_in_executor(self._writer, self.tick)
            except Exception:
                log.exception("the times could not be looked at")
            if busy:
                self._ring()
            nap = LONGEST_NAP if following is None else following - self.now()
            await asyncio.sleep(min(max(nap, 0.0), LONGEST_NAP))

    def tick(self) -> tuple[bool, float | None]:
        """Carry out what is due now. Tells whether anything was, and when the next thing is."""
        busy = False
        for table, question in self.times.due(self.now()):
            busy = True
            self._guarded(table, partial(self._tick, table, question))
        for table in self.times.reminders(self.now()):
            busy = True
            self._guarded(table, partial(watch.remind, self.house, table, self.now()))
        return busy, self.times.next_time()

    def wake_all(self) -> None:
        """After a start: every open table is shown again; deadlines that passed are renewed."""
        for table in self.times.open_tables():
            self._guarded(table, partial(watch.wake_up, self.house, table, self.now()))

    def _tick(self, table: str, question: int) -> None:
        self.house.handle(Input(Tick(question), self.now(), table=table))

    def _guarded(self, table: str, work: Callable[[], None]) -> None:
        """One broken table must not stop the clock for the others."""
        try:
            work()
        except Exception:
            log.exception("table %s could not be ticked", table)
