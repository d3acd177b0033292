"""The doors of the page: the addresses at which it opens, each by the law of its door."""

from __future__ import annotations

from collections.abc import Mapping

from aiohttp import web

from adapters.page import files, plain, policy, privacy
from adapters.page.identity import COOKIE_LASTS, Identity
from adapters.page.links import TABLE, Links, ends
from adapters.page.server import COOKIE
from adapters.page.who import NotIn
from adapters.page.wire import Door
from adapters.reader import first_known
from adapters.web import read_form
from adapters.writer import Writer
from core.desk.presses import read_datum
from core.kernel.text import Message, Public
from locales.files import SOURCE

OLD_SEAT = "/line/seat"
"""Where links to seats led in the first releases; those of running games still do."""


class Doors:
    """Serves the page at each door. `operator` is who runs this host, for the page about what is
    kept of people."""

    def __init__(
        self,
        identity: Identity,
        links: Links,
        writer: Writer,
        language: str = SOURCE,
        operator: str = "",
    ) -> None:
        self._identity = identity
        self._links = links
        self._writer = writer
        self._language = language or SOURCE
        self._operator = operator

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where the doors are."""
        routes: list[web.AbstractRouteDef] = [
            web.get("/s/{token}", self.seat),
            web.get(f"/t/{{table:{TABLE}}}", self.common),
            web.get("/b/{token}", self.board),
            web.get(f"{OLD_SEAT}/{{token}}", self.moved),
            web.post(f"{OLD_SEAT}/{{token}}", self.moved),
            web.get("/privacy", self.privacy),
        ]
        if self._identity.telegram is not None:
            routes.append(web.get("/app", self.telegram))
        if self._identity.line is not None:
            routes.append(web.get("/liff", self.line))
        return routes

    async def seat(self, request: web.Request) -> web.Response:
        """A person's own link: their seat, and from now on this browser is theirs."""
        token = request.match_info["token"]
        opened = await self._writer.call(self._links.open_seat, token)
        if isinstance(opened, NotIn):
            return self._refused(request, opened.why)
        response = self._page("link", "../")
        cookie = await self._writer.call(self._identity.cookie, opened.user)
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=COOKIE_LASTS,
            path="/",
            httponly=True,
            samesite="Lax",
            secure=self._links.addresses.public.startswith("https:"),
        )
        return response

    async def common(self, request: web.Request) -> web.Response:
        """The key of a whole group."""
        return self._page("link", "../")

    async def board(self, request: web.Request) -> web.Response:
        """A link for watching."""
        found = await self._writer.call(self._links.open_board, request.match_info["token"])
        if isinstance(found, NotIn):
            return self._refused(request, found.why)
        return self._page("link", "../")

    async def telegram(self, request: web.Request) -> web.Response:
        """The Mini App of Telegram."""
        return self._page("telegram")

    async def line(self, request: web.Request) -> web.Response:
        """The LIFF app of LINE. Its address, with all that LINE has put there, stays as it is
        until LINE's script has read it."""
        return self._page("line", liff=self._links.addresses.liff)

    async def moved(self, request: web.Request) -> web.Response:
        """A link to a seat as the first releases gave it out. Their page could end it."""
        token = request.match_info["token"]
        if request.method == "POST":
            opened = await self._writer.call(self._links.open_seat, token)
            if isinstance(opened, NotIn):
                return self._refused(request, opened.why)
            if ends(read_datum((await read_form(request)).get("data", "")[:64])):
                await self._writer.call(self._links.end, opened.read.id, opened.user)
        where = f"../../s/{token}"
        return web.Response(status=303, headers={"Location": where, "Cache-Control": "no-store"})

    async def privacy(self, request: web.Request) -> web.Response:
        """What is kept of people, in every language."""
        wanted = first_known([request.query.get("lang", "")]) or self._reads(request)
        return web.Response(text=privacy.page(self._operator, wanted), content_type="text/html")

    def _page(self, door: Door, base: str = "", liff: str = "") -> web.Response:
        headers: Mapping[str, str] = policy.headers(door, self._links.addresses.public)
        text = files.shell(door, base, liff)
        return web.Response(text=text, content_type="text/html", headers=headers)

    def _refused(self, request: web.Request, why: Message) -> web.Response:
        """A link that opens nothing says so even without a script."""
        assert isinstance(why, Public), "whoever holds no link reads this"
        text = plain.said(why, self._reads(request), "../")
        headers = {"Cache-Control": "no-store", "X-Robots-Tag": "noindex"}
        return web.Response(text=text, content_type="text/html", status=404, headers=headers)

    def _reads(self, request: web.Request) -> str:
        """The language that a browser asks for."""
        told = request.headers.get("Accept-Language", "").split(",")
        return first_known(each.partition(";")[0].strip() for each in told) or self._language
