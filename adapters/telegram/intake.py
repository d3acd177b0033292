"""How updates come in: by webhook or by asking for them; either way nothing is lost.

Telegram gets its 200 (or the next offset) only after the commit. What cannot be understood is set
aside and taken as done, for its chat would wait for it for a day.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from aiohttp import web
from telegram import Bot
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from adapters.door import PATIENCE
from adapters.edge import Edge
from adapters.foreign import Unreadable, read_json, same
from adapters.shares import Verdict
from adapters.telegram.api import in_short, raw
from adapters.telegram.doing import Do, Doer
from adapters.telegram.hear import WANTED, Ear
from adapters.telegram.people import PLATFORM
from adapters.telegram.sender import Sender, sender_of, too_fast
from adapters.telegram.wire import NoAnswer
from adapters.writer import Writer
from core.table.failures import AtFault, OurTrouble

log = logging.getLogger("fumibako.telegram")
R = TypeVar("R")

LONGEST_BODY = 256 * 1024  # bytes of an update
LONG_POLL = 25  # seconds that Telegram may wait with an answer
LATEST = 4.0  # seconds after which an answer is overdue
NAPS = (1.0, 2.0, 5.0, 15.0, 30.0)  # seconds after a question that failed, and after more of them
SHORT_NAPS = (1.0, 2.0, 5.0)  # the same while nobody else asks with our token
LONGEST_NAP = 60.0  # seconds, whatever Telegram asks for: nobody is heard meanwhile
UNHURRIED = 5.0  # seconds that the store may take for an update that was asked for
FINISH = 3.0  # seconds that what is being heard gets when the host ends
ASKING = "asking"  # the cause of a deafness
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"


class Intake:
    """The one door for updates."""

    def __init__(
        self,
        bot: Bot,
        ear: Ear,
        doer: Doer,
        edge: Edge,
        writer: Writer,
        ring: Callable[[], None],
    ) -> None:
        self.bot = bot
        self.ear = ear
        self.doer = doer
        self.edge = edge
        self.ring = ring
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
        self.on_update: Callable[[], None] = lambda: None
        self.age: Callable[[float], float] = lambda date: 0.0  # of what was written at a time
        self.offset = 0
        self._closed = False
        self._asking: asyncio.Task[Any] | None = None
        self._taking: set[asyncio.Task[Any]] = set()
        self._failures = 0
        self._writer = writer
        # Whoever knows the token may know the secret; it needs no place of its own.
        self.secret = sha256(f"webhook of {bot.token}".encode()).hexdigest()

    async def take(self, data: Mapping[str, Any], patience: float = PATIENCE) -> None:
        """Hear an update. When this returns, it is committed (or set aside, or its sender has used
        up their share). Raises `OurTrouble` if it is to come again."""
        who, shares = sender_of(data), self.edge.shares
        if who is not None:
            age = self.age(who.date) if who.date is not None else 0.0
            verdict = shares.ask(who.name, who.room, age, meant=who.meant)
            if verdict is not Verdict.HEARD:
                await self._not_heard(who, verdict)
                return

        def work() -> Sequence[Do]:
            return self.ear.hear(data)

        def text() -> str:
            return json.dumps(data, ensure_ascii=False)

        try:
            await self._take(str(data.get("update_id", "?")), text, work, patience)
        except OurTrouble:
            if who is not None:
                shares.give_back(who.name, who.room)
            raise

    async def _not_heard(self, who: Sender, verdict: Verdict) -> None:
        """Somebody presses or writes too fast: they are told so once."""
        self.edge.channels.heard(PLATFORM)
        self.on_update()
        if verdict is Verdict.TOLD:
            with suppress(OurTrouble):
                told = partial(too_fast, who, self.ear.people, self.ear.voice)
                self.doer.start(await self._writer.call(told))

    async def _take(
        self,
        receipt: str,
        text: Callable[[], str],
        work: Callable[[], Sequence[Do]],
        patience: float,
    ) -> None:
        loop, door = asyncio.get_running_loop(), self.edge.door
        done: list[Sequence[Do]] = []
        given_up = False

        def hear() -> None:
            done.append(work())
            if given_up:
                loop.call_soon_threadsafe(self._begin, done)

        try:
            await door.take(self._writer, PLATFORM, receipt, text, hear, patience)
        except OurTrouble:
            given_up = True
            self._begin(done)
            raise
        self.edge.channels.heard(PLATFORM)
        self.on_update()
        self._begin(done)

    def _begin(self, done: list[Sequence[Do]]) -> None:
        """Do what an update asks for: the answer goes out before any edit. What took longer than
        Telegram would wait may have been committed all the same: the next time it comes it is
        known, and is not answered any more."""
        while done:
            self.doer.start(done.pop())
            # A turn later: who pressed waits for the answer, and the outbox would go first.
            asyncio.get_running_loop().call_soon(self.ring)

    async def _to_its_end(self, work: Coroutine[Any, Any, R]) -> R:
        """Do something that goes on to its end even if whoever asked for it does not wait."""
        task = asyncio.get_running_loop().create_task(work)
        self._taking.add(task)
        task.add_done_callback(self._forget)
        return await asyncio.shield(task)

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._taking.discard(task)
        if not task.cancelled():
            task.exception()  # whoever asked for it was told, if they still listen

    async def quiet(self) -> None:
        """Hear nothing new; what is being heard goes on to its end."""
        self._closed = True
        if self._asking is not None:
            self._asking.cancel()
        if self._taking:
            await asyncio.wait(self._taking, timeout=FINISH)

    # The webhook

    @property
    def path(self) -> str:
        """Where the webhook is."""
        return f"/telegram/{self.bot.token.partition(':')[0]}"

    async def webhook(self, request: web.Request) -> web.Response:
        """An update from Telegram."""
        if not same(request.headers.get(SECRET_HEADER, ""), self.secret):
            log.warning("telegram: somebody knocks at the webhook without its secret")
            return web.Response(status=403)
        if self._closed:
            return web.Response(status=503)
        if (request.content_length or 0) > LONGEST_BODY:
            return web.Response(status=413)
        body = await request.content.read(LONGEST_BODY + 1)
        while len(body) <= LONGEST_BODY and not request.content.at_eof():
            body += await request.content.read(LONGEST_BODY + 1 - len(body))
        if len(body) > LONGEST_BODY:
            return web.Response(status=413)
        try:
            await self._to_its_end(self._brought(body))
        except OurTrouble:
            return web.Response(status=500)
        return web.Response()

    async def _brought(self, body: bytes) -> None:
        try:
            data = read_json(body)
        except Unreadable as wrong:
            await self._garbage(body, AtFault(str(wrong)))
            return
        if not isinstance(data, dict):
            await self._garbage(body, AtFault("an update is an object"))
            return
        await self.take(data)

    async def _garbage(self, body: bytes, fault: AtFault) -> None:
        def work() -> Sequence[Do]:
            raise fault

        receipt = sha256(body).hexdigest()[:16]
        await self._take(receipt, lambda: body.decode(errors="replace"), work, PATIENCE)

    # Asking

    async def poll(self) -> None:
        """Ask for updates until cancelled (or quiet). Raises `InvalidToken`."""
        while not self._closed:
            nap = 0.0
            try:
                await self.poll_once()
            except InvalidToken:
                raise
            except TelegramError as error:
                nap = self._failed(error)
            except OurTrouble:  # the same update is asked for again; the others wait
                nap = self._nap(SHORT_NAPS)
            if nap:
                await self.sleep(nap)
        await asyncio.Event().wait()

    def _failed(self, error: TelegramError) -> float:
        """A question failed: we are deaf. Tells how long to wait before the next."""
        why = in_short(error)
        if isinstance(error, Conflict):
            log.error(
                "another program asks with the same TELEGRAM_TOKEN (or a webhook is set);"
                " `fumibako doctor` tells more"
            )
        else:
            log.warning("Telegram gives no updates: %s", why)
        self.edge.hearing.lost(PLATFORM, ASKING)
        self.edge.channels.trouble(PLATFORM, why)
        if isinstance(error, RetryAfter):
            pause = error.retry_after
            seconds = float(pause if isinstance(pause, int) else pause.total_seconds())
            return min(max(seconds, SHORT_NAPS[0]), LONGEST_NAP)
        return self._nap(NAPS if isinstance(error, Conflict) else SHORT_NAPS)

    def _nap(self, naps: tuple[float, ...]) -> float:
        self._failures += 1
        return naps[min(self._failures, len(naps)) - 1]

    async def poll_once(self, patience: int = LONG_POLL) -> None:
        """Ask once and hear what came: only what is committed is confirmed by the next question.
        Raises `OurTrouble` if an update is to come again, and the library's errors."""
        found = await self._ask(patience)
        for data in found:
            number = data["update_id"]
            await self._to_its_end(self._given(data, number))
        self._failures = 0
        if not found:
            # All is confirmed. After a quiet week the numbers begin anew, perhaps lower: an old
            # one would hide what comes then.
            self.offset = 0

    async def _given(self, data: dict[str, Any], number: int) -> None:
        await self.take(data, UNHURRIED)
        self.offset = number + 1

    async def _ask(self, patience: int) -> list[dict[str, Any]]:
        """What waits, once there is something. An answer that is overdue means that we are
        deaf."""
        loop, hearing = asyncio.get_running_loop(), self.edge.hearing
        overdue = loop.call_later(patience + LATEST, hearing.lost, PLATFORM, ASKING)
        # Raw: one update that the library cannot read must not hold up the others.
        self._asking = loop.create_task(
            raw(
                self.bot,
                "getUpdates",
                patience + 10,
                offset=self.offset,
                timeout=patience,
                allowed_updates=list(WANTED),
            )
        )
        try:
            found = await self._asking
        except asyncio.CancelledError:
            me = asyncio.current_task()
            if self._closed and me is not None and not me.cancelling():
                return []
            self._asking.cancel()
            raise
        finally:
            overdue.cancel()
            self._asking = None
        if not isinstance(found, list) or not all(map(_is_update, found)):
            raise NoAnswer(200)
        hearing.heard(PLATFORM, ASKING)
        self.edge.channels.heard(PLATFORM)
        return found


def _is_update(data: object) -> bool:
    """Whether this can be confirmed by its number."""
    number = data.get("update_id") if isinstance(data, dict) else None
    return isinstance(number, int) and not isinstance(number, bool) and abs(number) < 2**52
