"""Log lines that strangers could bring about without end: a few a minute, the rest counted."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

MINUTE = 60.0  # seconds


class Hush:
    """Lets at most `most` lines a minute through; the next line tells how many it held back."""

    def __init__(
        self, log: logging.Logger, most: int = 1, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._log = log
        self._most = most
        self._now = now
        self._began = float("-inf")
        self._told = 0
        self._held = 0

    def say(self, level: int, text: str, *args: object, error: BaseException | None = None) -> None:
        """Log a line, or count it. `error` is shown with its traceback."""
        if self._now() - self._began >= MINUTE:
            self._began, self._told = self._now(), 0
        if self._told >= self._most:
            self._held += 1
            return
        if self._held:
            text, args = f"{text} (and %d like it before)", (*args, self._held)
        self._told, self._held = self._told + 1, 0
        self._log.log(level, text, *args, exc_info=error)
