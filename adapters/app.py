"""One running house: everything is joined here, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version
from typing import Protocol

from aiohttp import web

from adapters.clock import Clock
from adapters.edge import Edge
from adapters.holding import opened
from adapters.letter import Say
from adapters.line.people import usual_pace
from adapters.line.people import windows as line_windows
from adapters.playground.say import Data, PlaygroundSay
from adapters.playground.screen import PLATFORM, Screen
from adapters.playground.server import Playground
from adapters.playground.texts import PAGE_TEXTS
from adapters.post import Post
from adapters.reporter import Reporter, told
from adapters.settings import Settings
from adapters.speech import Speech
from adapters.timekeeper import Timekeeper
from adapters.trouble import Trouble
from adapters.writer import Writer
from core.games import GAMES
from core.house.house import LOBBY_LASTS, House, Pause
from core.table.failures import OurTrouble
from locales import tongue
from locales.catalogue import unfinished

log = logging.getLogger("fumibako")

GAPS_TOLD = 3  # of a language that is not offered

PAUSES = (1.0, 5.0, 15.0, 60.0, 300.0)  # seconds before a platform that failed is tried again
STEADY = 600.0  # seconds after which a platform that ran has recovered


class Platform(Protocol):
    """A platform that is joined to the house."""

    name: str
    title: str

    @property
    def say(self) -> Say:
        """How it delivers letters."""

    def routes(self) -> Sequence[web.AbstractRouteDef]:
        """What it needs of the web server."""

    async def run(self) -> None:
        """Live until cancelled; may be called again. Raises `Trouble` if it cannot go on with
        these settings."""

    async def quiet(self) -> None:
        """Hear nothing new from now on."""

    async def close(self) -> None:
        """Finish what was begun."""


def _tell_unfinished() -> None:
    """Say once, in the log, which languages are not offered, and what they lack."""
    for language, found in unfinished().items():
        rest = len(found) - GAPS_TOLD
        log.warning("the language %s is not offered", language)
        for gap in (*found[:GAPS_TOLD], *([f"… and {rest} more"] if rest > 0 else [])):
            log.warning("%s", gap)


class App:
    """One running house: store, house, lanes, clock, and the platforms joined to it."""

    def __init__(
        self,
        settings: Settings,
        pause: Pause | None = None,
        lobby_lasts: float | None = LOBBY_LASTS,
    ) -> None:
        self.settings = settings
        _tell_unfinished()
        self.playground: Playground | None = None
        self.keeper = Timekeeper()
        self.now = self.keeper.now
        self.writer = Writer()
        self.hold, self.store = opened(settings)
        self.store.zone = settings.time_zone
        self.edge = Edge(self.keeper, self.store)
        self.reporter = Reporter(
            self.store, self.edge, self.writer, version("fumibako"), lambda: bool(self.playground)
        )
        self.store.on_health = self.reporter.store_health
        games = {game.name: game for game in GAMES}
        deaf = self.edge.hearing.deaf
        self.house = House(
            self.store, games, secrets.token_bytes, pause, line_windows, deaf, lobby_lasts, told
        )
        self.speech = Speech(self.house, self.store, usual_pace, settings.language)
        self.say = PlaygroundSay(self.store, self.now, self._broadcast)
        self.says: dict[str, Say] = {PLATFORM: self.say}
        self.platforms: list[Platform] = []  # those that can go on
        self.everyone: list[Platform] = []
        self.post = Post(
            self.house,
            self.store,
            self.says,
            self.writer,
            self.now,
            self.keeper.pulse,
        )
        self.speech.on_sign = self.post.sign_of_life
        self.clock = Clock(
            self.house,
            self.store,
            self.writer,
            self.now,
            self.post.ring,
            keeper=self.keeper,
            hearing=self.edge.hearing,
        )

    def _broadcast(self, letter: Data) -> None:
        if self.playground is not None:
            self.playground.broadcast(letter)

    def with_page(self, *, loopback: bool) -> Playground:
        """Join the playground."""
        self.playground = Playground(
            self.speech,
            lambda: Screen(self.store, self.store, self.now()),
            self.say,
            self.writer,
            self.post.ring,
            PAGE_TEXTS,
            loopback=loopback,
        )
        return self.playground

    def join(self, platform: Platform) -> None:
        """Join a platform."""
        self.platforms.append(platform)
        self.everyone.append(platform)
        self.says[platform.name] = platform.say
        self.edge.channels.join(platform.name)

    def join_telegram(self) -> None:
        """Join Telegram if there is a token; the library is loaded only then."""
        token = self.settings.telegram_token
        if not token:
            return
        from adapters.telegram.platform import Telegram, make_bot
        from adapters.telegram.theirs import TheirTime

        theirs = TheirTime(self.now, self.keeper.pulse)
        bot = make_bot(
            token.get_secret_value(), base_url=self.settings.telegram_api, told=theirs.told
        )
        telegram = Telegram(
            bot,
            self.house,
            self.speech,
            self.store,
            self.writer,
            self.now,
            self.post.ring,
            self.settings.language,
            self.settings.public_url,
            edge=self.edge,
            theirs=theirs,
        )
        telegram.starts()
        self.join(telegram)

    def join_line(self) -> None:
        """Join LINE if there are its secret and its token; the library is loaded only then."""
        secret, token = self.settings.line_channel_secret, self.settings.line_channel_access_token
        if not secret or not token:
            return
        from adapters.line.api import LineApi
        from adapters.line.joined import Line
        from adapters.line.push import Push

        budget = self.settings.line_push_budget
        api = LineApi(token.get_secret_value(), self.settings.line_api)
        push = Push(api, self.store, self.store, self.writer, self.edge, budget)
        line = Line(
            secret.get_secret_value(),
            api,
            self.house,
            self.speech,
            self.store,
            self.store,
            self.post,
            self.writer,
            self.now,
            self.settings.language,
            push if budget else None,
            self.settings.public_url,
            self.edge,
        )
        self.clock.holds = line.group_ear.patience.holds
        self.post.scribe.remarks.append(line.group_ear.patience.remark)
        self.join(line)

    def serve(self, address: str) -> None:
        """The process listens there."""
        self.reporter.address = address

    async def live(self) -> None:
        """Deliver and tick until cancelled."""
        await self._wake()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.reporter.run())
            tasks.create_task(self.post.run())
            tasks.create_task(self.clock.run())
            for platform in list(self.platforms):
                tasks.create_task(self._keep(platform))

    async def _wake(self) -> None:
        """Begin to show every table again. A database in trouble is waited for."""
        while True:
            try:
                await self.writer.call(self.clock.begin)
                await self.writer.call(self.store.prune, self.now())
                return
            except OurTrouble as trouble:
                log.warning("the tables cannot be woken yet: %s", trouble)
                await asyncio.sleep(1.0)

    async def _keep(self, platform: Platform) -> None:
        """A platform that fails is restarted with growing pauses; the others never notice. One
        that cannot go on with these settings ends; without any other all ends."""
        pauses = iter(PAUSES)
        while True:
            began = self.keeper.pulse()
            try:
                await platform.run()
                log.warning("%s ended by itself", platform.name)
            except Trouble as trouble:
                self.edge.channels.ended(platform.name)
                self.platforms.remove(platform)
                if not self.platforms:
                    raise
                text = tongue.say(trouble.message, self.settings.language, tongue.Context())
                log.error("%s", text)
                return
            except asyncio.CancelledError:
                task = asyncio.current_task()
                if task is None or task.cancelling():
                    raise
                log.error("%s was given up by its library", platform.name)  # nobody ended us
            except Exception as error:
                self.edge.channels.trouble(platform.name, type(error).__name__)
                log.exception("%s failed; it is started again", platform.name)
            if self.keeper.pulse() - began > STEADY:
                pauses = iter(PAUSES)
            await asyncio.sleep(next(pauses, PAUSES[-1]))

    async def finish(self) -> None:
        """Hear nothing new, send what is in flight, give back what is not, tell that we end."""
        for platform in self.everyone:
            with suppress(Exception):
                await platform.quiet()
        await self.post.finish()
        for platform in self.everyone:
            try:
                await platform.close()
            except Exception:
                log.exception("%s could not be closed", platform.name)
        await self.post.hand_back()  # of what a platform sent by itself to the end

    def close(self) -> None:
        """Let go of the database."""
        self.writer.shutdown(wait=True)
        self.store.close()
        self.hold.let_go()
