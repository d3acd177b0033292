"""Telegram, joined to a house: everything that runs, in one object."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from aiohttp import web
from telegram import Bot
from telegram.error import InvalidToken, TelegramError
from telegram.request import BaseRequest, HTTPXRequest

from adapters.edge import Edge, bare_edge
from adapters.speech import Speech
from adapters.telegram.api import Api
from adapters.telegram.doing import Doer
from adapters.telegram.ephemeral import Ephemeral
from adapters.telegram.hear import Ear
from adapters.telegram.intake import Intake
from adapters.telegram.pace import Pacer
from adapters.telegram.people import PLATFORM, People
from adapters.telegram.pressed import by_right
from adapters.telegram.presses import Presser
from adapters.telegram.say import TelegramSay
from adapters.telegram.setup import kept_me, tell_menu, use_polling, use_webhook, who_am_i
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import Me, Voice
from adapters.telegram.words import Words
from adapters.trouble import Trouble, WrongTelegramToken
from core.house import House
from core.ports import Directory

log = logging.getLogger("fumibako.telegram")

FIRST_NAP, LONGEST_NAP = 2.0, 60.0  # seconds between two tries to reach Telegram at the start

__all__ = ["PLATFORM", "Telegram", "make_bot"]


def make_bot(token: str, request: BaseRequest | None = None, base_url: str = "") -> Bot:
    """A client of Telegram with a token."""
    asking = request or HTTPXRequest(connection_pool_size=4)
    calls = request or HTTPXRequest(read_timeout=12.0, connect_timeout=8.0)
    if base_url:
        return Bot(token, base_url=f"{base_url}/bot", request=calls, get_updates_request=asking)
    return Bot(token, request=calls, get_updates_request=asking)


class Telegram:
    """The platform (`adapters.main.Platform`). `ring` wakes the outbox; `public_url` is empty
    where updates are asked for."""

    name = PLATFORM
    title = "Telegram"

    def __init__(
        self,
        bot: Bot,
        house: House,
        speech: Speech,
        directory: Directory,
        writer: ThreadPoolExecutor,
        now: Callable[[], float],
        ring: Callable[[], None],
        language: str,
        public_url: str = "",
        hearing: ThreadPoolExecutor | None = None,
        edge: Edge | None = None,
    ) -> None:
        self.edge = edge or bare_edge(now, directory)
        self.bot = bot
        self.directory = directory
        self.now = now
        self.public_url = public_url
        self.me = kept_me(bot, directory)
        self._refused = asyncio.Event()
        self.api = Api(bot, Pacer(now))
        self.api.on_bad_token = self._refused.set
        self.people = People(house, directory, now, language)
        self.traffic = Traffic(self.api)
        self.voice = Voice(house, self.people, lambda: self.me)
        self.ephemeral = Ephemeral(directory, now)
        self.doer = Doer(self.api, self.people, writer)
        self.doer.failed_alone = self.ephemeral.failed
        self.doer.as_admin = by_right(speech)
        self.say = TelegramSay(self.api, house, self.people, self.traffic, writer, now)
        presser = Presser(speech, self.people, self.voice, self.traffic, self.ephemeral, now)
        words = Words(
            speech, self.people, self.voice, self.traffic, self.ephemeral, presser.alerts, now
        )
        self.ear = Ear(bot, self.people, self.voice, self.traffic, presser, words, now)
        # A thread of its own: a press need not wait for all that the outbox has queued up.
        self._hearing = hearing or ThreadPoolExecutor(1, thread_name_prefix="telegram")
        self.intake = Intake(bot, self.ear, self.doer, directory, self._hearing, now, ring)

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where updates are brought to, if they are."""
        return [web.post(self.intake.path, self.intake.webhook)] if self.public_url else []

    async def begin(self) -> Me:
        """Learn who we are, tell Telegram our menu and where updates go. Raises
        `InvalidToken`, and other errors of the library while Telegram cannot be reached."""
        self.me = await who_am_i(self.bot, self.directory, self.now)
        try:
            await tell_menu(self.bot, self.directory, self.now)
        except InvalidToken:
            raise
        except TelegramError as error:
            log.warning("Telegram does not take our menu; the next start tries again: %s", error)
        if self.public_url:
            url = f"{self.public_url}{self.intake.path}"
            await use_webhook(self.bot, url, self.intake.secret)
        else:
            await use_polling(self.bot)
        return self.me

    async def run(self) -> None:
        """Hear and tidy up until cancelled. Raises `Trouble` if the token is refused."""
        tidying = asyncio.create_task(self.traffic.run())
        hearing = asyncio.create_task(self._hear())
        refused = asyncio.create_task(self._refused.wait())
        try:
            await asyncio.wait((hearing, refused), return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                await hearing
            raise Trouble(WrongTelegramToken())
        except InvalidToken:
            raise Trouble(WrongTelegramToken()) from None
        finally:
            for task in (tidying, hearing, refused):
                task.cancel()
            await asyncio.gather(tidying, hearing, refused, return_exceptions=True)

    async def _hear(self) -> None:
        nap = FIRST_NAP
        while True:
            try:
                await self.begin()
                break
            except InvalidToken:
                raise
            except TelegramError as error:
                log.warning("Telegram cannot be reached yet: %s", error)
            await asyncio.sleep(nap)
            nap = min(nap * 2, LONGEST_NAP)
        if self.public_url:
            await asyncio.Event().wait()
        await self.intake.poll()

    async def quiet(self) -> None:
        """Hear nothing new from now on."""

    async def close(self) -> None:
        """Finish what was begun and let go of the connections."""
        await self.doer.finish()
        self._hearing.shutdown(wait=True)
        await self.bot.shutdown()
