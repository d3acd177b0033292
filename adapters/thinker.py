"""Computers that think beside answer by inputs of their own.

Whoever has just changed a table says that one is to answer there; after a restart the clock does.
Each table is thought about by one task, one question after another; the processes that think take
turns between tables. A thought that does not come is replaced by the stand-in of that computer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress

from adapters.crew import Crew
from adapters.mind_pool import MindPool, NoThought
from adapters.writer import Writer
from core.house.house import House, Input, Result
from core.house.thinking import Thinking, answered_instead, thinking_at
from core.table.commands import Thought
from core.table.failures import OurTrouble

log = logging.getLogger("fumibako.thinking")

REPLY_WAITS = 3.0  # seconds that a reply waits for thoughts
EVEN = 0.1  # seconds that a thought takes at least: how long one took must tell nothing
LOOK = 0.02  # seconds until whoever waits for thoughts looks again
OTHERS = 12.0  # seconds that another worker has for a thought before this one thinks too
MOST_ELSEWHERE = 2000  # tables that are remembered
PAUSES = (1.0, 5.0, 60.0)  # seconds before a table is looked after again where something failed


class Thinker:
    """Sees to it that computers that think beside answer. `pulse` is a monotonic clock; `ring`
    tells that something new waits to be sent. A thought takes `even` seconds at least: a hand
    that leaves no choice is not to be told from one that does."""

    def __init__(
        self,
        house: House,
        writer: Writer,
        now: Callable[[], float],
        pulse: Callable[[], float],
        ring: Callable[[], None],
        pool: MindPool,
        even: float = EVEN,
        crew: Crew | None = None,
    ) -> None:
        self.crew = crew = crew or Crew()
        crew.on("thinks", self._noted)
        self._elsewhere: dict[str, tuple[str, float]] = {}  # who thinks there, and until when
        self.house = house
        self.pool = pool
        self.now = now
        self.pulse = pulse
        self._even = even
        self._writer = writer
        self._ring = ring
        self._since: dict[str, float] = {}  # tables that wait for a thought, since when
        self._called: deque[str] = deque()  # of them those that no task looks after yet
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()  # tables that were called while a task looked after them
        self._ended = False
        self.lost = 0  # thoughts that did not come
        self._bell = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def waiting(self) -> int:
        """How many tables wait for a thought."""
        return len(self._since)

    # In any thread

    def wake(self, table: str) -> None:
        """A computer that thinks beside is to answer at a table."""
        if self._ended:
            return
        self._since.setdefault(table, self.pulse())
        self.crew.say("thinks", f"{self.crew.instance} {table}")
        self._called.append(table)
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop has ended: the next start asks again
                self._loop.call_soon_threadsafe(self._bell.set)

    def thinks(self, table: str) -> bool:
        """Whether a computer that thinks beside is to answer there; if so, it is asked. In the
        writer's thread."""
        if table in self._since:
            return True
        if thinking_at(self.house, table) is None:
            return False
        if not self._is_thought_over(table):
            self.wake(table)
        return True

    def _noted(self, text: str) -> None:
        """Another worker sees to it at a table."""
        who, _, table = text.partition(" ")
        self._elsewhere.pop(table, None)
        self._elsewhere[table] = (who, self.pulse() + OTHERS)
        while len(self._elsewhere) > MOST_ELSEWHERE:
            del self._elsewhere[next(iter(self._elsewhere))]

    def _is_thought_over(self, table: str) -> bool:
        """Whether another worker that is alive sees to it."""
        who, until = self._elsewhere.get(table, ("", 0.0))
        living = self.crew.living
        return self.pulse() < until and (living is None or who in living)

    def rest(self, table: str) -> float:
        """For how many seconds a reply should still wait for what is thought over there; 0: it
        need not."""
        since = self._since.get(table)
        return 0.0 if since is None else max(0.0, since + REPLY_WAITS - self.pulse())

    # In the loop

    async def patiently(self, table: str) -> None:
        """Wait until nothing is thought over at a table any more, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(REPLY_WAITS):
                while self.rest(table):
                    await asyncio.sleep(LOOK)

    async def run(self) -> None:
        """Ask and answer until cancelled; then all processes end."""
        self._loop = asyncio.get_running_loop()
        try:
            while True:
                self._bell.clear()
                while self._called:
                    table = self._called.popleft()
                    if table in self._tasks:
                        self._again.add(table)
                    else:
                        self._begin(table)
                await self._bell.wait()
        finally:
            await self.end()

    def _begin(self, table: str) -> None:
        self._since.setdefault(table, self.pulse())  # a task that ended meanwhile has forgotten it
        self._tasks[table] = asyncio.create_task(self._look_after(table))
        self._tasks[table].add_done_callback(lambda task: self._done(table))

    def _done(self, table: str) -> None:
        """Nothing is to be thought over there any more, as far as the task has seen."""
        del self._tasks[table]
        if table in self._again and not self._ended:
            self._again.discard(table)
            self._begin(table)
        else:
            self._since.pop(table, None)

    async def _look_after(self, table: str) -> None:
        """Answer at a table until no computer is to think there. What fails is tried again, with
        growing pauses."""
        pauses = iter(PAUSES)
        while True:
            self._again.discard(table)
            try:
                asked = await self._writer.call(thinking_at, self.house, table)
                if asked is None:
                    return
                await self._answer(asked)
                pauses = iter(PAUSES)
                continue
            except OurTrouble as trouble:
                log.warning("table %s: a computer cannot answer now: %s", table, trouble)
            except Exception:
                log.exception("table %s: a computer could not answer", table)
            await asyncio.sleep(next(pauses, PAUSES[-1]))

    async def _answer(self, asked: Thinking) -> None:
        """Think a question over and answer it when it is time to. Raises `RuntimeError` if not
        even the stand-in knows a move."""
        until = self.pulse() + self._even
        try:
            thought = asked.answered(await self.pool.think(asked))
        except NoThought as why:
            self.lost += 1
            log.warning(
                "table %s: a computer came to no move (%s); another plays", asked.table, why
            )
            thought = await self._writer.call(answered_instead, self.house, asked)
        pause = min(asked.due - self.now(), self.house.timing.pause.seconds)
        await asyncio.sleep(max(0.0, pause, until - self.pulse()))
        result = await self._writer.call(self._tell, asked.table, thought)
        if result.by_rules:  # no move of the rules: whoever came to it is broken
            instead = await self._writer.call(answered_instead, self.house, asked)
            result = await self._writer.call(self._tell, asked.table, instead)
        self._ring()
        if result.refused is not None and not result.late:
            raise RuntimeError("no move is taken")

    def _tell(self, table: str, thought: Thought) -> Result:
        """In the writer's thread."""
        result = self.house.handle(Input(thought, self.now(), table=table))
        log.debug("table %s: thought", table)
        return result

    async def end(self) -> None:
        """Think no more: what is open is asked again at the next start."""
        self._ended = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        self._since.clear()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.pool.end()
