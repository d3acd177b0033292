"""Telegram's own time of day, as far as we know it: words are as old as Telegram says.

Our wall clock may be wrong by hours. Every answer of Telegram's tells its time in seconds; it is
remembered against the monotonic clock, so a jump of our wall clock changes nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

LAST = 8  # answers that are remembered; of them the one that came fastest is the most exact


class TheirTime:
    """`now` is our wall clock, `pulse` a monotonic one, both in seconds."""

    def __init__(self, now: Callable[[], float], pulse: Callable[[], float]) -> None:
        self._now = now
        self._pulse = pulse
        self._ahead: deque[float] = deque(maxlen=LAST)
        self._guess: float | None = None  # while Telegram has told nothing

    def told(self, date: float) -> None:
        """Telegram has just said that it is `date` (seconds since 1970; or that it was: an
        answer takes a moment, and something that was written is older still)."""
        self._ahead.append(date - self._pulse())

    def written(self, date: float) -> None:
        """Something was written at `date`, by Telegram's clock: it is that late at least."""
        if not self._ahead and date > self.now():
            self._guess = date - self._pulse()

    def now(self) -> float:
        """What time it is at Telegram; ours if it never told."""
        ahead = max(self._ahead) if self._ahead else self._guess
        return self._now() if ahead is None else self._pulse() + ahead

    def age(self, date: float) -> float:
        """How many seconds ago `date` was at Telegram."""
        return max(0.0, self.now() - date)

    def ours(self, date: float) -> float:
        """What our wall clock showed when it was `date` at Telegram, if it went well since."""
        return self._now() - (self.now() - date)
