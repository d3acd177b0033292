"""Who has sent an update, and where: read from it as it came, before anything else is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from adapters.shares import TooFast
from adapters.telegram.doing import AnswerPress, Do, Tell
from adapters.telegram.people import People, user_of
from adapters.telegram.said import ANONYMOUS, understood
from adapters.telegram.voice import Voice

MUST_BE_HEARD = (
    *("migrate_to_chat_id", "migrate_from_chat_id", "left_chat_member", "new_chat_members"),
    *("forum_topic_created", "forum_topic_closed", "forum_topic_reopened"),
    *("group_chat_created", "supergroup_chat_created", "new_chat_title"),
)
"""What a message tells that nobody repeats: it is news of a chat, and no word of anybody."""


class Sender(msgspec.Struct, frozen=True):
    """Who has pressed or written something: their number, that of the chat (0: unknown) and of its
    topic, the language of their app. `query` names a press; `spoken` tells that it was said to us,
    `date` (seconds since 1970) when, if Telegram tells. `hidden`: it was sent in the name of a
    chat, and many people share that number."""

    user: int
    chat: int
    thread: int = 0
    app: str = ""
    query: str = ""
    spoken: bool = False
    date: int | None = None
    hidden: bool = False

    @property
    def name(self) -> str:
        """The person as the house calls them; empty if nobody knows who it is."""
        return "" if self.hidden else user_of(self.user)

    @property
    def meant(self) -> bool:
        """Whether it is surely meant for us, as far as it tells that by itself."""
        return bool(self.query) or self.spoken

    @property
    def room(self) -> str:
        """The chat, by a name; empty where it is that of the person alone."""
        return f"telegram/{self.chat}" if self.chat < 0 else ""


def sender_of(data: Mapping[str, Any]) -> Sender | None:
    """Who has sent an update; None if it is nothing that somebody pressed or wrote, or nothing that
    can act: a picture among friends."""
    query = data.get("callback_query")
    message = _map(query).get("message") if query is not None else data.get("message")
    sent, chat = _map(message), _map(_map(message).get("chat"))
    person = _map(_map(query).get("from") if query is not None else sent.get("from"))
    user, number = _number(person.get("id")), _number(chat.get("id"))
    if not user or any(key in sent for key in MUST_BE_HEARD):
        return None
    app, thread = person.get("language_code"), _number(sent.get("message_thread_id"))
    who = Sender(user, number, thread, app if isinstance(app, str) else "")
    if query is not None:
        name = _map(query).get("id")
        return msgspec.structs.replace(who, query=name if isinstance(name, str) else "")
    text = sent.get("text")
    if not isinstance(text, str) and number < 0:
        return None
    hidden = sent.get("sender_chat") is not None or user == ANONYMOUS
    spoken = isinstance(text, str) and (number > 0 or text.startswith("/") or understood(text))
    date = _number(sent.get("date")) or None
    return msgspec.structs.replace(who, spoken=spoken, date=date, hidden=hidden)


def too_fast(who: Sender, people: People, voice: Voice) -> list[Do]:
    """What somebody is told who presses or writes too fast, in their language. In the writer's
    thread. Words that were not for us are not answered."""
    known = people.directory.person(who.name).language
    language = known or voice.spoken(who.app) or people.language
    if who.query:
        return [AnswerPress(who.query, voice.plain(TooFast(), language), alert=True)]
    if not who.spoken:
        return []
    return [Tell(who.chat, (voice.page(TooFast(), language),), thread=who.thread)]


def _map(data: Any) -> Mapping[str, Any]:
    return data if isinstance(data, dict) else {}


def _number(data: Any) -> int:
    """A number; anything else is as if it were not there."""
    return data if isinstance(data, int) and not isinstance(data, bool) else 0
