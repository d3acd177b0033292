"""Acknowledged means committed: what a platform is told about an input it brought.

An input is acknowledged when it is committed, or when it is itself at fault and was set aside.
Trouble of the store is never the input's fault: it is not acknowledged, at once, and the platform
brings it again. An unknown exception is not acknowledged three times; then, if the store can
still write, the input is set aside with its traceback: one bug never blocks the way for ever,
and never loses quietly.
"""

from __future__ import annotations

import asyncio
import json
import logging
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from adapters.hearing import HOUSE, Hearing
from adapters.writer import Writer
from core.house.ports import Directory
from core.table.failures import AtFault, OurTrouble

log = logging.getLogger("fumibako.door")
R = TypeVar("R")

ASIDE = "aside:"  # how the names begin under which inputs are kept that were set aside
QUEUE = "queue"  # the cause of a deafness of the house
TRIES = 3  # deliveries of one input that may break us before it is set aside
PATIENCE = 1.7  # seconds; LINE wants its answer within two
MOST_KEPT = 20_000  # characters of an input that was set aside
MOST_COUNTED = 1000  # inputs whose failures are remembered


class Broke(OurTrouble):
    """An input has broken us and is to come again. What came with it need not suffer from it."""


class Door:
    """The one door for inputs of all platforms. Nothing that passes it is lost."""

    def __init__(
        self, directory: Directory, now: Callable[[], float], hearing: Hearing | None = None
    ) -> None:
        self._directory = directory
        self._now = now
        self._hearing = hearing
        self._failures: dict[str, int] = {}

    async def take(
        self,
        writer: Writer,
        platform: str,
        receipt: str,
        raw: Callable[[], str],
        work: Callable[[], R],
        patience: float = PATIENCE,
    ) -> R | None:
        """Carry out an input in the thread of the store. When this returns, the input may be
        acknowledged: it is committed, or (None) set aside. `raw` gives it as text.

        Raises `OurTrouble` if it must not be acknowledged.
        """
        try:
            result = await self._within(writer, patience, work)
        except AtFault as fault:
            log.warning("%s: an input cannot be understood (%s); it is set aside", platform, fault)
            await self._aside(writer, platform, receipt, raw, fault, patience)
            return None
        except OurTrouble:
            raise
        except Exception as error:
            many = self._failed(receipt)
            log.exception("%s: an input broke us, delivery %d", platform, many)
            if many < TRIES:
                raise Broke(type(error).__name__) from error
            await self._aside(writer, platform, receipt, raw, error, patience)
            log.error("%s: that input is set aside", platform)
            self._failures.pop(receipt, None)
            return None
        self._failures.pop(receipt, None)
        return result

    def _failed(self, receipt: str) -> int:
        """Count a delivery that broke us."""
        many = self._failures.pop(receipt, 0) + 1
        self._failures[receipt] = many
        while len(self._failures) > MOST_COUNTED:
            del self._failures[next(iter(self._failures))]
        return many

    async def _within(self, writer: Writer, patience: float, work: Callable[[], R]) -> R:
        """Do something in the thread of the store, or know in time that it cannot be done."""
        try:
            async with asyncio.timeout(patience):
                # What has not begun when the time is over is never begun.
                result = await writer.call(work)
        except OurTrouble as trouble:
            log.warning("an input cannot be stored (%s); it is to come again", _kind(trouble))
            raise
        except TimeoutError as trouble:
            log.warning("an input cannot be stored in time; it is to come again")
            self._stuck(writer)
            raise OurTrouble(_kind(trouble)) from trouble
        return result

    def _stuck(self, writer: Writer) -> None:
        """The thread of the store does not get round to us: the house is deaf until it does."""
        hearing = self._hearing
        if hearing is not None:
            hearing.lost(HOUSE, QUEUE)
            with suppress(RuntimeError):  # the process ends
                writer.submit(hearing.heard, HOUSE, QUEUE)

    async def _aside(
        self,
        writer: Writer,
        platform: str,
        receipt: str,
        raw: Callable[[], str],
        error: Exception,
        patience: float,
    ) -> None:
        """Keep an input for whoever looks after the host. Raises `OurTrouble` if even that
        cannot be written: then it is not the input's fault."""
        trace = "".join(traceback.format_exception(error))[-4000:]
        what = json.dumps(
            {"error": type(error).__name__, "trace": trace, "input": raw()[:MOST_KEPT]},
            ensure_ascii=True,
        )
        name = f"{ASIDE}{platform}:{receipt[:60]}"
        await self._within(writer, patience, lambda: self._directory.keep(name, what, self._now()))


def _kind(trouble: BaseException) -> str:
    return str(getattr(trouble, "kind", "")) or type(trouble).__name__
