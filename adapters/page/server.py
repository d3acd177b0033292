"""The page's socket: whoever looks sees what they may see, and presses as themselves."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, ClassVar, assert_never

import msgspec
from aiohttp import WSMsgType, web

from adapters.foreign import Unreadable, read_json
from adapters.heard import UnknownButton
from adapters.names import context_of
from adapters.page import wire
from adapters.page.answers import Answers, ToAll
from adapters.page.door_texts import DoorLabel, DoorWords, LinkEnded, WatchLink
from adapters.page.ground import Ground
from adapters.page.hub import Hub, chat, refusal
from adapters.page.learn import LEAVE
from adapters.page.links import Links, ends, invites
from adapters.page.pictured import Paint, Pictured, no_picture
from adapters.page.reel import reel_frame
from adapters.page.saved import Saved
from adapters.page.viewer import Viewer
from adapters.page.who import Identify, NotIn
from adapters.reader import first_known
from adapters.shares import Shares, TooFast, Verdict
from adapters.writer import Writer
from core.desk.acts import Act
from core.desk.presses import Learn, Page, Press, read_datum
from core.kernel.text import N_, Message, Public
from core.table.failures import OurTrouble
from core.table.sayings import NotSeated
from locales import tongue
from locales.files import SOURCE
from locales.tongue import Context

log = logging.getLogger("fumibako.page")

LONGEST_FRAME = 64 * 1024
FIRST_FRAME = 15.0  # seconds within which a page must say who looks
COOKIE = "fumibako"
MOST_SAID = 1000  # words of the chat whose ids are remembered, so that none stands there twice


class NotDone(Public, frozen=True, tag="page.not-done"):
    """Something of ours went wrong while a press was carried out."""

    text: ClassVar[str] = N_("That did not work. Please try once more.")


class PageServer:
    """The socket of all pages. `ring` wakes the post after something was done; `ground` is there
    on the playground alone; `links` are those that a page with doors can end and give out; `paint`
    makes pictures; `shares` are what each person may do."""

    def __init__(
        self,
        hub: Hub,
        answers: Answers,
        writer: Writer,
        ring: Callable[[], None],
        identify: Identify,
        ground: Ground | None = None,
        links: Links | None = None,
        paint: Paint = no_picture,
        shares: Shares | None = None,
    ) -> None:
        self.shares = shares or Shares(time.monotonic)
        self.hub = hub
        self.answers = answers
        self.ground = ground
        self._writer = writer
        self._ring = ring
        self._identify = identify
        self._links = links
        self._paint = paint
        self._said: deque[str] = deque(maxlen=MOST_SAID)
        self._tasks: set[asyncio.Task[None]] = set()

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """One page, from its first frame to its last."""
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LONGEST_FRAME)
        await socket.prepare(request)
        viewer = await self._come(socket, request.cookies.get(COOKIE, ""))
        if viewer is None:
            return socket
        self.hub.add(viewer)
        sending = asyncio.create_task(viewer.run())
        try:
            await self.hub.greet(viewer)
            async for frame in socket:
                if frame.type is WSMsgType.TEXT and viewer in self.hub:
                    await self.hear(viewer, frame.data)
        finally:
            self.hub.drop(viewer)
            sending.cancel()
        return socket

    async def _come(self, socket: web.WebSocketResponse, cookie: str) -> Viewer | None:
        """Who looks; None if they may not, which they are told."""
        try:
            async with asyncio.timeout(FIRST_FRAME):
                text = await socket.receive_str()
            come = msgspec.convert(read_json(text), wire.Come)
        except (TimeoutError, TypeError, Unreadable, msgspec.ValidationError) as wrong:
            log.warning("a page that does not say who looks is closed (%s)", type(wrong).__name__)
            await socket.close()
            return None
        language = first_known(come.languages) or SOURCE
        try:
            found = await self._identify(come, cookie)
        except OurTrouble as trouble:  # the page comes again
            log.warning("who looks at a page cannot be found out: %s", trouble)
            await socket.close()
            return None
        if isinstance(found, NotIn):
            refused = refusal(found, language)
            await socket.send_str(msgspec.json.encode(refused).decode())
            await socket.close()
            return None
        viewer = Viewer(socket, found, found.language or language)
        if self.ground is not None:
            await self._writer.call(self.ground.begin, viewer.language)
            self._ring()
            people = [each.user for each in await self._writer.call(self.ground.people)]
            viewer.me = found.user or (come.as_person if come.as_person in people else people[0])
        return viewer

    # ------------------------------------------------------------------ what a page sends

    async def hear(self, viewer: Viewer, text: str) -> None:
        """One frame from a page. Whatever is wrong with it harms nobody."""
        user = viewer.who.user or viewer.me or f"page/{id(viewer)}"
        verdict = self.shares.ask(user, f"table/{viewer.table}" if viewer.table else "")
        try:
            frame = msgspec.convert(read_json(text), wire.Sent)
        except (Unreadable, msgspec.ValidationError) as wrong:
            if verdict is not Verdict.UNHEARD:
                log.warning("a frame that nobody can read was refused (%s)", type(wrong).__name__)
            return
        if verdict is not Verdict.HEARD and not isinstance(frame, wire.Ping):
            if isinstance(frame, wire.Press | wire.Cut | wire.Say):
                self._refuse(viewer, frame.id, TooFast())
            return
        try:
            await self._act(viewer, frame)
        except OurTrouble as trouble:  # it is not acknowledged, so the page sends it again
            log.warning("a frame of kind %s could not be done: %s", type(frame).__name__, trouble)
        except Exception:
            log.exception("a frame of kind %s failed", type(frame).__name__)
            if isinstance(frame, wire.Press | wire.Cut | wire.Say):
                self._refuse(viewer, frame.id, NotDone())

    async def _act(self, viewer: Viewer, frame: wire.Sent) -> None:
        match frame:
            case wire.Ping():
                viewer.send(wire.Pong())
            case wire.Press() | wire.Cut() | wire.Say():
                await self._do(viewer, frame)
            case wire.Speak(language=language):
                await self.hub.greet(viewer, language=first_known([language]))
                if (here := viewer.lesson) is not None:
                    viewer.lesson = None  # it is told anew, in this language
                    await self._learn(viewer, here)
            case wire.Be(person=person):
                await self._be(viewer, person)
            case wire.Older():
                await self.hub.more(viewer)
            case wire.Invite(name=name):
                await self._on_the_screen(viewer, lambda ground: ground.invite(name))
            case wire.Rename(name=name):
                await self._on_the_screen(viewer, lambda ground: ground.rename(viewer.me, name))
            case wire.Watch(reader=reader):
                self._later(viewer, self._watch(viewer, reader))
            case wire.Learn(game=game, step=step, code=code):
                await self._learn(viewer, Learn(game, step, code))
            case wire.Come():
                return  # who looks has been said
            case _:
                assert_never(frame)

    async def _learn(self, viewer: Viewer, press: Learn) -> None:
        """A step of a guided first round: nothing of it is stored."""
        self._send(viewer, await self._writer.call(self.answers.lesson, viewer, press))

    async def _beside(self, viewer: Viewer, name: str, press: Press | None) -> bool:
        """A button of a guided first round is pressed, or the one that leads to them; it is no
        press at the table. False for any other button."""
        verb = press.verb if press is not None else None
        if verb != LEAVE and verb is not Act.LEARN and not isinstance(verb, Learn):
            return False
        viewer.send(wire.Done(id=name, outcome="done"))
        if verb == LEAVE:
            await self.hub.again(viewer)
        else:
            await self._learn(viewer, verb if isinstance(verb, Learn) else Learn(""))
        return True

    async def _do(self, viewer: Viewer, frame: wire.Press | wire.Cut | wire.Say) -> None:
        """Something is done at a table or said; it is acknowledged once it is stored."""
        press = read_datum(frame.data) if isinstance(frame, wire.Press) else None
        if await self._beside(viewer, frame.id, press):
            return
        if not await self.hub.may_stay(viewer):
            return
        if viewer.who.watches and not _looks(press):
            self._refuse(viewer, frame.id, NotSeated())
            return
        if isinstance(frame, wire.Say) and self.ground is not None and frame.id not in self._said:
            self._said.append(frame.id)
            said = await self._writer.call(self.ground.say, viewer.me, frame.text)
            for other in self.hub.everyone():
                other.send(wire.Chat(words=chat([said], other), fresh=True))
        if ends(press):
            await self._end_link(viewer, frame.id)
            return
        if invites(press):
            await self._let_watch(viewer, frame.id)
            return
        looking = self.hub.looking(viewer.table)
        for told in await self._writer.call(self.answers.do, viewer, frame, press, looking):
            if isinstance(told, Saved | Pictured):
                self._later(viewer, self._send_made(viewer, told))
            elif isinstance(told, ToAll):
                self._tell_all(viewer.table, told)
            else:
                viewer.send(told)
        self._ring()

    def _refuse(self, viewer: Viewer, name: str, why: Message) -> None:
        """Acknowledge something that was not done: else the page would send it again and again."""
        text = tongue.say(why, viewer.language, Context())
        viewer.send(wire.Done(id=name, outcome="refused", text=text))

    def _later(self, viewer: Viewer, work: Coroutine[Any, Any, None]) -> None:
        """Do what takes long beside the page, which goes on asking whether we are there; one thing
        after another of a page, for others ask for such things too."""

        async def in_turn() -> None:
            async with viewer.turn:
                await work

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            if not task.cancelled() and (error := task.exception()) is not None:
                log.error("what a page asked for could not be made", exc_info=error)

        task = asyncio.create_task(in_turn())
        self._tasks.add(task)
        task.add_done_callback(done)

    async def _send_made(self, viewer: Viewer, asked: Saved | Pictured) -> None:
        if isinstance(asked, Saved):
            viewer.send(await asked.sheet())
        else:
            viewer.send(await asked.sheet(self._paint))

    def _tell_all(self, table: str | None, told: ToAll) -> None:
        for other in self.hub.everyone():
            if other.table == table:
                context = context_of(told.read, other.language)
                other.send(wire.Told(text=tongue.say(told.message, other.language, context)))

    async def _end_link(self, viewer: Viewer, name: str) -> None:
        """A person ends their link: every page that it opened closes, this one with a word."""
        if self._links is None or viewer.who.door != "link":
            self._refuse(viewer, name, UnknownButton())
            return
        for table in {viewer.table, viewer.who.table}:  # it may have led on to the next game
            await self._writer.call(self._links.end, table, viewer.who.user)
        text = tongue.say(LinkEnded(), viewer.language, Context())
        viewer.send(wire.Done(id=name, outcome="done", text=text))
        for other in self.hub.everyone():
            if other.who.user == viewer.who.user and other is not viewer:
                await self.hub.may_stay(other)
        await self.hub.send_away(viewer, NotIn(LinkEnded()))

    async def _let_watch(self, viewer: Viewer, name: str) -> None:
        """Whoever sits at a game may let others watch it: they get a link to its board."""
        if self._links is None:
            self._refuse(viewer, name, UnknownButton())
            return
        link = await self._writer.call(self._links.board_for, viewer.table, viewer.who.user)
        if not link:
            self._refuse(viewer, name, NotSeated())
            return
        viewer.send(wire.Done(id=name, outcome="done"))
        title = tongue.say(DoorLabel(DoorWords.WATCH), viewer.language, Context())
        told = tongue.say(WatchLink(), viewer.language, Context())
        viewer.send(wire.Sheet(title=title, blocks=[wire.Block(lines=[told])], copy=link))

    async def _watch(self, viewer: Viewer, reader: int) -> None:
        """A game that is over is shown once more. It is drawn beside the house, which nobody is to
        wait for."""
        table = await self._writer.call(self.answers.watched, viewer)
        games = self.hub.house.games
        viewer.send(await asyncio.to_thread(reel_frame, table, games, reader, viewer.language))

    async def _be(self, viewer: Viewer, person: str) -> None:
        """Another person of the screen looks: from now on they are sent theirs, and only theirs."""
        if self.ground is None or viewer.who.user:
            return
        if person in [each.user for each in await self._writer.call(self.ground.people)]:
            await self.hub.greet(viewer, me=person)

    async def _on_the_screen(self, viewer: Viewer, change: Callable[[Ground], None]) -> None:
        """The people of the screen change. A friend with a link to one seat cannot do that."""
        if self.ground is not None and not viewer.who.user:
            await self._writer.call(change, self.ground)
            for other in self.hub.everyone():
                await self.hub.refresh(other)

    def _send(self, viewer: Viewer, frames: Sequence[wire.Frame]) -> None:
        for frame in frames:
            viewer.send(frame)


def _looks(press: Press | None) -> bool:
    """Whether a press only looks at what everybody may read: the rules."""
    return press is not None and (press.verb is Act.RULES or isinstance(press.verb, Page))
