"""The workers of one database: who of them leads, and what they tell each other.

One worker leads: it sends what waits, asks platforms for news, ticks the clocks and tidies up.
The others hear, answer whom they heard, and serve pages. A worker alone leads always.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Coroutine
from contextlib import suppress
from math import inf
from typing import Any, Protocol

Heard = Callable[[str], None]


class Locks(Protocol):
    """What the workers of a database hold."""

    @property
    def living(self) -> frozenset[str]: ...
    @property
    def newest(self) -> int: ...


class Link(Protocol):
    """A worker's own connection to the others (`storage.crew`)."""

    on_change: Callable[[], None]
    on_said: Callable[[str, str], None]

    @property
    def instance(self) -> str: ...
    @property
    def release(self) -> int: ...
    @property
    def locks(self) -> Locks: ...
    @property
    def leads(self) -> bool: ...
    @property
    def term(self) -> int: ...
    @property
    def away(self) -> float: ...
    @property
    def still_leads(self) -> bool: ...
    @property
    def expelled(self) -> bool: ...
    @property
    def living(self) -> frozenset[str] | None: ...
    def beat(self, who: str) -> None: ...
    def begin(self) -> None: ...
    def resign(self) -> None: ...
    def say(self, topic: str, text: str) -> None: ...


class Crew:
    """A worker that is alone."""

    instance = ""
    """The name of this worker among all."""

    @property
    def leads(self) -> bool:
        """Whether this worker leads now."""
        return True

    @property
    def alone(self) -> bool:
        """Whether no other worker is known to live."""
        return True

    @property
    def newer(self) -> bool:
        """Whether a worker of a newer release is alive."""
        return False

    @property
    def term(self) -> int:
        """How often this worker began to lead: what it knew the last time may be wrong now. While
        it stays the same nobody else led."""
        return 1

    @property
    def away(self) -> float:
        """For how many seconds nobody had led when this worker began to."""
        return inf

    @property
    def follows(self) -> bool:
        """Whether another worker may lead now. One that does not lead for certain need not
        follow: while the server does not answer nobody takes the lead away."""
        return False

    @property
    def expelled(self) -> bool:
        """Whether the database was given to another program alone, so that this worker ends."""
        return False

    @property
    def living(self) -> frozenset[str] | None:
        """The instances that are alive; None: that is not known, or all others are dead."""
        return None

    def beat(self, who: str) -> None:
        """A part of this worker goes on. It does not lead while a part that has beaten does not
        beat again. Any thread may call."""

    def begin(self) -> None:
        """Take part from now on; in the loop."""

    def resign(self) -> None:
        """Lead no more: this worker is about to end."""

    async def until_leading(self) -> None:
        """Wait until this worker leads."""

    async def until_following(self) -> None:
        """Wait until this worker leads no more."""
        await asyncio.Event().wait()

    async def changed(self, longest: float) -> None:
        """Wait until somebody came or went, or leads instead of another; at most so long
        (seconds)."""
        await asyncio.sleep(longest)

    def say(self, topic: str, text: str) -> None:
        """Tell the other workers something, soon and perhaps in vain: nothing may be lost with
        it. Any thread may call."""

    def on(self, topic: str, heard: Heard) -> None:
        """Call this with what others say; in the loop's thread."""


class Workers(Crew):
    """Workers of one PostgreSQL."""

    def __init__(self, crew: Link) -> None:
        self.instance = crew.instance
        self._crew = crew
        self._heard: defaultdict[str, list[Heard]] = defaultdict(list)
        self._bells: set[asyncio.Event] = set()

    @property
    def leads(self) -> bool:
        return self._crew.leads

    @property
    def alone(self) -> bool:
        return self._crew.locks.living <= {self.instance}

    @property
    def newer(self) -> bool:
        return self._crew.locks.newest > self._crew.release

    @property
    def term(self) -> int:
        return self._crew.term

    @property
    def away(self) -> float:
        return self._crew.away

    @property
    def follows(self) -> bool:
        return not self._crew.still_leads

    @property
    def expelled(self) -> bool:
        return self._crew.expelled

    @property
    def living(self) -> frozenset[str] | None:
        return self._crew.living

    def beat(self, who: str) -> None:
        self._crew.beat(who)

    def begin(self) -> None:
        loop = asyncio.get_running_loop()

        def call(work: Callable[..., None], *values: str) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(work, *values)

        self._crew.on_change = lambda: call(self._ring)
        self._crew.on_said = lambda topic, text: call(self._said, topic, text)
        self._crew.begin()

    def resign(self) -> None:
        self._crew.resign()

    def _ring(self) -> None:
        for bell in list(self._bells):
            bell.set()

    def _said(self, topic: str, text: str) -> None:
        for heard in self._heard[topic]:
            heard(text)

    async def until_leading(self) -> None:
        while not self.leads:
            await self.changed(1.0)

    async def until_following(self) -> None:
        while self.leads:
            await self.changed(0.25)  # that the server is silent, nobody tells

    async def changed(self, longest: float) -> None:
        bell = asyncio.Event()
        self._bells.add(bell)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(longest):
                    await bell.wait()
        finally:
            self._bells.discard(bell)

    def say(self, topic: str, text: str) -> None:
        self._crew.say(topic, text)

    def on(self, topic: str, heard: Heard) -> None:
        self._heard[topic].append(heard)


async def while_leading(crew: Crew, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Do something whenever this worker leads, until cancelled or until that work ends by
    itself; what it raises is raised. It is cancelled when another worker leads."""
    while True:
        await crew.until_leading()
        doing = asyncio.ensure_future(work())
        following = asyncio.ensure_future(crew.until_following())
        try:
            await asyncio.wait((doing, following), return_when=asyncio.FIRST_COMPLETED)
            if doing.done():
                await doing
                return
        finally:
            for task in (doing, following):
                task.cancel()
            await asyncio.gather(doing, following, return_exceptions=True)
