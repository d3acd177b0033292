"""Waiting is measured by the monotonic clock; stored times are bounded.

A process has two clocks. The wall clock says what people read and what is stored; it may be set
by hand, by the network, or stand still while the machine sleeps. The monotonic clock only ever
grows, but means nothing outside the process. Whoever waits, counts or rations uses `pulse`.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import msgspec

BEAT = 1.0  # seconds between two looks while all is well
GAP = 5.0  # seconds beyond which two looks, or the two clocks, lie too far apart


class Gap(msgspec.Struct, frozen=True):
    """The house was not itself: it stood still for `still` seconds beyond its beat, or the wall
    clock jumped by `jump` seconds (backwards if negative)."""

    still: float
    jump: float


class Timekeeper:
    """Looks at both clocks. `now` is the time of day in seconds since 1970."""

    def __init__(
        self,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self.now = wall
        self.pulse = steady
        self._wall, self._steady = wall(), steady()

    def look(self) -> Gap | None:
        """To be called about every second: whether the house stood still since the last call,
        or the wall clock jumped."""
        wall, steady = self.now(), self.pulse()
        still = steady - self._steady - BEAT
        jump = (wall - self._wall) - (steady - self._steady)
        self._wall, self._steady = wall, steady
        if still <= GAP and abs(jump) <= GAP:
            return None
        return Gap(max(0.0, still), jump if abs(jump) > GAP else 0.0)

    def still(self) -> bool:
        """Whether the last look is so long ago that the house must have stood still since."""
        wall, steady = self.now(), self.pulse()
        passed = steady - self._steady
        return passed > BEAT + GAP or abs((wall - self._wall) - passed) > GAP
