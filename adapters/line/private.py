"""What a person writes to us alone: they are shown their hand. Runs in the writer's thread."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from adapters.expiry import LASTS, WordsTooOld
from adapters.heard import Heard, Reply
from adapters.line import flex
from adapters.line.answers import record
from adapters.line.chats import Chats, Taken
from adapters.line.events import Event
from adapters.line.flex import Look
from adapters.line.orders import ORDER, typed_order
from adapters.line.people import PLATFORM, People, user_of
from adapters.line.say import LineSay
from adapters.line.texts import GroupHearsLater, NoSeatYet
from adapters.names import context_of
from adapters.speech import Speech
from core.desk.presses import datum, read_datum
from core.desk.reading import Reading
from core.desk.sheets import Sheet
from core.house.ports import person_lane
from core.table.table import Playing
from locales.words import fold, understand

Data = dict[str, Any]
_WITH_CODE = re.compile(r"(.*?)[\s:：・]*([0-9A-Za-z]{4,8})", re.DOTALL)
SKEW = 2.0  # seconds by which we may be wrong about the time at which something was written
Seats = Sequence[Reading]


class Private:
    """Hears people who write to us alone."""

    def __init__(
        self,
        speech: Speech,
        people: People,
        chats: Chats,
        say: LineSay,
        now: Callable[[], float],
    ) -> None:
        self._extras: list[Data] = []
        self.speech = speech
        self.people = people
        self.chats = chats
        self.say = say
        self.now = now
        self._last: dict[str, str] = {}  # the table whose hand a person looked at last

    def hear(self, event: Event) -> Taken:
        """Carry out an event. Everything here is meant for us. What is to be said is told, and
        not kept: if the database gives up in the middle, the event comes again."""
        self._extras = []
        loud = self._hear(event)
        return Taken(loud, tuple(self._extras))

    def _hear(self, event: Event) -> bool:
        user = event.user or event.chat.id
        if event.kind == "unfollow":
            self.people.follows(user, False)
            return False
        if event.kind not in ("message", "postback", "follow"):
            return False
        if event.kind == "follow":
            self.people.follows(user, True)
        self.people.met(user)
        seats = self.people.seats(user)
        old = event.kind == "message" and event.age > LASTS
        table = "" if old else self._asked_for(event, user, seats)
        if not table:
            table = self._other(event, user, seats, old=old)
        if table:
            self._show(user, table)
        return True

    def _asked_for(self, event: Event, user: str, seats: Seats) -> str:
        """The table whose hand was asked for; a word after it names the table."""
        found = _WITH_CODE.fullmatch(event.text)
        code = found[2] if found is not None and understand(found[1]) == "hand" else ""
        whole = understand(event.text) == "hand"
        if event.kind == "message" and event.text and not whole and not code:
            return ""
        if event.kind == "postback":
            return ""
        if not seats:
            return ""
        named = [read.id for read in seats if code and read.id.startswith(fold(code))]
        return named[0] if named else self._usual(user, seats)

    def _usual(self, user: str, seats: Seats) -> str:
        """The table that a person means who names none: where they are asked, or looked last."""
        asked = [
            read.id
            for read in seats
            if isinstance(read.table, Playing) and self._is_asked(read.table, user)
        ]
        if len(asked) == 1:
            return asked[0]
        tables = [read.id for read in seats]
        last = self._last.get(user, "")
        return last if last in tables else tables[0] if tables else ""

    def _is_asked(self, table: Playing, user: str) -> bool:
        game = self.speech.house.games[table.game]
        seats = [i for i, chair in enumerate(table.chairs, 1) if chair.user == user_of(user)]
        return any(game.moves(table.state, seat) for seat in seats)

    def _other(self, event: Event, user: str, seats: Seats, *, old: bool) -> str:
        """Anything but the word for the hand. Tells the table to show, if there is one. What is
        old does nothing, and shows nothing but that."""
        usual = self._usual(user, seats)
        if not event.text and not event.data:
            if old:
                return ""
            if not seats:
                self._extra(flex.plain(self._look(user, None).say(NoSeatYet())))
            return usual
        receipt = event.id or event.token
        heard = Heard(
            user_of(user),
            self.people.name(user),
            self.now(),
            None,
            receipt=f"{PLATFORM}:{receipt}" if receipt else "",
            letters=True,
            addressed=True,
            age=event.age,
        )
        games = self.speech.house.games
        named = next((read.table for read in seats if read.id == usual), None)
        order = typed_order(event.text, named, games, user_of(user)) if named and not old else ""
        if order and not event.data:
            heard = msgspec.structs.replace(heard, press=datum(usual, 0, f"{ORDER}{order}"))
        elif event.data:
            pressed = event.data.partition("|")[0]
            heard = msgspec.structs.replace(heard, press=pressed[:64])
            press = read_datum(pressed)
            usual = press.table if press and press.table in [read.id for read in seats] else usual
        else:
            said_at = self.now() - event.age + SKEW
            heard = msgspec.structs.replace(heard, text=event.text, said_at=said_at)
        reply = self.speech.hear(heard)
        if reply.level is not None and (asked := _asks(reply.level)) is not None:
            self._extra(flex.sheet(asked, self._look(user, reply.table)))
            return ""
        self._answer(user, reply, seats, usual)
        return "" if old else usual

    def _answer(self, user: str, reply: Reply, seats: Seats, usual: str) -> None:
        look = self._look(user, reply.table or usual or None)
        if reply.message is not None:
            message = reply.message
            if not seats and not reply.table and not isinstance(message, WordsTooOld):
                message = NoSeatYet()
            self._extra(flex.plain(look.say(message)))
        elif reply.sheet is not None and not reply.sheet.hand and reply.sheet.letters < 0:
            self._extra(flex.sheet(reply.sheet, look))
        elif reply.file is not None:
            for each in record(reply.file[1], look):
                self._extra(each)
        elif reply.result is not None and reply.result.notes:
            self._extra(flex.plain(look.say(GroupHearsLater())))

    def _show(self, user: str, table: str) -> None:
        self._last[user] = table
        self.chats.of(user).wanted.add(table)
        self.people.touch(person_lane(user_of(user)), table)

    def _extra(self, message: Data) -> None:
        self._extras.append(message)

    def _look(self, user: str, table: str | None) -> Look:
        read = self.speech.house.read(table) if table else None
        language = self.people.language_of(user, read.rooms if read is not None else ())
        return self.say.look(language, context_of(read, language), table or "")


def _asks(level: Sheet) -> Sheet | None:
    """The question of a level alone, with the buttons that answer it; None if it has none."""
    rows = tuple(
        row for row in level.buttons if (press := read_datum(row[0].data)) and _chooses(press.code)
    )
    return Sheet(level.title, level.asked, buttons=rows) if rows else None


def _chooses(verb: str) -> bool:
    return verb.startswith(("m:", "?:"))
