"""Updates become presses, words and news of chats; what is none of ours becomes nothing."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from telegram import Bot, Chat, ChatMember, Update, User
from telegram import Message as TelegramMessage

from adapters.telegram.doing import Do, Tell
from adapters.telegram.people import Glance, People, user_of
from adapters.telegram.posted import place
from adapters.telegram.pressed import chat_name, thread_of
from adapters.telegram.presses import Presser
from adapters.telegram.shape import Membership, Query, checked
from adapters.telegram.strangers import Strangers
from adapters.telegram.texts import PlaysInGroups
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import Voice
from adapters.telegram.words import Words
from core.desk.presses import read_datum
from core.table.failures import AtFault
from core.table.places import Room

log = logging.getLogger("fumibako.telegram")

WANTED = ("message", "callback_query", "my_chat_member", "chat_member")
"""The kinds of updates that we ask for, no others. What becomes of other members reaches us only
where the bot is an admin."""

GONE = (ChatMember.LEFT, ChatMember.BANNED)
GROUPS = (Chat.GROUP, Chat.SUPERGROUP)


class Ear:
    """Hears updates. Runs in the writer's thread; what it returns is done after the commit."""

    def __init__(
        self,
        bot: Bot,
        people: People,
        voice: Voice,
        traffic: Traffic,
        presser: Presser,
        words: Words,
        strangers: Strangers,
    ) -> None:
        self.bot = bot
        self.people = people
        self.voice = voice
        self.traffic = traffic
        self.presser = presser
        self.words = words
        self.strangers = strangers

    def hear(self, data: Mapping[str, Any]) -> Sequence[Do]:
        """One update as it came. Raises `AtFault` if it cannot be understood."""
        found = checked(data)
        receipt = f"telegram:update:{found.update_id}"
        if found.my_chat_member is not None:
            return self._membership(found.my_chat_member)
        if found.chat_member is not None:
            if _has_left(found.chat_member):
                member = found.chat_member.new_chat_member.user
                self.people.gone(found.chat_member.chat.id, user_of(member.id), receipt)
            return ()
        if found.callback_query is not None:
            return self._press(found.callback_query)
        update = self._read(data)
        if update.message is not None:
            return self._message(update.message, update.update_id)
        return ()

    def _read(self, data: Mapping[str, Any]) -> Update:
        try:
            return Update.de_json(dict(data), self.bot)
        except Exception as wrong:  # whatever the library trips over, it is in the update
            raise AtFault("an update that the library cannot read") from wrong

    def _press(self, query: Query) -> Sequence[Do]:
        press = read_datum(query.data or "")
        seen = self.people.glance(user_of(query.sender.id), press.table if press else "")
        self._sign_of_life(query, seen)
        if query.message is not None and self.strangers.press(query.message, seen):
            return self.strangers.refused(query, query.message)
        return self.presser.press(query, seen)

    def _sign_of_life(self, query: Query, seen: Glance) -> None:
        """A press shows that its chat is there; in a private chat, that we may write there."""
        message, user = query.message, user_of(query.sender.id)
        if message is None:
            return
        if message.chat.type != Chat.PRIVATE:
            number, thread = message.chat.id, thread_of(message)
            if message.date:
                self._alive(f"{number}:{thread}" if thread else str(number))
            elif self.traffic.open_chat(number):  # so old that it does not tell its topic
                self.people.try_again(lambda room: place(room.chat)[0] == number)
        elif not seen.person.reachable:
            self.people.reached(user, query.sender.full_name, "")
            self.people.show_hands(user)

    def _alive(self, name: str) -> None:
        """Something came from a room: if it is shut, it is worth another try."""
        if self.traffic.open(name):
            self.people.try_again(lambda room: room.chat == name)

    # Messages

    def _message(self, message: TelegramMessage, number: int) -> Sequence[Do]:
        chat = message.chat
        if chat.type == Chat.PRIVATE and message.forward_origin is not None:
            return ()  # words of somebody else
        if chat.type == Chat.PRIVATE:
            return self.words.private.hear(message, number)
        if chat.type not in GROUPS:
            return ()
        if message.migrate_to_chat_id:
            self.people.move(str(chat.id), message.migrate_to_chat_id)
            return ()
        if message.migrate_from_chat_id:
            self.people.move(str(message.migrate_from_chat_id), chat.id)
            return ()
        if message.left_chat_member is not None and message.left_chat_member.id == self._me():
            self.strangers.gone(chat.id)
        elif (done := self.strangers.message(message)) is not None:
            return done
        name = chat_name(message)
        if message.forum_topic_closed is not None:
            self.traffic.shut(name)
            self.people.suspend(self.people.enter(name, "", chat.title or ""))
            return ()
        if message.left_chat_member is not None:
            left = message.left_chat_member.id
            self.people.gone(chat.id, user_of(left), f"telegram:update:{number}")
            if left == self._me():
                return ()
        self._alive(name)
        self.traffic.passes(name, message.message_id)
        return self.words.in_group(message, number)

    def _me(self) -> int:
        return self.voice.me().id

    # The bot's own place in a chat

    def _membership(self, news: Membership) -> Sequence[Do]:
        # The library insists on every right that it knows; we need two words of it all.
        chat, person = news.chat, news.sender
        before, after = news.old_chat_member.status, news.new_chat_member.status
        app = self.voice.spoken(person.language_code)
        if chat.type == Chat.PRIVATE:
            user = user_of(person.id)
            name = User(person.id, person.first_name, False, person.last_name).full_name
            if after in GONE:
                self.people.lost(user, name)
            else:
                self.people.reached(user, name, app)
                self.people.show_hands(user)
            return ()
        if chat.type == Chat.CHANNEL:
            if before in GONE and after not in GONE:
                page = self.voice.page(PlaysInGroups(), app or self.people.language)
                return [Tell(chat.id, (page,))]
            return ()
        if after in GONE or not news.new_chat_member.can_send_messages:
            self.traffic.shut_chat(chat.id)
            if after in GONE:
                self.strangers.gone(chat.id)
            for room in self.people.rooms_in(chat.id):
                self.people.suspend(room)
            return ()

        def here(room: Room) -> bool:
            return place(room.chat)[0] == chat.id

        if self.traffic.open_chat(chat.id):
            log.info("chat %d: the bot may write there again", chat.id)
        self.people.try_again(here)
        if before in GONE:
            if (done := self.strangers.added(news, app)) is not None:
                return done
            room = self.people.enter(str(chat.id), app, chat.title or "")
            if room.table is None:
                return self.words.greet(room, (chat.id, 0))
        return ()


def _has_left(news: Membership) -> bool:
    """Somebody is no longer in the chat."""
    return news.new_chat_member.status in GONE or not news.new_chat_member.is_member
