"""The web server of the process: health, and whatever pages and webhooks are joined to it."""

from __future__ import annotations

import errno
import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from traceback import extract_tb
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.http import HttpProcessingError
from aiohttp.typedefs import Handler, Middleware

from adapters.foreign import Unreadable
from core.table.failures import OurTrouble

Origin = tuple[str, str, int]
"""Scheme, name and port."""

log = logging.getLogger("fumibako.web")

LOOPBACK = ("127.0.0.1", "localhost", "::1")
PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"(\[[0-9A-Fa-f:.%]+\]|[A-Za-z0-9._-]+)(?::([0-9]{1,5}))?")
LONGEST_BODY = 1024 * 1024  # bytes
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    # With "no-referrer" browsers would send the forms of our own pages with "Origin: null".
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
WRONG = (
    *(ValueError, RecursionError, Unreadable),
    *(HttpProcessingError, web.RequestPayloadError),
)
"""What is raised by what is no HTTP, no address, no form, no JSON, no UTF-8."""


def is_loopback(host: str) -> bool:
    """Whether a host name means this machine alone."""
    return host.strip("[]") in LOOPBACK


def make_app(
    routes: Iterable[web.AbstractRouteDef],
    *,
    loopback: bool,
    health: Callable[[], tuple[bool, bool]] = lambda: (True, True),
    public: str = "",
    signed: Sequence[str] = (),
) -> web.Application:
    """The application. Pages of other origins are refused; so are foreign host names while
    the server listens on this machine alone (a page elsewhere could point its name here).
    `health` tells whether the host lives, and whether people can play. `public` is the address
    at which a proxy makes it known; `signed` are paths whose requests prove by themselves where
    they come from."""
    guard = _Guard(loopback, _origin(public), frozenset(signed))

    async def tell_health(request: web.Request) -> web.Response:
        live, ready = health()
        return web.json_response({"live": live, "ready": ready}, status=200 if ready else 503)

    app = web.Application(middlewares=[_catch, guard.middleware()], client_max_size=LONGEST_BODY)
    app.add_routes([web.get("/health", tell_health), *routes])
    return app


@web.middleware
async def _catch(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Whatever a request ends in gets a status."""
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except Exception as error:
        if request.transport is None:
            raise ConnectionAbortedError from None  # nobody is there any more
        status = judge(error)
        if request.writer.output_size:
            raise ConnectionAbortedError from None  # too late for an answer
        return web.Response(status=status, headers=HEADERS)


class _Guard:
    """Refuses foreign pages and host names. `known` is the address at which a proxy makes the
    server known, `signed` are paths whose requests prove by themselves where they come from."""

    def __init__(self, loopback: bool, known: Origin | None, signed: frozenset[str]) -> None:
        self._loopback, self._known, self._signed = loopback, known, signed

    def middleware(self) -> Middleware:
        """As aiohttp wants it."""

        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            refused = self.refuses(request)
            if refused:
                return web.Response(status=403, text=refused)
            try:
                response = await handler(request)
            except web.HTTPException as told:
                told.headers.update(HEADERS)
                raise
            if not response.prepared:  # a page may have a stricter law of its own
                for name, value in HEADERS.items():
                    response.headers.setdefault(name, value)
            return response

        return guard

    def refuses(self, request: web.Request) -> str:
        """Why a request is refused; empty if it is not. Raises `ValueError`."""
        name, port = _host(request.host)
        foreign = not is_loopback(name) and (self._known is None or name != self._known[1])
        if self._loopback and foreign and request.path not in self._signed:
            return "unknown host"
        origin = request.headers.get("Origin")
        if origin is None:
            return ""
        ours: set[Origin | None] = {(each, name, port or PORTS[each]) for each in PORTS}
        if self._known is not None:
            ours.add(self._known)
        return "" if _origin(origin) in ours else "foreign origin"


def judge(error: BaseException) -> int:
    """The status for a request that ended in an error, which is logged: 400 if the request is
    to blame, 503 if the house cannot work now, else 500. Never tells what was sent."""
    if isinstance(error, OurTrouble):
        log.warning("a request could not be answered: %s", error)
        return 503
    if not is_wrong(error):
        log.error("a request could not be answered", exc_info=error)
        return 500
    frames = extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "-"
    kind = type(error).__name__
    log.warning("a request that nobody can read was refused (%s, %s)", kind, place)
    return 400


def is_wrong(error: BaseException) -> bool:
    """Whether a request is to blame for an error."""
    if isinstance(error, OSError):  # a name that no file can have
        return error.errno in (errno.ENAMETOOLONG, errno.EINVAL)
    return isinstance(error, WRONG)


async def read_form(request: web.Request) -> Mapping[str, str]:
    """The fields of a form; files are left out. Raises `Unreadable` if it is none."""
    try:
        form = await request.post()
    except (web.HTTPException, ConnectionError):
        raise
    except Exception as wrong:  # there is nothing but the form that could be wrong
        raise Unreadable(type(wrong).__name__) from None
    return {name: value for name, value in form.items() if isinstance(value, str)}


def _host(host: str) -> tuple[str, int]:
    """Name and port of a Host header; 0 if it names none. Raises `ValueError`."""
    found = HOST.fullmatch(host)
    if found is None:
        raise ValueError("no host")
    return found[1].strip("[]").lower(), int(found[2] or 0)


def _origin(address: str) -> Origin | None:
    """Scheme, name and port of an address; None for what has none of them, like "null".
    Raises `ValueError`."""
    parts = urlsplit(address)
    if parts.scheme not in PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, parts.port or PORTS[parts.scheme]
