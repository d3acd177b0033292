"""Processes that really think, for houses of the tests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from adapters.clock import Clock
from adapters.mind_pool import MindPool
from adapters.thinker import Thinker
from adapters.writer import Writer
from core.house.house import House

LONGEST = 60.0  # seconds; however busy this machine is


@asynccontextmanager
async def thinking(
    house: House,
    writer: Writer,
    now: Callable[[], float] = time.time,
    games: str = "core.games:GAMES",
    *,
    clock: Clock | None = None,
    patience: float = LONGEST,
    number: int = 1,
    even: float = 0.0,
) -> AsyncIterator[Thinker]:
    """Computers think at the tables of a house for as long as the block lasts."""
    pool = MindPool(games, number, patience)
    thinker = Thinker(house, writer, now, time.monotonic, lambda: None, pool, even)
    house.on_thinking = thinker.wake
    if clock is not None:
        clock.thinks = thinker.thinks
    task = asyncio.create_task(thinker.run())
    try:
        yield thinker
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def until(done: Callable[[], bool]) -> None:
    """Wait for something that must come."""
    async with asyncio.timeout(LONGEST):
        while not done():
            await asyncio.sleep(0.01)


async def rest(thinker: Thinker) -> None:
    """Wait until nothing is thought over any more."""
    await until(lambda: not thinker.waiting)
