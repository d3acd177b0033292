"""What happens in a group: presses, words, people who come and go. Runs in the writer's thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from adapters.expiry import LASTS
from adapters.heard import Heard, Reply
from adapters.line import compose, flex
from adapters.line.answers import FOR_ALL, greeting, how, record, told
from adapters.line.chats import FEW_SECONDS, NEVER, Chats, Taken
from adapters.line.events import Event
from adapters.line.flex import Look, mark_of
from adapters.line.orders import ORDER, may_order, too_late
from adapters.line.patience import Patience
from adapters.line.people import PLATFORM, People, user_of
from adapters.line.say import LineSay
from adapters.line.texts import (
    ButtonsBecomeWords,
    HandsArePrivate,
    PageFor,
    WhoIsIt,
)
from adapters.line.words import press_of
from adapters.names import context_of
from adapters.speech import Speech
from core.desk.acts import Act
from core.desk.board import group_sheet
from core.desk.presses import read_datum
from core.desk.reading import Reading
from core.house.house import Input
from core.house.ports import Lanes, room_lane
from core.kernel.text import Secret
from core.table.commands import Rise, Sleep
from core.table.course import computers_due
from core.table.places import Room
from core.table.sayings import AlreadyOver, Stale, TooLate
from core.table.table import Playing, Table, chair_of
from locales.words import understand

Data = dict[str, Any]

SKEW = 2.0  # seconds by which we may be wrong about the time at which something was written
LATE = (TooLate, Stale, AlreadyOver)
HOW = "how"
ASK_WHO = 60.0  # seconds before a group is told again that we do not know who writes


class Public:
    """Hears groups."""

    def __init__(
        self,
        speech: Speech,
        people: People,
        chats: Chats,
        say: LineSay,
        lanes: Lanes,
        now: Callable[[], float],
        pulse: Callable[[], float],
    ) -> None:
        self.speech = speech
        self.people = people
        self.chats = chats
        self.say = say
        self.lanes = lanes
        self.now = now
        self.pulse = pulse
        self.patience = Patience(speech, chats, now, pulse)
        self._extras: list[Data] = []
        self._asked_who: dict[int, float] = {}

    def may_sit(self, event: Event) -> bool:
        """Whether an event may seat a person, who then needs a name."""
        if event.kind == "postback":
            press = read_datum(event.data.partition("|")[0])
            return press is not None and press.code in (
                Act.OPEN.value,
                Act.JOIN.value,
                Act.REMATCH.value,
            )
        return event.kind == "message" and understand(event.text) in ("open", "join", "rematch")

    def hear(self, event: Event) -> Taken:
        """Carry out an event. What is to be said is told, and not kept: if the database gives up
        in the middle, the event comes again."""
        self._extras = []
        loud = self._hear(event)
        return Taken(loud, tuple(self._extras))

    def _hear(self, event: Event) -> bool:
        room = self.people.room(event.chat)
        if event.user and event.kind not in ("memberLeft", "memberJoined"):
            self.people.here(room, event.user)
        match event.kind:
            case "message":
                loud = self._message(event, room)
            case "postback":
                loud = self._postback(event, room)
            case "join":
                if room.table is not None:
                    self._want(room, room.table)
                if self.people.first_time(event):
                    self._extra(greeting(self._look(room)))
                loud = True
            case "memberJoined":
                for user in event.people:
                    self.people.here(room, user)
                loud = False
            case "memberLeft":
                for user in event.people:
                    self._left(event, room, user)
                loud = False
            case "leave":
                self._removed(room)
                loud = False
            case _:
                return False
        self.patience.close_window(event, room)
        return loud

    # Presses and words

    def _postback(self, event: Event, room: Room) -> bool:
        state = self.chats.of(room.chat)
        state.pressed_at = self.pulse()
        if not event.user:
            if not self.people.typed(room):
                if room.table is not None:
                    self._want(room, room.table)
                self._extra(flex.plain(self._look(room).say(ButtonsBecomeWords())))
                self.people.use_words(room)
            return True
        datum, _, owner = event.data.partition("|")
        if owner and owner != mark_of(user_of(event.user)):
            return True
        return self._press(event, room, datum, "")

    def _press(self, event: Event, room: Room, datum: str, suffix: str) -> bool:
        press = read_datum(datum)
        if press is None:
            return True
        if press.code == HOW:
            self._extra(how(self._look(room)))
        elif press.code == Act.HAND.value:
            self._show_the_way(event, room, press.table)
        elif not press.code.startswith("?:"):  # half a choice is answered in private only
            heard = self._heard(event, room, suffix)
            reply = self.speech.hear(msgspec.structs.replace(heard, press=datum[:64]))
            self._answer(event, room, reply, press.code)
        return True

    def _message(self, event: Event, room: Room) -> bool:
        state = self.chats.of(room.chat)
        old = event.age > LASTS  # then it does nothing, and is answered by one line at most
        command = understand(event.text) if event.text else None
        if not event.user:
            asked_at = self._asked_who.get(room.id, NEVER)
            if command is not None and not old and self.pulse() - asked_at >= ASK_WHO:
                self._asked_who[room.id] = self.pulse()
                self._extra(flex.plain(self._look(room).say(WhoIsIt())))
                return True
            state.foreign += 1
            return False
        if not event.text:
            state.foreign += 1
            return False
        read = self._read(room)
        seated = read is not None and read.seat_of(user_of(event.user)) is not None
        if command == "hand" and (seated or event.addressed) and not old:
            self._show_the_way(event, room, room.table or "")
            return True
        if read is not None and not old:
            pressed = self._meant(event, read, seated)
            if pressed:
                state.pressed_at = self.pulse()
                for number, datum in enumerate(pressed):
                    self._press(event, room, datum, f"#{number}" if number else "")
                return True
        heard = self._heard(event, room, "")
        reply = self.speech.hear(
            msgspec.structs.replace(
                heard,
                text=event.text,
                addressed=event.addressed,
                said_at=self._said_at(event),
                age=event.age,
            )
        )
        if reply == Reply() or (reply.level is not None and not event.addressed):
            state.foreign += 1
            return False
        state.pressed_at = self.pulse()
        self._answer(event, room, reply, command or "")
        return True

    def _meant(self, event: Event, read: Reading, seated: bool) -> list[str]:
        """The buttons that a message stands for: those of somebody at the table, or Join. Words
        of a move count from whoever is asked, and not if they are older than the question."""
        table = read.table
        if self._said_at(event) < read.row.asked_at:
            return []
        games = self.speech.house.games
        clock = read.row.due is not None
        sheet = compose.adapted(group_sheet(table, games), table, clock, games[table.game])
        contexts = {la: context_of(read, la) for la in self.speech.languages}
        found = press_of(event.text, sheet, contexts)
        verbs = [press.code for each in found if (press := read_datum(each)) is not None]
        if not seated:
            return found if verbs == [Act.JOIN.value] else []
        index = chair_of(table.chairs, user_of(event.user))
        asked = index is not None and index + 1 in sheet.awaited
        if any(verb.startswith(ORDER) for verb in verbs):
            code = verbs[0].removeprefix(ORDER)
            return found if may_order(table, games, user_of(event.user), code) else []
        moves = any(verb.startswith(("~", "m:")) for verb in verbs)
        return found if asked or not moves else []

    def _said_at(self, event: Event) -> float:
        """When something was written, by our own clock."""
        return self.now() - event.age + SKEW

    def _heard(self, event: Event, room: Room, suffix: str) -> Heard:
        receipt = event.id or event.token
        return Heard(
            user_of(event.user),
            self.people.name(event.user),
            self.now(),
            room,
            receipt=f"{PLATFORM}:{receipt}{suffix}" if receipt else "",
            letters=True,
        )

    def _answer(self, event: Event, room: Room, reply: Reply, asked: str) -> None:
        """What a group may see of an answer. Hands and reasons go to their owner alone."""
        message, user = reply.message, user_of(event.user)
        look = self._look(room, reply.table)
        if reply.result is not None and reply.result.notes:
            self.chats.of(room.chat).expected = True
        if isinstance(message, FOR_ALL):
            self._extra(flex.plain(look.say(message)))
        elif isinstance(message, Secret):
            self.say.why[user] = message
        if asked in (Act.NEXT.value, "next") and reply.result is not None and reply.result.notes:
            self._want(room, reply.table or "")  # with a keypad for all it would wait otherwise
        games = self.speech.house.games
        late = isinstance(message, LATE) or too_late(message, asked, self._table(room), games)
        if late and reply.table is not None:
            state = self.chats.of(room.chat)
            if self.pulse() - state.sent_at >= FEW_SECONDS:
                self._want(room, room.table or reply.table)
        if asked == Act.STATUS.value and reply.sheet is not None and reply.table is not None:
            lines = told(self.lanes, reply.table, look)
            if lines:
                self._extra(flex.plain(lines))
            self._want(room, reply.table)
        elif reply.sheet is not None and not reply.sheet.hand and reply.sheet.letters < 0:
            own = msgspec.structs.replace(look, owner=mark_of(user))
            sure = asked in (Act.LEAVE.value, Act.CLOSE.value, "leave", "cancel")
            before = look.say(PageFor(self.people.name(event.user))) if sure else ""
            self._extra(flex.sheet(reply.sheet, own if sure else look, before))
        if reply.file is not None:
            for each in record(reply.file[1], look):
                self._extra(each)

    def _show_the_way(self, event: Event, room: Room, table: str) -> None:
        """A hand is never shown in a group: only the way to it."""
        look = self._look(room, table or None)
        self._extra(flex.way_to_the_hand(look.say(HandsArePrivate()), look))

    # People who come and go

    def _left(self, event: Event, room: Room, user: str) -> None:
        """Whoever leaves the group leaves its table, unless they are in another of its rooms."""
        self.people.gone(room, user)
        for read in self.people.seats(user):
            table, rooms = read.id, read.rooms
            if any(each.id == room.id for each in rooms) and not any(
                self.people.is_here(each, user) for each in rooms
            ):
                receipt = f"{PLATFORM}:{event.id}:{table}:{user}" if event.id else ""
                rise = Input(Rise(user_of(user)), self.now(), receipt, table=table)
                self.speech.house.handle(rise)
                self.chats.of(room.chat).unread = True

    def _removed(self, room: Room) -> None:
        """We were removed: a table that nobody can see any more sleeps."""
        read = self._read(room)
        if read is not None and isinstance(read.table, Playing) and len(read.rooms) == 1:
            self.speech.house.handle(Input(Sleep(), self.now(), table=read.id))

    # Small things

    def put_up_again(self, room: Room) -> bool:
        """Show the board again where a person is awaited; False if nobody is."""
        table = self._table(room)
        if not isinstance(table, Playing) or table.asleep:
            return False
        if computers_due(table, self.speech.house.games[table.game]):
            return False
        self._want(room, table.id)
        return True

    def _want(self, room: Room, table: str) -> None:
        self.chats.of(room.chat).wanted.add(table)
        self.people.touch(room_lane(room.id), table)

    def _extra(self, message: Data) -> None:
        self._extras.append(message)

    def _read(self, room: Room) -> Reading | None:
        return self.speech.house.read(room.table) if room.table is not None else None

    def _table(self, room: Room) -> Table | None:
        read = self._read(room)
        return read.table if read is not None else None

    def _look(self, room: Room, table: str | None = None) -> Look:
        read = self.speech.house.read(table) if table else None
        context = context_of(read, room.language, room)
        return self.say.look(room.language, context, table or "", typed=self.people.typed(room))
