"""Words that people type: commands with and without our name, answers, and what is not for us."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from telegram import Message as TelegramMessage
from telegram import MessageEntity, User

from adapters.heard import Heard, Reply
from adapters.speech import Speech
from adapters.telegram import render
from adapters.telegram.alerts import Alerts
from adapters.telegram.doing import AsAdmin, Do, Give, Tell
from adapters.telegram.ephemeral import Ephemeral
from adapters.telegram.people import People, number_of, user_of
from adapters.telegram.texts import (
    NothingIsOrdered,
    PressAgainToClose,
    PressAgainToLeave,
    PrivateHandsOff,
    PrivateHandsOn,
    WriteAsYourself,
)
from adapters.telegram.theirs import TheirTime
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import Voice
from core.desk.acts import Act
from core.desk.board import OrderStands
from core.desk.presses import datum
from core.house.ports import person_lane, room_lane
from core.kernel.text import Message
from core.table.places import Room
from core.table.sayings import AlreadyOpen, NoOrder, NotSeated
from core.table.table import Lobby, Playing, chair_of
from locales.words import fold, understand

replace = msgspec.structs.replace

ANONYMOUS = 1087968824  # GroupAnonymousBot: an admin who hides
ALONE_SWITCH = "ephemeral"  # the command that turns hand cards for one person on or off
WITH_MORE = ("cut", "lang", "rules", "bridge", "order")  # commands that take something more
FROM_GAMES = ("core.games.", "core.kernel.")  # where the reasons of games stand
ALOUD = ("rules", "help", "seal", "record")  # what a whole group may read
TWICE = {"leave": Act.SURE_LEAVE, "cancel": Act.SURE_CLOSE}


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
    ) -> None:
        self.speech = speech
        self.people = people
        self.voice = voice
        self.traffic = traffic
        self.ephemeral = ephemeral
        self.alerts = alerts
        self.now = now
        self.theirs = theirs

    def _typed(
        self, message: TelegramMessage, number: int, user: User, text: str, room: Room | None
    ) -> Heard:
        """Typed words, with Telegram's time of them in terms of our clock."""
        date = message.date.timestamp()
        self.theirs.written(date)
        return Heard(
            user_of(user.id),
            user.full_name,
            self.now(),
            room,
            text=text,
            receipt=f"telegram:update:{number}",
            said_at=self.theirs.ours(date) + 1.0,  # dates are whole seconds
            addressed=room is None,
            age=self.theirs.age(date),
        )

    # Private chats

    def in_private(self, message: TelegramMessage, number: int) -> Sequence[Do]:
        """Whoever writes to us can be written to."""
        person = message.from_user
        if person is None or person.is_bot or not message.text:
            return ()
        user, app = user_of(person.id), self.voice.spoken(person.language_code)
        self.people.reached(user, person.full_name, app)
        heard = self._typed(message, number, person, message.text, None)
        language = self.voice.language(heard, app)
        chat = message.chat.id
        command, _ = self._command(message)
        if self.speech.expiry.too_old(heard):
            return self._private(heard, self.speech.hear(heard), app)
        if command == "start":
            self._show(user)
            return [Tell(chat, (self.voice.welcome(user, language),), user=user)]
        if understand(message.text) == "hand" and self._show(user):
            return ()
        return self._private(heard, self.speech.hear(heard), app)

    def _show(self, user: str) -> bool:
        """Show the hands of a person anew. False if no game with them runs."""
        running = [read for read in self.people.seats(user) if isinstance(read.table, Playing)]
        for read in running:
            self.traffic.want_fresh(person_lane(user), read.id)
        self.people.show_hands(user)
        return bool(running)

    def _private(self, heard: Heard, reply: Reply, app: str) -> Sequence[Do]:
        """What the house said, as messages."""
        if reply.result is not None and reply.result.repeated:
            return ()
        chat = number_of(heard.user)
        language = self.voice.language(heard, app)
        if reply.message is not None:
            page = self.voice.page(reply.message, language, reply.table)
            return [Tell(chat, (page,), user=heard.user)]
        if reply.file is not None:
            return [Give(chat, *reply.file)]
        sheet = reply.sheet or reply.level
        if sheet is not None:
            context = self.voice.context(reply.table, language)
            return [Tell(chat, tuple(render.answer(sheet, language, context)), user=heard.user)]
        if _first_word(heard.text) == "order" and reply.table is not None:
            return self._ordered(heard, reply.table, language)
        if understand(heard.text) == "lang" or fold(heard.text).startswith("lang "):
            self.people.show_hands(heard.user)
            return [Tell(chat, (self.voice.welcome(heard.user, language),), user=heard.user)]
        return ()

    def _ordered(self, heard: Heard, table_id: str, language: str) -> Sequence[Do]:
        """What is answered for a person from now on."""
        read = self.voice.read(table_id)
        table = read.table if read is not None else None
        index = chair_of(table.chairs, heard.user) if isinstance(table, Playing) else None
        if not isinstance(table, Playing) or index is None:
            return ()
        order, orders = table.chairs[index].order, self.speech.house.games[table.game].orders
        told: Message = NothingIsOrdered()
        if order and orders is not None:
            told = OrderStands(orders.shown(order))
        page = self.voice.page(told, language, table_id)
        return [Tell(number_of(heard.user), (page,), user=heard.user)]

    # Groups

    def in_group(self, message: TelegramMessage, number: int) -> Sequence[Do]:
        """Commands for us, answers to us, and words that fit; everything else is chat."""
        person, text = message.from_user, message.text or ""
        if person is None or not text or message.via_bot is not None:
            return ()
        command, elsewhere = self._command(message)
        if elsewhere:
            return ()
        text, named = self._without_name(text)
        answers = message.reply_to_message
        to_us = (
            answers is not None
            and answers.from_user is not None
            and answers.from_user.id == self.voice.me().id
        )
        ours = _understood(text) or command in ("start", ALONE_SWITCH)
        if message.sender_chat is not None or person.is_bot:
            if person.id == ANONYMOUS and command and (ours or named):
                return self._anonymous(message, number)
            return ()
        if text.startswith("/") and not ours and not named:
            return ()
        app = self.voice.spoken(person.language_code)
        name = str(message.chat.id)
        thread = 0
        if message.is_topic_message and message.message_thread_id:
            thread = message.message_thread_id
            name = f"{name}:{thread}"
        room = self.people.enter(name, app, message.chat.title or "")
        heard = self._typed(message, number, person, text, room)
        self.people.here(room, heard.user)
        addressed = named or bool(command) or (to_us and ours)
        heard = replace(heard, addressed=addressed)
        where = (message.chat.id, thread)
        if self.speech.expiry.too_old(heard):
            return self._expired(heard, room, where)
        return self._heard(heard, room, command, where)

    def _expired(self, heard: Heard, room: Room, where: tuple[int, int]) -> Sequence[Do]:
        """Words that were written too long ago: that is said, at most."""
        reply = self.speech.hear(heard)
        return self._aloud(reply.message, room, where) if reply.message is not None else ()

    def _heard(
        self, heard: Heard, room: Room, command: str, where: tuple[int, int]
    ) -> Sequence[Do]:
        act = understand(heard.text)
        if command == ALONE_SWITCH:
            return self._switch(room, where)
        if command == "start" or act == "start":
            read = self.voice.read(room.table)
            if read is None or not isinstance(read.table, Lobby):
                return self._hello(heard, room, where) if command == "start" else ()
        if act in ("hand", "status"):
            return self._look(heard, room, act, where) if self._may_ask(heard, room) else ()
        if heard.addressed and act in TWICE:
            return self._twice(heard, room, act, where)
        return self._grouped(heard, self.speech.hear(heard), room, where)

    def _may_ask(self, heard: Heard, room: Room) -> bool:
        """A bare word counts only from whoever sits at the table."""
        read = self.voice.read(room.table)
        seated = read is not None and chair_of(read.table.chairs, heard.user) is not None
        return heard.addressed or seated

    def _hello(self, heard: Heard, room: Room, where: tuple[int, int]) -> Sequence[Do]:
        if room.table is not None:
            return self._look(heard, room, "status", where)
        return [Tell(where[0], (self.voice.hello(room.language),), where[1])]

    def _look(self, heard: Heard, room: Room, act: str, where: tuple[int, int]) -> Sequence[Do]:
        """The hand goes to the private chat; the board is shown again in the group."""
        if room.table is None:
            return self._grouped(heard, self.speech.hear(heard), room, where)
        if act == "hand" and self.people.known(heard.user) and self._show(heard.user):
            return ()
        self.traffic.want_fresh(room_lane(room.id), room.table)
        self.people.show_board(room)
        return ()

    def _twice(self, heard: Heard, room: Room, act: str, where: tuple[int, int]) -> Sequence[Do]:
        """Leaving a running game and closing a table ask once more."""
        read = self.voice.read(room.table)
        table = read.table if read is not None else None
        asks = act == "cancel" or isinstance(table, Playing)
        seated = table is not None and chair_of(table.chairs, heard.user) is not None
        if act == "cancel" and not seated and self.voice.gathers_in(room, read):
            page = self.voice.page(NotSeated(), room.language, room.table)
            refused = Tell(where[0], (page,), where[1])
            return [AsAdmin("", where[0], heard, "close", refused)]
        if table is None or not asks or not seated:
            return self._grouped(heard, self.speech.hear(heard), room, where)
        if not self.alerts.confirmed(heard.user, f"{act}:{table.id}"):
            question = PressAgainToLeave() if act == "leave" else PressAgainToClose()
            return self._aloud(question, room, where)
        press = datum(table.id, 0, TWICE[act].value)
        sure = Heard(heard.user, heard.name, heard.at, room, press=press, receipt=heard.receipt)
        return self._grouped(heard, self.speech.hear(sure), room, where)

    def _switch(self, room: Room, where: tuple[int, int]) -> Sequence[Do]:
        """Hand cards for one person alone: on or off in this room."""
        on = not self.ephemeral.is_on(room.id)
        self.ephemeral.turn(room.id, on)
        return self._aloud(PrivateHandsOn() if on else PrivateHandsOff(), room, where)

    def _grouped(
        self, heard: Heard, reply: Reply, room: Room, where: tuple[int, int]
    ) -> Sequence[Do]:
        """What the house said to words in a group: nothing secret is said aloud."""
        if reply.result is not None and reply.result.repeated:
            return ()
        if isinstance(reply.message, AlreadyOpen) and room.table is not None:
            return self._look(heard, room, "status", where)
        known = self.people.known(heard.user)
        own = self.people.directory.person(heard.user).language or room.language
        if reply.message is not None:
            game = type(reply.message).__module__.startswith(FROM_GAMES)
            if game or isinstance(reply.message, NoOrder):
                # Why a move is not legal may tell something of a hand.
                page = self.voice.page(reply.message, own, reply.table)
                return [Tell(number_of(heard.user), (page,), user=heard.user)] if known else ()
            return self._aloud(reply.message, room, where, reply.table)
        if reply.file is not None:
            return [Give(where[0], *reply.file, where[1])]
        if reply.sheet is not None and _first_word(heard.text) in ALOUD:
            if known:
                pages = render.answer(reply.sheet, own, self.voice.context(reply.table, own))
                return [Tell(number_of(heard.user), tuple(pages), user=heard.user)]
            context = self.voice.context(reply.table, room.language)
            pages = render.answer(reply.sheet, room.language, context)
            return [Tell(where[0], (pages[0],), where[1])]
        if reply.level is not None:
            return ()  # half a move in words: the buttons stand in private
        if understand(heard.text) == "lang" and room.table is None:
            now = self.people.directory.room(room.id) or room
            return [Tell(where[0], (self.voice.hello(now.language),), where[1])]
        return ()

    def _aloud(
        self, message: Message, room: Room, where: tuple[int, int], table: str | None = None
    ) -> Sequence[Do]:
        return [Tell(where[0], (self.voice.page(message, room.language, table),), where[1])]

    def _anonymous(self, message: TelegramMessage, number: int) -> Sequence[Do]:
        """Nobody can tell who an anonymous admin is; a press tells."""
        thread = message.message_thread_id if message.is_topic_message else 0
        name = f"{message.chat.id}:{thread}" if thread else str(message.chat.id)
        room = self.people.enter(name, "", message.chat.title or "")
        nobody = User(ANONYMOUS, "", is_bot=True)
        heard = self._typed(message, number, nobody, message.text or "", room)
        if self.speech.expiry.too_old(heard):
            where = (message.chat.id, thread or 0)
            return self._expired(replace(heard, addressed=True), room, where)
        told = self._aloud(WriteAsYourself(), room, (message.chat.id, thread or 0))
        if room.table is not None:
            self.traffic.want_fresh(room_lane(room.id), room.table)
            self.people.show_board(room)
            return told
        return [*told, Tell(message.chat.id, (self.voice.hello(room.language),), thread or 0)]

    # Texts

    def _command(self, message: TelegramMessage) -> tuple[str, bool]:
        """The slash command at the beginning, without our name; and whether it names another
        bot."""
        text = message.text or ""
        for entity in message.entities or ():
            if entity.type == MessageEntity.BOT_COMMAND and entity.offset == 0:
                said = text[1 : entity.length]
                command, _, name = said.partition("@")
                other = bool(name) and name.lower() != self.voice.me().username.lower()
                return command.lower(), other
        return "", False

    def _without_name(self, text: str) -> tuple[str, bool]:
        """The text without "@ourname", and whether it stood there."""
        name = f"@{self.voice.me().username}"
        at = text.lower().find(name.lower())
        if len(name) == 1 or at < 0:
            return text, False
        return f"{text[:at]}{text[at + len(name) :]}".strip(), True


def _understood(text: str) -> bool:
    """Whether a text is a command of ours, alone or with what such a command takes."""
    return understand(text) is not None or _first_word(text) in WITH_MORE


def _first_word(text: str) -> str | None:
    """The command that a text is, or begins with."""
    return understand(text) or understand(text.partition(" ")[0])
