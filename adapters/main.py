"""What the commands do: play, run, status, doctor."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Sequence
from contextlib import closing, suppress

from aiohttp import web

from adapters.app import App
from adapters.finding import MARKS, Finding
from adapters.holding import AlreadyHosted, at_hand, last_status, reader, runs, workers
from adapters.log import log_lines
from adapters.notices import AlreadyServing, Hosting, KeysRenewed, Serving
from adapters.page.keys import Keys
from adapters.playground.server import Playground
from adapters.proof.build import routes as proof_routes
from adapters.serving import PORTS_TRIED, Stop, address_of, listen, reach_of, show, tell
from adapters.settings import Settings
from adapters.status import OLD, Status
from adapters.status import write as write_status
from adapters.web import is_loopback, make_app
from core.house.timing import Pause
from locales import tongue

ONE_AFTER_ANOTHER = Pause(most=0, seconds=0.3)  # the playground shows each computer's move


def play(settings: Settings, browser: bool = True) -> None:
    """Serve the playground until interrupted. Raises `Trouble`."""
    log_lines(settings.log, settings.log_format)
    with suppress(KeyboardInterrupt):
        asyncio.run(_play(settings, browser))


def run(settings: Settings) -> None:
    """Serve without a page until interrupted. Raises `Trouble`."""
    log_lines(settings.log, settings.log_format)
    with suppress(KeyboardInterrupt):
        asyncio.run(_run(settings))


def status(settings: Settings, as_json: bool = False) -> bool:
    """Tell what the host of this database tells about itself; nothing is changed. False if none
    runs, or people cannot play. Raises `Trouble`."""
    from adapters.status_texts import whole
    from adapters.workers import others

    told, together = last_status(settings), workers(settings)
    running, now = runs(settings, told), time.time()
    if as_json:
        print(write_status(told, together) if told is not None else "null", flush=True)
    else:
        found = whole(told, running, now, settings.database_name)
        tell_findings(settings, [*found, *others(together, now)])
    return running and told is not None and told.ready and now - told.at <= OLD


def is_hosted(settings: Settings) -> bool:
    """Whether a host of this database runs, whatever is wrong with it. Raises `Trouble`."""
    return runs(settings, last_status(settings))


def doctor(settings: Settings) -> bool:
    """Look at everything the host needs and tell it. A host that runs is not disturbed: it is
    asked. False if something is wrong. Raises `Trouble`."""
    from adapters.doctor import examine

    def look() -> Status | None:
        told = last_status(settings)
        if not runs(settings, told):
            return None
        return told or Status("?", 0, time.time(), 0.0, database=settings.database_name)

    if look() is not None:
        with closing(reader(settings)) as store:
            found = asyncio.run(examine(settings, store, store.path, look, workers(settings)))
    else:
        app = App(settings)
        try:
            found = asyncio.run(examine(settings, app.store, app.store.path))
        finally:
            app.close()
    tell_findings(settings, found)
    return all(finding.good is not False for finding in found)


def new_keys(settings: Settings) -> None:
    """Take new keys for the links of the page. A host that runs is not disturbed: it reads its
    keys at each use. Raises `Trouble`."""
    with at_hand(settings) as store:
        Keys(store, time.time).renew()
    tell(settings, KeysRenewed())


def tell_findings(settings: Settings, found: Sequence[Finding]) -> None:
    """Tell what was found, a line each, in the language of the settings."""
    for finding in found:
        line = tongue.say(finding.message, settings.language, tongue.Context())
        print(f"{MARKS[finding.good]} {line}", flush=True)


async def _play(settings: Settings, browser: bool) -> None:
    stop = Stop()
    try:
        app = App(settings, ONE_AFTER_ANOTHER, None, alone=True)
    except AlreadyHosted as hosted:
        if hosted.status is None or not hosted.status.page:
            raise
        tell(settings, AlreadyServing(hosted.status.address))
        show(hosted.status.address, browser)
        return
    try:
        loopback = is_loopback(settings.host)
        app.join_all(page=True)
        server = make_app(
            [*app.routes(), *proof_routes(app.house.games)],
            loopback=loopback,
            health=app.reporter.health,
        )
        runner, port = await listen(server, settings.host, settings.port, "--port", PORTS_TRIED)
        address, key = address_of(settings.host, port), ""
        app.serve(address)
        if not loopback:
            (page,) = app.platforms
            assert isinstance(page, Playground), "nothing else is asked for"
            key = page.key_part()
        await app.reporter.tell()  # a second start finds us
        tell(settings, Serving(f"{reach_of(settings.host, port)}{key}"))
        show(f"{address}{key}", browser)
        await _until_stopped(stop, app, runner)
    finally:
        app.close()


async def _run(settings: Settings) -> None:
    stop = Stop()
    app = App(settings)
    try:
        app.join_all()
        loopback = is_loopback(settings.host)
        routes = app.routes()
        server = make_app(
            [*routes, *proof_routes(app.house.games)],
            loopback=loopback,
            health=app.reporter.health,
            public=settings.public_url,
            signed=[path for platform in app.platforms for path in platform.signed()],
        )
        # A proxy knows one port; without one, any free port will do for the health check.
        runner, port = await listen(
            server, settings.host, settings.port, "PORT", 1 if routes else PORTS_TRIED
        )
        figures = await _show_figures(app)
        address = address_of(settings.host, port)
        app.serve(address)
        await app.reporter.tell()
        titles = tuple(platform.title for platform in app.platforms)
        tell(settings, Hosting(titles, address))
        await _until_stopped(stop, app, runner, *figures)
    finally:
        app.close()


async def _show_figures(app: App) -> list[web.AppRunner]:
    """Serve the figures of a host where the settings ask for them. Raises `Trouble`."""
    where = app.settings.metrics_at
    if where is None:
        return []
    from adapters.metrics import Figures, application

    figures = Figures(
        lambda: app.reporter.status, app.edge.channels.tallies, lambda: app.crew.leads
    )
    runner, _ = await listen(application(figures), *where, "METRICS")
    return [runner]


async def _until_stopped(stop: Stop, app: App, *runners: web.AppRunner) -> None:
    async def finish() -> None:
        for runner in runners:
            await runner.cleanup()
        await app.finish()

    # What stands now stays until the end. Looking through it again for what nobody needs would keep
    # everybody waiting for a tenth of a second, on a small computer for a second.
    gc.collect()
    gc.freeze()
    await stop.until(app.live(), finish)
