"""With a webhook we only wait to be called: about once a minute Telegram is asked how that goes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from math import inf

from telegram import Bot
from telegram.error import BadRequest, InvalidToken, TelegramError

from adapters.crew import Crew
from adapters.edge import Edge
from adapters.telegram.api import RIVAL, field, in_short, raw
from adapters.telegram.people import PLATFORM
from adapters.telegram.theirs import TheirTime
from adapters.trouble import Trouble

log = logging.getLogger("fumibako.telegram")

OFTEN = 60.0  # seconds between two questions
SAID_OFTEN = 2.0  # seconds between two words to the other workers that we hear
FAILS, ELSEWHERE = "webhook", "elsewhere"  # the causes of a deafness


class Watcher:
    """Knows whether Telegram can bring us what happens. `url` is where it should, `renew` tells
    it so."""

    def __init__(
        self,
        bot: Bot,
        edge: Edge,
        theirs: TheirTime,
        url: str,
        renew: Callable[[], Awaitable[None]],
        crew: Crew | None = None,
    ) -> None:
        self.bot = bot
        self.edge = edge
        self.theirs = theirs
        self.url = url
        self._renew = renew
        self._heard_at = theirs.now()
        self._said_at = -inf  # by the monotonic clock
        self._crew = crew or Crew()
        self._crew.on("heard", self._heard_elsewhere)

    def heard(self) -> None:
        """An update has come: the way is open. Whichever worker it came to, it is for the one that
        leads to know that."""
        self._hears()
        now = self.edge.keeper.pulse()
        if now - self._said_at >= SAID_OFTEN:
            self._said_at = now
            self._crew.say("heard", PLATFORM)

    def _heard_elsewhere(self, platform: str) -> None:
        if platform == PLATFORM:
            self._hears()

    def _hears(self) -> None:
        self._heard_at = self.theirs.now()
        self.edge.hearing.heard(PLATFORM, FAILS)
        self.edge.hearing.heard(PLATFORM, ELSEWHERE)

    async def run(self) -> None:
        """Look until cancelled. Raises `InvalidToken`."""
        self._heard_at = min(self._heard_at, self.theirs.now())  # which is better known by now
        while True:
            await asyncio.sleep(OFTEN)
            try:
                await self.look()
            except InvalidToken:
                raise
            except TelegramError as error:
                self.edge.channels.trouble(PLATFORM, in_short(error))
                log.warning("Telegram does not tell how the webhook is: %s", in_short(error))

    async def look(self) -> None:
        """Ask once. Raises the library's errors."""
        told = await raw(self.bot, "getWebhookInfo")
        if field(told, "url") != self.url:
            await self._taken()
            return
        self.edge.hearing.heard(PLATFORM, ELSEWHERE)
        failed, waiting = field(told, "last_error_date"), field(told, "pending_update_count")
        number = isinstance(failed, int | float) and isinstance(waiting, int)
        if not number or not waiting or failed < self._heard_at - 1.0:  # dates are whole seconds
            self.edge.hearing.heard(PLATFORM, FAILS)
            return
        self.edge.hearing.lost(PLATFORM, FAILS)
        self.edge.channels.trouble(PLATFORM, "its calls do not arrive")
        log.warning("Telegram cannot bring us what happens; `fumibako doctor` tells more")

    async def _taken(self) -> None:
        """Another program has told Telegram to bring the updates elsewhere, or to keep them."""
        self.edge.hearing.lost(PLATFORM, ELSEWHERE)
        self.edge.channels.trouble(PLATFORM, RIVAL)
        log.error("another program uses the same TELEGRAM_TOKEN: it has taken our webhook away")
        try:
            await self._renew()
        except (BadRequest, Trouble) as refused:
            log.warning("the webhook cannot be set again (%s)", type(refused).__name__)
