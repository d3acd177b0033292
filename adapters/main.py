"""The composition root: here everything is joined, and nowhere else."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from importlib.metadata import version
from typing import Protocol

from aiohttp import web

from adapters.clock import Clock
from adapters.edge import Edge
from adapters.finding import MARKS, Finding
from adapters.letter import Say
from adapters.line.people import PATH as LINE_PATH
from adapters.line.people import usual_pace
from adapters.line.people import windows as line_windows
from adapters.log import log_lines
from adapters.notices import AlreadyServing, Hosting, Serving
from adapters.playground.say import Data, PlaygroundSay
from adapters.playground.screen import PLATFORM, Screen
from adapters.playground.server import Playground
from adapters.playground.texts import PAGE_TEXTS
from adapters.post import Post
from adapters.reporter import Reporter
from adapters.serving import PORTS_TRIED, address_of, listen, show, tell, until_stopped
from adapters.settings import Settings
from adapters.speech import Speech
from adapters.status import OLD, Status
from adapters.status import read as read_status
from adapters.status import write as write_status
from adapters.timekeeper import Timekeeper
from adapters.trouble import DatabaseHosted, NothingToHost, Trouble, database_trouble
from adapters.web import is_loopback, make_app
from core.failures import OurTrouble
from core.games import GAMES
from core.house import LOBBY_LASTS, House, Pause
from locales import tongue
from storage.database import StoreError
from storage.instance import Hold, Taken, file_of, hosted, last_word
from storage.migrate import open_store
from storage.store import SqlStore

log = logging.getLogger("fumibako")

STORE_PATIENCE = 0.8  # seconds to wait for another program that writes; somebody waits for us
PAUSES = (1.0, 5.0, 15.0, 60.0, 300.0)  # seconds before a platform that failed is tried again
STEADY = 600.0  # seconds after which a platform that ran has recovered
ONE_AFTER_ANOTHER = Pause(most=0, seconds=0.9)  # the playground shows each computer's move


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


class App:
    """One running house: store, house, lanes, clock, and the platforms joined to it."""

    def __init__(
        self,
        settings: Settings,
        pause: Pause | None = None,
        lobby_lasts: float | None = LOBBY_LASTS,
    ) -> None:
        self.settings = settings
        self.playground: Playground | None = None
        self.keeper = Timekeeper()
        self.now = self.keeper.now
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="house")
        self.hold, self.store = _opened(settings)
        self.store.zone = settings.time_zone
        self.edge = Edge(self.keeper, self.store)
        self.reporter = Reporter(
            self.store, self.edge, self.writer, version("fumibako"), lambda: bool(self.playground)
        )
        self.store.on_health = self.reporter.store_health
        games = {game.name: game for game in GAMES}
        deaf = self.edge.hearing.deaf
        self.house = House(
            self.store, games, secrets.token_bytes, pause, line_windows, deaf, lobby_lasts
        )
        self.speech = Speech(self.house, self.store, usual_pace, tongue.languages())
        self.say = PlaygroundSay(self.store, self.now, self._broadcast)
        self.says: dict[str, Say] = {PLATFORM: self.say}
        self.platforms: list[Platform] = []  # those that can go on
        self.everyone: list[Platform] = []
        self.post = Post(
            self.house,
            self.store,
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

        self.join(
            Telegram(
                make_bot(token.get_secret_value(), base_url=self.settings.telegram_api),
                self.house,
                self.speech,
                self.store,
                self.writer,
                self.now,
                self.post.ring,
                self.settings.language,
                self.settings.public_url,
                edge=self.edge,
            )
        )

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
        push = Push(api, self.store, self.store, self.writer, self.now, budget)
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
        self.clock.holds = line.public.holds
        self.post.scribe.remarks.append(line.public.remark)
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
        loop = asyncio.get_running_loop()
        while True:
            try:
                await loop.run_in_executor(self.writer, self.clock.begin)
                await loop.run_in_executor(self.writer, self.store.prune, self.now())
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


def _opened(settings: Settings) -> tuple[Hold, SqlStore]:
    """The database, held by this process alone. Raises `Trouble`."""
    os.umask(0o077)  # hands and secrets stand in what we write
    settings.make_data_folder()
    hold: Hold | None = None
    try:
        hold = _held(settings)
        store = open_store(settings.database_url)
        if hold.locked:
            store.free_dead(time.time())
        store.hurry(STORE_PATIENCE)
    except StoreError as broken:
        if hold is not None:
            hold.let_go()
        raise database_trouble(broken.kind.value, broken.path) from broken
    return hold, store


def _held(settings: Settings) -> Hold:
    """The lock of the database. Raises `AlreadyHosted`, `StoreError`."""
    try:
        return Hold(file_of(settings.database_url))
    except Taken:
        raise AlreadyHosted(settings, _last_status(settings)) from None
    except OSError:
        # Whatever is wrong there, opening the database tells it.
        log.warning("the database cannot be locked: nothing keeps a second host away")
        return Hold(None)


def _last_status(settings: Settings) -> Status | None:
    """What was told last by whoever hosts the database, or hosted it."""
    told = last_word(settings.database_url)
    return read_status(told.status) if told is not None else None


def _runs(settings: Settings, status: Status | None) -> bool:
    """Whether somebody hosts the database. Where there is nothing to lock, whoever has just told
    something does. Raises `Trouble`."""
    with suppress(OSError):
        try:
            file = file_of(settings.database_url)
        except StoreError as broken:
            raise database_trouble(broken.kind.value, broken.path) from broken
        if file is not None:
            return hosted(file)
    return status is not None and time.time() - status.at <= OLD


class AlreadyHosted(Trouble):
    """Another process hosts this database; `status` is what it told last."""

    def __init__(self, settings: Settings, status: Status | None) -> None:
        pid = str(status.pid) if status is not None else "?"
        super().__init__(DatabaseHosted(settings.database_name, pid))
        self.status = status


def play(settings: Settings, browser: bool = True) -> None:
    """Serve the playground until interrupted. Raises `Trouble`."""
    log_lines(settings.log)
    with suppress(KeyboardInterrupt):
        asyncio.run(_play(settings, browser))


def run(settings: Settings) -> None:
    """Serve without a page until interrupted. Raises `Trouble`."""
    log_lines(settings.log)
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(settings))


def status(settings: Settings, as_json: bool = False) -> bool:
    """Tell what the host of this database tells about itself; nothing is changed. False if none
    runs, or people cannot play. Raises `Trouble`."""
    from adapters.status_texts import whole

    told = _last_status(settings)
    running, now = _runs(settings, told), time.time()
    if as_json:
        print(write_status(told) if told is not None else "null", flush=True)
    else:
        _tell_findings(settings, whole(told, running, now, settings.database_name))
    return running and told is not None and told.ready and now - told.at <= OLD


def doctor(settings: Settings) -> bool:
    """Look at everything the host needs and tell it. A host that runs is not disturbed: it is
    asked. False if something is wrong. Raises `Trouble`."""
    from adapters.doctor import examine

    def look() -> Status | None:
        told = _last_status(settings)
        if not _runs(settings, told):
            return None
        return told or Status("?", 0, time.time(), 0.0, database=settings.database_name)

    if look() is not None:
        reader = SqlStore(settings.database_url, STORE_PATIENCE, read_only=True)
        with closing(reader):
            found = asyncio.run(examine(settings, reader, reader.path, look))
    else:
        app = App(settings)
        try:
            found = asyncio.run(examine(settings, app.store, app.store.path))
        finally:
            app.close()
    _tell_findings(settings, found)
    return all(finding.good is not False for finding in found)


def _tell_findings(settings: Settings, found: Sequence[Finding]) -> None:
    for finding in found:
        line = tongue.say(finding.message, settings.language, tongue.Context())
        print(f"{MARKS[finding.good]} {line}", flush=True)


async def _play(settings: Settings, browser: bool) -> None:
    try:
        app = App(settings, ONE_AFTER_ANOTHER, None)
    except AlreadyHosted as hosted:
        if hosted.status is None or not hosted.status.page:
            raise
        tell(settings, AlreadyServing(hosted.status.address))
        show(hosted.status.address, browser)
        return
    try:
        loopback = is_loopback(settings.host)
        page = app.with_page(loopback=loopback)
        server = make_app(page.routes(), loopback=loopback, health=app.reporter.health)
        runner, port = await listen(server, settings)
        address = address_of(settings.host, port)
        app.serve(address)
        if not loopback:
            address += f"#key={page.screen.key}"
        await app.reporter.tell()  # a second start finds us
        tell(settings, Serving(address))
        show(address, browser)
        await _until_stopped(app, runner)
    finally:
        app.close()


async def _run(settings: Settings) -> None:
    app = App(settings)
    try:
        for join in (app.join_telegram, app.join_line):
            try:
                join()
            except Exception:
                log.exception("a platform cannot be joined; the others go on without it")
        if not app.platforms:
            raise Trouble(NothingToHost("fumibako play"))
        loopback = is_loopback(settings.host)
        routes = [route for platform in app.platforms for route in platform.routes()]
        server = make_app(
            routes,
            loopback=loopback,
            health=app.reporter.health,
            public=settings.public_url,
            signed=(LINE_PATH,),
        )
        # A proxy knows one port; without one, any free port will do for the health check.
        runner, port = await listen(server, settings, 1 if routes else PORTS_TRIED)
        address = address_of(settings.host, port)
        app.serve(address)
        await app.reporter.tell()
        titles = tuple(platform.title for platform in app.platforms)
        tell(settings, Hosting(titles, address))
        await _until_stopped(app, runner)
    finally:
        app.close()


async def _until_stopped(app: App, runner: web.AppRunner) -> None:
    async def finish() -> None:
        await runner.cleanup()
        await app.finish()

    await until_stopped(app.live(), finish)
