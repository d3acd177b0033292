"""Updates become presses, words and news of chats; what is none of ours becomes nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from telegram import Bot, Chat, ChatMember, Update, User
from telegram import Message as TelegramMessage

from adapters.telegram.doing import Do, Tell
from adapters.telegram.people import People, user_of
from adapters.telegram.presses import Presser
from adapters.telegram.texts import PlaysInGroups
from adapters.telegram.traffic import Traffic
from adapters.telegram.voice import Voice
from adapters.telegram.words import Words

log = logging.getLogger("fumibako.telegram")

WANTED = ("message", "callback_query", "my_chat_member")
"""The kinds of updates that we ask for, no others."""

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
        now: Callable[[], float],
    ) -> None:
        self.bot = bot
        self.people = people
        self.voice = voice
        self.traffic = traffic
        self.presser = presser
        self.words = words
        self.now = now

    def hear(self, data: Mapping[str, Any]) -> Sequence[Do]:
        """One update as it came. Raises whatever is wrong with it."""
        if "my_chat_member" in data:
            return self._membership(data["my_chat_member"])
        update = Update.de_json(dict(data), self.bot)
        if update.callback_query is not None:
            return self.presser.press(update.callback_query)
        if update.message is not None:
            return self._message(update.message, update.update_id)
        return ()

    # Messages

    def _message(self, message: TelegramMessage, number: int) -> Sequence[Do]:
        chat = message.chat
        if chat.type == Chat.PRIVATE:
            return self.words.in_private(message, number)
        if chat.type not in GROUPS:
            return ()
        if message.migrate_to_chat_id:
            self.people.move(str(chat.id), message.migrate_to_chat_id)
            return ()
        if message.migrate_from_chat_id:
            self.people.move(str(message.migrate_from_chat_id), chat.id)
            return ()
        name = chat_name(message)
        if message.forum_topic_closed is not None:
            self.traffic.shut(name)
            self.people.suspend(self.people.enter(name, "", chat.title or ""))
            return ()
        if message.forum_topic_reopened is not None:
            self._back(name)
            return ()
        self.traffic.passes(name, message.message_id)
        return self.words.in_group(message, number)

    # The bot's own place in a chat

    def _membership(self, news: Mapping[str, Any]) -> Sequence[Do]:
        # The library insists on every right that it knows; we need two words of it all.
        chat, person = Chat.de_json(dict(news["chat"])), User.de_json(dict(news["from"]))
        before, after = (
            str(news["old_chat_member"]["status"]),
            str(news["new_chat_member"]["status"]),
        )
        app = self.voice.spoken(person.language_code)
        if chat.type == Chat.PRIVATE:
            user, name = user_of(person.id), person.full_name
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
        name = str(chat.id)
        if after in GONE or not news["new_chat_member"].get("can_send_messages", True):
            self.traffic.shut(name)
            for room in self.people.rooms_in(chat.id):
                self.people.suspend(room)
            return ()
        shut = self._back(name)
        if before in GONE:
            room = self.people.enter(name, app, chat.title or "")
            if room.table is None:
                return [Tell(chat.id, (self.voice.hello(room.language),))]
        elif shut:
            log.info("the bot may write in a group again")
        return ()

    def _back(self, chat: str) -> bool:
        """We can write into a chat again."""
        shut = self.traffic.open(chat)
        self.people.resume(chat)
        return shut


def chat_name(message: TelegramMessage) -> str:
    """The name of the room in which a message stands: a topic is a room of its own."""
    if message.is_topic_message and message.message_thread_id:
        return f"{message.chat.id}:{message.message_thread_id}"
    return str(message.chat.id)
