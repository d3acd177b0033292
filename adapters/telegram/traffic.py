"""What goes on in the chats right now: shut rooms, messages passing by, buttons to take off."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable

from adapters.telegram.api import Api, Fate
from adapters.telegram.posted import Posted

log = logging.getLogger("fumibako.telegram")

OFTEN = 0.5  # seconds between two looks at what can be tidied up
SPARE = 1  # calls that tidying up leaves to the boards
MOST_CHORES = 2000


async def _nothing(lane: str, table: str) -> None:
    """Nobody listens yet."""


class Traffic:
    """Kept in memory only: all of it is found out again after a restart."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._shut: set[str] = set()
        self._passed: dict[str, int] = {}
        self._newest: dict[str, int] = {}
        self._fresh: set[tuple[str, str]] = set()
        self._current: dict[tuple[str, str], Posted] = {}
        self._chores: deque[tuple[int, int]] = deque(maxlen=MOST_CHORES)
        self._later: dict[tuple[str, str], float] = {}
        self.show_again: Callable[[str, str], Awaitable[object]] = _nothing

    # Rooms that we cannot write to

    def shut(self, chat: str) -> None:
        """We cannot write there any more."""
        self._shut.add(chat)

    def open(self, chat: str) -> bool:
        """We can write there again. Tells whether we could not before."""
        before = len(self._shut)
        self._shut = {other for other in self._shut if other.partition(":")[0] != chat}
        self._shut.discard(chat)
        return len(self._shut) < before

    def is_shut(self, chat: str) -> bool:
        """Whether we cannot write there (a whole chat shuts its topics too)."""
        return chat in self._shut or chat.partition(":")[0] in self._shut

    # Boards that scroll away

    def passes(self, chat: str, message: int) -> None:
        """Somebody has written something into a chat."""
        self._passed[chat] = self._passed.get(chat, 0) + 1
        self._newest[chat] = max(message, self._newest.get(chat, 0))

    def since(self, chat: str, board: int) -> int:
        """How many messages came after the board: those that we could see, or in a supergroup
        without topics by the numbers."""
        seen = self._passed.get(chat, 0)
        if chat.startswith("-100") and ":" not in chat:
            return max(seen, self._newest.get(chat, 0) - board)
        return seen

    def posted(self, chat: str, lane: str, table: str, message: Posted) -> None:
        """A new board stands in a chat."""
        self._passed[chat] = 0
        self._newest[chat] = max(message.message, self._newest.get(chat, 0))
        self._fresh.discard((lane, table))
        self.shows(lane, table, message)

    # Which message shows a table

    def want_fresh(self, lane: str, table: str) -> None:
        """The next card of this table at an address is to be a new message."""
        self._fresh.add((lane, table))

    def wants_fresh(self, lane: str, table: str) -> bool:
        """Whether somebody asked to see the table anew."""
        return (lane, table) in self._fresh

    def shows(self, lane: str, table: str, message: Posted) -> None:
        """This message shows a table now."""
        self._current[lane, table] = message
        self._fresh.discard((lane, table))
        self._later.pop((lane, table), None)

    def is_current(self, lane: str, table: str, message: int) -> bool:
        """Whether a message is the one that shows a table (as far as we know)."""
        known = self._current.get((lane, table))
        return known is None or known.message == message

    def look_later(self, lane: str, table: str, at: float) -> None:
        """This card is outdated, but nothing of it is urgent: show it at this time, if nothing
        has shown it before."""
        self._later[lane, table] = at

    # Tidying up

    def strip_later(self, chat: int, message: int) -> None:
        """Take the buttons off an old message as soon as there is a call to spare."""
        if (chat, message) not in self._chores:
            self._chores.append((chat, message))

    @property
    def busy(self) -> bool:
        """Whether anything is to be tidied up."""
        return bool(self._chores or self._later)

    async def run(self) -> None:
        """Tidy up until cancelled."""
        while True:
            await asyncio.sleep(OFTEN)
            try:
                await self.tidy()
            except Exception:
                log.exception("a message could not be tidied up")

    async def tidy(self) -> None:
        """Take the buttons off what may be called now; show what has waited long enough."""
        for (lane, table), at in list(self._later.items()):
            if at <= self.api.pacer.now():
                del self._later[lane, table]
                await self.show_again(lane, table)
        for _ in range(len(self._chores)):
            chat, message = self._chores.popleft()
            if self.is_shut(str(chat)) or self.api.pacer.wait(chat, SPARE):
                self._chores.append((chat, message))
                continue
            outcome = await self.api.strip(chat, message)
            if outcome.fate in (Fate.LATER, Fate.UNSURE):
                self._chores.append((chat, message))
