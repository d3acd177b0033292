"""A press taken apart, and what an admin's press may do."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from telegram import Message as TelegramMessage

from adapters.heard import Heard, Reply
from adapters.speech import Speech
from adapters.telegram.doing import CloseLobby
from adapters.telegram.shape import Message
from core.desk.presses import Press, Speak
from core.table.commands import Close


class Pressed(msgspec.Struct, frozen=True):
    """A press taken apart. `alone` is the number of a message that only the presser sees, if it was
    one (its `message` is 0 then)."""

    query: str
    heard: Heard
    press: Press
    language: str
    app: str
    chat: int
    message: int
    thread: int
    alone: int = 0


def alone_of(message: Message) -> int:
    """The number of a message that one person alone sees; 0 for every other, and for one whose
    number is none: nothing may depend on such messages."""
    number = message.ephemeral_message_id
    return number if type(number) is int else 0


def thread_of(message: Message | TelegramMessage) -> int:
    """The topic of a message; 0 outside of topics."""
    return (message.message_thread_id or 0) if message.is_topic_message else 0


def chat_name(message: TelegramMessage) -> str:
    """The name of the room in which a message stands: a topic is a room of its own."""
    thread = thread_of(message)
    return f"{message.chat.id}:{thread}" if thread else str(message.chat.id)


def by_right(speech: Speech) -> Callable[[Heard, Speak | CloseLobby], Reply]:
    """Does what an admin of the group may do without sitting at the table."""

    def act(heard: Heard, what: Speak | CloseLobby) -> Reply:
        if isinstance(what, CloseLobby):
            return speech.do(heard, Close(heard.user, heard.name), what.table)
        return speech.speak(heard, what.language, by_right=True)

    return act
