"""The page beside the platforms: its doors, its socket, and what keeps its viewers up to date."""

from __future__ import annotations

from collections.abc import Callable

from aiohttp import web

from adapters.belonging import Asker
from adapters.page import files
from adapters.page.answers import Answers
from adapters.page.doors import Doors
from adapters.page.hub import Hub
from adapters.page.identity import Identity
from adapters.page.keys import Keys
from adapters.page.line_door import LineDoor
from adapters.page.links import Addresses, Links
from adapters.page.pictured import Paint, no_picture
from adapters.page.server import PageServer
from adapters.page.telegram_door import TelegramDoor
from adapters.settings import Settings
from adapters.shares import Shares
from adapters.speech import Speech
from adapters.writer import Writer
from core.house.ports import Directory


def addresses(settings: Settings) -> Addresses:
    """Where the page is, by the settings."""
    return Addresses(
        settings.public_url,
        settings.telegram_app,
        settings.line_liff_id if settings.line_channel_secret else "",
        bool(settings.telegram_token),
    )


class Page:
    """The page of a host with a public address. `links` are those that its platforms give out,
    signed by `keys`; `belongs` asks them who is a member of a room."""

    def __init__(
        self,
        settings: Settings,
        speech: Speech,
        directory: Directory,
        writer: Writer,
        now: Callable[[], float],
        ring: Callable[[], None],
        keys: Keys,
        links: Links,
        belongs: Asker,
        paint: Paint = no_picture,
        shares: Shares | None = None,
    ) -> None:
        token, liff = settings.telegram_token, links.addresses.liff
        self.identity = Identity(
            speech.house,
            directory,
            writer,
            now,
            keys,
            links,
            belongs,
            TelegramDoor(token.get_secret_value(), now) if token else None,
            LineDoor(liff, now, settings.line_api) if liff else None,
        )
        self.doors = Doors(self.identity, links, writer, settings.language, settings.operator)
        self.hub = Hub(speech.house, writer, now, self.identity.renew, files.build())
        self.server = PageServer(
            self.hub,
            Answers(speech, now),
            writer,
            ring,
            self.identity.come,
            links=links,
            paint=paint,
            shares=shares,
        )

    def routes(self) -> list[web.AbstractRouteDef]:
        """What it needs of the web server."""
        socket = web.get("/page/ws", self.server.socket)
        return [socket, *self.doors.routes(), *files.routes()]

    async def run(self) -> None:
        """Keep all open pages up to date until cancelled."""
        await self.hub.run()

    async def close(self) -> None:
        """Close the connections."""
        if self.identity.line is not None:
            await self.identity.line.close()
