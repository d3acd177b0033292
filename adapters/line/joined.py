"""LINE joined to the house: everything that belongs to one account."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from aiohttp import web

from adapters.edge import Edge, bare_edge
from adapters.line.api import Api, account
from adapters.line.chats import Chats
from adapters.line.hear import LineHear
from adapters.line.people import PLATFORM, People
from adapters.line.private import Private
from adapters.line.public import Public
from adapters.line.say import LineSay, Pusher
from adapters.line.seat import Seats
from adapters.post import Post
from adapters.speech import Speech
from core.house import House
from core.ports import Directory, Lanes

log = logging.getLogger("fumibako.line")

ASK_AGAIN = 300.0  # seconds before LINE is asked again what the account is called


class Line:
    """One LINE account."""

    name = PLATFORM
    title = "LINE"

    def __init__(
        self,
        secret: str,
        api: Api,
        house: House,
        speech: Speech,
        directory: Directory,
        lanes: Lanes,
        post: Post,
        writer: ThreadPoolExecutor,
        now: Callable[[], float],
        language: str,
        push: Pusher | None = None,
        address: str = "",
        edge: Edge | None = None,
    ) -> None:
        self.edge = edge or bare_edge(now, directory)
        self.api = api
        self.directory = directory
        self.chats = Chats()
        self.people = People(house, directory, now, language)
        self.seats = Seats(speech, directory, writer, now, address)
        self.say = LineSay(
            self.chats, api, house, directory, writer, now, self.seats if address else None, push
        )
        self.public = Public(speech, self.people, self.chats, self.say, lanes, now)
        self.private = Private(speech, self.people, self.chats, self.say, now)
        self._writer = writer
        self._now = now
        self.hear = LineHear(
            secret,
            self.chats,
            api,
            self.people,
            self.public,
            self.private,
            self.say,
            post,
            lanes,
            writer,
            now,
        )

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where LINE reaches us."""
        return [*self.hear.routes(), *(self.seats.routes() if self.seats.address else ())]

    async def greet(self) -> bool:
        """Learn what the account is called: the links to the hands need it."""
        loop = asyncio.get_running_loop()
        self.say.basic_id = await loop.run_in_executor(
            self._writer, self.directory.kept, "line.account"
        )
        told = await account(self.api)
        if told is None or not told.basic_id:
            return False
        self.say.basic_id = told.basic_id
        await loop.run_in_executor(
            self._writer, self.directory.keep, "line.account", told.basic_id, self._now()
        )
        return True

    async def run(self) -> None:
        """Ask until LINE has told; everything else happens when LINE calls."""
        while not await self.greet():
            await asyncio.sleep(ASK_AGAIN)
        await asyncio.Event().wait()

    async def quiet(self) -> None:
        """Hear nothing new from now on."""

    async def close(self) -> None:
        """Answer what was heard, and close the connections."""
        await self.hear.settle()
        await self.api.close()
