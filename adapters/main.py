"""The composition root: here everything is joined, and nowhere else."""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
import signal
import time
import webbrowser
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import version
from typing import Protocol

import aiohttp
from aiohttp import web

from adapters.clock import Clock
from adapters.connections import server_runner
from adapters.line.people import PATH as LINE_PATH
from adapters.line.people import usual_pace
from adapters.line.people import windows as line_windows
from adapters.notices import AlreadyServing, Hosting, Serving
from adapters.playground.say import Data, PlaygroundSay
from adapters.playground.screen import PLATFORM, Screen
from adapters.playground.server import Playground
from adapters.playground.texts import PAGE_TEXTS
from adapters.post import Post, Say
from adapters.settings import Settings
from adapters.speech import Speech
from adapters.trouble import HostUnusable, NothingToHost, PortTaken, Trouble, database_trouble
from adapters.web import is_loopback, make_app
from core.games import GAMES
from core.house import House, Pause
from core.text import Message
from locales import tongue
from storage.database import StoreError
from storage.migrate import open_store

log = logging.getLogger("fumibako")

PORTS_TRIED = 20
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
        """Live until cancelled. Raises `Trouble` if it cannot go on."""

    async def close(self) -> None:
        """Finish what was begun."""


class App:
    """One running house: store, house, lanes, clock, and the platforms joined to it."""

    def __init__(self, settings: Settings, pause: Pause | None = None) -> None:
        self.settings = settings
        self.now = time.time
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="house")
        try:
            settings.make_data_folder()
            self.store = open_store(settings.database_url)
        except StoreError as broken:
            raise database_trouble(broken.kind.value, broken.path) from broken
        self.store.zone = settings.time_zone
        games = {game.name: game for game in GAMES}
        self.house = House(self.store, games, secrets.token_bytes, pause, line_windows)
        self.speech = Speech(self.house, self.store, usual_pace, tongue.languages())
        self.say = PlaygroundSay(self.store, self.now, self._broadcast)
        self.says: dict[str, Say] = {PLATFORM: self.say}
        self.platforms: list[Platform] = []
        self.post = Post(self.house, self.store, self.store, self.says, self.writer, self.now)
        self.clock = Clock(self.house, self.store, self.writer, self.now, self.post.ring)
        self.playground: Playground | None = None

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
        self.says[platform.name] = platform.say

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
        )
        self.clock.holds = line.public.holds
        self.post.remarks.append(line.public.remark)
        self.join(line)

    def ping(self) -> dict[str, str]:
        """Who answers here: for health checks, and for a second start to find the first."""
        page = "yes" if self.playground is not None else ""
        return {
            "name": "fumibako",
            "version": version("fumibako"),
            "database": self.store.mark,
            "page": page,
        }

    async def live(self) -> None:
        """Deliver and tick until cancelled."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.writer, self.clock.wake_all)
        await loop.run_in_executor(self.writer, self.store.prune, self.now())
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.post.run())
            tasks.create_task(self.clock.run())
            for platform in self.platforms:
                tasks.create_task(self._keep(platform))

    async def _keep(self, platform: Platform) -> None:
        """Run a platform. If it cannot go on the others do; without any other all ends."""
        try:
            await platform.run()
        except Trouble as trouble:
            self.platforms.remove(platform)
            if not self.platforms:
                raise
            log.error("%s", tongue.say(trouble.message, self.settings.language, tongue.Context()))

    def close(self) -> None:
        """Let go of the database."""
        self.writer.shutdown(wait=True)
        self.store.close()


def play(settings: Settings, browser: bool = True) -> None:
    """Serve the playground until interrupted. Raises `Trouble`."""
    _log_lines(settings)
    with suppress(KeyboardInterrupt):
        asyncio.run(_play(settings, browser))


def run(settings: Settings) -> None:
    """Serve without a page until interrupted. Raises `Trouble`."""
    _log_lines(settings)
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(settings))


def _log_lines(settings: Settings) -> None:
    """One line an event, on the standard error."""
    logging.basicConfig(level=settings.log.upper(), format="%(asctime)s %(name)s: %(message)s")


def doctor(settings: Settings) -> bool:
    """Look at everything the host needs and tell it. False if something is wrong. Raises
    `Trouble`."""
    from adapters.doctor import MARKS, examine

    app = App(settings)
    try:
        found = asyncio.run(examine(settings, app.store, app.store.path))
    finally:
        app.close()
    for finding in found:
        line = tongue.say(finding.message, settings.language, tongue.Context())
        print(f"{MARKS[finding.good]} {line}", flush=True)
    return all(finding.good is not False for finding in found)


async def _play(settings: Settings, browser: bool) -> None:
    app = App(settings, ONE_AFTER_ANOTHER)
    try:
        loopback = is_loopback(settings.host)
        running = await _running(settings, app.store.mark)
        if running is not None:
            _tell(settings, AlreadyServing(running))
            _show(running, browser)
            return
        page = app.with_page(loopback=loopback)
        server = make_app(page.routes(), loopback=loopback, ping=app.ping)
        runner, port = await _listen(server, settings)
        address = _address(settings.host, port)
        if not loopback:
            address += f"#key={page.screen.key}"
        _tell(settings, Serving(address))
        _show(address, browser)
        await _until_stopped(app, runner)
    finally:
        app.close()


async def _run(settings: Settings) -> None:
    app = App(settings)
    try:
        app.join_telegram()
        app.join_line()
        if not app.platforms:
            raise Trouble(NothingToHost("fumibako play"))
        loopback = is_loopback(settings.host)
        routes = [route for platform in app.platforms for route in platform.routes()]
        signed = (LINE_PATH,)
        public = settings.public_url
        server = make_app(routes, loopback=loopback, ping=app.ping, public=public, signed=signed)
        # A proxy knows one port; without one, any free port will do for the health check.
        runner, port = await _listen(server, settings, 1 if routes else PORTS_TRIED)
        titles = tuple(platform.title for platform in app.platforms)
        _tell(settings, Hosting(titles, _address(settings.host, port)))
        await _until_stopped(app, runner)
    finally:
        for platform in app.platforms:
            await platform.close()
        app.close()


async def _until_stopped(app: App, runner: web.AppRunner) -> None:
    """Live until the process is asked to end."""
    living = asyncio.ensure_future(app.live())
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # not on every system
            loop.add_signal_handler(name, living.cancel)
    try:
        await living
    except asyncio.CancelledError:
        pass
    except BaseExceptionGroup as group:
        raise _first(group) from None
    finally:
        await runner.cleanup()


def _first(group: BaseException) -> BaseException:
    """What ended the tasks: the trouble among the errors, or whatever came first."""
    if not isinstance(group, BaseExceptionGroup):
        return group
    troubles, others = group.split(Trouble)
    return _first((troubles or others or group).exceptions[0])


async def _listen(
    server: web.Application, settings: Settings, tries: int = PORTS_TRIED
) -> tuple[web.AppRunner, int]:
    """Listen on the port, or on the next free one."""
    runner = server_runner(server)
    await runner.setup()
    for port in range(settings.port, settings.port + tries):
        try:
            await web.TCPSite(runner, settings.host, port).start()
        except OSError as taken:
            if taken.errno != errno.EADDRINUSE:
                await runner.cleanup()
                raise Trouble(HostUnusable(settings.host)) from taken
            continue
        return runner, runner.addresses[0][1]
    await runner.cleanup()
    raise Trouble(PortTaken(str(settings.port), settings.host))


async def _running(settings: Settings, mark: str) -> str | None:
    """The address of a playground that already serves this database."""
    if settings.port == 0:
        return None  # any free port was asked for
    wait = aiohttp.ClientTimeout(total=1.0)
    async with aiohttp.ClientSession(timeout=wait) as session:
        for port in range(settings.port, settings.port + PORTS_TRIED):
            address = _address(settings.host, port)
            try:
                async with session.get(f"{address}health") as answer:
                    told = await answer.json(content_type=None)
            except (aiohttp.ClientConnectorError, OSError):
                return None  # nobody listens there
            except (aiohttp.ClientError, TimeoutError, ValueError):
                continue  # somebody else does
            if isinstance(told, dict) and told.get("database") == mark and told.get("page"):
                return address
    return None


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def _show(address: str, browser: bool) -> None:
    if browser:
        with suppress(webbrowser.Error):
            webbrowser.open(address)


def _tell(settings: Settings, message: Message) -> None:
    print(tongue.say(message, settings.language, tongue.Context()), flush=True)
