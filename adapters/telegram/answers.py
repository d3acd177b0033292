"""What somebody asked to look at: rules, cards, the seal. The last such message of a chat is
changed rather than followed by another one, as long as nothing has come after it."""

from __future__ import annotations

from collections.abc import Sequence

from adapters.telegram.api import Api, Fate
from adapters.telegram.render import Page

MOST = 5000  # chats whose last answer is remembered


class Answers:
    """Kept in memory only: after a restart one message more is sent."""

    def __init__(self, api: Api) -> None:
        self.api = api
        self._last: dict[int, tuple[int, ...]] = {}

    async def edited(self, chat: int, pages: Sequence[Page]) -> bool:
        """Show this in the last answer. False if that is not possible: it scrolled away, or one of
        them takes more than a message."""
        last = self._last.get(chat, ())
        if len(last) != 1 or len(pages) != 1 or self.api.newest.get(chat) != last[0]:
            return False
        if not await self.api.patiently(chat):
            return True  # they asked too often: what they see is as good
        outcome = await self.api.edit(chat, last[0], pages[0].text, pages[0].keyboard)
        return outcome.fate is Fate.DONE

    async def sent(self, chat: int, messages: Sequence[int]) -> None:
        """This is the last answer now; the one before goes."""
        before = self._last.pop(chat, ())
        while len(self._last) >= MOST:
            del self._last[next(iter(self._last))]
        self._last[chat] = tuple(number for number in messages if number)
        for number in before:
            if await self.api.patiently(chat):
                await self.api.delete(chat, number)
