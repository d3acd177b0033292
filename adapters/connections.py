"""Connections that cannot keep others out: patience with each has an end, and so has their number.

A request must come within seconds, head and body. When there are too many connections, the
oldest of those that lose least makes room for the new one.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import math
from collections.abc import Mapping
from contextlib import suppress
from enum import IntEnum
from typing import Any

from aiohttp import web

from adapters.web import is_wrong, judge

log = logging.getLogger("fumibako.web")

MOST = 512  # connections at once, if the process may open that many files
FILES = 4096  # files that we ask the system for
SHARE = 4  # of so many files one may be a connection
BODY = 15.0  # seconds for the body of a request after its head
LINGER = 2.0  # seconds for the rest of a body that nobody wants any more
LOOK = 1.0  # seconds between two looks at the clock
NO_FILES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)


class Stage(IntEnum):
    """What a connection is doing. The first kind makes room first, the last never does."""

    NEW = 0  # it has not sent one whole request yet
    HALF = 1  # it is sending another one
    IDLE = 2  # it asks for nothing
    SENDING = 3  # it is reading its answer
    WORKING = 4  # we owe it an answer, or it is an open web socket


PATIENCE: Mapping[Stage, float] = {  # seconds
    Stage.NEW: 10.0,
    Stage.HALF: 10.0,
    Stage.IDLE: 75.0,
    Stage.SENDING: 30.0,
    Stage.WORKING: math.inf,
}


def server_runner(app: web.Application) -> web.AppRunner:
    """What serves an application to everybody who can reach it."""
    return _Runner(app, access_log=None, shutdown_timeout=1.0)


class _Runner(web.AppRunner):
    async def _make_server(self) -> web.Server:
        plain = await super()._make_server()
        loop = asyncio.get_running_loop()
        _accept_quietly(loop)
        return _Server(plain, loop, most_connections())


class _Server(web.Server):
    """Knows who is inside."""

    def __init__(self, plain: web.Server, loop: asyncio.AbstractEventLoop, most: int) -> None:
        super().__init__(plain.request_handler, request_factory=self._begin, loop=loop)
        self.loop = loop
        self.most = most
        self._request = plain.request_factory
        self._inside: dict[Stage, dict[_Visitor, None]] = {stage: {} for stage in Stage}
        self._watch: asyncio.TimerHandle | None = None

    def __call__(self) -> _Visitor:
        return _Visitor(self, loop=self.loop, access_log=None, lingering_time=LINGER)

    def _begin(self, message: Any, payload: Any, protocol: Any, *others: Any) -> web.BaseRequest:
        """The head of a request is here."""
        protocol.begun(payload)
        return self._request(message, payload, protocol, *others)

    def put(self, visitor: _Visitor, stage: Stage, seconds: float | None = None) -> None:
        """Note what a connection does now, and how long it may."""
        patience = PATIENCE[stage] if seconds is None else seconds
        self._inside[visitor.stage].pop(visitor, None)
        self._inside[stage][visitor] = None
        visitor.stage, visitor.until = stage, self.loop.time() + patience

    def let_in(self, visitor: _Visitor) -> None:
        """A new connection; if there are too many, one of them ends."""
        self.put(visitor, Stage.NEW)
        if sum(map(len, self._inside.values())) > self.most:
            self._turn_out(self._least(visitor))
            log.warning("more than %d connections: one was closed", self.most)
        if self._watch is None:
            self._watch = self.loop.call_later(LOOK, self._look)

    def _least(self, newest: _Visitor) -> _Visitor:
        """Who makes room: the newest one itself if all others are owed an answer."""
        for stage in list(Stage)[:-1]:
            for visitor in self._inside[stage]:
                if visitor is not newest:
                    return visitor
        return newest

    def let_out(self, visitor: _Visitor) -> None:
        """A connection has ended."""
        self._inside[visitor.stage].pop(visitor, None)

    def _look(self) -> None:
        """End the connections that nobody has patience with any more."""
        now = self.loop.time()
        for kind in self._inside.values():
            for visitor in [one for one in kind if one.until < now]:
                log.debug("a connection was closed: it was too slow (%s)", visitor.stage.name)
                self._turn_out(visitor)
        some = any(self._inside.values())
        self._watch = self.loop.call_later(LOOK, self._look) if some else None

    def _turn_out(self, visitor: _Visitor) -> None:
        self.let_out(visitor)
        visitor.turn_out()


class _Visitor(web.RequestHandler):
    """One connection."""

    __slots__ = ("_door", "_known", "_payload", "stage", "until")

    def __init__(self, door: _Server, **settings: Any) -> None:
        super().__init__(door, **settings)
        self.stage, self.until = Stage.NEW, math.inf
        self._door = door
        self._known = False
        self._payload: object = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._door.let_in(self)

    def connection_lost(self, exc: BaseException | None) -> None:
        self._door.let_out(self)
        super().connection_lost(exc)

    def turn_out(self) -> None:
        """End the connection at once; what was not sent yet is lost."""
        if self.transport is not None:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if data and self.stage is Stage.IDLE:
            self._door.put(self, Stage.HALF)
        super().data_received(data)

    def begun(self, payload: Any) -> None:
        """The head of a request is here; its body may still be on its way."""
        if self.transport is None:
            return
        self._payload = payload
        if not payload.is_eof():
            self._door.put(self, Stage.HALF if self._known else Stage.NEW, BODY)
        payload.on_eof(lambda: self._complete(payload))

    def _complete(self, payload: object) -> None:
        if self._payload is payload and self.transport is not None:
            self._known = True
            self._door.put(self, Stage.WORKING)

    async def finish_response(
        self, request: web.BaseRequest, resp: web.StreamResponse, start_time: float | None
    ) -> tuple[web.StreamResponse, bool]:
        self._payload = None
        self._put(Stage.SENDING)
        try:
            return await super().finish_response(request, resp, start_time)
        finally:
            self._put(Stage.IDLE)

    def _put(self, stage: Stage) -> None:
        """Note a stage; who has never sent a whole request stays new."""
        if self.transport is not None:
            self._door.put(self, stage if self._known else Stage.NEW)

    def handle_error(
        self,
        request: web.BaseRequest,
        status: int = 500,
        exc: BaseException | None = None,
        message: str | None = None,
    ) -> web.StreamResponse:
        """What is no HTTP, and errors outside of the application, in one line of our log."""
        if self.transport is None:
            raise ConnectionAbortedError  # nobody is there any more
        if exc is not None:
            told = judge(exc)
            status = told if status == 500 else status
        if request.writer.output_size:
            raise ConnectionAbortedError  # too late for an answer
        response = web.Response(status=status)
        response.force_close()
        return response

    def log_exception(self, *args: Any, **kw: Any) -> None:
        """An error while an answer was sent; that a request is unreadable was told before."""
        error = kw.get("exc_info")
        if isinstance(error, BaseException) and not is_wrong(error):
            judge(error)


def most_connections() -> int:
    """How many connections there may be, so that files are left for everything else. Asks the
    system for more files if we may have few."""
    try:
        import resource
    except ImportError:  # not on every system
        return MOST
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return MOST
    if soft < FILES:
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return max(1, min(MOST, soft // SHARE))


def _accept_quietly(loop: asyncio.AbstractEventLoop) -> None:
    """While no file is left for a new connection asyncio complains a hundred times a second, each
    time in other words: one line of ours can be counted."""
    usual = loop.get_exception_handler()

    def handle(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if "socket" in context and isinstance(error, OSError) and error.errno in NO_FILES:
            log.error("no new connection can be taken (%s)", type(error).__name__)
        elif usual is not None:
            usual(loop, context)
        else:
            loop.default_exception_handler(context)

    loop.set_exception_handler(handle)
