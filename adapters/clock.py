"""Due tables get their tick, through the same door as every press.

Before each look at the times the clock looks at itself: whether the process stood still, whether
the wall clock jumped, whether some platform was deaf. After any of these the deadlines that have
passed or come too soon are a minute from now, and people are heard first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from time import monotonic
from typing import TypeVar

import msgspec

from adapters.hearing import HOUSE, LONG, SHORT, Hearing, Recovered
from adapters.timekeeper import Gap, Timekeeper
from adapters.waking import SLICE, Waking
from adapters.writer import Writer
from core.house import clock as watch
from core.house.house import House, Input
from core.house.ports import Times
from core.table.commands import Tick
from core.table.failures import OurTrouble

log = logging.getLogger("fumibako.clock")

R = TypeVar("R")

LONGEST_NAP = 1.0  # seconds between two looks at the times
MOST_DUE = 100  # tables looked at in one go
WAKING = "waking"  # the cause of a deafness of the house
SINCE = "clock.waking"
"""Under this name is kept since when everybody is heard, while tables are still to be looked after
for it: another worker that leads from then on goes on with that."""
DEAF = "clock.deaf"
"""Under this name is kept (JSON) since when nothing is heard at which platforms, while that is so:
another worker that leads from then on knows who may have acted unheard."""
SHORTEST_NAP = 0.05  # seconds; what cannot be ticked must not keep us busy
BREATH = 0.1  # seconds between two slices for tables that are still to be woken or renewed


class Clock:
    """Looks once a second, and sooner when a table is due sooner.

    `holds` tells of a table and a question whether its time may not end by itself (nobody could
    be told of it); then it waits until somebody asks for it. `thinks` tells whether a computer
    that thinks beside is to answer there, and sees to it that it is asked.
    """

    def __init__(
        self,
        house: House,
        times: Times,
        writer: Writer,
        now: Callable[[], float],
        ring: Callable[[], None],
        holds: Callable[[str, int], bool] = lambda table, question: False,
        keeper: Timekeeper | None = None,
        hearing: Hearing | None = None,
        thinks: Callable[[str], bool] = lambda table: False,
    ) -> None:
        self.house = house
        self.times = times
        self.now = now
        self.keeper = keeper
        self.hearing = hearing
        self._writer = writer
        self._ring = ring
        self.holds = holds
        self.thinks = thinks
        self._thinking = 0
        self._held = 0
        self._unheard = 0
        self.waking = Waking(house, times)
        self._marked = False  # it is kept that tables are still to be looked after
        self._deaf: dict[str, float] | None = None  # what is kept of deafness
        self._because: Sequence[Recovered] = ()  # why the deadlines are just being renewed

    async def run(self) -> None:
        """Tick until cancelled."""
        while True:
            busy, following = False, None
            try:
                busy, following = await self._writer.call(self.look)
            except OurTrouble as trouble:
                log.warning("the times cannot be looked at: %s", trouble)
            except Exception:
                log.exception("the times could not be looked at")
            if busy:
                self._ring()
            nap = LONGEST_NAP
            if self.waking:
                nap = SHORTEST_NAP if self.waking.urgent else BREATH
            elif following is not None and not self._held and not self._unheard:
                nap = following - self.now()
            await asyncio.sleep(min(max(nap, SHORTEST_NAP), LONGEST_NAP))

    def look(self) -> tuple[bool, float | None]:
        """Look at ourselves, then at the times. Tells whether anything was done, and when the
        next thing is due."""
        gap = self.keeper.look() if self.keeper is not None else None
        at = self.now()
        if gap is not None:
            log.warning("the house stood still for %.0f s, the clock jumped %.0f s", *_both(gap))
            if self.hearing is not None:
                self.hearing.stood_still(gap.still, jumped=bool(gap.jump))
            if gap.jump:
                self.times.within_bounds(at)
        renewed = self._wake(at)
        if self.waking.late:
            return True, at  # clocks are still put off: nothing is due before that is known
        busy, following = self.tick(at)
        return busy or bool(renewed), following

    def take_over(self) -> None:
        """Go on for a worker that led until just now: where it heard no deadline changes, but those
        that it had still to put off."""
        if self.keeper is not None:
            self.keeper.look()
        at = self.now()
        since, deaf = self.house.store.read(lambda reads: (reads.kept(SINCE), reads.kept(DEAF)))
        self.waking.clear()
        self._because = ()
        self._marked = bool(since)
        if since:
            self._start(min(_time(since), at))
        self._deaf = _deafness(deaf)
        if self.hearing is not None:
            for platform, began in self._deaf.items():
                self.hearing.was_deaf(platform, max(SHORT, at - began))

    def follow(self) -> float:
        """To be called about every second while another worker leads, which looks after the
        deadlines. Tells for how long (seconds) this one stood still, and so was deaf; 0: it was
        not."""
        gap = self.keeper.look() if self.keeper is not None else None
        if self.hearing is not None:
            self.hearing.heard(HOUSE, WAKING)
            self.hearing.settled(self.hearing.recovered())
        return gap.still if gap is not None else 0.0

    def begin(self) -> None:
        """After a start: no deadline ends within a minute, and from now on `look` wakes every
        open table, a few at a time. What a wrong clock has stored is set right."""
        if self.keeper is not None:
            self.keeper.look()  # however long the start took
        at = self.now()
        self.times.within_bounds(at)
        self._mark(at)
        self._start(at)

    def _start(self, since: float) -> None:
        """Every table is to be looked after; everybody is heard since then."""
        self.waking.start(since)
        if self.hearing is not None and self.waking.urgent:
            self.hearing.lost(HOUSE, WAKING)

    def _mark(self, since: float | None) -> None:
        """Keep that tables are to be looked after; None: that it is done."""
        at, mark = self.now(), "" if since is None else repr(since)
        self.house.store.run(lambda work: work.keep(SINCE, mark, at))
        self._marked = since is not None

    def _keep_deafness(self, at: float) -> None:
        """Keep where nothing is heard, if that has changed."""
        assert self.hearing is not None
        done = {each.platform for each in self._because}
        now = self.hearing.deafnesses()
        deaf = {
            name: at - seconds
            for name, seconds in now.items()
            if self.hearing.deaf_for(name) or name not in done
        }
        if self._deaf is None or deaf.keys() != self._deaf.keys():
            text = msgspec.json.encode(deaf).decode() if deaf else ""
            self.house.store.run(lambda work: work.keep(DEAF, text, at))
            self._deaf = deaf

    def _wake(self, at: float) -> int:
        """What was deaf hears again; then some more tables are woken or renewed. Tells how many.
        No time runs out while that is urgent anywhere. Raises `OurTrouble`: then the rest is
        still to be done."""
        if self.hearing is not None and not self._because:
            because = self.hearing.recovered()
            if because:
                self._mark(at)
            for each in because:
                self.waking.recover(
                    *(at, each.platform or None),
                    tell=each.seconds > LONG,
                    jumped=each.jumped,
                )
            self._because = because
            self._keep_deafness(at)
        number = self.waking.some(at, self._guarded)
        if self.hearing is not None and not self.waking.urgent:
            self.hearing.heard(HOUSE, WAKING)
            self.hearing.settled(self._because)
            self._because = ()
        if self._marked and not self.waking:
            self._mark(None)
        return number

    def tick(self, at: float | None = None) -> tuple[bool, float | None]:
        """Carry out what is due now. Tells whether anything was, and when the next thing is."""
        at = self.now() if at is None else at
        busy, held, thinking, until = False, 0, 0, monotonic() + SLICE
        # What is held or thought over stays due: it must not keep others out of sight.
        for table, question in self.times.due(at, MOST_DUE + self._held + self._thinking):
            if table in self.waking:  # first of all it gets the time that it may have
                if monotonic() < until:
                    self.waking.one(table, at, self._guarded)
                    busy = True
                else:
                    held += 1
                continue
            if self.holds(table, question):
                held += 1
                continue
            if self._guarded(table, partial(self.thinks, table)):
                thinking += 1
                continue
            done = self._guarded(table, partial(self._tick, table, question, at))
            busy = busy or bool(done)
            held += not done
        self._held, self._thinking = held, thinking
        unheard = 0
        for table in self.times.reminders(at, MOST_DUE + self._unheard):
            if table in self.waking:
                if monotonic() < until:
                    self.waking.one(table, at, self._guarded)
                    busy = True
                unheard += 1
                continue
            reminded = self._guarded(table, partial(watch.remind, self.house, table, at))
            busy = busy or bool(reminded)
            unheard += not reminded
        self._unheard = unheard
        return busy, self.times.next_time()

    def _tick(self, table: str, question: int, at: float) -> bool:
        """Tick a table. False if its time may not run out now: it is deaf."""
        result = self.house.handle(Input(Tick(question), at, table=table))
        log.debug("table %s: tick", table)
        return result.refused is None or result.late

    def _guarded(self, table: str, work: Callable[[], R]) -> R | None:
        """One broken table must not stop the clock for the others."""
        try:
            return work()
        except OurTrouble:
            raise
        except Exception:
            log.exception("table %s could not be ticked", table)
            return None


def _time(kept: str) -> float:
    """A time that was kept; what is none is later than any."""
    try:
        return float(kept)
    except ValueError:
        return inf


def _deafness(kept: str | None) -> dict[str, float]:
    """Since when nothing is heard where."""
    try:
        return msgspec.json.decode(kept or "{}", type=dict[str, float])
    except msgspec.MsgspecError:
        return {}


def _both(gap: Gap) -> tuple[float, float]:
    return gap.still, gap.jump
