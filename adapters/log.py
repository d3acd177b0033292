"""The log: one line an event with its level; a repeated trouble is one line a minute."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

MINUTE = 60.0  # seconds in which the same trouble is told once
MOST = 1000  # kinds of trouble that are remembered
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class OnceAMinute(logging.Filter):
    """Lets a warning (or worse) through once a minute; the next one tells how many there were
    in between. Two lines are the same trouble if they come from the same place in the program
    with the same kind of exception, whatever numbers stand in them."""

    def __init__(self, pulse: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._pulse = pulse
        self._told: dict[tuple[str, int, str], list[float]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        if record.levelno < logging.WARNING:
            return True
        kind = record.exc_info[0] if record.exc_info else None
        name = (record.pathname, record.lineno, kind.__name__ if kind is not None else "")
        at = self._pulse()
        told = self._told.get(name)
        if told is not None and at - told[0] < MINUTE:
            told[1] += 1
            return False
        if told is not None and told[1]:
            record.msg = f"{record.msg} (and {int(told[1])} more like this since)"
        self._told.pop(name, None)
        self._told[name] = [at, 0]
        while len(self._told) > MOST:
            del self._told[next(iter(self._told))]
        return True


def log_lines(level: str) -> None:
    """Write the log to the standard error. It names platforms, rooms and tables by their
    numbers; never a person's name, never a card."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter(FORMAT))
    handler.addFilter(OnceAMinute())
    root = logging.getLogger()
    root.setLevel(level.upper())
    root.handlers = [handler]
    # The libraries tell of every retry and of every broken request; what matters of it we tell.
    for library in ("aiohttp.server", "aiohttp.web", "asyncio"):
        logging.getLogger(library).setLevel(max(logging.WARNING, root.level))
