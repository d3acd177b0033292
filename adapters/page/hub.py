"""All open pages, and what goes to which of them when a table changes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import msgspec

from adapters.names import context_of
from adapters.page import draw, telling, wire
from adapters.page.ground import Ground, Said
from adapters.page.links import end_button, watch_button
from adapters.page.shelf import Looked, Shelf
from adapters.page.texts import PAGE_TEXTS
from adapters.page.viewer import MOST_LINES, Viewer
from adapters.page.who import NotIn, Renew
from adapters.writer import Writer
from core.desk.acts import Act
from core.desk.reading import Reading
from core.desk.sheets import Button
from core.house.house import House
from core.kernel.text import Message
from core.table.failures import OurTrouble
from core.table.score import RoomScore
from core.table.table import Closed, Finished, Playing
from locales import tongue
from locales.tongue import Context

log = logging.getLogger("fumibako.page")

SWEEP = 2.0  # seconds between two looks at what changes without a command, such as a deadline
AGAIN = 1.0  # seconds before what failed for a page is tried again
RENEW = 60.0  # seconds after which it is asked again whether somebody may still look
FOR_WATCHERS = (Act.RULES.value, Act.LEARN.value)
"""Buttons that need no seat."""


class Hub:
    """All open pages. `ground` is there on the playground alone, `build` names the scripts of this
    server."""

    def __init__(
        self,
        house: House,
        writer: Writer,
        now: Callable[[], float],
        renew: Renew,
        build: str,
        ground: Ground | None = None,
    ) -> None:
        self.house = house
        self.now = now
        self.ground = ground
        self.build = build
        self.shelf = Shelf(house)
        self._writer = writer
        self._renew = renew
        self._viewers: set[Viewer] = set()
        self._seen: dict[str, tuple[int, float]] = {}
        self._changed: set[str] = set()
        self._bell = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None

    def add(self, viewer: Viewer) -> None:
        """A page is open."""
        self._loop = asyncio.get_running_loop()
        self._viewers.add(viewer)

    def drop(self, viewer: Viewer) -> None:
        """A page is gone."""
        self._viewers.discard(viewer)

    def __contains__(self, viewer: Viewer) -> bool:
        return viewer in self._viewers

    def everyone(self) -> list[Viewer]:
        """All open pages."""
        return list(self._viewers)

    def looking(self, table: str) -> frozenset[str]:
        """The people who have a table open on a page."""
        return frozenset(each.me for each in self._viewers if each.me and each.table == table)

    # ------------------------------------------------------------------ what changes

    def changed(self, table: str) -> None:
        """A table has changed. Any thread may call."""
        if self._loop is not None and self._viewers:
            with suppress(RuntimeError):  # the loop ends just now
                self._loop.call_soon_threadsafe(self._note, table)

    def _note(self, table: str) -> None:
        self._changed.add(table)
        self._bell.set()

    async def run(self) -> None:
        """Bring every page up to date until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._sweep())
            tasks.create_task(self._renewing())
            while True:
                await self._bell.wait()
                self._bell.clear()
                changed, self._changed = self._changed, set()
                await self._show(changed)

    async def _sweep(self) -> None:
        """Notice what changes without a command that we hear of."""
        while True:
            await asyncio.sleep(SWEEP)
            if self._viewers:
                await self._carefully(self._look_around())

    async def _look_around(self) -> None:
        tables = sorted({viewer.table for viewer in self._viewers if viewer.table})
        seen = await self._writer.call(self.shelf.versions, tables)
        for table in tables:
            if seen.get(table) != self._seen.get(table):
                self._note(table)
        self._seen = seen
        for table in await self._writer.call(self._moved, self.everyone()):
            self._note(table)

    def _moved(self, viewers: Sequence[Viewer]) -> set[str]:
        """The tables from which some pages must go on to another one. In the writer's thread."""
        waiting = [viewer for viewer in viewers if viewer.over]
        return {viewer.table for viewer in waiting if self._table_of(viewer) != viewer.table}

    async def _renewing(self) -> None:
        while True:
            await asyncio.sleep(RENEW)
            for viewer in list(self._viewers):
                await self._carefully(self.may_stay(viewer))

    async def _carefully(self, work: Awaitable[object]) -> bool:
        """Trouble with one thing must not end the rest. False if it may be tried again."""
        try:
            await work
        except OurTrouble as trouble:
            log.warning("a page cannot be brought up to date: %s", trouble)
            return False
        except Exception:
            log.exception("a page could not be brought up to date")
        return True

    async def may_stay(self, viewer: Viewer) -> bool:
        """Whether somebody may still look; they are sent away if not, else they get a fresh
        bearer."""
        found = await self._renew(viewer.who)
        if isinstance(found, NotIn):
            await self.send_away(viewer, found)
            return False
        if found.bearer and found.bearer != viewer.who.bearer:
            viewer.send(wire.Bearer(bearer=found.bearer))
        viewer.who = found
        return True

    async def send_away(self, viewer: Viewer, why: NotIn) -> None:
        """Close a page, and say why."""
        self._viewers.discard(viewer)
        await viewer.last_words(refusal(why, viewer.language))

    async def _show(self, changed: set[str]) -> None:
        """Bring those up to date who look at a table that has changed. What fails for one page is
        tried again, and holds up no other."""
        for viewer in self.everyone():
            shows = viewer.table in changed or not viewer.table or self.ground is not None
            if shows and not await self._carefully(self.refresh(viewer)):
                asyncio.get_running_loop().call_later(AGAIN, self._note, viewer.table)

    # ------------------------------------------------------------------ what a page is sent

    async def more(self, viewer: Viewer) -> None:
        """A page wants older lines of its story."""
        async with viewer.lock:
            viewer.window += MOST_LINES
            viewer.cursor = None
            await self._send_news(viewer)

    async def again(self, viewer: Viewer) -> None:
        """A page comes back to its table, from a guided round."""
        async with viewer.lock:
            viewer.lesson = None
            viewer.anew()
            await self._send_news(viewer)

    async def refresh(self, viewer: Viewer) -> None:
        """Send a page all that has changed for it."""
        async with viewer.lock:
            await self._send_news(viewer)

    async def _send_news(self, viewer: Viewer) -> None:
        for frame in await self._writer.call(self._news, viewer):
            if isinstance(frame, wire.Table | wire.People):
                viewer.send_changed(frame)
            else:
                viewer.send(frame)

    def _table_of(self, viewer: Viewer) -> str:
        """The table that a page shows: its own; on the playground the one that is open; where the
        match is over, the next one of the same group if its person may follow."""
        if self.ground is not None:
            return self.ground.table()
        if not viewer.who.follows or not viewer.me:
            return viewer.table
        house = self.house
        read = house.read(viewer.table) if viewer.table else None
        if viewer.table and (read is None or not isinstance(read.table, Finished | Closed)):
            return viewer.table
        here = {room.id for room in read.rooms} if read is not None else set()
        for table in house.tables_of(viewer.me):
            if not here or here & {room.id for room in house.rooms_of(table)}:
                return table
        return viewer.table

    def _news(self, viewer: Viewer) -> list[wire.Frame]:
        """Everything that is new for a page. In the writer's thread."""
        table = self._table_of(viewer)
        if table != viewer.table:
            viewer.table = table
            viewer.cursor, viewer.window = None, MOST_LINES
        looked = self.shelf.look(table) if table else None
        frames: list[wire.Frame] = []
        opens = self.ground is not None
        if opens:
            frames.append(self._people(viewer, looked))
        if looked is None:
            viewer.over = True
            return (
                frames if viewer.lesson else [*frames, draw.no_table(viewer.language, opens=opens)]
            )
        read = looked.read
        if viewer.lesson is not None:
            if draw.asks(read.table, self.house.games, viewer.me) in (0, viewer.behind):
                return frames
            viewer.lesson, viewer.cursor = None, None
        voice = draw.Voice(viewer.language, context_of(read, viewer.language))
        story, cursor = self._story(viewer, looked, voice)
        frame = draw.table_frame(
            read.table,
            self.house.games,
            viewer.me,
            voice,
            due=looked.due,
            opens=opens,
            score=self._score(viewer, read),
        )
        foot = self._foot(viewer, read, frame.foot, voice)
        viewer.cursor, viewer.over = cursor, isinstance(read.table, Finished | Closed)
        return [*frames, *story, msgspec.structs.replace(frame, foot=foot)]

    def _score(self, viewer: Viewer, read: Reading) -> RoomScore | None:
        """The score of the room from which the person of a page plays."""
        room = read.home(viewer.me)
        return read.scores.get(room.id) if room is not None else None

    def _foot(
        self, viewer: Viewer, read: Reading, foot: list[wire.Button], voice: draw.Voice
    ) -> list[wire.Button]:
        """The buttons of the house: for who only watches, those that are nobody's but a reader's;
        for all others also those of their door."""
        if viewer.who.watches:
            return [each for each in foot if each.verb in FOR_WATCHERS]
        return [*foot, *(draw.button(each, voice) for each in self._of_the_door(viewer, read))]

    def _of_the_door(self, viewer: Viewer, read: Reading) -> list[Button[Message]]:
        """The buttons that only a page behind a door has: a game that goes on may be watched by
        others, and who came by a link may end it."""
        found: list[Button[Message]] = []
        if self.ground is not None or not viewer.who.user:
            return found
        if isinstance(read.table, Playing) and draw.seat_of(read.table, viewer.me):
            found.append(watch_button(read.id))
        if viewer.who.door == "link":
            found.append(end_button(read.id))
        return found

    def _story(
        self, viewer: Viewer, looked: Looked, voice: draw.Voice
    ) -> tuple[list[wire.Frame], telling.Cursor]:
        """What has happened since a page was told last, or all of it that it can hold; and how far
        that is."""
        table, games = looked.read.table, self.house.games
        seat = draw.seat_of(table, viewer.me)
        moments = telling.moments_of(table, games)
        start, fresh = viewer.cursor or telling.AT_THE_START, viewer.cursor is not None
        most = None if fresh else viewer.window
        lines, cursor = telling.tell(looked.story.events, seat, moments, voice, start, most)
        if fresh and not lines:
            return [], cursor
        more = not fresh and cursor.lines > len(lines)
        return [wire.Story(table=looked.read.id, lines=lines, fresh=fresh, more=more)], cursor

    def _people(self, viewer: Viewer, looked: Looked | None) -> wire.People:
        assert self.ground is not None
        asked: set[str] = set()
        if looked is not None and isinstance(looked.read.table, Playing):
            asked = draw.asked_of(looked.read.table, self.house.games)
        whole = not viewer.who.user
        people = [each for each in self.ground.people() if whole or each.user == viewer.who.user]
        return wire.People(
            me=viewer.me,
            people=[
                wire.Person(
                    user=each.user,
                    name=each.name,
                    hue=draw.hue(each.user),
                    asked=each.user in asked,
                    link=self.ground.link(each.user) if whole else "",
                )
                for each in people
            ],
        )

    def _hello(self, viewer: Viewer) -> wire.Hello:
        context = Context()
        people = self._people(viewer, None) if self.ground is not None else wire.People()
        return wire.Hello(
            version=wire.VERSION,
            build=self.build,
            now=self.now(),
            door=viewer.who.door,
            language=viewer.language,
            texts={
                key: tongue.say(text, viewer.language, context) for key, text in PAGE_TEXTS.items()
            },
            languages=[
                wire.Language(code=code, name=tongue.autonym(code)) for code in tongue.languages()
            ],
            me=viewer.me,
            people=people.people,
            chat=self.ground is not None,
            bearer=viewer.who.bearer,
        )

    async def greet(self, viewer: Viewer, *, language: str = "", me: str = "") -> None:
        """Send a page everything that it needs to draw itself: in another language, or for another
        person of its screen, if one is named."""
        async with viewer.lock:
            viewer.language = language or viewer.language
            if me:
                viewer.me, viewer.lesson = me, None
            viewer.anew()
            viewer.send(await self._writer.call(self._hello, viewer))
            if self.ground is not None:
                words = await self._writer.call(self.ground.words)
                viewer.send(wire.Chat(words=chat(words, viewer)))
            await self._send_news(viewer)


def refusal(why: NotIn, language: str) -> wire.Refused:
    """Why somebody may not come in, in their language."""
    return wire.Refused(
        text=tongue.say(why.why, language, Context()),
        again=why.again,
        later=why.later,
        language=language.replace("_", "-"),
        retry=tongue.say(PAGE_TEXTS["again"], language, Context()),
    )


def chat(words: Sequence[Said], viewer: Viewer) -> list[wire.Word]:
    """Words of the chat as a page reads them."""
    return [
        wire.Word(
            id=each.id,
            name=each.name,
            hue=draw.hue(each.user),
            text=each.text,
            at=each.at,
            mine=each.user == viewer.me,
        )
        for each in words
    ]
