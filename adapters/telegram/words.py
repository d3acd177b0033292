"""Words that people type: commands with and without our name, answers, and what is not for us."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from telegram import InlineKeyboardButton, User
from telegram import Message as TelegramMessage

from adapters.heard import Heard, LearnInPrivate, RecordForThose, Reply
from adapters.listen import typed_act
from adapters.speech import Speech
from adapters.telegram import render
from adapters.telegram.alerts import Alerts
from adapters.telegram.calls import CALLS
from adapters.telegram.doing import AsAdmin, CloseLobby, Do, Give, Tell
from adapters.telegram.ephemeral import Ephemeral
from adapters.telegram.panels import show
from adapters.telegram.people import PLATFORM, People, number_of, user_of
from adapters.telegram.pressed import chat_name, thread_of
from adapters.telegram.private_words import PrivateWords, Typist
from adapters.telegram.quiet import QUIET, Quiet
from adapters.telegram.said import ALONE_SWITCH, ANONYMOUS, START, first_word, read_said, understood
from adapters.telegram.strangers import Strangers
from adapters.telegram.texts import (
    PressAgainToClose,
    PressAgainToLeave,
    PrivateHandsOff,
    PrivateHandsOn,
    WriteAsYourself,
)
from adapters.telegram.theirs import TheirTime
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import BRIDGE, RECORD, Voice
from core.desk.acts import SURE, TYPED, Act, Look
from core.desk.presses import pressed
from core.desk.sheets import Labelled, Sheet
from core.house.ports import room_lane
from core.kernel.text import Message
from core.table.places import Room
from core.table.sayings import AlreadyOpen, NotNow, NotSeated
from core.table.table import Lobby, Playing, chair_of
from locales.tongue import Context, say

replace = msgspec.structs.replace

Where = tuple[int, int]
"""A chat and its topic (0: none)."""

FOR_THE_GROUP = (Act.CUT, Act.TOP, Act.STATS)  # whose sheets are answers to all of it
ALOUD = (Look.RULES, Look.CARDS, Look.PROOF)  # what a whole group may read
BY_ADDING = "play"  # what Start bears where the bot was added by its own button


class Words:
    """Hears typed words. Runs in the writer's thread."""

    def __init__(
        self,
        speech: Speech,
        people: People,
        voice: Voice,
        traffic: Traffic,
        ephemeral: Ephemeral,
        alerts: Alerts,
        now: Callable[[], float],
        theirs: TheirTime,
        strangers: Strangers,
    ) -> None:
        self.speech = speech
        self.people = people
        self.voice = voice
        self.traffic = traffic
        self.ephemeral = ephemeral
        self.alerts = alerts
        self.typist = Typist(theirs, now)
        self.private = PrivateWords(speech, people, voice, traffic, self.typist, strangers)

    # Groups

    def in_group(self, message: TelegramMessage, number: int) -> Sequence[Do]:
        """Commands for us, answers to us, and words that fit; everything else is chat."""
        person = message.from_user
        said = read_said(message, self.voice.me())
        if person is None or message.via_bot is not None:
            return ()
        if said.is_chat:
            self._still_there(message, user_of(person.id))
            return ()
        if said.foreign:
            return self._anonymous(message, number)
        app = self.voice.spoken(person.language_code)
        room = self.people.enter(chat_name(message), app, message.chat.title or "")
        heard = self.typist.heard(message, number, person, said.text, room)
        self.people.here(room, heard.user)
        heard = replace(heard, addressed=said.addressed)
        where = (message.chat.id, thread_of(message))
        if self.speech.expiry.too_old(heard):
            return self._expired(heard, room, where)
        return self._heard(heard, room, said.command, where)

    def _still_there(self, message: TelegramMessage, user: str) -> None:
        """People talk: whoever sits in a lobby there is there."""
        room = self.people.directory.found(PLATFORM, chat_name(message))
        if room is not None:
            self.speech.alive.heard(user, room.table or "", self.typist.now())

    def _expired(self, heard: Heard, room: Room, where: Where) -> Sequence[Do]:
        """Words that were written too long ago: that is said, at most."""
        reply = self.speech.hear(heard)
        return self._aloud(reply.message, room, where) if reply.message is not None else ()

    def _heard(self, heard: Heard, room: Room, command: str, where: Where) -> Sequence[Do]:
        act = typed_act(heard.text)
        if command == ALONE_SWITCH:
            return self._switch(room, where)
        if command == QUIET:
            return self._aloud(Quiet(self.people.directory).turn(room.id, heard.at), room, where)
        if command == CALLS and self.people.known(heard.user):
            return [self.private.ask_calls(heard.user, self._own_language(heard, room))]
        if command == START and (code := _code(heard.text)):
            return self._grouped(heard, self.speech.bridge(heard, code), room, where)
        if command == START or act is Act.START:
            read = self.voice.read(room.table)
            if read is None or not isinstance(read.table, Lobby):
                return self._hello(heard, room, where) if command == START else ()
        if command and not understood(heard.text):
            page = self.voice.unknown(room)
            return [Tell(where[0], (page,), where[1])]
        match act:
            case Act.HAND | Act.STATUS:
                return self._look(heard, room, act, where) if self._may_ask(heard, room) else ()
            case Act.LEAVE | Act.CLOSE if heard.addressed:
                return self._twice(heard, room, act, where)
            case Act.RECORD if heard.addressed:
                return self._record(heard, room, where)
            case Act.LEARN if heard.addressed:
                return self._learn(heard, room, where)
            case _:
                return self._grouped(heard, self.speech.hear(heard), room, where)

    def _record(self, heard: Heard, room: Room, where: Where) -> Sequence[Do]:
        """The record goes to whoever asks, in private; the group is told where it goes."""
        reply = self.speech.hear(replace(heard, alone=True))
        if reply.file is None:
            return self._grouped(heard, reply, room, where)
        page = self.voice.page(RecordForThose(), room.language)
        if self.people.known(heard.user):
            return [
                Tell(where[0], (page,), where[1]),
                Give(number_of(heard.user), *reply.file, again=reply.again),
            ]
        url = self.voice.start_url(reply.table or "", RECORD)
        label = say(Labelled(Act.RECORD), room.language, Context())
        page = render.page(page.text, [[InlineKeyboardButton(label, url=url)]])
        return [Tell(where[0], (page,), where[1])]

    def _learn(self, heard: Heard, room: Room, where: Where) -> Sequence[Do]:
        """Whoever wants to learn does so in private; without a way to them, it is shown here."""
        if self.people.known(heard.user):
            alone = replace(heard, room=None)
            return self.private.answered(alone, self.speech.hear(alone), room.language)
        told = self.voice.page(LearnInPrivate(), room.language)
        label = say(Labelled(Act.LEARN), room.language, Context())
        button = InlineKeyboardButton(label, url=self.voice.learn_url())
        return [Tell(where[0], (render.page(told.text, [[button]]),), where[1])]

    def _may_ask(self, heard: Heard, room: Room) -> bool:
        """A bare word counts only from whoever sits at the table."""
        read = self.voice.read(room.table)
        seated = read is not None and chair_of(read.table.chairs, heard.user) is not None
        return heard.addressed or seated

    def _hello(self, heard: Heard, room: Room, where: Where) -> Sequence[Do]:
        if room.table is not None:
            return self._look(heard, room, Act.STATUS, where)
        if heard.text.partition(" ")[2].strip() == BY_ADDING:
            return self.greet(room, where)
        return [Tell(where[0], (self.voice.hello(room.language),), where[1])]

    def greet(self, room: Room, where: Where) -> Sequence[Do]:
        """The greeting of a group to which the bot was added: Telegram tells of that twice."""
        if self.alerts.lately(room.chat):
            return ()
        return [Tell(where[0], (self.voice.hello(room.language),), where[1])]

    def _look(self, heard: Heard, room: Room, act: Act, where: Where) -> Sequence[Do]:
        """The hand goes to the private chat; the board is shown again in the group."""
        if room.table is None:
            return self._grouped(heard, self.speech.hear(heard), room, where)
        if act is Act.HAND and self.people.known(heard.user) and self.private.show(heard.user):
            return ()
        self.traffic.want_fresh(room_lane(room.id), room.table)
        self.people.show_board(room)
        return ()

    def _twice(self, heard: Heard, room: Room, act: Act, where: Where) -> Sequence[Do]:
        """Leaving a running game and closing a table ask once more."""
        read = self.voice.read(room.table)
        seated = read is not None and chair_of(read.table.chairs, heard.user) is not None
        gathers = act is Act.CLOSE and self.voice.gathers_in(room, read)
        if read is not None and gathers and not seated:
            page = self.voice.page(NotSeated(), room.language, room.table)
            refused = Tell(where[0], (page,), where[1])
            return [AsAdmin("", where[0], heard, CloseLobby(read.id), refused)]
        asks = read is not None and (act is Act.CLOSE or isinstance(read.table, Playing))
        if read is None or not asks or not seated:
            return self._grouped(heard, self.speech.hear(heard), room, where)
        if not self.alerts.confirmed(heard.user, f"{act.typed}:{read.id}"):
            self.speech.asked.ask(heard, pressed(read.id, SURE[act]))
            question = PressAgainToLeave() if act is Act.LEAVE else PressAgainToClose()
            return self._aloud(question, room, where)
        sure = Heard(
            *(heard.user, heard.name, heard.at, room),
            press=pressed(read.id, SURE[act]),
            receipt=heard.receipt,
        )
        return self._grouped(sure, self.speech.hear(sure), room, where)

    def _switch(self, room: Room, where: Where) -> Sequence[Do]:
        """Hand cards for one person alone: on or off in this room."""
        on = not self.ephemeral.is_on(room.id)
        self.ephemeral.turn(room.id, on)
        return self._aloud(PrivateHandsOn() if on else PrivateHandsOff(), room, where)

    def _grouped(self, heard: Heard, reply: Reply, room: Room, where: Where) -> Sequence[Do]:
        """What the house said to words in a group: nothing secret is said aloud."""
        if reply.result is not None and reply.result.repeated:
            return ()
        if isinstance(reply.message, AlreadyOpen) and room.table is not None:
            return self._look(heard, room, Act.STATUS, where)
        if reply.message is not None:
            return self._refused(heard, reply, reply.message, room, where)
        if reply.aside is not None:
            return self._aside(heard, room, reply.aside, reply.table)
        if reply.panels is not None:
            return [show(reply.panels, room.language, self.voice.signed(), where[0])]
        if reply.level is not None:
            return ()  # half a move in words: the buttons stand in private
        act = typed_act(heard.text) or TYPED.get(first_word(heard.text) or "")
        if isinstance(reply.sheet, Sheet) and act in FOR_THE_GROUP:
            context = self.voice.context(reply.table, room.language)
            pages = render.answer(reply.sheet, room.language, context)
            return [Tell(where[0], tuple(pages), where[1])]
        aloud = act is not None and (act is Act.SWITCHES or act.does in ALOUD)
        if isinstance(reply.sheet, Sheet) and aloud:
            return self._read_aloud(heard, reply, reply.sheet, room, where)
        if typed_act(heard.text) is Act.LANGUAGE and room.table is None:
            now = self.people.directory.room(room.id) or room
            return [Tell(where[0], (self.voice.hello(now.language),), where[1])]
        return ()

    def _refused(
        self, heard: Heard, reply: Reply, told: Message, room: Room, where: Where
    ) -> Sequence[Do]:
        """Why something is not done. What the rules say of a move goes to the private chat of
        whoever tried; the group hears no more than that it cannot be played."""
        by_rules = reply.result is not None and reply.result.by_rules
        if reply.aside is not None:
            aloud, why = NotNow() if by_rules else told, reply.aside
        elif by_rules and self.people.known(heard.user):
            aloud, why = NotNow(), told
        else:
            return self._aloud(told, room, where, reply.table)
        own = self._aside(heard, room, why, reply.table)
        return [*self._aloud(aloud, room, where, reply.table), *own]

    def _aside(self, heard: Heard, room: Room, why: Message, table: str | None) -> Sequence[Do]:
        """What is for the sender alone, in private; nothing where there is no way to them."""
        if not self.people.known(heard.user):
            return ()
        page = self.voice.page(why, self._own_language(heard, room), table)
        return [Tell(number_of(heard.user), (page,), user=heard.user)]

    def _read_aloud(
        self, heard: Heard, reply: Reply, sheet: Sheet, room: Room, where: Where
    ) -> Sequence[Do]:
        """Rules and the like: in private where that is possible, else their beginning here."""
        if self.people.known(heard.user):
            own = self._own_language(heard, room)
            pages = render.answer(sheet, own, self.voice.context(reply.table, own))
            return [Tell(number_of(heard.user), tuple(pages), user=heard.user)]
        context = self.voice.context(reply.table, room.language)
        pages = render.answer(sheet, room.language, context)
        return [Tell(where[0], (pages[0],), where[1])]

    def _own_language(self, heard: Heard, room: Room) -> str:
        return self.people.directory.person(heard.user).language or room.language

    def _aloud(
        self, message: Message, room: Room, where: Where, table: str | None = None
    ) -> Sequence[Do]:
        return [Tell(where[0], (self.voice.page(message, room.language, table),), where[1])]

    def _anonymous(self, message: TelegramMessage, number: int) -> Sequence[Do]:
        """Nobody can tell who an anonymous admin is; a press tells."""
        where = (message.chat.id, thread_of(message))
        room = self.people.enter(chat_name(message), "", message.chat.title or "")
        nobody = User(ANONYMOUS, "", is_bot=True)
        heard = self.typist.heard(message, number, nobody, message.text or "", room)
        if self.speech.expiry.too_old(heard):
            return self._expired(replace(heard, addressed=True), room, where)
        told = self._aloud(WriteAsYourself(), room, where)
        if room.table is not None:
            self.traffic.want_fresh(room_lane(room.id), room.table)
            self.people.show_board(room)
            return told
        return [*told, Tell(where[0], (self.voice.hello(room.language),), where[1])]


def _code(text: str) -> str:
    """The code of another group's table that a Start bears; empty if it bears none."""
    what, _, code = text.partition(" ")[2].strip().partition("_")
    return code if what == BRIDGE else ""
