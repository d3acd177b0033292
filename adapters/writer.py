"""The thread that works with the store, so that the loop never waits for a disk."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import TypeVar

R = TypeVar("R")


class Writer:
    """One thread that does one thing after another. What has not begun when its caller is
    cancelled is never begun; what has begun is done to its end.

    `executor` carries the work out in another way.
    """

    def __init__(self, name: str = "house", executor: Executor | None = None) -> None:
        self._executor = executor or ThreadPoolExecutor(1, thread_name_prefix=name)

    async def call(self, function: Callable[..., R], *arguments: object) -> R:
        """Do something in the thread, and wait for what comes of it, without holding up the
        loop."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, function, *arguments)

    def submit(self, function: Callable[..., R], *arguments: object) -> Future[R]:
        """Do something in the thread when its turn comes."""
        return self._executor.submit(function, *arguments)

    def shutdown(self, *, wait: bool = True, cancel_futures: bool = False) -> None:
        """Take nothing more. With `wait` all that was taken is waited for, with `cancel_futures`
        what has not begun is never begun."""
        self._executor.shutdown(wait=wait, cancel_futures=cancel_futures)
