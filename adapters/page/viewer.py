"""An open page: who looks, and what it was sent last."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec
from aiohttp import web

from adapters.page import wire
from adapters.page.telling import Cursor
from adapters.page.who import Who
from core.desk.presses import Learn

log = logging.getLogger("fumibako.page")

MOST_LINES = 200  # of a story, at first and each time older ones are asked for
LAST_WORDS = 5.0  # seconds that a page gets to hear why it must go
MOST_WAITING = 500  # frames: a page that reads none of them is given up

_encoder = msgspec.json.Encoder()


class Viewer:
    """An open page. `me` is the person for whom it acts, `table` the one it shows (empty: none),
    `cursor` how far it was told the story of that (None: nothing of it), `window` how many lines
    of it it holds at most until more is told. `lesson` is where it stands in a guided first round:
    the table stands behind, and comes to the fore with a question that is not `behind`."""

    def __init__(self, socket: web.WebSocketResponse, who: Who, language: str) -> None:
        self.socket = socket
        self.who = who
        self.language = language
        self.me = who.user
        self.table = who.table
        self.over = True  # nothing is played at its table any more, or it has none
        self.cursor: Cursor | None = None
        self.window = MOST_LINES
        self.lesson: Learn | None = None  # a guided first round: the table stands behind
        self.behind = 0  # the question of that table when the lesson began (0: none)
        self.lock = asyncio.Lock()  # held while it is sent what is new: nothing overtakes
        self.turn = asyncio.Lock()  # held while something is made for it that takes long
        self._last: dict[str, bytes] = {}
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue(MOST_WAITING)

    def anew(self) -> None:
        """Everything is to be sent again."""
        self.cursor, self.window = None, MOST_LINES
        self._last.clear()

    def send(self, frame: wire.Frame) -> None:
        """Queue a frame. A page that does not read is given up."""
        try:
            self._waiting.put_nowait(_encoder.encode(frame))
        except asyncio.QueueFull:
            log.info("a page that reads nothing is given up")
            self._waiting = asyncio.Queue(MOST_WAITING)
            self.socket.force_close()

    def send_changed(self, frame: wire.Frame) -> None:
        """Queue a frame, unless the last one of its kind was the same."""
        kind = type(frame).__name__
        text = _encoder.encode(frame)
        if self._last.get(kind) != text:
            self._last[kind] = text
            self.send(frame)

    async def run(self) -> None:
        """Send what is queued, in order, until the page is gone."""
        with suppress(ConnectionError):
            while not self.socket.closed:
                await self.socket.send_str((await self._waiting.get()).decode())

    async def last_words(self, frame: wire.Frame) -> None:
        """Send one thing more and close."""
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                await self.socket.send_str(_encoder.encode(frame).decode())
                await self.socket.close()
