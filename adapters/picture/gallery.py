"""Where the panels of a match come from: their words and their picture, and an address at which
the picture can be fetched that nobody can guess."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence

import msgspec
from aiohttp import web

from adapters.foreign import same
from adapters.heard import Panels
from adapters.page.keys import Keys
from adapters.picture.painter import Painter
from adapters.picture.strip import strip_svg
from adapters.picture.told import Told, foot, told
from adapters.writer import Writer
from core.house.house import House
from core.records.panels import strip_of
from core.table.failures import OurTrouble
from core.table.table import Finished

log = logging.getLogger("fumibako.picture")

PATH = "/panels/{name}.png"
NAME = re.compile(r"([0-9a-z]{1,32})\.([0-9]{1,12})\.[0-9a-f]{32}")
MOST_KEPT = 8  # pictures
FOR_A_WHILE = {"Cache-Control": "public, max-age=3600", "X-Robots-Tag": "noindex"}


class Drawing(msgspec.Struct, frozen=True):
    """The panels of a match in a language: in words, and as SVG."""

    told: Told
    svg: str

    @property
    def words(self) -> str:
        """The whole match without a picture."""
        return self.told.words


def drawing(panels: Panels, language: str, bot: str = "", *, strangers: bool = True) -> Drawing:
    """The panels of a match. Takes some milliseconds. Where no `strangers` may play with the bot
    the picture does not say what it is called."""
    shown = told(panels.strip, panels.read, language, panels.room)
    return Drawing(shown, strip_svg(shown, foot(bot, language, strangers=strangers)))


class Gallery:
    """Draws the panels of matches. `public` is the address of this host (empty: it has none),
    `bots` what its bots are called, by platform, for `strangers` who may play with them."""

    def __init__(
        self,
        house: House,
        writer: Writer,
        keys: Keys,
        painter: Painter,
        public: str = "",
        *,
        strangers: bool = True,
    ) -> None:
        self.strangers = strangers
        self.bots: dict[str, str] = {}
        self._house = house
        self._writer = writer
        self._keys = keys
        self._painter = painter
        self._public = public if public.startswith("https://") else ""
        self._kept: dict[str, bytes] = {}
        self._forgotten = house.forgotten
        self._making: dict[str, asyncio.Task[bytes]] = {}

    def draw(self, panels: Panels, language: str) -> Drawing:
        """The panels as they are shown in a room, or to one person."""
        bot = self.bots.get(panels.room.platform, "") if panels.room is not None else ""
        return drawing(panels, language, bot, strangers=self.strangers)

    async def paint(self, svg: str) -> bytes:
        """A PNG; empty if none comes."""
        return await self._painter.paint(svg)

    def link(self, table: str, room: int) -> str:
        """Where the picture of a match as it is shown in a room is fetched; empty without a public
        address. In the writer's thread."""
        if not self._public:
            return ""
        return f"{self._public}{PATH.format(name=self._name(table, room))}"

    def routes(self) -> Sequence[web.AbstractRouteDef]:
        """Where it is fetched, if it can be."""
        return [web.get(PATH, self._fetched)] if self._public else []

    async def _fetched(self, request: web.Request) -> web.Response:
        name = request.match_info["name"]
        if name not in self._making:
            self._making[name] = asyncio.create_task(self._made(name))
            self._making[name].add_done_callback(lambda _: self._making.pop(name, None))
        try:
            png = await asyncio.shield(self._making[name])
        except OurTrouble:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "5"}) from None
        if not png:
            raise web.HTTPServiceUnavailable(headers={"Retry-After": "30"})
        return web.Response(body=png, content_type="image/png", headers=FOR_A_WHILE)

    async def _made(self, name: str) -> bytes:
        """The picture of that name, perhaps from before. Raises `HTTPNotFound`."""
        if self._forgotten != self._house.forgotten:  # pictures bear names
            self._forgotten = self._house.forgotten
            self._kept.clear()
        if name not in self._kept:
            svg = await self._writer.call(self._opened, name)
            if svg is None:
                raise web.HTTPNotFound
            png = await self.paint(svg)
            if not png:
                return b""
            if len(self._kept) >= MOST_KEPT:
                del self._kept[next(iter(self._kept))]
            if self._forgotten != self._house.forgotten:
                return png  # it was asked for before; the next one is painted anew
            self._kept[name] = png
        return self._kept[name]

    def _opened(self, name: str) -> str | None:
        """The picture behind a name, as SVG; None for a name that we have not given."""
        found = NAME.fullmatch(name)
        if found is None or not same(name, self._name(found[1], int(found[2]))):
            return None
        read = self._house.read(found[1])
        if read is None or not isinstance(read.table, Finished):
            return None
        room = next((each for each in read.rooms if each.id == int(found[2])), None)
        strip = strip_of(read.table, self._house.games[read.table.game])
        if room is None or strip is None:
            return None
        return self.draw(Panels(strip, read, room), room.language).svg

    def _name(self, table: str, room: int) -> str:
        text = f"{table}.{room}"
        return f"{text}.{self._keys.picture(text)}"
