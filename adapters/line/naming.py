"""What people are called is asked beside everything else: nobody waits for it but a moment."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping

import msgspec

from adapters.line.api import Api, member_name
from adapters.line.events import Chat
from adapters.line.people import People, user_of
from adapters.writer import Writer
from core.house.house import Input
from core.table.commands import Rename
from core.table.failures import OurTrouble

log = logging.getLogger("fumibako.line")

FRESH = 6 * 3600.0  # seconds after which a known name is asked for again: it may have changed
AGAIN = (3.0, 10.0, 60.0, 300.0)  # seconds after a failure, after the second in a row, …
KEEP = (1.0, 5.0, 15.0, 60.0)  # seconds between tries to keep a name
AT_ONCE = 4  # questions that are open at the same time
MOST_OPEN = 500  # people whose names are being asked for
MOST_KNOWN = 20_000  # people of whom is remembered when they were asked for
MOMENT = 0.4  # seconds that somebody who sits down waits for their name
NO_MOMENT = 60.0  # seconds in which nobody waits, after a name did not come in time


class _Asked(msgspec.Struct, frozen=True):
    """When a name may be asked for again, and how often in a row it was not told."""

    again: float
    failures: int = 0


class Naming:
    """Asks LINE what people are called, and lets the names follow at their tables."""

    def __init__(
        self,
        api: Api,
        people: People,
        writer: Writer,
        now: Callable[[], float],
        pulse: Callable[[], float],
        ring: Callable[[], None],
    ) -> None:
        self.api = api
        self.people = people
        self.now = now
        self._pulse = pulse
        self._ring = ring
        self._writer = writer
        self._asked: dict[str, _Asked] = {}
        self._open: dict[str, asyncio.Task[None]] = {}
        self._told: set[str] = set()  # people whose names have come since the start
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._no_moment_until = float("-inf")

    @property
    def open(self) -> Mapping[str, asyncio.Task[None]]:
        """Whose names are being asked for right now."""
        return self._open

    def want(self, chat: Chat, user: str) -> None:
        """Ask what a person is called, if that is not known, or not for sure any more."""
        asked = self._asked.get(_key(chat, user))
        if not user or user in self._open or len(self._open) >= MOST_OPEN:
            return
        if asked is not None and self._pulse() < asked.again:
            return
        task = asyncio.get_running_loop().create_task(self._ask(chat, user))
        self._open[user] = task
        task.add_done_callback(lambda _: self._open.pop(user, None))

    async def moment(self, user: str, until: float) -> None:
        """Wait for the name of somebody who sits down and was not named yet, if it is on its
        way; not beyond `until`, and not where names have not come in time of late."""
        task, left = self._open.get(user), until - self._pulse()
        if task is None or user in self._told or left <= 0:
            return
        if self._pulse() < self._no_moment_until:
            return
        done, _ = await asyncio.wait({task}, timeout=left)
        if not done:
            self._no_moment_until = self._pulse() + NO_MOMENT

    async def settle(self) -> None:
        """Wait until everything that was asked is answered."""
        while self._open:
            await asyncio.gather(*self._open.values(), return_exceptions=True)

    async def close(self) -> None:
        """Ask nothing more."""
        tasks = list(self._open.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _ask(self, chat: Chat, user: str) -> None:
        async with self._turns:
            name = await member_name(self.api, chat.kind, chat.id, user)
        self._note(_key(chat, user), bool(name))
        if not name:
            return
        self._told.add(user)
        for pause in KEEP:
            try:
                if await self._writer.call(self._follow, user, name):
                    self._ring()
                return
            except OurTrouble as trouble:
                log.warning("a name cannot be kept now: %s", trouble)
            except Exception:
                log.exception("a name could not be kept")
                return
            await asyncio.sleep(pause)

    def _note(self, key: str, told: bool) -> None:
        before = self._asked.pop(key, None)
        failures = 0 if told else before.failures + 1 if before is not None else 1
        pause = FRESH if told else AGAIN[min(failures, len(AGAIN)) - 1]
        self._asked[key] = _Asked(self._pulse() + pause, failures)
        while len(self._asked) > MOST_KNOWN:
            oldest = next(iter(self._asked))
            del self._asked[oldest]
            self._told.discard(oldest.partition(":")[2])

    def _follow(self, user: str, name: str) -> bool:
        """In the writer's thread: keep a name, and call the person so wherever they sit. Tells
        whether a table has changed."""
        self.people.call(user, name)
        changed = False
        for read in self.people.seats(user):
            names = [chair.name for chair in read.table.chairs if chair.user == user_of(user)]
            if names and name not in names:
                rename = Rename(user_of(user), name)
                self.people.house.handle(Input(rename, self.now(), table=read.id))
                changed = True
        return changed


def _key(chat: Chat, user: str) -> str:
    """Who is asked for, and how: strangers have names in groups, and none in private."""
    return f"{chat.kind}:{user}"
