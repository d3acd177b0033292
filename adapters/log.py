"""The log: one line an event with its level; a repeated trouble is one line a minute."""

from __future__ import annotations

import json
import logging
import re
import threading
import time
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from types import TracebackType

from adapters.trouble import Trouble
from core.table.failures import OurTrouble

MINUTE = 60.0  # seconds in which the same trouble is told once
MOST = 1000  # kinds of trouble that are remembered
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"

_VARIES = re.compile(r"\b(?:table|lane|room) \S+|\S*\d\S*")
"""What differs between two lines about the same trouble: numbers, and names with numbers."""

Kind = tuple[str, int, str, str]
Error = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class OnceAMinute(logging.Filter):
    """Lets a warning (or worse) through once a minute; the next one, or `rest`, tells how many
    there were in between. Two lines are the same trouble if they come from the same place in the
    program with the same words and the same kind of exception, whatever numbers stand in them."""

    def __init__(self, pulse: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._pulse = pulse
        self._lock = threading.Lock()
        self._told: dict[Kind, tuple[float, list[logging.LogRecord]]] = {}
        self._more: dict[Kind, int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written."""
        if record.levelno < logging.WARNING or hasattr(record, "rest"):
            return True
        kind, at = _kind(record), self._pulse()
        with self._lock:
            told = self._told.get(kind)
            if told is not None and at - told[0] < MINUTE:
                self._more[kind] = self._more.get(kind, 0) + 1
                told[1][:] = [record]
                return False
            more = self._more.pop(kind, 0)
            self._told.pop(kind, None)
            self._told[kind] = (at, [])
            while len(self._told) > MOST:
                oldest = next(iter(self._told))
                del self._told[oldest]
                self._more.pop(oldest, None)
        if more:
            record.msg, record.args = f"{record.getMessage()} ({_and_more(more)})", ()
        return True

    def rest(self) -> list[logging.LogRecord]:
        """Lines for what was held back more than a minute ago and has not come again since."""
        lines = []
        with self._lock:
            for kind, more in list(self._more.items()):
                at, last = self._told[kind]
                if self._pulse() - at >= MINUTE:
                    del self._more[kind]
                    del self._told[kind]
                    record = last[0]
                    record.msg, record.args = f"{record.getMessage()} ({_and_more(more)})", ()
                    record.exc_info = record.exc_text = None
                    record.rest = True
                    lines.append(record)
        return lines


class Lines(logging.Formatter):
    """Shows where an exception came from, but of its words only those that are ours or the
    system's: in others a name or a card could stand."""

    def formatException(self, ei: Error) -> str:  # noqa: N802
        """The frames and the kind of an exception and of those that led to it."""
        error, lines = ei[1], list[str]()
        while error is not None:
            known = isinstance(error, OurTrouble | Trouble | OSError)
            words = f": {error}" if known and str(error) else ""
            trace = "".join(traceback.format_tb(error.__traceback__))
            lines.append(f"{trace}{type(error).__name__}{words}")
            error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
        return "\nwhich came from\n".join(lines)


def _kind(record: logging.LogRecord) -> Kind:
    error = record.exc_info[0] if record.exc_info else None
    words = _VARIES.sub("#", record.getMessage())
    return record.pathname, record.lineno, words, error.__name__ if error is not None else ""


def _and_more(more: int) -> str:
    return f"and {more} more like this since"


class Objects(Lines):
    """The same as one JSON object a line, for programs that collect logs."""

    def format(self, record: logging.LogRecord) -> str:
        """`time` (ISO 8601, UTC), `level`, `logger`, `message`, and `error` if there was one."""
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_lines(level: str, form: str = "text") -> None:
    """Write the log to the standard error, as lines of `text` or of `json`. It names platforms,
    rooms and tables by their numbers; never a person's name, never a card."""
    handler = logging.StreamHandler()
    handler.setFormatter(Objects() if form == "json" else Lines(FORMAT))
    handler.addFilter(OnceAMinute())
    root = logging.getLogger()
    root.setLevel(level.upper())
    root.handlers = [handler]
    # The libraries tell of every retry and of every broken request; what matters of it we tell.
    for library in ("aiohttp.server", "aiohttp.web", "asyncio"):
        logging.getLogger(library).setLevel(max(logging.WARNING, root.level))


def tell_rest() -> None:
    """Write how often a trouble came that has stopped. To be called every few seconds."""
    for handler in logging.getLogger().handlers:
        for held in handler.filters:
            if isinstance(held, OnceAMinute):
                for record in held.rest():
                    handler.handle(record)
