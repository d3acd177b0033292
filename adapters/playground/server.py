"""The playground: the page of this machine, with all the people who sit at its screen."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from adapters.page import files
from adapters.page.answers import Answers
from adapters.page.hub import Hub
from adapters.page.pictured import Paint, no_picture
from adapters.page.server import PageServer
from adapters.page.who import NotIn, Who
from adapters.page.wire import Come
from adapters.platform import Platform
from adapters.playground.ground import PlaygroundGround
from adapters.playground.history import History
from adapters.playground.say import PlaygroundSay
from adapters.playground.screen import PLATFORM, Screen
from adapters.playground.viewers import who_is_it
from adapters.shares import Shares
from adapters.speech import Speech
from adapters.writer import Writer

ALWAYS_ASKED = {"Cache-Control": "no-cache"}


class Playground(Platform):
    """The page of this machine."""

    name = PLATFORM
    title = "Fumibako"
    in_status = False  # it is this process itself

    def __init__(
        self,
        speech: Speech,
        screen: Screen,
        history: History,
        now: Callable[[], float],
        writer: Writer,
        ring: Callable[[], None],
        *,
        loopback: bool = True,
        paint: Paint = no_picture,
        shares: Shares | None = None,
    ) -> None:
        self.screen = screen
        self.say = PlaygroundSay()
        self.loopback = loopback
        ground = PlaygroundGround(screen, speech.house, history, now)
        self.hub = Hub(speech.house, writer, now, self._stays, files.build(), ground)
        answers = Answers(speech, now, ground)
        self.page = PageServer(
            self.hub, answers, writer, ring, self._identify, ground, paint=paint, shares=shares
        )

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where the page is found."""
        return [
            web.get("/", self.index),
            web.get("/page/ws", self.page.socket),
            *files.routes(),
        ]

    async def run(self) -> None:
        """Keep all open pages up to date."""
        await self.hub.run()

    def key_part(self) -> str:
        """What follows the address of the page for whoever may see every seat of this screen from
        another machine."""
        return f"#key={self.screen.key}"

    async def index(self, request: web.Request) -> web.StreamResponse:
        """The page itself."""
        return web.Response(
            text=files.shell("playground"), content_type="text/html", headers=ALWAYS_ASKED
        )

    async def _identify(self, come: Come, cookie: str) -> Who | NotIn:
        return who_is_it(come, self.screen, self.loopback)

    async def _stays(self, who: Who) -> Who | NotIn:
        """A link of this screen is good for as long as the screen is."""
        return who
