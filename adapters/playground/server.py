"""The page's web socket: whoever looks sees what they may see, and presses as themselves."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, assert_never

import msgspec
from aiohttp import WSMsgType, web

from adapters.foreign import Unreadable
from adapters.heard import Heard, Reply
from adapters.names import context_of
from adapters.page.texts import NoScript, NoServer
from adapters.platform import Platform
from adapters.playground import frames, render
from adapters.playground.say import Data, History, PlaygroundSay
from adapters.playground.screen import PLATFORM, Screen, title
from adapters.playground.viewers import Viewer, who_is_it
from adapters.reader import first_known
from adapters.speech import Speech
from adapters.writer import Writer
from core.desk.presses import read_datum
from core.house.house import Input
from core.house.ports import person_lane, room_lane
from core.kernel.text import Message, Public
from core.table.commands import AddRoom, Open, SeatBot
from core.table.failures import OurTrouble
from core.table.places import Individual, Room
from core.table.sayings import Pace
from locales import tongue
from locales.files import SOURCE
from locales.names import clean
from locales.tongue import HTML, Context

log = logging.getLogger("fumibako.playground")
R = TypeVar("R")

STATIC = Path(__file__).parent / "static"
LONGEST_FRAME = 64 * 1024
COMPUTERS = 3
ALWAYS_ASKED = {"Cache-Control": "no-cache"}


class Playground(Platform):
    """The page, its sockets, and what people do on it."""

    name = PLATFORM
    title = "Fumibako"
    say: PlaygroundSay
    in_status = False  # it is this process itself

    def __init__(
        self,
        speech: Speech,
        screen: Callable[[], Screen],
        history: History,
        now: Callable[[], float],
        writer: Writer,
        ring: Callable[[], None],
        texts: Mapping[str, Message],
        *,
        loopback: bool = True,
    ) -> None:
        self.speech = speech
        self.screen = screen()
        self.say = PlaygroundSay(history, now, self.broadcast)
        self.loopback = loopback
        self._writer = writer
        self._ring = ring
        self._texts = texts
        self._viewers: set[Viewer] = set()

    def routes(self) -> list[web.AbstractRouteDef]:
        """Where the page is found."""
        return [
            web.get("/", self.index),
            web.get("/ws", self.socket),
            web.static("/static", STATIC),
        ]

    def key_part(self) -> str:
        """What follows the address of the page for whoever may see every seat of this screen from
        another machine."""
        return f"#key={self.screen.key}"

    async def index(self, request: web.Request) -> web.StreamResponse:
        """The page itself."""
        return web.Response(text=_index(), content_type="text/html", headers=ALWAYS_ASKED)

    def broadcast(self, letter: Data) -> None:
        """Show a new or changed letter to everybody who may see it."""
        for viewer in list(self._viewers):
            if viewer.sees(letter["lane"]):
                self._send(viewer, {"type": "letter", "letter": letter})

    def _send(self, viewer: Viewer, data: Data) -> None:
        """Queue a frame. A page that has gone away is dropped by its own loop."""
        if not viewer.socket.closed:
            task = asyncio.get_running_loop().create_task(
                viewer.socket.send_str(json.dumps(data, ensure_ascii=False))
            )
            task.add_done_callback(_forget_errors)

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """One page, from its first look to its last."""
        language = first_known(request.query.get("lang", "").split(",")) or SOURCE
        who = who_is_it(request, self.screen, self.loopback)
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=LONGEST_FRAME)
        await socket.prepare(request)
        if isinstance(who, Public):
            # a page cannot read a refused handshake, so it is told and sent away
            html = tongue.say(who, language, Context(), HTML)
            await socket.send_str(json.dumps({"type": "refused", "html": html}))
            await socket.close()
            return socket
        viewer = Viewer(socket, who)
        if await self._writer.call(self._first_table, language):
            await self._first_board()
        self._viewers.add(viewer)
        try:
            await self._hello(viewer)
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    await self._frame(viewer, frame.data)
        finally:
            self._viewers.discard(viewer)
        return socket

    async def _first_board(self) -> None:
        """Wait until the new table is shown, so that a page never begins empty."""
        self._ring()
        lane = room_lane((await self._writer.call(self.screen.rooms))[0].id)
        for _ in range(100):
            letters = await self._writer.call(self._history, lane)
            if any(letter["kind"] == "card" for letter in letters):
                return
            await asyncio.sleep(0.02)

    def _first_table(self, language: str) -> bool:
        """The first screen is a table ready to start: a person and three computers."""
        if self.screen.known():
            return False
        person = self.screen.add_person("", language)
        assert person is not None
        room = self.screen.rooms(language)[0]
        house, now = self.speech.house, self.say.now()
        game = next(iter(house.games))
        opened = house.handle(
            Input(Open(person.user, person.name, game, Pace.NONE), now, room=room.id)
        )
        for _ in range(COMPUTERS):
            house.handle(Input(SeatBot(person.user), now, table=opened.table))
        return True

    async def _hello(self, viewer: Viewer) -> None:
        self._send(viewer, await self._writer.call(self._greeting, viewer))

    def _greeting(self, viewer: Viewer) -> Data:
        """Everything a page needs to draw itself anew."""
        rooms = self.screen.rooms()
        language = rooms[0].language
        people = self.screen.people()
        if viewer.person is not None:
            people = [person for person in people if person.user == viewer.person]
        lanes = [room_lane(room.id) for room in rooms]
        lanes += [person_lane(person.user) for person in people]
        texts = self._texts.items()
        letters = [letter for lane in lanes for letter in self._history(lane)]
        return {
            "type": "hello",
            "now": self.say.now(),
            "me": {"all": viewer.person is None, "person": people[0].user if people else ""},
            "language": language,
            "texts": {key: tongue.say(text, language, Context()) for key, text in texts},
            "rooms": [self._room(room, language) for room in rooms],
            "people": [self._person(person, viewer) for person in people],
            "letters": sorted(letters, key=lambda letter: int(letter["id"])),
        }

    def _room(self, room: Room, language: str) -> Data:
        return {
            "lane": room_lane(room.id),
            "title": title(room, language),
            "language": room.language,
        }

    def _person(self, person: Individual, viewer: Viewer) -> Data:
        link = f"#seat={self.screen.token(person.user)}" if viewer.person is None else None
        return {
            "lane": person_lane(person.user),
            "user": person.user,
            "name": person.name,
            "link": link,
            "language": person.language,
        }

    def _history(self, lane: str) -> list[Data]:
        return [
            {"id": row.id, "lane": lane, "kind": row.kind, "at": row.at, **json.loads(row.payload)}
            for row in self.say.history.letters(lane, 0, 2000)
        ]

    # What people do

    async def _frame(self, viewer: Viewer, text: str) -> None:
        """One frame from a page. Whatever is wrong with it harms nobody."""
        try:
            frame = frames.read_frame(text)
        except Unreadable as wrong:
            log.warning("a frame that nobody can read was refused (%s)", wrong)
            self._send(viewer, {"type": "unreadable"})
            return
        own = frame.person == viewer.person and isinstance(
            frame, frames.Press | frames.Cut | frames.Say
        )
        if viewer.person is not None and not own:
            return
        try:
            before = await self._writer.call(self._tongues)
            await self._act(viewer, frame)
            self._ring()
            if await self._writer.call(self._tongues) != before:
                for other in list(self._viewers):
                    await self._hello(other)
        except OurTrouble as trouble:
            log.warning("a frame of kind %s could not be done: %s", type(frame).__name__, trouble)
        except Exception:
            log.exception("a frame of kind %s failed", type(frame).__name__)

    def _tongues(self) -> list[object]:
        rooms = [(room.id, room.language) for room in self.screen.rooms()]
        return [rooms, [(p.user, p.name, p.language) for p in self.screen.people()]]

    async def _act(self, viewer: Viewer, frame: frames.AnyFrame) -> None:
        match frame:
            case frames.Press():
                await self._press(viewer, frame)
            case frames.Cut():
                await self._cut(viewer, frame)
            case frames.Say(who, lane, text):
                await self._say_aloud(viewer, who, lane, text[: frames.LONGEST_WORDS])
            case frames.NewPerson(_, name):
                await self._writer.call(self._new_person, name)
            case frames.Rename(who, name):
                await self._writer.call(self.screen.rename, who, name)
            case frames.SecondRoom():
                await self._writer.call(self._second_room)
            case _:
                assert_never(frame)

    def _new_person(self, name: str) -> None:
        self.screen.add_person(name, self.screen.rooms()[0].language)

    def _second_room(self) -> None:
        """Open the second group at the same table, or fold it away."""
        self.screen.show_second(not self.screen.second)
        rooms = self.screen.rooms()
        if self.screen.second and rooms[0].table is not None and rooms[1].table is None:
            joined = AddRoom(rooms[1].id)
            self.speech.house.handle(Input(joined, self.say.now(), table=rooms[0].table))

    def _heard(self, who: str, lane: str) -> tuple[Heard, str] | None:
        """Who speaks where: a person of this screen, in a group or in their own chat."""
        person = next((p for p in self.screen.people() if p.user == who), None)
        if person is None:
            return None
        rooms = self.screen.rooms()
        room = next((room for room in rooms if room_lane(room.id) == lane), None)
        if room is None and lane != person_lane(who):
            return None
        language = room.language if room is not None else person.language or rooms[0].language
        return Heard(who, person.name, self.say.now(), room, alone=True), language

    async def _press(self, viewer: Viewer, frame: frames.Press) -> None:
        who, lane, datum = frame.person, frame.lane, frame.data[: frames.LONGEST_DATUM]

        def press() -> tuple[Reply, str] | None:
            known = self._heard(who, lane)
            if known is None:
                return None
            heard, language = known
            return self.speech.hear(
                msgspec.structs.replace(heard, press=read_datum(datum))
            ), language

        done = await self._writer.call(press)
        if done is not None:
            await self._answer(viewer, who, lane, done[0], done[1], frame.letter)

    async def _cut(self, viewer: Viewer, frame: frames.Cut) -> None:
        """A picture was pressed; the browser has added random bits of its own."""
        table = frame.table[: frames.LONGEST_DATUM]

        def cut() -> tuple[Reply, str] | None:
            known = self._heard(frame.person, frame.lane)
            if known is None:
                return None
            heard, language = known
            return self.speech.cut(heard, table, frame.picture, frame.bits), language

        done = await self._writer.call(cut)
        if done is not None:
            await self._answer(viewer, frame.person, frame.lane, done[0], done[1], None)

    async def _say_aloud(self, viewer: Viewer, who: str, lane: str, text: str) -> None:
        """Words in a chat: everybody there reads them, then the host may answer."""

        def hear() -> tuple[Reply, str, Data] | None:
            known = self._heard(who, lane)
            if known is None or not text.strip():
                return None
            heard, language = known
            addressed = text.lstrip().startswith(("/", "／"))
            heard = msgspec.structs.replace(heard, text=text, addressed=addressed)
            shown = clean(text)
            said = {"name": heard.name, "user": who, "html": HTML.escape(shown)}
            return self.speech.hear(heard), language, said

        done = await self._writer.call(hear)
        if done is not None:
            reply, language, said = done
            self.say.keep(lane, "", "said", said)
            await self._answer(viewer, who, lane, reply, language, None)

    async def _answer(
        self, viewer: Viewer, who: str, lane: str, reply: Reply, language: str, letter: int | None
    ) -> None:
        """What the presser alone is told."""
        context, table = await self._writer.call(self._context, reply.table, language)
        if reply.message is not None:
            html = tongue.say(reply.message, language, context, HTML)
            self._send(viewer, {"type": "toast", "person": who, "html": html})
        if reply.level is not None and table is not None:
            card = render.hand(reply.level, language, context)
            self._send(viewer, {"type": "level", "lane": lane, "letter": letter, "card": card})
        if reply.sheet is not None:
            data = render.sheet(reply.sheet, language, context)
            data["lines_html"] += data.pop("asked_html")
            self._send(viewer, {"type": "sheet", "person": who, **data, "copy": "", "file": None})
        if reply.file is not None:
            name, content = reply.file
            self._send(
                viewer,
                {
                    "type": "sheet",
                    "person": who,
                    "title_html": HTML.escape(name),
                    "lines_html": [],
                    "buttons": [],
                    "copy": "",
                    "file": {"name": name, "text": content.decode()},
                },
            )

    def _context(self, table_id: str | None, language: str) -> tuple[Context, Any]:
        read = self.speech.house.read(table_id) if table_id is not None else None
        return context_of(read, language), read.table if read is not None else None


@cache
def _index() -> str:
    """The page, with what it says before any server has told it its language: in all of them."""
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    for mark, message in (("<!-- lost -->", NoServer()), ("<!-- no script -->", NoScript())):
        told = "".join(
            f'<p lang="{each.replace("_", "-")}">{tongue.say(message, each, Context(), HTML)}</p>'
            for each in tongue.languages()
        )
        page = page.replace(mark, told)
    return page


def _forget_errors(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and task.exception() is not None:
        log.debug("a page has gone away")
