"""Deals that wait for a round get it: as soon as it exists, and for every table that waits.

Which tables wait stands in the database, so a restart goes on where the last process was. Nothing
here ends a wait without a round: that is the table's own clock (`core.house.timing`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

from adapters.beacon.client import Client, NoRound, Round
from adapters.writer import Writer
from core.house.house import House, Input
from core.house.ports import Times
from core.house.timing import DRAWING_LASTS
from core.table.commands import Draw
from core.table.failures import OurTrouble
from core.table.table import Drawing

log = logging.getLogger("fumibako.beacon")

LOOK = 0.5  # seconds between two looks at the tables
SPREADS = 0.4  # seconds that a round needs to reach the servers
AGAIN = 0.7  # seconds before they are asked again
PROBE = 3600.0  # seconds between two looks at the beacon's time
MOST = 200  # tables looked at in one go
MOST_TASKS = 32  # rounds that are asked for at once


class Drawer:
    """Watches the tables that wait. `now` is the time of day; `ring` tells that there is news."""

    def __init__(
        self,
        client: Client,
        house: House,
        times: Times,
        writer: Writer,
        now: Callable[[], float],
        ring: Callable[[], None],
    ) -> None:
        self.client = client
        self.house = house
        self.times = times
        self.now = now
        self._writer = writer
        self._ring = ring
        self._waiting: Mapping[int, set[str]] = {}  # rounds, and the tables that wait for them
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Bring rounds until cancelled."""
        probing = asyncio.create_task(self._probe())
        try:
            while True:
                try:
                    await self.look()
                except OurTrouble as trouble:
                    log.warning("tables that wait for a round cannot be looked up: %s", trouble)
                except Exception:
                    log.exception("tables that wait for a round could not be looked up")
                await asyncio.sleep(LOOK)
        finally:
            tasks = [probing, *self._tasks.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def look(self) -> None:
        """See who waits, and begin to ask for what nobody asks for yet. Raises `OurTrouble`."""
        self._waiting = await self._writer.call(self.waiting)
        self._tasks = {each: task for each, task in self._tasks.items() if not task.done()}
        for round_ in self._waiting:
            if round_ not in self._tasks and len(self._tasks) < MOST_TASKS:
                self._tasks[round_] = asyncio.create_task(self._bring(round_))

    def waiting(self) -> dict[int, set[str]]:
        """In the writer's thread: the rounds of our chain that are waited for, the next one
        first, and by which tables."""
        found: dict[int, set[str]] = {}
        for table_id in self.times.unasked(self.now() + DRAWING_LASTS, MOST):
            read = self.house.read(table_id)
            if read is None or not isinstance(read.table, Drawing):
                continue
            beacon = read.table.deal.beacon
            if beacon is not None and beacon.chain == self.client.chain.hash:
                found.setdefault(beacon.round, set()).add(table_id)
        return dict(sorted(found.items()))

    async def _bring(self, round_: int) -> None:
        """Bring a round to those who wait for it, while anybody does."""
        failed = False
        while self._waiting.get(round_):
            early = self.client.chain.time_of(round_) + SPREADS - self.client.time()
            if early > 0:
                await asyncio.sleep(min(early, LOOK))  # by steps: the wall clock may be set
                continue
            try:
                await self._deal(await self.client.bring(round_))
            except NoRound as none:
                if not failed:
                    log.warning("round %d does not come yet: %s", round_, none)
                failed = True
            except OurTrouble as trouble:
                log.warning("round %d cannot be dealt by yet: %s", round_, trouble)
            except Exception:
                log.exception("round %d could not be brought", round_)
            else:
                continue
            await asyncio.sleep(AGAIN)

    async def _deal(self, drawn: Round) -> None:
        """Deal at every table that waits for a round. Raises `OurTrouble`: then the rest is still
        to be done."""
        tables = self._waiting.get(drawn.round, set())
        while tables:
            table_id = min(tables)
            await self._writer.call(self.draw, table_id, drawn)
            tables.discard(table_id)
            self._ring()

    def draw(self, table_id: str, drawn: Round) -> None:
        """In the writer's thread: deal at a table by its round. One that no longer waits, or that
        is broken, must not stop the others. Raises `OurTrouble`."""
        command = Draw(drawn.round, drawn.signature, drawn.randomness)
        try:
            result = self.house.handle(Input(command, self.now(), table=table_id))
        except OurTrouble:
            raise
        except Exception:
            log.exception("table %s could not be dealt by its round", table_id)
            return
        if result.refused is not None:
            log.info("table %s does not wait for round %d any more", table_id, drawn.round)

    async def _probe(self) -> None:
        """Now and then, whether the beacon answers and our clock is right: for the status."""
        while True:
            try:
                await self.client.probe()
            except Exception:
                log.exception("the beacon could not be probed")
            await asyncio.sleep(PROBE)
