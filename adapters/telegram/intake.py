"""How updates come in: by webhook or by asking for them; either way nothing is lost.

Telegram gets its 200 (or the next offset) only after the commit. An update that breaks us is
kept aside and taken as done, for its chat would wait for it for a day.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from typing import Any

from aiohttp import web
from telegram import Bot
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from adapters.foreign import Unreadable, read_json
from adapters.telegram.api import raw
from adapters.telegram.doing import Do, Doer
from adapters.telegram.hear import WANTED, Ear
from core.ports import Directory

log = logging.getLogger("fumibako.telegram")

LONGEST_BODY = 256 * 1024  # bytes of an update
LONG_POLL = 25  # seconds that Telegram may wait with an answer
NAP = 2.0  # seconds after a failed question
CONFLICT_NAP = 30.0  # seconds while somebody else asks with our token
KEPT_ASIDE = "telegram:aside:"
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"


class Intake:
    """The one door for updates."""

    def __init__(
        self,
        bot: Bot,
        ear: Ear,
        doer: Doer,
        directory: Directory,
        writer: ThreadPoolExecutor,
        now: Callable[[], float],
        ring: Callable[[], None],
    ) -> None:
        self.bot = bot
        self.ear = ear
        self.doer = doer
        self.directory = directory
        self.now = now
        self.ring = ring
        self.conflict = False
        self._writer = writer
        # Whoever knows the token may know the secret; it needs no place of its own.
        self.secret = sha256(f"webhook of {bot.token}".encode()).hexdigest()

    async def take(self, data: Mapping[str, Any]) -> None:
        """Hear an update. When this returns, it is committed (or kept aside)."""
        loop = asyncio.get_running_loop()
        things = await loop.run_in_executor(self._writer, self._hear, data)
        self.doer.start(things)  # the answer goes out before any edit
        self.ring()

    def _hear(self, data: Mapping[str, Any]) -> Sequence[Do]:
        try:
            return self.ear.hear(data)
        except Exception as error:
            number = data.get("update_id", "?")
            log.exception("update %s could not be understood; it is kept aside", number)
            self._keep_aside(json.dumps(data, ensure_ascii=False), str(number), error)
            return ()

    def _keep_aside(self, text: str, number: str, error: Exception) -> None:
        """Keep an update for whoever looks after the host. Raises if the database fails: then
        Telegram brings it again."""
        what = json.dumps({"error": type(error).__name__, "update": text[:20000]})
        self.directory.keep(f"{KEPT_ASIDE}{number[:40]}", what, self.now())

    # The webhook

    @property
    def path(self) -> str:
        """Where the webhook is."""
        return f"/telegram/{self.bot.token.partition(':')[0]}"

    async def webhook(self, request: web.Request) -> web.Response:
        """An update from Telegram."""
        given = request.headers.get(SECRET_HEADER, "")
        if not hmac.compare_digest(given.encode(), self.secret.encode()):
            return web.Response(status=403)
        if (request.content_length or 0) > LONGEST_BODY:
            return web.Response(status=413)
        body = await request.content.read(LONGEST_BODY + 1)
        while len(body) <= LONGEST_BODY and not request.content.at_eof():
            body += await request.content.read(LONGEST_BODY + 1 - len(body))
        if len(body) > LONGEST_BODY:
            return web.Response(status=413)
        try:
            data = read_json(body)
            if not isinstance(data, dict):
                raise Unreadable("an update is an object")
        except Unreadable as error:
            await self._garbage(body, error)
            return web.Response()
        try:
            await self.take(data)
        except Exception:
            log.exception("an update could not be stored; Telegram brings it again")
            return web.Response(status=500)
        return web.Response()

    async def _garbage(self, body: bytes, error: Exception) -> None:
        loop = asyncio.get_running_loop()
        number = sha256(body).hexdigest()[:16]
        log.warning("what came from Telegram is no update; it is kept aside as %s", number)
        text = body.decode(errors="replace")
        await loop.run_in_executor(self._writer, self._keep_aside, text, number, error)

    # Asking

    async def poll(self) -> None:
        """Ask for updates until cancelled. Raises `InvalidToken`."""
        offset = 0
        while True:
            try:
                offset = await self.poll_once(offset)
            except InvalidToken:
                raise
            except Conflict:
                if not self.conflict:
                    log.error(
                        "another program asks with the same TELEGRAM_TOKEN (or a webhook is set);"
                        " `fumibako doctor` tells more"
                    )
                self.conflict = True
                await asyncio.sleep(CONFLICT_NAP)
            except RetryAfter as error:
                pause = error.retry_after
                await asyncio.sleep(pause if isinstance(pause, int) else pause.total_seconds())
            except NetworkError:
                await asyncio.sleep(NAP)
            except TelegramError as error:
                log.warning("Telegram does not give updates: %s", error)
                await asyncio.sleep(NAP)
            except Exception:
                log.exception("an update could not be stored; it is asked for again")
                await asyncio.sleep(NAP)

    async def poll_once(self, offset: int, patience: int = LONG_POLL) -> int:
        """Ask once, hear what came, and tell the next offset: only what is committed is
        confirmed by it."""
        # Raw: one update that the library cannot read must not hold up the others.
        found = await raw(
            self.bot,
            "getUpdates",
            patience + 10,
            offset=offset,
            timeout=patience,
            allowed_updates=list(WANTED),
        )
        self.conflict = False
        for data in found:
            await self.take(data)
            offset = int(data["update_id"]) + 1
        return offset
