"""LINE's webhook: signed, read, committed, answered with 200; then what waits is said."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from aiohttp import web

from adapters.line.api import Api, group_name, member_name
from adapters.line.chats import TOKEN_DIES, Chats, Token
from adapters.line.events import Chat, Event, NotLine, read, signed
from adapters.line.people import PATH, PLATFORM, People
from adapters.line.private import Private
from adapters.line.public import Public
from adapters.line.say import LineSay
from adapters.post import LEASE, Post
from core.ports import Lanes, person_lane, room_lane

log = logging.getLogger("fumibako.line")
R = TypeVar("R")

MOST_SEEN = 20_000  # ids of events that are remembered while the process lives
ASK_AGAIN = 60.0  # seconds before a name is asked for again that was not told
COMPLAIN = 60.0  # seconds between two complaints about signatures
PATIENCE = (0.0, 0.05, 0.2, 0.5)  # seconds between tries for a lane that somebody else holds


class LineHear:
    """Hears LINE."""

    def __init__(
        self,
        secret: str,
        chats: Chats,
        api: Api,
        people: People,
        public: Public,
        private: Private,
        say: LineSay,
        post: Post,
        lanes: Lanes,
        writer: ThreadPoolExecutor,
        now: Callable[[], float],
    ) -> None:
        self.chats = chats
        self.api = api
        self.people = people
        self.public = public
        self.private = private
        self.say = say
        self.post = post
        self.lanes = lanes
        self.now = now
        self._secret = secret
        self._writer = writer
        self._seen: dict[str, None] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._complained = float("-inf")
        self._titled: set[str] = set()
        self._asked: dict[str, float] = {}

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where LINE finds us."""
        return [web.post(PATH, self.webhook)]

    async def webhook(self, request: web.Request) -> web.Response:
        """One delivery. 200 means that everything in it is committed or is none of ours."""
        body = await request.read()
        if not signed(self._secret, body, request.headers.get("x-line-signature", "")):
            self._complain()
            return web.Response(status=403)
        try:
            events = read(body)
        except NotLine:
            log.warning("a signed body that is not LINE's was left alone")
            return web.Response(status=400)
        heard = await self.take(events)
        for chat, loud in heard.items():
            self._spawn(chat, loud)
        return web.Response(status=200)

    def _complain(self) -> None:
        if self.now() - self._complained >= COMPLAIN:
            self._complained = self.now()
            log.warning(
                "Signatures on %s do not fit LINE_CHANNEL_SECRET: a wrong secret, or strangers.",
                PATH,
            )

    async def take(self, events: Iterable[Event]) -> dict[Chat, bool]:
        """Carry out events in their order. Tells the chats that may be answered, and whether
        something there was meant for us."""
        heard: dict[Chat, bool] = {}
        for event in events:
            async with self._locks.setdefault(event.chat.id, asyncio.Lock()):
                if event.id and event.id in self._seen:
                    continue
                try:
                    loud = await self._take(event)
                except Exception:
                    log.exception("event %s of kind %s failed", event.id, event.kind)
                    continue
                self._remember(event.id)
            heard[event.chat] = heard.get(event.chat, False) or loud
        self.post.ring()
        return heard

    def _remember(self, event: str) -> None:
        if event:
            self._seen[event] = None
        while len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]

    async def _take(self, event: Event) -> bool:
        at, chat = self.now(), event.chat
        if event.token and not (event.again and at - event.at > TOKEN_DIES):
            self.chats.put(chat.id, Token(event.token, at, loud=False))
        if chat.private:
            await self._name(event)
            loud = await self._call(self.private.hear, event)
        else:
            if self.public.may_sit(event):
                await self._name(event)
            loud = await self._call(self.public.hear, event)
        if loud:
            self.chats.loud(chat.id, event.token)
        return loud

    async def _name(self, event: Event) -> None:
        """Ask once what a person is called; a table does not wait for it long."""
        at, user = self.now(), event.user
        if not user or self.people.named(user) or at - self._asked.get(user, 0.0) < ASK_AGAIN:
            return
        self._asked[user] = at
        name = await member_name(self.api, event.chat.kind, event.chat.id, event.user)
        if name:
            await self._call(self.people.call, event.user, name)

    def _spawn(self, chat: Chat, loud: bool) -> None:
        task = asyncio.get_running_loop().create_task(self._answer_safely(chat, loud))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer_safely(self, chat: Chat, loud: bool) -> None:
        try:
            await self.answer(chat, loud)
        except Exception:
            log.exception("a chat could not be answered")

    async def settle(self) -> None:
        """Wait until everything heard so far is answered."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def answer(self, chat: Chat, loud: bool) -> None:
        """Say what waits, if the event may be answered."""
        state = self.chats.of(chat.id)
        if chat.private:
            lane = person_lane(f"{PLATFORM}:{chat.id}")
        else:
            room = await self._call(self.people.room, chat)
            lane = room_lane(room.id)
            if not loud:
                buried = state.board_is_buried(self.now())
                if buried:
                    buried = await self._call(self.public.put_up_again, room)
                if not (state.unread or state.extras or buried):
                    return
        for pause in PATIENCE:
            await asyncio.sleep(pause)
            batch = await self._call(self.lanes.claim_one, lane, self.now(), LEASE)
            if batch is not None:
                await self.post.deliver(batch)
                break
            # Nothing waits there; or whoever holds the lane had no token when they took it.
            if not (state.wanted or state.expected) or not self.chats.alive(chat.id, self.now()):
                break
        await self.say.flush(chat.id)
        if chat.kind == "group" and chat.id not in self._titled:
            self._titled.add(chat.id)
            await self._title(chat)

    async def _title(self, chat: Chat) -> None:
        title = await group_name(self.api, chat.id)
        if title:
            await self._call(self.people.entitle, chat, title)

    async def _call(self, function: Callable[..., R], *arguments: object) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, function, *arguments)
