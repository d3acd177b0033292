"""Groups that have not been let in, and the owner who lets them in. Runs in the writer's thread."""

from __future__ import annotations

from collections.abc import Sequence

from telegram import Chat, InlineKeyboardButton
from telegram import Message as TelegramMessage

from adapters.guests import MOST_IN, Gate
from adapters.heard import UnknownButton
from adapters.listen import opens
from adapters.owner import Owner
from adapters.owner_card import Card, at_gate, is_owners
from adapters.owner_texts import GroupTurnedAway, GroupWaits
from adapters.telegram import render
from adapters.telegram.doing import AnswerPress, Change, Do, Tell
from adapters.telegram.people import PLATFORM, Glance, People, user_of
from adapters.telegram.pressed import Pressed, thread_of
from adapters.telegram.render import Page
from adapters.telegram.said import read_said
from adapters.telegram.shape import Membership, Message, Query
from adapters.telegram.style import STYLE
from adapters.telegram.voice import Voice
from core.table.places import Room
from locales.tongue import Context, say

PLAY = "/play"  # which reaches us in every group
GROUPS = (Chat.GROUP, Chat.SUPERGROUP)


def card_page(card: Card, language: str, zone: str) -> Page:
    """What the owner reads."""
    context = Context(zone=zone, dated=True)
    lines = [say(line, language, context, STYLE) for line in card.lines]
    rows = [
        [
            InlineKeyboardButton(say(key.label, language, context), callback_data=key.data)
            for key in row
        ]
        for row in card.keys
    ]
    return render.page("\n".join(lines), rows)


class Strangers:
    """Stands at the door of groups."""

    def __init__(self, owner: Owner, people: People, voice: Voice, zone: str) -> None:
        self.guests = owner.guests
        self.owner = owner
        self.people = people
        self.voice = voice
        self.zone = zone
        self._in: set[int] = set()  # chats that may play, so that chatter costs nothing
        self.guests.guard(PLATFORM)
        people.keeps = self.guests.asks
        voice.strangers = self.guests.welcome

    def added(self, news: Membership, app: str) -> Sequence[Do] | None:
        """The bot was added to a group. None: it may play there."""
        if not self.guests.asks:
            return None
        person = news.sender
        room = self.people.enter(str(news.chat.id), app, news.chat.title or "")
        name = " ".join(part for part in (person.first_name, person.last_name) if part)
        gate = self.guests.gate(room, user_of(person.id), name, calls=False, added=True)
        return self._answer(gate, room, 0)

    def message(self, message: TelegramMessage) -> Sequence[Do] | None:
        """Something is written in a group. None: it may play there."""
        if not self.guests.asks:
            return None
        person, chat = message.from_user, message.chat
        if chat.id in self._in:
            return None
        nobody = person is None or person.is_bot or message.sender_chat is not None
        app = self.voice.spoken(person.language_code) if person is not None else ""
        room = self.people.enter(str(chat.id), app, chat.title or "")
        said = read_said(message, self.voice.me())
        gate = self.guests.gate(
            room,
            "" if person is None or nobody else user_of(person.id),
            "" if person is None or nobody else person.full_name,
            calls=not said.is_chat and (said.addressed or opens(said.text)),
            added=self._adds_us(message),
        )
        if gate is Gate.OPEN:
            self._known_in(chat.id)
        return self._answer(gate, room, thread_of(message))

    def _known_in(self, chat: int) -> None:
        if len(self._in) >= MOST_IN:
            self._in.clear()
        self._in.add(chat)

    def _adds_us(self, message: TelegramMessage) -> bool:
        """The message tells that somebody has added us, or made a group with us in it."""
        me = self.voice.me().id
        new = [user.id for user in message.new_chat_members or ()]
        return me in new or bool(message.group_chat_created or message.supergroup_chat_created)

    def press(self, message: Message, seen: Glance) -> bool:
        """Whether a press in a group does nothing because it may not play. A board of ours shows
        that it may: a group that has just got another name is not known by that yet."""
        if not self.guests.asks or message.chat.type not in GROUPS or seen.rooms:
            return False
        number = message.chat.id
        room = self.people.directory.found(PLATFORM, str(number))
        return room is not None and self.guests.stays_out(room)

    def gone(self, chat: int) -> None:
        """The bot is in that group no longer."""
        room = self.people.directory.found(PLATFORM, str(chat)) if self.guests.asks else None
        if room is not None:
            self.guests.left(room)

    def _answer(self, gate: Gate, room: Room, thread: int) -> Sequence[Do] | None:
        if gate is Gate.OPEN:
            return None
        if gate is Gate.SHUT:
            return ()
        told = self.voice.page(at_gate(gate, PLAY), room.language)
        return [Tell(int(room.chat), (told,), thread)]

    def refused(self, query: Query, message: Message) -> Sequence[Do]:
        """The answer to a press in a group that waits."""
        room = self.people.directory.found(PLATFORM, str(message.chat.id))
        language = room.language if room is not None else self.people.language
        return [AnswerPress(query.id, self.voice.plain(GroupWaits(PLAY), language), alert=True)]

    def parting(self, room: Room) -> Page:
        """The last words in a group that was turned away."""
        return self.voice.page(GroupTurnedAway(), room.language)

    # The owner

    def key(self, pressed: Pressed, word: str) -> Sequence[Do] | None:
        """A key below a question to the owner. None: it is none."""
        if not is_owners(word):
            return None
        in_private = pressed.heard.room is None
        card = self.owner.pressed(pressed.heard.user, word) if in_private else None
        if card is None:
            return [AnswerPress(pressed.query, self.voice.plain(UnknownButton(), pressed.language))]
        page = card_page(card, self.owner.language, self.zone)
        return [AnswerPress(pressed.query), Change(pressed.chat, pressed.message, page)]

    def asked_again(self, user: str, chat: int) -> Sequence[Do]:
        """The question about the groups that wait, for an owner who asks who they are."""
        card = self.owner.errands.asked_again() if self.owner.is_owner(user) else None
        if card is None:
            return ()
        return [Tell(chat, (card_page(card, self.owner.language, self.zone),), user=user)]
