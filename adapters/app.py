"""One running house: everything is joined here, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from importlib.metadata import version

from aiohttp import web

from adapters.beacon.client import Client
from adapters.beacon.drawing import Drawer
from adapters.beacon.join import client, rounds
from adapters.clock import Clock
from adapters.crew import Workers, while_leading
from adapters.edge import Edge
from adapters.errands import Errands
from adapters.guests import Guests
from adapters.holding import check, crew_of, opened
from adapters.line.join import join as line
from adapters.mind_pool import MindPool
from adapters.owner import Owner
from adapters.page.joined import Page, addresses
from adapters.page.keys import Keys
from adapters.page.links import Links
from adapters.picture.gallery import Gallery
from adapters.picture.painter import Painter
from adapters.platform import Host, Join, Platform, Platforms
from adapters.playground.join import join as playground
from adapters.post import Post
from adapters.reporter import Reporter, told
from adapters.settings import Settings
from adapters.speech import Speech
from adapters.status import room_on_disk
from adapters.telegram.join import join as telegram
from adapters.thinker import Thinker
from adapters.tidying import Tidying, keeping
from adapters.timekeeper import BEAT, GAP, Timekeeper
from adapters.trouble import NothingToHost, Trouble
from adapters.watched import tell_manager
from adapters.writer import Writer
from core.games import GAMES
from core.house.forgetting import SCRUB_EVERY, notice, scrub
from core.house.house import House
from core.house.timing import LOBBY_LASTS, Pause
from core.table.failures import OurTrouble
from locales import tongue
from locales.catalogue import unfinished

log = logging.getLogger("fumibako")

GAPS_TOLD = 3  # of a language that is not offered

MINDS = "core.games:GAMES"  # where a process that thinks finds the games
PAUSES = (1.0, 5.0, 15.0, 60.0, 300.0)  # seconds before a platform that failed is tried again
NOTICE_EVERY = 2.0  # seconds between two looks whether another process has forgotten somebody
STEADY = 600.0  # seconds after which a platform that ran has recovered


PLATFORMS: tuple[Join, ...] = (telegram, line, playground)
"""Every platform that there is. Which of them are joined is a matter of the settings."""


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
        *,
        alone: bool = False,
    ) -> None:
        """`alone`: no other process may host the database meanwhile. Raises `Trouble`."""
        self.settings = settings
        _tell_unfinished()
        self.hosted = Platforms()
        self.page = False  # whether the playground is what is served
        self.keeper = Timekeeper()
        self.now = self.keeper.now
        self.beacon = client(settings, self.now, self.keeper.pulse)
        self.writer = Writer()
        self.hold, self.store = opened(settings, alone=alone)
        self.crew = crew_of(self.hold)
        self._woken = 0  # the term in which the tables were woken
        self.store.zone = settings.time_zone
        self.edge = Edge(self.keeper, self.store)
        self.reporter = Reporter(
            self.store,
            self.edge,
            self.writer,
            version("fumibako"),
            lambda: self.page,
            lambda: self.beacon.state if self.beacon is not None else None,
        )
        self.store.on_health = self.reporter.store_health
        self.store.holds_back = self.hosted.holds_back
        self.house = House(
            self.store,
            {game.name: game for game in GAMES},
            secrets.token_bytes,
            pause,
            self.hosted.window,
            self.edge.hearing.deaf,
            lobby_lasts,
            told,
            rounds(self.beacon),
        )
        self.post = Post(
            self.house,
            self.store,
            self.hosted.says,
            self.writer,
            self.now,
            self.keeper.pulse,
            self.hosted.remarks,
            self.crew,
        )
        self.thinker = Thinker(
            self.house,
            self.writer,
            self.now,
            self.keeper.pulse,
            self.post.ring,
            MindPool(MINDS),
            crew=self.crew,
        )
        self.house.on_thinking = self.thinker.wake
        self.house.on_change = self._changed
        self.house.newer = self.store.newer = lambda: self.crew.newer
        self.reporter.leads = lambda: self.crew.leads
        self.reporter.thoughts = lambda: (self.thinker.waiting, self.thinker.lost)
        self.speech = Speech(
            self.house,
            self.store,
            self.hosted.pace,
            settings.language,
            on_sign=self.post.sign_of_life,
            proof_page=f"{settings.public_url}/proof" if settings.public_url else "",
            owner=settings.owner,
            crew=self.crew,
        )
        self.keys = Keys(self.store, self.now)
        self.links = Links(self.house, self.store, self.keys, self.now, addresses(settings))
        self.gallery = Gallery(
            *(self.house, self.writer, self.keys, Painter(), settings.public_url),
            strangers=settings.guests_rule != "none",
        )
        self.owner = self._owner()
        self.shown: Page | None = None  # the page beside the platforms
        self.clock = Clock(
            self.house,
            self.store,
            self.writer,
            self.now,
            self.post.ring,
            self.hosted.holds,
            self.keeper,
            self.edge.hearing,
            self.thinker.thinks,
        )

        self.tidying = Tidying(
            self.store, self.writer, self.now, lambda: self.crew, keeping(settings.keep_games)
        )

    def _owner(self) -> Owner:
        """Whoever runs the host, and their guests."""
        settings, store = self.settings, self.store
        guests = Guests(store, self.now, settings.guests_rule, settings.owner)
        own = store.file is not None  # else whoever looks after the server copies it
        errands = Errands(store, guests, lambda: room_on_disk(store.file)[1], backups=own)
        owner = Owner(
            *(settings.owner, guests, errands, store, self.writer, self.now, self.keeper.pulse),
            settings.language,
            lambda: self.platforms,
            self.crew,
        )
        self.edge.hearing.on_recovered.append(owner.recovered)
        self.reporter.guests = guests.number
        self.reporter.owner = owner.state
        return owner

    def _changed(self, table: str) -> None:
        """A table has changed by this worker: all pages show it. Any thread may call."""
        self.crew.say("changed", table)
        if self.shown is not None:
            self.shown.hub.changed(table)

    def drawer(self, beacon: Client) -> Drawer:
        """Who brings rounds to the tables that wait for one."""
        return Drawer(beacon, self.house, self.store, self.writer, self.now, self.post.ring)

    @property
    def platforms(self) -> list[Platform]:
        """The platforms that can go on."""
        return self.hosted.joined

    def join_all(self, platforms: Sequence[Join] = PLATFORMS, *, page: bool = False) -> None:
        """Join every platform that the settings ask for (`page`: the playground alone). One that
        cannot be joined is left out, and why is told; if none is left, that is raised, or
        `Trouble`."""
        self.page = page
        host = Host(
            self.settings,
            self.house,
            self.speech,
            self.store,
            self.post,
            self.writer,
            self.edge,
            self.thinker,
            self.links,
            self.gallery,
            self.owner,
            page,
            crew=self.crew,
        )
        if self.settings.public_url and not page:
            self._show_page()
        failed: Exception | None = None
        for join in platforms:
            try:
                platform = join(host)
            except Exception as error:
                if not isinstance(error, Trouble):
                    log.exception("a platform cannot be joined; the others go on without it")
                failed = error
                continue
            if platform is not None:
                self.join(platform)
        if not self.platforms:
            raise failed or Trouble(NothingToHost("fumibako play"))
        if isinstance(failed, Trouble):
            log.error("%s", tongue.say(failed.message, self.settings.language, tongue.Context()))

    def _show_page(self) -> None:
        """Tables can be looked at on the page too."""
        self.shown = Page(
            self.settings,
            self.speech,
            self.store,
            self.writer,
            self.now,
            self.post.ring,
            self.keys,
            self.links,
            self.hosted.belongs,
            self.gallery.paint,
            self.edge.shares,
        )
        self.crew.on("changed", self.shown.hub.changed)

    def routes(self) -> list[web.AbstractRouteDef]:
        """What platforms and page need of the web server."""
        routes = [route for platform in self.platforms for route in platform.routes()]
        shown = self.shown.routes() if self.shown is not None else ()
        return [*routes, *shown, *self.gallery.routes()]

    def join(self, platform: Platform) -> None:
        """Join a platform."""
        self.hosted.join(platform)
        platform.starts()
        if platform.in_status:
            self.edge.channels.join(platform.name)

    def serve(self, address: str) -> None:
        """The process listens there."""
        self.reporter.address = address

    async def live(self) -> None:
        """Hear, deliver and tick until cancelled."""
        self.crew.on("stood", self._stood_elsewhere)
        self.crew.begin()
        if self.crew.leads:
            await self._wake()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.reporter.run())
            tasks.create_task(self.post.run())
            tasks.create_task(self.thinker.run())
            tasks.create_task(while_leading(self.crew, self._lead))
            tasks.create_task(self._follow())
            tasks.create_task(self._notice())
            tasks.create_task(self._beat())
            tasks.create_task(self._beat_in_writer())
            tasks.create_task(self._until_expelled())
            if self.shown is not None:
                tasks.create_task(self.shown.run())
            for platform in list(self.platforms):
                tasks.create_task(self._keep(platform))

    async def _lead(self) -> None:
        """Do what one worker does for all, until cancelled."""
        if self._woken != self.crew.term:
            await self._wake()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.clock.run())
            tasks.create_task(self._inherit())
            tasks.create_task(self.reporter.tell())  # who leads is news
            if not self.page:
                tasks.create_task(self.owner.run())
            tasks.create_task(self.tidying.run())
            tasks.create_task(self._scrub())
            if self.beacon is not None:
                tasks.create_task(self.drawer(self.beacon).run())

    async def _inherit(self) -> None:
        """What the dead were sending is due now."""
        freed: frozenset[str] | None = None
        while True:
            living = self.crew.living
            if living is not None and living != freed:
                try:
                    await self.writer.call(self.store.free_dead, self.now(), living)
                    freed = living
                    self.post.ring()
                except OurTrouble as trouble:
                    log.warning("what the dead were sending is not due yet: %s", trouble)
            await self.crew.changed(1.0)

    async def _follow(self) -> None:
        """Look at our own clocks while another worker leads. If we stood still, somebody may have
        acted unheard."""
        while True:
            await asyncio.sleep(BEAT)
            if self.crew.follows:
                still = self.clock.follow()
                if still:
                    self.crew.say("stood", f"{still:.1f}")

    def _stood_elsewhere(self, seconds: str) -> None:
        if self.crew.leads:
            self.edge.hearing.stood_still(float(seconds))

    async def _wake(self) -> None:
        """Begin to show every table again, unless somebody did until just now. A database in
        trouble is waited for."""
        term = self.crew.term
        while True:
            try:
                soon = self.crew.away <= GAP
                await self.writer.call(self.clock.take_over if soon else self.clock.begin)
                if not self.page:  # the playground has no groups
                    await self.writer.call(self.owner.guests.begin)
                self._woken = term
                return
            except OurTrouble as trouble:
                log.warning("the tables cannot be woken yet: %s", trouble)
                await asyncio.sleep(1.0)

    async def _beat(self) -> None:
        """Our loop goes on. What stands still must not lead, and is started anew."""
        while True:
            self.crew.beat("loop")
            tell_manager()
            await asyncio.sleep(BEAT)

    async def _beat_in_writer(self) -> None:
        """And so does the thread that works with the store."""
        while True:
            await self.writer.call(self.crew.beat, "writer")
            await asyncio.sleep(BEAT)

    async def _until_expelled(self) -> None:
        """End when the database was given to another program alone, or has moved: nothing that
        is heard any more would be known there. Raises `Trouble`."""
        if isinstance(self.crew, Workers):
            while True:
                await self.crew.changed(2.0)
                with suppress(OurTrouble):
                    await self.writer.call(check, self.settings, self.store, self.crew.expelled)

    async def _scrub(self) -> None:
        """Leave nothing in the file of people who asked to be forgotten shortly after others."""
        while True:
            await asyncio.sleep(SCRUB_EVERY)
            with suppress(OurTrouble):
                await self.writer.call(scrub, self.house, self.now())

    async def _notice(self) -> None:
        """Nothing here bears the name of somebody whom another process has forgotten."""
        while True:
            with suppress(OurTrouble):
                await self.writer.call(notice, self.house)
            await asyncio.sleep(NOTICE_EVERY)

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
        for platform in self.hosted.everyone:
            with suppress(Exception):
                await platform.quiet()
        await self.thinker.end()
        await self.post.finish()
        self.crew.resign()
        for platform in self.hosted.everyone:
            try:
                await platform.close()
            except Exception:
                log.exception("%s could not be closed", platform.name)
        if self.shown is not None:
            await self.shown.close()
        if self.beacon is not None:
            await self.beacon.close()
        await self.post.hand_back()  # of what a platform sent by itself to the end

    def close(self) -> None:
        """Let go of the database. Another worker leads from now on."""
        self.writer.shutdown(wait=True)
        self.store.close()
        self.hold.let_go()
