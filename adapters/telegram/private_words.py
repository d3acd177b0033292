"""Words that people type to us alone: everything there is meant for us."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from telegram import Message as TelegramMessage
from telegram import User

from adapters.heard import Heard, Reply
from adapters.listen import typed_act
from adapters.owner_texts import YouOwn
from adapters.speech import Speech
from adapters.telegram import render
from adapters.telegram.calls import CALLS, calls_page
from adapters.telegram.doing import Do, Give, Tell
from adapters.telegram.panels import show
from adapters.telegram.people import People, number_of, user_of
from adapters.telegram.said import START, command_of, first_word
from adapters.telegram.strangers import Strangers
from adapters.telegram.texts import NothingIsOrdered
from adapters.telegram.theirs import TheirTime
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import BRIDGE, LEARN, NO_TABLE, RECORD, Voice
from core.desk.acts import Act
from core.desk.hand import OrderStands
from core.desk.presses import pressed
from core.house.ports import person_lane
from core.kernel.text import Message
from core.table.places import Room
from core.table.sayings import NoTable
from core.table.table import Playing, chair_of

replace = msgspec.structs.replace


class Typist:
    """Makes what the house hears of typed words, with Telegram's time of them in terms of our
    clock."""

    def __init__(self, theirs: TheirTime, now: Callable[[], float]) -> None:
        self.theirs = theirs
        self.now = now

    def heard(
        self, message: TelegramMessage, number: int, user: User, text: str, room: Room | None
    ) -> Heard:
        """Typed words of a person, in a room or in private."""
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


class PrivateWords:
    """Hears private chats. Runs in the writer's thread."""

    def __init__(
        self,
        speech: Speech,
        people: People,
        voice: Voice,
        traffic: Traffic,
        typist: Typist,
        strangers: Strangers,
    ) -> None:
        self.speech = speech
        self.people = people
        self.voice = voice
        self.traffic = traffic
        self.typist = typist
        self.strangers = strangers

    def hear(self, message: TelegramMessage, number: int) -> Sequence[Do]:
        """Whoever writes to us can be written to."""
        person = message.from_user
        if person is None or person.is_bot or not message.text:
            return ()
        user, app = user_of(person.id), self.voice.spoken(person.language_code)
        self.people.reached(user, person.full_name, app)
        self.strangers.owner.heard(user)
        heard = self.typist.heard(message, number, person, message.text, None)
        language = self.voice.language(heard, app)
        chat = message.chat.id
        command, _ = command_of(message, self.voice.me())
        if self.speech.expiry.too_old(heard):
            return self.answered(heard, self.speech.hear(heard), app)
        if command == START:
            self.show(user)
            if record := self._record_asked_for(heard):
                return record
            if code := self._code_asked_for(heard, language):
                return code
            if message.text.partition(" ")[2].strip() == LEARN:
                return self.answered(heard, self.speech.act(heard, Act.LEARN, None), app)
            return [Tell(chat, (self.voice.welcome(user, language),), user=user)]
        if command == CALLS:
            return [self.ask_calls(user, language)]
        if typed_act(message.text) is Act.HAND and self.show(user):
            return ()
        return self.answered(heard, self.speech.hear(heard), app)

    def ask_calls(self, user: str, language: str) -> Do:
        """When they wish to be called."""
        wishes = self.people.directory.person(user).wishes
        page = calls_page(wishes, language, NO_TABLE)
        return Tell(number_of(user), (page,), user=user, again=True, below=True)

    def _record_asked_for(self, heard: Heard) -> Sequence[Do]:
        """What Start brings if somebody came to it for a record."""
        what, _, table_id = heard.text.partition(" ")[2].strip().partition("_")
        if what != RECORD or not table_id:
            return ()
        reply = self.speech.hear(replace(heard, text="", press=pressed(table_id, Act.RECORD)))
        if reply.file is None:
            return ()
        return [Give(number_of(heard.user), *reply.file, again=reply.again)]

    def _code_asked_for(self, heard: Heard, language: str) -> Sequence[Do]:
        """What Start brings if somebody came to it for the code that another group writes."""
        what, _, table_id = heard.text.partition(" ")[2].strip().partition("_")
        if what != BRIDGE or not table_id:
            return ()
        reply = self.speech.hear(replace(heard, text="", press=pressed(table_id, Act.INVITE)))
        if reply.message is None:
            return ()
        page = self.voice.page(reply.message, language, reply.table)
        return [Tell(number_of(heard.user), (page,), user=heard.user)]

    def show(self, user: str) -> bool:
        """Show the hands of a person anew. False if no game with them runs."""
        running = [seat for seat in self.people.seats(user) if isinstance(seat.table, Playing)]
        for seat in running:
            self.traffic.want_fresh(person_lane(user), seat.id)
        self.people.show_hands(user)
        return bool(running)

    def answered(self, heard: Heard, reply: Reply, app: str) -> Sequence[Do]:
        """What the house said, as messages."""
        if reply.result is not None and reply.result.repeated:
            return ()
        chat = number_of(heard.user)
        language = self.voice.language(heard, app)
        if isinstance(reply.message, NoTable) and not self.people.seats(heard.user):
            return [Tell(chat, (self.voice.welcome(heard.user, language),), user=heard.user)]
        if reply.message is not None:
            page = self.voice.page(reply.message, language, reply.table)
            more = self.strangers.asked_again(heard.user, chat) if _asks_who(reply) else ()
            return [Tell(chat, (page,), user=heard.user), *more]
        if reply.file is not None:
            return [Give(chat, *reply.file, again=reply.again)]
        if reply.panels is not None:
            return [show(reply.panels, language, self.voice.signed(), chat)]
        sheet = reply.sheet or reply.level
        if sheet is not None:
            context = self.voice.context(reply.table, language)
            return [Tell(chat, tuple(render.answer(sheet, language, context)), user=heard.user)]
        word = first_word(heard.text)
        if word == "order" and reply.table is not None:
            return self._ordered(heard, reply.table, language)
        if word == Act.LANGUAGE.typed:
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


def _asks_who(reply: Reply) -> bool:
    """Whether the owner was told that they are it."""
    return isinstance(reply.message, YouOwn)
