"""Whose turn it is to call a group: Telegram's limits hold for all workers of a bot together.

The leader's pacer decides, for it sends the boards. Another worker that answers somebody in a group
asks it for a turn, and calls only when it has got one; what nobody grants in time is not said.
Private chats are called without asking, for each has limits of its own; the leader counts them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from secrets import token_hex

from adapters.crew import Crew
from adapters.telegram.pace import Pacer

ASK, GRANT, TOOK, REFUSED = "telegram.ask", "telegram.grant", "telegram.took", "telegram.refused"
PATIENCE = 2.0  # seconds for the way to the leader and back


class Turns:
    """Asks for turns, and grants them. In the loop."""

    def __init__(
        self,
        pacer: Pacer,
        crew: Crew | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.pacer = pacer
        self.crew = crew = crew or Crew()
        self.sleep = sleep
        self._waiting: dict[str, asyncio.Future[bool]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        crew.on(ASK, self._asked)
        crew.on(GRANT, self._granted)
        crew.on(TOOK, self._took)
        crew.on(REFUSED, self._refused)

    async def turn(self, chat: int, longest: float) -> bool:
        """Wait for a turn in a chat, not longer than so many seconds. False if there is none. A
        call must follow at once."""
        if self.crew.leads or chat > 0:
            while wait := self.pacer.wait(chat):  # again: others may have been quicker
                if wait > longest:
                    return False
                longest -= wait
                await self.sleep(wait)
            return True
        name = token_hex(8)
        self._waiting[name] = granted = asyncio.get_running_loop().create_future()
        self.crew.say(ASK, f"{name} {chat} {longest}")
        try:
            async with asyncio.timeout(longest + PATIENCE):
                return bool(await granted)
        except TimeoutError:
            return False
        finally:
            del self._waiting[name]

    def called(self, chat: int) -> None:
        """A call goes out now."""
        self.pacer.take(chat)
        if chat > 0 and not self.crew.leads:
            self.crew.say(TOOK, f"{chat} {token_hex(4)}")

    def refused(self, chat: int, seconds: float) -> float:
        """Telegram asked for a pause of this chat. Tells how long it is kept, in seconds."""
        if not self.crew.leads:
            self.crew.say(REFUSED, f"{chat} {seconds}")
        return self.pacer.refused(chat, seconds)

    # At the leader

    def _asked(self, text: str) -> None:
        if self.crew.leads:
            name, chat, longest = text.split()
            task = asyncio.ensure_future(self._grant(name, int(chat), float(longest)))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _grant(self, name: str, chat: int, longest: float) -> None:
        """Take a turn for another worker, when there is one."""
        until = self.pacer.now() + longest
        while wait := self.pacer.wait(chat):
            if self.pacer.now() + wait > until or not self.crew.leads:
                self.crew.say(GRANT, f"{name} 0")
                return
            await self.sleep(wait)
        self.pacer.take(chat)
        self.crew.say(GRANT, f"{name} 1")

    def _took(self, text: str) -> None:
        if self.crew.leads:
            self.pacer.take(int(text.split()[0]))

    def _refused(self, text: str) -> None:
        if self.crew.leads:
            chat, seconds = text.split()
            self.pacer.refused(int(chat), float(seconds))

    # At who asked

    def _granted(self, text: str) -> None:
        name, _, yes = text.partition(" ")
        waiting = self._waiting.get(name)
        if waiting is not None and not waiting.done():
            waiting.set_result(yes == "1")
