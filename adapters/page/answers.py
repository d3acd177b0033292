"""What becomes of what somebody does on a page, and what they alone are told about it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Literal, assert_never

import msgspec

from adapters.heard import (
    Heard,
    LearnInPrivate,
    RecordAfterTheGame,
    RecordForThose,
    Reply,
    UnknownButton,
)
from adapters.looks import sat
from adapters.names import context_of
from adapters.page import draw, learn, wire
from adapters.page.ground import Ground
from adapters.page.line_door import PLATFORM
from adapters.page.news import news
from adapters.page.pictured import Pictured
from adapters.page.saved import Saved
from adapters.page.telling import moments_of
from adapters.page.viewer import Viewer
from adapters.picture.gallery import drawing
from adapters.speech import Speech
from core.desk.acts import Act
from core.desk.bluffs import NowTheyKnow
from core.desk.presses import Learn, Press
from core.desk.reading import Reading
from core.kernel.text import Announce, Message, Public
from core.records.lesson import lessons_sheet
from core.records.record import has_record
from core.table.places import Room
from core.table.table import Closed, Finished
from locales.tongue import Context, say


class ToAll(msgspec.Struct, frozen=True):
    """Something that all who look at a table are told, beside its story."""

    message: Public
    read: Reading | None


Answer = wire.Frame | Saved | Pictured | ToAll

MOST_TOLD = 1000  # answers that are remembered, for a page that did not get its own


class Answers:
    """Carries out what pages ask for. Everything here runs in the writer's thread."""

    def __init__(
        self, speech: Speech, now: Callable[[], float], ground: Ground | None = None
    ) -> None:
        self.speech = speech
        self.now = now
        self.ground = ground
        self._told: dict[str, wire.Done] = {}  # by receipt, the newest last
        self._forgotten = 0

    def do(
        self,
        viewer: Viewer,
        frame: wire.Press | wire.Cut | wire.Say,
        press: Press | None,
        looking: Collection[str] = (),
    ) -> list[Answer]:
        """Carry out a press, a cut, or words; tells what became of it. `press` is what the datum
        of a press means (None: nothing), `looking` are the people who have this table open on a
        page."""
        heard = self._heard(viewer, frame.id)
        match frame:
            case wire.Press():
                reply = Reply(UnknownButton())
                if press is not None and press.verb is Act.OPEN and self.ground is not None:
                    result = self.ground.open(viewer.me, heard.receipt)
                    reply = Reply(result.refused, table=result.table, result=result)
                elif press is not None:
                    reply = self.speech.hear(msgspec.structs.replace(heard, press=press))
            case wire.Cut(table=table, picture=picture, bits=bits):
                reply = self.speech.cut(heard, table, picture, bits)
            case wire.Say(text=text):
                addressed = text.lstrip().startswith(("/", "／"))
                said = msgspec.structs.replace(heard, text=text, addressed=addressed)
                reply = self.speech.hear(said)
            case _:
                assert_never(frame)
        question = press.question if press is not None else 0
        answer = self._answer(viewer, frame.id, reply, looking, question)
        return [self._once(heard.receipt, reply, answer[0]), *answer[1:]]

    def _once(self, receipt: str, reply: Reply, done: Answer) -> Answer:
        """What comes twice is told what became of it the first time: that may have been lost."""
        if self._forgotten != self.speech.house.forgotten:  # answers bear names
            self._forgotten = self.speech.house.forgotten
            self._told.clear()
        if reply.result is not None and reply.result.repeated and receipt in self._told:
            return self._told[receipt]
        if isinstance(done, wire.Done):
            self._told[receipt] = done
            if len(self._told) > MOST_TOLD:
                del self._told[next(iter(self._told))]
        return done

    def _heard(self, viewer: Viewer, receipt: str) -> Heard:
        """Who does something, and where: in the group of the table, with nobody looking on."""
        room = self.ground.room() if self.ground is not None else self._home(viewer)
        name = self.speech.directory.person(viewer.me).name or viewer.who.name
        return Heard(
            viewer.me,
            name,
            self.now(),
            room,
            receipt=f"page:{viewer.me}:{receipt}",
            alone=True,
            apart=True,
        )

    def _home(self, viewer: Viewer) -> Room | None:
        """The group in which the person of a page plays its table."""
        read = self._read(viewer.table)
        return read.home(viewer.me) if read is not None else None

    def _read(self, table: str | None) -> Reading | None:
        return self.speech.house.read(table) if table else None

    def _answer(
        self, viewer: Viewer, name: str, reply: Reply, looking: Collection[str], question: int
    ) -> list[Answer]:
        """What the presser alone is told; `question` is the one that they pressed for (0: none)."""
        read = self._read(reply.table)
        voice = draw.Voice(viewer.language, context_of(read, viewer.language))
        if isinstance(reply.message, LearnInPrivate):  # a page is as good as a private chat
            reply = Reply(sheet=lessons_sheet(self.speech.house.games))
        told = self._news(viewer, reply, read, looking)
        outcome = "refused" if self._stands(viewer, reply, question) else _outcome(reply)
        done = wire.Done(id=name, outcome=outcome, text=voice(reply.message), news=told)
        if reply.sheet is not None:
            return [done, draw.sheet(reply.sheet, voice)]
        if reply.panels is not None:
            return [done, Pictured(drawing(reply.panels, viewer.language))]
        if isinstance(reply.message, NowTheyKnow) and reply.result is not None:
            told_all = [note.message for note in reply.result.notes if isinstance(note, Announce)]
            return [done, *(ToAll(each, read) for each in told_all)]
        if reply.file is not None:
            file, content = reply.file
            return [done, Saved(file, content.decode(), reply.again, voice)]
        return [done]

    def _stands(self, viewer: Viewer, reply: Reply, question: int) -> bool:
        """Whether a press that came twice has left its question open: it was refused the first
        time, and what was told about that is lost."""
        repeated = reply.result is not None and reply.result.repeated
        return repeated and question != 0 and self._asked(viewer) == question

    def _news(
        self, viewer: Viewer, reply: Reply, read: Reading | None, looking: Collection[str]
    ) -> str:
        """What the page may say in its group about a move, in the language of the group; empty
        where nobody needs it. While everybody who plays looks at the page, the group hears of the
        end of a round alone."""
        room = read.home(viewer.me) if read is not None else None
        if viewer.who.door != "line" or read is None or room is None or reply.result is None:
            return ""
        seat, told = read.seat_of(viewer.me), moments_of(read.table, self.speech.house.games)
        public = [note.message for note in reply.result.notes if isinstance(note, Announce)]
        moments = [shown for message in public if (shown := told(message)) is not None]
        if not moments or seat is None or room.platform != PLATFORM:
            return ""
        people = {chair.user for chair in read.table.chairs if chair.user and not chair.left}
        if people <= {*looking, viewer.me} and not any(shown.ends for shown in moments):
            return ""
        return say(news(moments, seat), room.language, context_of(read, room.language, room))

    def watched(self, viewer: Viewer) -> Finished | Closed | Message:
        """The game that somebody may watch again: that of their page, or else their last one; or
        why they may not."""
        read = self._read(viewer.table)
        table = read.table if read is not None else None
        if table is None or not has_record(table):
            last = self._read(self.speech.house.ended_for(viewer.me)) if viewer.me else None
            table = last.table if last is not None else None
        if table is None or not has_record(table):
            return RecordAfterTheGame()
        if viewer.who.watches or not sat(table, viewer.me):
            return RecordForThose()
        return table

    def lesson(self, viewer: Viewer, press: Learn) -> Sequence[wire.Frame]:
        """A step of a guided first round; without a game that has one, the choice."""
        games = self.speech.house.games
        game = games.get(press.game)
        if game is None or game.lesson is None:
            voice = draw.Voice(viewer.language, Context())
            return [draw.sheet(lessons_sheet(games), voice)]
        if viewer.lesson is None:
            viewer.behind = self._asked(viewer)
        name = self.speech.directory.person(viewer.me).name if viewer.me else viewer.who.name
        done = learn.step(
            *(games, press, name, viewer.language, self.now(), viewer.lesson),
        )
        viewer.lesson = done.at
        return done.frames

    def _asked(self, viewer: Viewer) -> int:
        """The question that is asked of the person of a page (0: none)."""
        read = self._read(viewer.table)
        return draw.asks(read.table, self.speech.house.games, viewer.me) if read else 0


def _outcome(reply: Reply) -> Literal["done", "refused", "stale"]:
    result = reply.result
    if result is None:
        return "refused" if reply.message is not None else "done"
    if result.refused is None:
        return "done"
    return "stale" if result.late else "refused"
