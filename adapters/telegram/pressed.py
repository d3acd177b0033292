"""A press taken apart, and what an admin's press may do."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from telegram import MaybeInaccessibleMessage
from telegram import Message as TelegramMessage

from adapters.heard import Heard, Reply
from adapters.speech import Speech
from core.desk.presses import Press, read_datum
from core.table.commands import Close


class Pressed(msgspec.Struct, frozen=True):
    """A press taken apart."""

    query: str
    heard: Heard
    press: Press
    language: str
    app: str
    chat: int
    message: int
    thread: int


def thread_of(message: MaybeInaccessibleMessage) -> int:
    """The topic of a message; 0 outside of topics."""
    if isinstance(message, TelegramMessage) and message.is_topic_message:
        return message.message_thread_id or 0
    return 0


def by_right(speech: Speech) -> Callable[[Heard, str], object]:
    """Does what an admin of the group may do without sitting at the table."""

    def act(heard: Heard, what: str) -> Reply:
        if what == "close":
            press = read_datum(heard.press)
            table = press.table if press is not None else None
            return speech.do(heard, Close(heard.user, heard.name), table)
        return speech.speak(heard, what.removeprefix("speak."), by_right=True)

    return act
