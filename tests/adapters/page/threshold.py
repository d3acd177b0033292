"""All of the page's doors over https in a real browser, with stand-ins for Telegram's and LINE's
own addresses: the browser is told that their names lead to this machine.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import ssl
import subprocess
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from aiohttp import web
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from adapters.page import files
from adapters.page.answers import Answers
from adapters.page.doors import Doors
from adapters.page.hub import Hub
from adapters.page.server import PageServer
from adapters.speech import Speech
from adapters.web import make_app
from tests.adapters.line.stage import inline
from tests.adapters.page.browser import CHROMIUM, FLAGS
from tests.adapters.page.line_login import LineLogin
from tests.adapters.page.porch import BOT, PUBLIC, Porch, init_data

T = TypeVar("T")

HERE = Path(__file__).parent
OPENSSL = shutil.which("openssl") or ""
HOSTS = ("cards.example", "web.telegram.org", "static.line-scdn.net", "evil.example")
TELEGRAM = "https://web.telegram.org/shell"
SHELL_OF_EVIL = "https://evil.example"
SDK = (HERE / "line_sdk.js").read_text(encoding="utf-8")
SHELL = (HERE / "telegram_shell.html").read_text(encoding="utf-8")
DARK = {"bg_color": "#17212b", "text_color": "#f5f5f5", "button_color": "#5288c1"}


class Threshold:
    """A house with all doors, and the servers of others beside it, in a thread of its own. `sdk`
    tells how LINE's SDK behaves (see line_sdk.js)."""

    def __init__(self) -> None:
        self.sdk: dict[str, Any] = {}
        self.ports: dict[str, int] = {}
        self.line = LineLogin()
        self.porch: Porch

    async def open(self, law: ssl.SSLContext) -> list[web.AppRunner]:
        """Listen."""
        login, runners = await _listen(self.line.application(), None), list[web.AppRunner]()
        self.porch = Porch(f"http://127.0.0.1:{login.addresses[0][1]}")
        self.porch.at = time.time()
        speech = Speech(self.porch.house, self.porch.store)
        writer, identity, links = inline(), self.porch.identity, self.porch.links
        hub = Hub(self.porch.house, writer, time.time, identity.renew, files.build())
        server = PageServer(
            hub, Answers(speech, time.time), writer, lambda: None, identity.come, links=links
        )
        self.porch.house.on_change = hub.changed
        self.pages = hub
        self.hub = asyncio.create_task(hub.run())
        socket = web.get("/page/ws", server.socket)
        routes = [socket, *Doors(identity, links, writer, "en").routes(), *files.routes()]
        sites = {
            "cards.example": make_app(routes, loopback=True, public=PUBLIC),
            "web.telegram.org": _site("/shell", lambda: (SHELL, "text/html")),
            "evil.example": _site("/shell", lambda: (SHELL, "text/html")),
            "static.line-scdn.net": _site(
                "/liff/edge/2/sdk.js",
                lambda: (SDK.replace("BEHAVES", json.dumps(self.sdk)), "text/javascript"),
            ),
        }
        for name, site in sites.items():
            runners.append(runner := await _listen(site, law))
            self.ports[name] = runner.addresses[0][1]
        return [login, *runners]

    def run(self, work: Callable[[Porch], T]) -> T:
        """Do something at the house, in its own thread."""

        async def go() -> T:
            self.porch.at = time.time()
            return work(self.porch)

        return self.wait(go())

    def wait(self, work: Awaitable[T]) -> T:
        """Wait for something that goes on in the house's thread."""
        return asyncio.run_coroutine_threadsafe(_whole(work), self.loop).result(30)

    async def close_sockets(self) -> None:
        """Every page loses its connection."""
        for viewer in self.pages.everyone():
            await viewer.socket.close()

    def in_telegram(self, user: str, table: str, at: float = 0.0, token: str = "") -> str:
        """The address at which Telegram's stand-in frames our page, opened by a person."""
        data = init_data(user, at or time.time(), token=token or BOT, start_param=table)
        told = {"data": data, "version": "8.0", "theme": DARK}
        return f"{TELEGRAM}#{quote(json.dumps(told))}"

    loop: asyncio.AbstractEventLoop
    end: asyncio.Event


async def _whole(work: Awaitable[T]) -> T:
    return await work


def _site(path: str, give: Callable[[], tuple[str, str]]) -> web.Application:
    async def handle(request: web.Request) -> web.Response:
        text, kind = give()
        return web.Response(text=text, content_type=kind)

    app = web.Application()
    app.add_routes([web.get(path, handle)])
    return app


async def _listen(app: web.Application, law: ssl.SSLContext | None) -> web.AppRunner:
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=law).start()
    return runner


@contextmanager
def standing(folder: Path) -> Iterator[Threshold]:
    """The house, for as long as the block lasts."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *(OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "2", "-subj", "/CN=cards.example"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    law = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    law.load_cert_chain(certificate, key)
    threshold, ready = Threshold(), threading.Event()

    async def live() -> None:
        threshold.loop = asyncio.get_running_loop()
        threshold.end = asyncio.Event()
        runners = await threshold.open(law)
        ready.set()
        await threshold.end.wait()
        threshold.hub.cancel()
        for runner in runners:
            await runner.cleanup()
        await threshold.porch.line.close()

    thread = threading.Thread(target=asyncio.run, args=(live(),))
    thread.start()
    try:
        assert ready.wait(30)
        yield threshold
    finally:
        threshold.loop.call_soon_threadsafe(threshold.end.set)
        thread.join(30)


@contextmanager
def browsing(threshold: Threshold) -> Iterator[Browser]:
    """A browser for which all names lead to this machine."""
    rules = ",".join(f"MAP {name}:443 127.0.0.1:{threshold.ports[name]}" for name in HOSTS)
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=CHROMIUM, args=[*FLAGS, f"--host-resolver-rules={rules}"]
        )
        yield browser
        browser.close()


@contextmanager
def context(browser: Browser, locale: str = "en-US", **more: Any) -> Iterator[BrowserContext]:
    """Somebody's own browser, who has been here before."""
    found = browser.new_context(
        locale=locale,
        ignore_https_errors=True,
        reduced_motion="reduce",
        viewport={"width": 390, "height": 844},
        **more,
    )
    found.add_init_script("try { localStorage.setItem('fumibako.toured', '1') } catch {}")
    yield found
    found.close()
