"""Whoever runs the host: they are told once of what they should know, and let groups in.

The worker that leads writes to them, greets groups that were let in and leaves those that were
turned away. What the owner presses or writes may reach any worker.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Protocol, cast

from adapters import owner_card
from adapters.crew import Crew
from adapters.errands import Errand, Errands, Facts
from adapters.guests import Guests, GuestStore
from adapters.hearing import Recovered
from adapters.latch import Latch
from adapters.owner_card import Card
from adapters.status import OwnerState
from adapters.writer import Writer
from core.house.ports import Directory
from core.table.failures import OurTrouble
from core.table.places import Room

log = logging.getLogger("fumibako.owner")

BEAT = 5.0  # seconds between two looks
DEAF = 600.0  # seconds of deafness of which the owner hears
TOPIC = "owner"  # under which workers tell each other that there is something to do
WRITES = "owner"  # what a latch closes while the owner cannot be reached


class Reached(Enum):
    """Whether somebody was written to."""

    YES = auto()
    LATER = auto()  # when they write themselves
    NO = auto()


class Speaks(Protocol):
    """A platform, as far as it is needed here."""

    name: str

    async def tell_owner(self, user: str, card: Card, language: str, key: str) -> Reached: ...
    async def welcome(self, room: Room) -> bool: ...
    async def leave(self, room: Room) -> bool: ...


class Owner:
    """`user` is the owner as the house calls people; empty: there is none. `platforms` are those
    that can go on, `language` is spoken with an owner who has chosen none."""

    def __init__(
        self,
        user: str,
        guests: Guests,
        errands: Errands,
        directory: Directory,
        writer: Writer,
        now: Callable[[], float],
        pulse: Callable[[], float],
        language: str,
        platforms: Callable[[], Sequence[Speaks]] = lambda: (),
        crew: Crew | None = None,
    ) -> None:
        self.user = user
        self.guests = guests
        self.errands = errands
        self.crew = crew or Crew()
        self._directory = directory
        self._writer = writer
        self._now = now
        self._language = language
        self._platforms = platforms
        self._latch: Latch[str] = Latch(pulse)
        self._recovered: list[Recovered] = []
        self._reached: bool | None = None
        self._waiting = 0
        self._due: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        guests.changed = self.look_soon
        self.crew.on(TOPIC, lambda _: self._ring())

    def is_owner(self, user: str) -> bool:
        """Whether a person is the owner."""
        return bool(self.user) and user == self.user

    @property
    def language(self) -> str:
        """In which language they are written to. Blocks on the database."""
        return self._directory.person(self.user).language or self._language

    # What reaches us; any thread may call these

    def recovered(self, recovered: Recovered) -> None:
        """The host hears again."""
        long = recovered.seconds >= DEAF and not recovered.jumped
        if self.user and long and self.crew.leads:
            self._recovered.append(recovered)

    def heard(self, user: str) -> None:
        """Somebody can be written to."""
        if self.is_owner(user) and self._latch.open(WRITES):
            self.look_soon()

    def look_soon(self) -> None:
        """There is something to do, for whichever worker leads."""
        self._ring()
        self.crew.say(TOPIC, "")

    def _ring(self) -> None:
        if self._loop is not None and self._due is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._due.set)

    # In the writer's thread

    def pressed(self, user: str, word: str) -> Card | None:
        """What comes of a key of the owner's; None for everybody else."""
        return owner_card.pressed(self.guests, word) if self.is_owner(user) else None

    def due(self) -> list[Errand]:
        """All that is to be told, to be said at once: the owner is there."""
        return self.errands.due(self._now())

    def is_due(self, errand: Errand) -> bool:
        """Whether something is still to be told, by whomever."""
        return self.errands.is_due(errand, self._now())

    def claim(self, errand: Errand) -> bool:
        """Whether a platform that is about to say it is the one to tell it."""
        return self.errands.claim(errand, self._now())

    def release(self, errand: Errand) -> None:
        """A platform could not say it."""
        self.errands.release(errand, self._now())

    def was_told(self, errand: Errand) -> None:
        """A platform has taken what was said: the owner is not told of it again."""
        self.errands.told(errand, self._now())
        self._waiting = max(0, self._waiting - 1)

    # The worker that leads

    async def run(self) -> None:
        """Look after guests and errands until cancelled."""
        self._loop, self._due = asyncio.get_running_loop(), asyncio.Event()
        while True:
            await self.crew.until_leading()
            try:
                await self.look()
            except OurTrouble as trouble:
                log.warning("the owner is told later: %s", trouble)
            except Exception:
                log.exception("what the owner is to be told could not be found out")
            try:
                async with asyncio.timeout(BEAT):
                    await self._due.wait()
            except TimeoutError:
                pass
            self._due.clear()

    async def look(self) -> None:
        """Do once what is to be done."""
        await self._settle()
        if self.user:
            await self._tell()

    async def _settle(self) -> None:
        """Greet who was let in, leave who was turned away."""
        if not self.guests.asks:
            return
        speak = {platform.name: platform for platform in self._platforms()}
        for room in await self._writer.call(self.guests.to_greet):
            if (platform := speak.get(room.platform)) and await platform.welcome(room):
                await self._writer.call(self.guests.greeted, room)
        for room in await self._writer.call(self.guests.to_leave):
            if (platform := speak.get(room.platform)) and await platform.leave(room):
                await self._writer.call(self.guests.was_left, room)

    async def _tell(self) -> None:
        while self._recovered:
            each = self._recovered[0]
            await self._writer.call(self.errands.deaf, each.platform, each.seconds, self._now())
            self._recovered.pop(0)
        due = await self._writer.call(self.errands.due, self._now())
        self._waiting = len(due)
        if not due or self._latch.shut(WRITES):
            return
        for errand in due:
            if not await self._writer.call(self.claim, errand):
                continue  # it is being said in a reply
            reached = await self._write(errand)
            if reached is not Reached.YES:
                await self._writer.call(self.release, errand)
                if self._reached is not False and reached is Reached.NO:
                    log.error("the OWNER cannot be written to; `fumibako doctor` tells more")
                self._reached = False if reached is Reached.NO else self._reached
                self._latch.close(WRITES)
                return
            self._reached = True
            self._latch.open(WRITES)
            await self._writer.call(self.errands.told, errand, self._now())
            self._waiting -= 1

    async def _write(self, errand: Errand) -> Reached:
        """Write to the owner by their platform."""
        name = self.user.partition(":")[0]
        language = await self._writer.call(lambda: self.language)
        for platform in self._platforms():
            if platform.name == name:
                return await platform.tell_owner(self.user, errand.card, language, errand.key)
        return Reached.NO

    def state(self) -> OwnerState | None:
        """For the status; None without an owner."""
        if not self.user:
            return None
        return OwnerState(self.user.partition(":")[0], self._reached, self._waiting)


def nobody(directory: Directory, writer: Writer, now: Callable[[], float]) -> Owner:
    """The owner of a host that has none, and lets everybody in: it asks the database nothing."""
    guests = Guests(cast(GuestStore, directory), now)
    errands = Errands(cast(Facts, directory), guests)
    return Owner("", guests, errands, directory, writer, now, now, "")
