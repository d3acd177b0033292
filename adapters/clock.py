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
MOST_DUE = 100  # tables looked at in one go
SHORTEST_NAP = 0.05  # seconds; what cannot be ticked must not keep us busy


class Clock:
    """Looks once a second, and sooner when a table is due sooner.

    `holds` tells of a table and a question whether its time may not end by itself (nobody could
    be told of it); then it waits until somebody asks for it.
    """

    def __init__(
        self,
        house: House,
        times: Times,
        writer: ThreadPoolExecutor,
        now: Callable[[], float],
        ring: Callable[[], None],
        holds: Callable[[str, int], bool] = lambda table, question: False,
    ) -> None:
        self.house = house
        self.times = times
        self.now = now
        self._writer = writer
        self._ring = ring
        self.holds = holds
        self._held = 0

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
            await asyncio.sleep(min(max(nap, SHORTEST_NAP), LONGEST_NAP))

    def tick(self) -> tuple[bool, float | None]:
        """Carry out what is due now. Tells whether anything was, and when the next thing is."""
        busy, held = False, 0
        # What is held stays due: it must not keep others out of sight.
        for table, question in self.times.due(self.now(), MOST_DUE + self._held):
            if self.holds(table, question):
                held += 1
                continue
            busy = True
            self._guarded(table, partial(self._tick, table, question))
        self._held = held
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
        log.debug("table %s: tick", table)

    def _guarded(self, table: str, work: Callable[[], None]) -> None:
        """One broken table must not stop the clock for the others."""
        try:
            work()
        except Exception:
            log.exception("table %s could not be ticked", table)
