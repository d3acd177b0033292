"""A press on a button: what the house makes of it, and what the presser alone is told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from telegram import Chat as TelegramChat

from adapters.heard import Heard, Reply
from adapters.scribe import Scribe
from adapters.speech import Speech
from adapters.telegram.alerts import Alerts
from adapters.telegram.alone import Alone
from adapters.telegram.card_presses import CardPresser
from adapters.telegram.doing import (
    AnswerPress,
    Change,
    CloseLobby,
    Do,
    Remove,
    Tell,
    TryPrivate,
)
from adapters.telegram.ephemeral import Ephemeral
from adapters.telegram.opening import Opener
from adapters.telegram.people import PLATFORM, Glance, People, number_of, user_of
from adapters.telegram.pings import Pings, press_ping
from adapters.telegram.posted import place
from adapters.telegram.press_answers import Answers
from adapters.telegram.pressed import Pressed, alone_of, thread_of
from adapters.telegram.shape import Chat, Message, Query
from adapters.telegram.strangers import Strangers
from adapters.telegram.texts import (
    BEHIND,
    BEHIND_LOBBY,
    KEYS,
    MENU,
    PING,
    CutWhere,
    PressAgainToClose,
    PressAgainToLeave,
    SentInPrivate,
)
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import BRIDGE, NO_TABLE, Voice
from core.desk.acts import SURE, Act
from core.desk.presses import Key, Learn, Level, Own, Speak, read_datum
from core.desk.presses import pressed as as_pressed
from core.desk.reading import language_for
from core.house.choosing import so_far
from core.house.ports import room_lane
from core.table.bridge import BridgeCode
from core.table.places import Room
from core.table.sayings import LookAtYourHand, NotSeated, Stale
from core.table.table import Lobby, Playing, chair_of
from locales import tongue

replace = msgspec.structs.replace


class Presser:
    """Hears presses. Runs in the writer's thread."""

    def __init__(
        self,
        speech: Speech,
        people: People,
        voice: Voice,
        traffic: Traffic,
        ephemeral: Ephemeral,
        now: Callable[[], float],
        opener: Opener,
        strangers: Strangers,
    ) -> None:
        self.speech = speech
        self.people = people
        self.voice = voice
        self.traffic = traffic
        self.ephemeral = ephemeral
        self.now = now
        self.strangers = strangers
        self.alerts = Alerts(traffic.pulse, traffic.crew, traffic.api.bot.token)
        scribe = Scribe(speech.house, now)
        self.alone = Alone(speech, voice, ephemeral, self.alerts, scribe)
        self.cards = CardPresser(speech, voice, traffic, opener, scribe)
        self.answers = Answers(people, voice, traffic, self.alerts, self.cards)
        self.pings = Pings(people.directory, now)

    def press(self, query: Query, seen: Glance) -> Sequence[Do]:
        """What to do after a press."""
        if query.sender.is_bot or query.message is None:
            return ()
        pressed = self._pressed(query, query.message, seen)
        if pressed is None:
            language = self.voice.spoken(query.sender.language_code) or self.people.language
            return [AnswerPress(query.id, self.voice.plain(Stale(), language))]
        verb = pressed.press.verb
        if verb is Act.NO:
            return [AnswerPress(query.id), Remove(pressed.chat, pressed.message)]
        if isinstance(verb, Speak):
            return self._speak(pressed, verb.language)
        if verb is Act.LANGUAGE and pressed.heard.room is None:
            return self._speak_alone(pressed)
        if isinstance(verb, Own) and (done := self.strangers.key(pressed, verb.word)) is not None:
            return done
        if isinstance(verb, Own) and (done := self.cards.own(pressed, verb.word)) is not None:
            return done
        if pressed.heard.room is not None:
            return self._in_group(pressed)
        return self._heard(pressed)

    def _in_group(self, pressed: Pressed) -> Sequence[Do]:
        """A press that everybody in a group could have made."""
        match pressed.press.verb:
            case Act.HAND:
                return self.alone.hand(pressed)
            case Act.LEAVE | Act.CLOSE:
                return self._twice(pressed, pressed.press.verb)
            case Act.JOIN | Act.OPEN | Act.REMATCH:
                return self._join(pressed)
            case Act.CUT:
                return self._cut(pressed)
            case Act.INVITE:
                return self._invite(pressed)
            case Act.LEARN | Learn():
                return [AnswerPress(pressed.query, url=self.voice.learn_url())]
            case Own(word) if word == PING:
                return press_ping(self.pings, self.people, self.voice, pressed)
            case Own(word) if word == KEYS:
                return self._keys(pressed, BEHIND)
            case Act.SETTINGS if not self._hosts(pressed):
                return self._keys(pressed, BEHIND_LOBBY)
            case Level():
                if pressed.alone:
                    return self.alone.again(pressed)
                return [AnswerPress(pressed.query)]  # levels of a choice are for one alone
            case _:
                return self._heard(pressed)

    def _heard(self, pressed: Pressed) -> Sequence[Do]:
        """What the house makes of it."""
        reply = self.speech.hear(pressed.heard)
        if isinstance(pressed.press.verb, Key) and reply.message is None:
            return self._drafted(pressed, reply)
        if pressed.alone and reply.result is not None and reply.message is None:
            return self.alone.again(pressed)
        return self.answers.replied(pressed, reply)

    def _pressed(self, query: Query, message: Message, seen: Glance) -> Pressed | None:
        press = read_datum(query.data or "")
        if press is None:
            return None
        chat, thread = message.chat, thread_of(message)
        app = self.voice.spoken(query.sender.language_code)
        user = user_of(query.sender.id)
        room = None
        if chat.type != TelegramChat.PRIVATE:
            room = self._room(press.table, seen.rooms, chat, thread, app)
            self.people.here(room, user)
        unreachable = bool(seen.person.name) and not seen.person.reachable
        heard = Heard(
            user,
            query.sender.full_name,
            self.now(),
            room,
            press=press,
            receipt=f"telegram:press:{query.id}",
            letters=unreachable and room is not None,
            alone=True,
        )
        language = self.voice.language(heard, app, seen.rooms, seen.person)
        where = (chat.id, message.message_id, thread, alone_of(message))
        return Pressed(query.id, heard, press, language, app, *where)

    def _room(
        self, table: str, played_in: Sequence[Room], chat: Chat, thread: int, app: str
    ) -> Room:
        """The room of a press. Old messages do not tell their topic: the table knows."""
        name = f"{chat.id}:{thread}" if thread else str(chat.id)
        rooms = [room for room in played_in if _ours(room)]
        here = [room for room in rooms if place(room.chat)[0] == chat.id]
        if here and not thread:
            return here[0]
        for room in [] if here else rooms:
            if chat.type == TelegramChat.SUPERGROUP and _may_have_moved(room):
                # A new board, not an edit, makes Telegram say where the group is now.
                self.traffic.want_fresh(room_lane(room.id), table)
                self.people.show_board(room)
        return self.people.enter(name, app, chat.title or "")

    # Special presses

    def _speak(self, pressed: Pressed, language: str) -> Sequence[Do]:
        """A language by its name, on the first message; one that we speak no more is the next."""
        if language not in self.voice.languages:
            language = tongue.following(pressed.language)
        reply = self.speech.speak(pressed.heard, language)
        if reply.message is not None:
            return self.answers.replied(pressed, reply)
        return [
            AnswerPress(pressed.query, tongue.autonym(language)),
            Change(pressed.chat, pressed.message, self.voice.hello(language)),
        ]

    def _speak_alone(self, pressed: Pressed) -> Sequence[Do]:
        """The language after the one in which the pressed message is written, in their private
        chat. The welcome is written anew at once; hands follow by themselves."""
        person = self.people.directory.person(pressed.heard.user)
        read = self.voice.read(pressed.press.table)
        now = language_for(person, read.rooms) if read is not None else ""
        language = tongue.following(now or pressed.language)
        self.speech.speak(pressed.heard, language)
        told: list[Do] = [AnswerPress(pressed.query, tongue.autonym(language))]
        if pressed.press.table != NO_TABLE:
            return told
        page = self.voice.welcome(pressed.heard.user, language)
        return [*told, Change(pressed.chat, pressed.message, page)]

    def _hosts(self, pressed: Pressed) -> bool:
        read = self.voice.read(pressed.press.table)
        table = None if read is None else read.table
        return not isinstance(table, Lobby) or table.host == pressed.heard.user

    def _keys(self, pressed: Pressed, names: Sequence[str]) -> Sequence[Do]:
        """What else there is, as words that can be typed: that needs no private chat, and changes
        nobody's board."""
        text = "\n".join(
            f"/{name} {self.voice.plain(MENU[name], pressed.language)}" for name in names
        )
        return [AnswerPress(pressed.query, text, alert=True)]

    def _twice(self, pressed: Pressed, act: Act) -> Sequence[Do]:
        """Leaving a running game and closing a table ask once more: by another press."""
        heard, table_id = pressed.heard, pressed.press.table
        read = self.voice.read(table_id)
        if read is not None and chair_of(read.table.chairs, heard.user) is None:
            if act is Act.CLOSE and self.voice.gathers_in(heard.room, read):
                text = self.voice.plain(NotSeated(), pressed.language)
                return [self.answers.as_admin(pressed, CloseLobby(table_id), text)]
            return self.answers.toast(pressed, NotSeated())
        if act is Act.LEAVE and (read is None or not isinstance(read.table, Playing)):
            return self.answers.replied(pressed, self.speech.hear(heard))
        if not self.alerts.confirmed(heard.user, f"{act}:{table_id}"):
            self.speech.asked.ask(heard, as_pressed(table_id, SURE[act]))
            question = PressAgainToLeave() if act is Act.LEAVE else PressAgainToClose()
            text = self.voice.plain(question, pressed.language)
            return [AnswerPress(pressed.query, text, alert=True)]
        sure = as_pressed(table_id, SURE[act])
        return self.answers.replied(pressed, self.speech.hear(replace(heard, press=sure)))

    def _invite(self, pressed: Pressed) -> Sequence[Do]:
        """A code for another group: to be copied, so it goes to the presser in private."""
        user, known = pressed.heard.user, self.people.known(pressed.heard.user)
        reply = self.speech.hear(pressed.heard)
        if not isinstance(reply.message, BridgeCode):
            return self.answers.replied(pressed, reply)
        if not known:
            url = self.voice.start_url(pressed.press.table, BRIDGE)
            return [AnswerPress(pressed.query, url=url)]
        told = self.voice.plain(SentInPrivate(), pressed.language)
        page = self.voice.page(reply.message, pressed.language, reply.table)
        return [AnswerPress(pressed.query, told), Tell(number_of(user), (page,), user=user)]

    def _cut(self, pressed: Pressed) -> Sequence[Do]:
        """Where the pictures are to cut with: in the group they stand below the seal, so that
        nobody's board changes for it."""
        reply = self.speech.hear(pressed.heard)
        if reply.sheet is None:
            return self.answers.replied(pressed, reply)
        return [AnswerPress(pressed.query, self.voice.plain(CutWhere(), pressed.language), True)]

    def _join(self, pressed: Pressed) -> Sequence[Do]:
        """A seat for everybody at once. Whom we have never written to is tried, and gets the
        way to Start once if that fails."""
        heard = pressed.heard
        reply = self.speech.hear(heard)
        if reply.message is not None or (reply.result is not None and reply.result.repeated):
            return self.answers.replied(pressed, reply)
        if self.people.known(heard.user) is not None:
            return [AnswerPress(pressed.query)]
        language = pressed.app or pressed.language
        return [
            TryPrivate(
                pressed.query,
                heard.user,
                heard.name,
                pressed.app,
                self.voice.welcome(heard.user, language),
                self.voice.start_url(reply.table or pressed.press.table),
            )
        ]

    def _drafted(self, pressed: Pressed, reply: Reply) -> Sequence[Do]:
        """A press on a row: what is chosen so far, unless that was a whole move."""
        if reply.result is not None and reply.result.repeated:
            return [AnswerPress(pressed.query)]
        table_id, language = pressed.press.table, pressed.language
        lines = so_far(self.speech.house, table_id, pressed.heard.user)
        if any(isinstance(line, LookAtYourHand) for line in lines):
            return self.alone.hand(pressed, in_window=True)  # letters mean nothing to them yet
        text = "\n".join(self.voice.plain(line, language, table_id) for line in lines)
        return [AnswerPress(pressed.query, text)]


def _ours(room: Room) -> bool:
    return room.platform == PLATFORM


def _may_have_moved(room: Room) -> bool:
    """A group that is no supergroup may become one without our hearing of it."""
    number, thread = place(room.chat)
    return not thread and not str(number).startswith("-100")
