"""How old an event is, by LINE's own clock: that of this machine may be wrong by hours."""

from __future__ import annotations

import msgspec

from adapters.timekeeper import GAP, Timekeeper

DRIFT = 2e-4  # seconds a second by which two clocks may go apart
DOUBT = 60.0  # seconds for which all that is new may seem older than that


class _Seen(msgspec.Struct, frozen=True):
    """The smallest distance from LINE's clock to our monotonic clock that was ever seen, and
    what stood on both of our clocks then."""

    offset: float
    pulse: float
    wall: float


class LineTime:
    """LINE's time of day, as far as it can be known from what LINE tells.

    An event that is delivered for the first time has just happened, give or take its way to us;
    of many the shortest way counts. An answer of LINE's servers tells the second. When our two
    clocks have parted since (the machine slept, or its clock was set) nothing is known until
    LINE tells something new; then the time of day of this machine is the best guess.
    """

    def __init__(self, keeper: Timekeeper) -> None:
        self._keeper = keeper
        self._events: _Seen | None = None
        self._dates: _Seen | None = None
        self._old_since: float | None = None

    def answered(self, at: float) -> None:
        """An answer of LINE's servers was written at that time (seconds since 1970)."""
        self._dates = self._noted(self._dates, at)

    def age(self, at: float, *, again: bool) -> float:
        """How many seconds ago something happened of which LINE tells now. `again`: it was
        delivered before, so it may be old."""
        if not again and not self._impossible(at):
            self._events = self._noted(self._trusted(at), at)
        offset = self._offset(self._events)
        if offset is None:
            offset = self._offset(self._dates)
        if offset is None:
            return max(0.0, self._keeper.now() - at)
        return max(0.0, self._keeper.pulse() - at - offset)

    def _noted(self, seen: _Seen | None, at: float) -> _Seen:
        pulse, before = self._keeper.pulse(), self._offset(seen)
        offset = pulse - at if before is None else min(before, pulse - at)
        return _Seen(offset, pulse, self._keeper.now())

    def _impossible(self, at: float) -> bool:
        """Whether this would happen long after what LINE's own servers say it is now. One such
        time would make everything that comes later seem old."""
        offset = self._offset(self._dates)
        return offset is not None and self._keeper.pulse() - at - offset < -DOUBT

    def _trusted(self, at: float) -> _Seen | None:
        """What was seen before, unless everything new has seemed old for so long that it must
        have been wrong."""
        pulse, offset = self._keeper.pulse(), self._offset(self._events)
        if offset is None or pulse - at - offset <= DOUBT:
            self._old_since = None
        elif self._old_since is None:
            self._old_since = pulse
        elif pulse - self._old_since > DOUBT:
            self._old_since = None
            return None
        return self._events

    def _offset(self, seen: _Seen | None) -> float | None:
        """The distance as it may be by now; None if it is not known."""
        if seen is None:
            return None
        passed = self._keeper.pulse() - seen.pulse
        if abs((self._keeper.now() - seen.wall) - passed) > GAP:
            return None
        return seen.offset + DRIFT * passed
