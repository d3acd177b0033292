"""LINE's webhook: signed, read, committed, answered with 200; then what waits is said.

Acknowledged means committed: LINE hears 200 when everything of a body is stored, or is itself at
fault and was set aside; else it hears 500 within its patience and brings the body again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from functools import partial
from hashlib import sha256
from typing import TypeVar
from weakref import WeakValueDictionary

import msgspec
from aiohttp import web

from adapters.door import PATIENCE as DOOR
from adapters.door import Broke
from adapters.edge import Edge
from adapters.latch import Latch
from adapters.line import flex
from adapters.line.api import Api, group_name
from adapters.line.budgets import budgets, counts, is_for_us
from adapters.line.chats import NEVER, TOKEN_DIES, TOKEN_LASTS, Chats, Token
from adapters.line.doing import Do, Doer, Say, Taken, meant
from adapters.line.events import Chat, Event, NotLine, read, signed
from adapters.line.group_ear import GroupEar
from adapters.line.naming import MOMENT, Naming
from adapters.line.people import PATH, PLATFORM, People
from adapters.line.private_ear import PrivateEar
from adapters.line.say import LineSay
from adapters.line.times import LineTime
from adapters.post import LEASE, Post
from adapters.shares import TooFast, Verdict
from adapters.writer import Writer
from core.house.ports import Lanes, person_lane, room_lane
from core.table.failures import AtFault, OurTrouble
from core.table.places import Room
from locales import tongue
from locales.tongue import Context

log = logging.getLogger("fumibako.line")
R = TypeVar("R")

MOST_SEEN = 20_000  # ids of events that are remembered while the process lives
KEPT_AGAIN = 5.0  # seconds before it is said again that a lane is left to us
TOKEN = "line.token"  # what workers call it that one of them has a reply token
MOST_TITLED = 10_000  # groups whose title was asked for since the start
MOST_SITTING = 10  # people in one body for whose names is waited
LEAST = 0.5  # seconds that each event of a long body is given, when LINE's patience is over too
CLOSING = 4.0  # seconds that what was heard is given when the host ends
PATIENCE = (0.0, 0.05, 0.2, 0.5)  # seconds between tries for a lane that somebody else holds


class LineHear:
    """Hears LINE."""

    def __init__(
        self,
        secret: str,
        chats: Chats,
        api: Api,
        people: People,
        group_ear: GroupEar,
        private_ear: PrivateEar,
        say: LineSay,
        naming: Naming,
        post: Post,
        lanes: Lanes,
        writer: Writer,
        edge: Edge,
    ) -> None:
        self.chats = chats
        self.api = api
        self.people = people
        self.group_ear = group_ear
        self.private_ear = private_ear
        self.doer = Doer(chats, people, say)
        self.say = say
        self.naming = naming
        self.post = post
        self.lanes = lanes
        self.edge = edge
        self.now = edge.keeper.now
        self.pulse = edge.keeper.pulse
        self.times = LineTime(edge.keeper)
        self.quiet = False  # nothing new is heard
        self.patience = DOOR  # seconds until LINE wants its answer
        self.crew = post.crew
        self.crew.on(TOKEN, lambda chat: chats.heard_elsewhere(chat, self.pulse()))
        self._kept_at: dict[str, float] = {}  # lanes that are left to us, since when
        self._secret = secret.strip()
        self._writer = writer
        self._seen: dict[str, None] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()
        self._titled: dict[str, None] = {}
        self._untitled: Latch[str] = Latch(self.pulse)

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where LINE finds us."""
        return [web.post(PATH, self.webhook)]

    async def webhook(self, request: web.Request) -> web.Response:
        """One delivery."""
        if self.quiet:
            return web.Response(status=503)
        body = await request.read()
        until = self.pulse() + self.patience
        if not signed(self._secret, body, request.headers.get("x-line-signature", "")):
            log.warning(
                "Signatures on %s do not fit LINE_CHANNEL_SECRET: a wrong secret, or strangers.",
                PATH,
            )
            return web.Response(status=403)
        self.edge.channels.heard(PLATFORM)
        heard: dict[Chat, bool] = {}
        try:
            events = await self._read(body)
            status = 200
            await self._take(events, heard, until)
        except OurTrouble:
            status = 500  # LINE brings all of it again; what is stored by now acts only once
        for chat, loud in heard.items():
            self._spawn(chat, loud)
        self.post.ring()
        return web.Response(status=status)

    async def _read(self, body: bytes) -> Sequence[Event]:
        """The events of a signed body. One that cannot be read is set aside."""
        try:
            events = read(body)
        except NotLine as odd:
            fault = AtFault(str(odd) or "not a body of LINE's")

            def refuse() -> None:
                raise fault

            receipt = sha256(body).hexdigest()[:32]
            raw = body.decode("utf-8", "replace")
            await self.edge.door.take(self._writer, PLATFORM, receipt, lambda: raw, refuse)
            return ()
        return [
            msgspec.structs.replace(each, age=self.times.age(each.at, again=each.again))
            for each in events
        ]

    async def _take(self, events: Sequence[Event], heard: dict[Chat, bool], until: float) -> None:
        """Carry out events in their order, those of one chat one after another. `heard` gets the
        chats that may be answered, and whether something there was meant for us. Raises
        `OurTrouble` if something must come again."""
        sitting = [each for each in events if self._may_sit(each)]
        for event in sitting:
            self.naming.want(event.chat, event.user)
        named = self.pulse() + MOMENT if len(sitting) <= MOST_SITTING else self.pulse()
        broken: Broke | None = None
        for event in events:
            if not await self._has_share(event, heard):
                continue
            lock = self._locks.setdefault(event.chat.id, asyncio.Lock())
            try:
                async with asyncio.timeout(max(LEAST, until - self.pulse())):
                    await lock.acquire()
            except TimeoutError:
                self._give_back(event)
                raise OurTrouble("what came before is not done yet") from None
            try:
                taken = await self._in_turn(event, named, until)
            except Broke as trouble:
                self._give_back(event)
                broken = trouble
                continue
            except OurTrouble:
                self._give_back(event)
                raise
            finally:
                lock.release()
            if taken is not None:
                self._keep(event, taken)
                heard[event.chat] = heard.get(event.chat, False) or taken.loud
        if broken is not None:
            raise broken

    async def _has_share(self, event: Event, heard: dict[Chat, bool]) -> bool:
        """Whether an event is carried out: nobody presses or writes so fast that others wait. They
        are told so once, where it was meant for us."""
        if not counts(event) or event.id in self._seen:
            return True
        answers = bool(event.token) and is_for_us(event)
        verdict = self.edge.shares.ask(*budgets(event), event.age, meant=answers)
        if verdict is Verdict.HEARD:
            return True
        self._remember(event)
        if verdict is Verdict.TOLD:
            age = 0.0 if event.again else event.age
            self.chats.put(event.chat.id, Token(event.token, self.pulse() - age, loud=False))
            told = await self._writer.call(self._too_fast, event)
            self._keep(event, meant(told))
            heard[event.chat] = True
        return False

    def _give_back(self, event: Event) -> None:
        if counts(event):
            self.edge.shares.give_back(*budgets(event))

    def _too_fast(self, event: Event) -> Say:
        """In the writer's thread: what somebody is told who is too fast, in the language that is
        read there."""
        people, chat = self.people, event.chat
        reads = people.language_of(chat.id) if chat.private else people.room(chat).language
        return Say(flex.plain(tongue.say(TooFast(), reads, Context())))

    async def _in_turn(self, event: Event, named: float, until: float) -> Taken | None:
        """Carry out an event. None if that was done before, or will never be."""
        if event.id in self._seen:
            return None
        if self._may_sit(event):
            await self.naming.moment(event.user, named)
        taken = await self.edge.door.take(
            self._writer,
            PLATFORM,
            event.id,
            lambda: repr(msgspec.structs.replace(event, token="")),
            partial(self._hear, event),
            max(LEAST, until - self.pulse()),
        )
        if taken is None:  # it was set aside: once is enough
            self._remember(event)
        return taken

    def _keep(self, event: Event, taken: Taken) -> None:
        """What has come of an event that is stored."""
        self.doer.keep(event.chat.id, taken.dos, self.pulse())
        if taken.loud:
            self.chats.loud(event.chat.id, event.token)
            self.naming.want(event.chat, event.user)

    def _may_sit(self, event: Event) -> bool:
        return not event.chat.private and bool(event.user) and self.group_ear.may_sit(event)

    def _hear(self, event: Event) -> Taken | None:
        """In the writer's thread: carry out an event, unless that was done before."""
        if event.id in self._seen:
            return None
        chat = event.chat
        if event.token and not (event.again and event.age > TOKEN_DIES):
            # A token that is delivered again is good again, for as long as a new one.
            age = 0.0 if event.again else event.age
            self.chats.put(chat.id, Token(event.token, self.pulse() - age, loud=False))
        taken = self.private_ear.hear(event) if chat.private else self.group_ear.hear(event)
        dos = self.doer.store(taken.dos, self.now())
        self._remember(event)
        return msgspec.structs.replace(taken, dos=dos)

    def _remember(self, event: Event) -> None:
        if event.id:
            self._seen[event.id] = None
        while len(self._seen) > MOST_SEEN:
            del self._seen[next(iter(self._seen))]

    def _spawn(self, chat: Chat, loud: bool) -> None:
        task = asyncio.get_running_loop().create_task(self._answer_safely(chat, loud))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer_safely(self, chat: Chat, loud: bool) -> None:
        try:
            await self.answer(chat, loud)
        except OurTrouble as trouble:
            log.warning("a chat cannot be answered now: %s", trouble)
        except Exception:
            log.exception("a chat could not be answered")

    async def settle(self) -> None:
        """Wait until everything heard so far is answered."""
        while self._tasks:
            await asyncio.gather(*self._tasks)

    async def close(self) -> None:
        """Answer what was heard, but not for long."""
        tasks = set(self._tasks)
        if tasks:
            await asyncio.wait(tasks, timeout=CLOSING)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def answer(self, chat: Chat, loud: bool) -> None:
        """Say what waits, if the event may be answered."""
        state = self.chats.of(chat.id)
        if chat.private:
            user = f"{PLATFORM}:{chat.id}"
            lane = person_lane(user)
            await self._keep_lane(chat.id, lane)
            tables = await self._writer.call(self.people.house.tables_of, user)
        else:
            room = await self._writer.call(self.people.room, chat)
            await self._writer.call(self.people.store_arrived)
            lane = room_lane(room.id)
            await self._keep_lane(chat.id, lane)
            tables = [] if room.table is None else [room.table]
            if not loud:
                buried = state.board_is_buried(self.pulse())
                dos = await self._writer.call(self._put_up_again, room) if buried else ()
                self.doer.keep(chat.id, dos, self.pulse())
                if not (state.unread or state.extras or dos):
                    return
        for table in tables:
            await self.say.thoughts.patiently(table)
        for pause in PATIENCE:
            await asyncio.sleep(pause)
            batch = await self._writer.call(self.lanes.claim_one, lane, self.now(), LEASE)
            if batch is not None:
                await self.post.deliver(batch)
                break
            # Nothing waits there; or whoever holds the lane had no token when they took it.
            if not (state.wanted or state.expected) or not self.chats.alive(chat.id, self.pulse()):
                break
        await self.say.flush(chat.id)
        if chat.kind == "group" and chat.id not in self._titled:
            await self._title(chat)

    async def _keep_lane(self, chat: str, lane: str) -> None:
        """While a token of ours lives, what is told there by any worker is left to us."""
        now = self.pulse()
        if self.crew.alone or not self.chats.alive(chat, now):
            return
        if now - self._kept_at.get(lane, NEVER) < KEPT_AGAIN:
            return
        self._kept_at.pop(lane, None)
        self._kept_at[lane] = now
        self.crew.say(TOKEN, chat)
        await self._writer.call(self.lanes.keep_lane, lane, self.now(), TOKEN_LASTS)
        self.post.keeps(TOKEN_LASTS)
        while len(self._kept_at) > MOST_TITLED:
            del self._kept_at[next(iter(self._kept_at))]

    def _put_up_again(self, room: Room) -> Sequence[Do]:
        """In the writer's thread: the board went out of sight."""
        dos = self.group_ear.buried(room)
        self.doer.store(dos, self.now())
        return dos

    async def _title(self, chat: Chat) -> None:
        """Ask once what a group is called; if LINE does not tell, again later."""
        if self._untitled.shut(chat.id):
            return
        self._untitled.close(chat.id)
        title = await group_name(self.api, chat.id)
        if title:
            await self._writer.call(self.people.entitle, chat, title)
            self._untitled.open(chat.id)
            self._titled[chat.id] = None
            while len(self._titled) > MOST_TITLED:
                del self._titled[next(iter(self._titled))]
