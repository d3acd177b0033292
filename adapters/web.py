"""The web server of the process: health, and whatever pages and webhooks are joined to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from urllib.parse import urlsplit

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

LOOPBACK = ("127.0.0.1", "localhost", "::1")
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


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
    known = _name_of(urlsplit(public).netloc)

    @web.middleware
    async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
        name = _name_of(request.host)
        if loopback and not is_loopback(name) and request.path not in signed and name != known:
            return web.Response(status=403, text="unknown host")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            return web.Response(status=403, text="foreign origin")
        response = await handler(request)
        if not response.prepared:
            response.headers["Content-Security-Policy"] = POLICY
            response.headers["Referrer-Policy"] = "no-referrer"
            response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    async def tell_health(request: web.Request) -> web.Response:
        live, ready = health()
        return web.json_response({"live": live, "ready": ready}, status=200 if ready else 503)

    app = web.Application(middlewares=[guard], client_max_size=1024 * 1024)
    app.add_routes([web.get("/health", tell_health), *routes])
    return app


def _name_of(host: str) -> str:
    return urlsplit(f"//{host}").hostname or ""
