"""A platform's servers on this machine: a web server in a thread of its own, with a log of what
is asked of it, and with trouble where a test wants it.

Whoever reads or changes what the server knows holds `server.lock`; `server.until(…)` waits for
something to be so.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine
from types import TracebackType
from typing import Any, Self, TypeVar

import msgspec
from aiohttp import web

from tests.outside.trouble import Trouble, Troubles

T = TypeVar("T")

PATIENCE = 20.0  # seconds for something that should happen soon
FOREVER = 1e9


class Call(msgspec.Struct):
    """A call as it came. Times are monotonic; `done` is 0 and `status` too while it is not
    answered (or was cut off)."""

    method: str
    fields: dict[str, Any]
    at: float
    chat: str = ""
    done: float = 0.0
    status: int = 0


class Loopback:
    """The base of both servers."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.changed = threading.Condition(self.lock)
        self.calls: list[Call] = []
        self.troubles = Troubles()
        self.port = 0
        self.loop = asyncio.new_event_loop()
        self._runner: web.AppRunner | None = None
        self._thread = threading.Thread(target=self._live, daemon=True)
        self.leads: dict[str, str] = {}  # public addresses, and where they lead on this machine
        self.spread = False  # whether each webhook comes by a connection of its own

    # Life

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def _live(self) -> None:
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    def in_loop(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the server's thread and wait for it."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE * 2)

    def __enter__(self) -> Self:
        self._thread.start()
        self.in_loop(self._open())
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.in_loop(self._close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(PATIENCE)
        self.loop.close()

    async def _open(self) -> None:
        await self._listen()
        await self.opened()

    async def _listen(self) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", self.port).start()
        self.port = self._runner.addresses[0][1]

    async def opened(self) -> None:
        """What a server does at its beginning."""

    async def closing(self) -> None:
        """What a server does at its end."""

    async def _refuse(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _close(self) -> None:
        await self._refuse()
        left = asyncio.all_tasks() - {asyncio.current_task()}
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self.closing()

    def vanish(self) -> None:
        """Refuse connections, and end those that are open. (What a platform brings by itself
        goes on: its webhooks are other machines.)"""
        self.in_loop(self._refuse())

    def appear(self) -> None:
        """Listen again, on the same port."""
        self.in_loop(self._listen())

    # Trouble

    def trouble(
        self,
        method: str,
        trouble: Trouble,
        *,
        chat: object = "",
        times: int | None = None,
        seconds: float = FOREVER,
    ) -> None:
        """Put trouble on, for a method or `*`; see `tests.outside.trouble`."""
        with self.lock:
            self.troubles.put(method, trouble, chat, times, seconds)

    def well(self, method: str = "*") -> None:
        """Take trouble off."""
        with self.lock:
            self.troubles.clear(method)

    # What happens

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        try:
            return await self.handle(request)
        except ConnectionResetError:  # whoever asked was killed
            return web.Response(status=400)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One request."""
        raise NotImplementedError

    async def answer(
        self,
        request: web.Request,
        call: Call,
        work: Callable[[], Awaitable[web.Response]],
        own: Callable[[Trouble], web.Response],
    ) -> web.StreamResponse:
        """Log a call, meet the trouble that is put on, and answer. `own` says trouble in the
        platform's form."""
        with self.lock:
            self.calls.append(call)
            trouble = self.troubles.meet(call.method, call.chat)
        response: web.Response | None = None
        if trouble is None or trouble.done:
            response = await work()
        if trouble is not None:
            await asyncio.sleep(trouble.wait)
            if trouble.cut:
                if request.transport is not None:
                    request.transport.abort()
                return web.Response(status=502)
            if trouble.body is not None:
                response = web.Response(
                    status=trouble.status, body=trouble.body, content_type=trouble.kind
                )
            elif trouble.status:
                response = own(trouble)
        assert response is not None
        with self.lock:
            call.done, call.status = time.monotonic(), response.status
            self.changed.notify_all()
        return response

    def until(
        self,
        condition: Callable[[], T | None],
        what: str | Callable[[], str] = "",
        patience: float = PATIENCE,
    ) -> T:
        """Wait until something is so (none, no, zero and empty are not) and tell it. Raises
        `AssertionError` that tells what was waited for."""
        end = time.monotonic() + patience
        with self.lock:
            while True:
                found = condition()
                if found:
                    return found
                left = end - time.monotonic()
                if left <= 0:
                    missing = what() if callable(what) else what
                    raise AssertionError(f"this does not happen: {missing or condition}")
                self.changed.wait(min(left, 0.25))

    def made(self, method: str, chat: object = "", since: float = 0.0) -> list[Call]:
        """The calls of a method (or `*`), to a chat or to any, since a monotonic time."""
        with self.lock:
            return [
                each
                for each in self.calls
                if method in ("*", each.method)
                and each.at >= since
                and (chat == "" or each.chat == str(chat))
            ]

    def local(self, url: str) -> tuple[str, str]:
        """Where a public address leads on this machine (a proxy would know), and the host that
        is asked for."""
        for public, here in self.leads.items():
            if url.startswith(public):
                return here + url.removeprefix(public), public.partition("://")[2].partition("/")[0]
        raise AssertionError(f"no proxy leads {url} anywhere: server.leads[public] = local")
