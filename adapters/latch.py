"""Every latch opens by ordinary traffic and by time.

Whatever an error closes (a room, a person, a platform's feature) is tried again at the next sign
of life from there, and after 1, 5, 15 and 60 minutes, then every hour.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

import msgspec

K = TypeVar("K", bound=Hashable)

STEPS = (60.0, 300.0, 900.0, 3600.0)
"""Seconds until something closed is tried again: after the first failure, the second, …"""
MOST = 10_000  # things remembered; the oldest are forgotten, which opens them


class _Shut(msgspec.Struct, frozen=True):
    failures: int
    until: float


class Latch(Generic[K]):
    """What is closed right now, by name. `pulse` is a monotonic clock in seconds."""

    def __init__(self, pulse: Callable[[], float]) -> None:
        self._pulse = pulse
        self._shut: dict[K, _Shut] = {}

    def close(self, name: K) -> float:
        """Something failed. Tells in how many seconds it is tried again."""
        before = self._shut.pop(name, None)
        failures = before.failures if before is not None else 0
        pause = STEPS[min(failures, len(STEPS) - 1)]
        self._shut[name] = _Shut(failures + 1, self._pulse() + pause)
        while len(self._shut) > MOST:
            del self._shut[next(iter(self._shut))]
        return pause

    def open(self, name: K) -> bool:
        """A sign of life. Tells whether it was closed before (or waited to be tried again)."""
        return self._shut.pop(name, None) is not None

    def shut(self, name: K) -> bool:
        """Whether it is closed and not yet to be tried again."""
        return self.rest(name) > 0

    def rest(self, name: K) -> float:
        """In how many seconds it is to be tried again; 0: now, or it is not closed."""
        found = self._shut.get(name)
        return max(0.0, found.until - self._pulse()) if found is not None else 0.0

    def names(self) -> tuple[K, ...]:
        """What failed and has not been opened since."""
        return tuple(self._shut)
