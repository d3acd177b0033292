"""What goes on in the chats right now: shut rooms, messages passing by, old messages to tidy up."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

import msgspec

from adapters.crew import Crew
from adapters.latch import Latch
from adapters.recent import Recent
from adapters.telegram import posted
from adapters.telegram.api import Api, Fate, Outcome
from adapters.telegram.posted import Posted, place
from adapters.telegram.story import FOLDS
from core.table.failures import OurTrouble

log = logging.getLogger("fumibako.telegram")

OFTEN = 0.5  # seconds between two looks at what can be tidied up
SPARE = 1  # calls that tidying up leaves to the boards
MOST_CHORES = 2000
TRIES = 5  # times that a chore is tried


async def _nothing(lane: str, table: str) -> None:
    """Nobody listens yet."""


class Chore(msgspec.Struct):
    """A message to tidy up, not before `at` (monotonic): its buttons are taken off, or it is
    removed if something `remains` (HTML) where that cannot be done."""

    chat: int
    message: int
    remains: str = ""
    at: float = 0.0
    tries: int = 0


class _Known:
    """What the worker that leads knows, since it began to. While another one leads, boards are
    posted and rooms are opened that we do not hear of."""

    def __init__(self, pulse: Callable[[], float], term: int) -> None:
        self.term = term
        # A whole chat has another name than its room without a topic: "-100123" and "-100123:".
        self.shut: Latch[str] = Latch(pulse)
        self.passed: Recent[str, int] = Recent()
        self.fresh: Recent[tuple[str, str], None] = Recent()
        self.current: Recent[tuple[str, str], Posted] = Recent()
        self.later: Recent[tuple[str, str], float] = Recent()


PASSES, FRESH = "telegram.passes", "telegram.fresh"
OPEN, STRIP = "telegram.open", "telegram.strip"


class Traffic:
    """Kept in memory only, by the worker that leads: all of it is found out again after a restart.
    The others tell it what they hear. `stored` reads the message of a card from the database,
    where it stands too; `opened` is told of a room (or a chat) in which somebody wrote at another
    worker though it was shut."""

    def __init__(self, api: Api, pulse: Callable[[], float], crew: Crew | None = None) -> None:
        self.api = api
        self.pulse = pulse
        self.crew = crew = crew or Crew()
        self.stored: Callable[[str, str], str] = lambda lane, table: ""
        self.opened: Callable[[str], None] = lambda chat: None
        crew.on(PASSES, lambda text: self._told(self._passes, *text.split(" ", 1)))
        crew.on(FRESH, lambda text: self._told(self._show_fresh, *text.split(" ", 1)))
        crew.on(OPEN, lambda chat: self._told(self._open_elsewhere, chat))
        crew.on(STRIP, lambda text: self._told(self._strip, *map(int, text.split())))
        self._memory = _Known(pulse, crew.term)
        self.folding: Latch[str] = Latch(pulse)  # whether this server knows what can be folded
        self._newest: Recent[str, int] = Recent()  # numbers only grow, whoever leads
        self._chores: deque[Chore] = deque(maxlen=MOST_CHORES)
        self.show_again: Callable[[str, str], Awaitable[object]] = _nothing

    def _told(self, work: Callable[..., None], *heard: object) -> None:
        """Another worker has heard something, and the leader does what it means."""
        if self.crew.leads:
            work(*heard)

    @property
    def _known(self) -> _Known:
        """What is known of this lead. Any thread may ask."""
        term = self.crew.term
        if self._memory.term != term:
            self._memory = _Known(self.pulse, term)
        return self._memory

    # Rooms that we cannot write to

    def shut(self, chat: str) -> float:
        """We cannot write into a room (a topic, or a chat without topics). Tells in how many
        seconds it is tried again."""
        return self._known.shut.close(_room(chat))

    def shut_chat(self, number: int) -> None:
        """We cannot write anywhere in a chat."""
        self._known.shut.close(str(number))

    def open(self, chat: str) -> bool:
        """Something in this room shows that we may write there, or that it is worth a try.
        Tells whether it was shut before."""
        if not self.crew.leads:
            self.crew.say(OPEN, chat)
        chats = self._known.shut.open(str(place(chat)[0]))
        return self._known.shut.open(_room(chat)) or chats

    def open_chat(self, number: int) -> bool:
        """We may write in a chat and in all its topics. Tells whether we could not before."""
        if not self.crew.leads:
            self.crew.say(OPEN, f"{number}:*")
        names = [name for name in self._known.shut.names() if name.partition(":")[0] == str(number)]
        return any([self._known.shut.open(name) for name in names])

    def _open_elsewhere(self, chat: str) -> None:
        number, _, topic = chat.partition(":")
        if self.open_chat(int(number)) if topic == "*" else self.open(chat):
            self.opened(chat)

    def rest(self, chat: str) -> float:
        """In how many seconds we may try to write into a room; 0: now."""
        return max(self._known.shut.rest(_room(chat)), self._known.shut.rest(str(place(chat)[0])))

    # Boards that scroll away

    def passes(self, chat: str, message: int) -> None:
        """Somebody has written something into a chat."""
        if self.crew.leads:
            self._passes(message, chat)
        else:
            self.crew.say(PASSES, f"{message} {chat}")
            self._newest[chat] = max(message, self._newest.get(chat, 0))

    def _passes(self, message: int | str, chat: str) -> None:
        self._known.passed[chat] = self._known.passed.get(chat, 0) + 1
        self._newest[chat] = max(int(message), self._newest.get(chat, 0))

    def since(self, chat: str, board: int) -> int:
        """How many messages came after the board: those that we could see, or in a supergroup
        without topics by the numbers."""
        seen = self._known.passed.get(chat, 0)
        if chat.startswith("-100") and ":" not in chat:
            return max(seen, self._newest.get(chat, 0) - board)
        return seen

    def posted(self, chat: str, lane: str, table: str, message: Posted) -> None:
        """A new board stands in a chat."""
        self._known.passed[chat] = 0
        self._newest[chat] = max(message.message, self._newest.get(chat, 0))
        self._known.fresh.pop((lane, table), None)
        self.shows(lane, table, message)

    # Which message shows a table

    def want_fresh(self, lane: str, table: str) -> None:
        """The next card of this table at an address is to be a new message."""
        if self.crew.leads:
            self._known.fresh[lane, table] = None
        else:
            self.crew.say(FRESH, f"{table} {lane}")

    def _show_fresh(self, table: str, lane: str) -> None:
        """At another worker: should it have been shown already, it is shown once more."""
        self._known.fresh[lane, table] = None
        self.look_later(lane, table, self.pulse() + OFTEN)

    def wants_fresh(self, lane: str, table: str) -> bool:
        """Whether somebody asked to see the table anew."""
        return (lane, table) in self._known.fresh

    def shows(self, lane: str, table: str, message: Posted) -> None:
        """This message shows a table now."""
        self._known.current[lane, table] = message
        self._known.fresh.pop((lane, table), None)
        self._known.later.pop((lane, table), None)

    def current(self, lane: str, table: str) -> Posted:
        """The message that shows a table, as far as we know; an empty one if we do not."""
        known = self._known.current.get((lane, table)) if self.crew.leads else None
        return known or posted.read(self.stored(lane, table))

    def is_current(self, lane: str, table: str, message: int) -> bool:
        """Whether a message is the one that shows a table (as far as we know)."""
        known = (
            self._known.current.get((lane, table)) if self.crew.leads else self.current(lane, table)
        )
        return known is None or known.message in (0, message)

    def look_later(self, lane: str, table: str, at: float) -> None:
        """This card is outdated, but nothing of it is urgent: show it at this time (monotonic),
        if nothing has shown it before."""
        self._known.later[lane, table] = at

    def folds(self) -> bool:
        """Whether lines can be folded, as far as we know."""
        return not self.folding.shut(FOLDS)

    # Tidying up

    def strip_later(self, chat: int, message: int) -> None:
        """Take the buttons off an old message as soon as there is a call to spare."""
        if self.crew.leads:
            self._strip(chat, message)
        else:
            self.crew.say(STRIP, f"{chat} {message}")

    def _strip(self, chat: int, message: int) -> None:
        if not any((each.chat, each.message) == (chat, message) for each in self._chores):
            self._chores.append(Chore(chat, message))

    def remove_later(self, chat: int, message: int, remains: str) -> None:
        """Remove an old message as soon as there is a call to spare; if that is not possible, this
        (HTML) is all that it says."""
        self._chores = deque(
            (each for each in self._chores if (each.chat, each.message) != (chat, message)),
            maxlen=MOST_CHORES,
        )
        self._chores.append(Chore(chat, message, remains))

    def next(self) -> float | None:
        """When (monotonic) something is to be tidied up or shown; None: nothing is."""
        times = [*self._known.later.values(), *(chore.at for chore in self._chores)]
        return min(times, default=None)

    async def run(self) -> None:
        """Tidy up until cancelled."""
        while True:
            await asyncio.sleep(OFTEN)
            try:
                await self.tidy()
            except OurTrouble as trouble:
                log.warning("a card is shown later: %s", trouble)
            except Exception:
                log.exception("a message could not be tidied up")

    async def tidy(self) -> None:
        """Take the buttons off what may be called now; show what has waited long enough."""
        now = self.pulse()
        for (lane, table), at in list(self._known.later.items()):
            if at <= now:
                await self.show_again(lane, table)
                if self._known.later.get((lane, table)) == at:
                    del self._known.later[lane, table]
        for _ in range(len(self._chores)):
            chore = self._chores.popleft()
            if chore.at > now or self.rest(str(chore.chat)):
                self._chores.append(chore)
                continue
            if self.api.pacer.wait(chore.chat, SPARE):
                self._chores.append(chore)
                continue
            outcome = await self._do(chore)
            chore.tries += 1
            if outcome.fate in (Fate.LATER, Fate.UNSENT) and chore.tries < TRIES:
                chore.at = self.pulse() + outcome.wait
                self._chores.append(chore)

    async def _do(self, chore: Chore) -> Outcome:
        if not chore.remains:
            return await self.api.strip(chore.chat, chore.message)
        outcome = await self.api.delete(chore.chat, chore.message)
        if outcome.fate in (Fate.DONE, Fate.LATER, Fate.UNSENT):
            return outcome
        return await self.api.edit(chore.chat, chore.message, chore.remains, None)


def _room(chat: str) -> str:
    """The name of a room in which it is no whole chat."""
    return chat if ":" in chat else f"{chat}:"
