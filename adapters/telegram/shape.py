"""What an update must look like for us to read it at all: the fields that we use, by type.

The library takes what it gets; a number where a text belongs would only break us later, and
look like a fault of ours. It also makes objects of all that comes with a press, each button of the
message below which it was made; whoever presses waits for that, so presses are read here alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from core.table.failures import AtFault

Id = Annotated[int, Meta(gt=-(2**52), lt=2**52)]  # as Telegram promises
Date = Annotated[int, Meta(ge=0, lt=2**33)]


class User(msgspec.Struct):
    """Somebody."""

    id: Id
    first_name: str
    is_bot: bool
    last_name: str | None = None
    language_code: str | None = None

    @property
    def full_name(self) -> str:
        """What they call themselves."""
        return f"{self.first_name} {self.last_name}" if self.last_name else self.first_name


class Chat(msgspec.Struct):
    """A chat."""

    id: Id
    type: str
    title: str | None = None


class Entity(msgspec.Struct):
    """A marked part of a text."""

    type: str
    offset: int
    length: int


class Answered(msgspec.Struct):
    """A message that was answered to."""

    message_id: Id
    date: Date
    chat: Chat
    sender: User | None = msgspec.field(default=None, name="from")


class Message(Answered):
    """A message, or what the server tells as one. Of one that is too old it tells only where and
    which it was, and 0 as its date."""

    text: str | None = None
    entities: list[Entity] | None = None
    message_thread_id: Id | None = None
    is_topic_message: bool | None = None
    reply_to_message: Answered | None = None
    sender_chat: Chat | None = None
    via_bot: User | None = None
    migrate_to_chat_id: Id | None = None
    migrate_from_chat_id: Id | None = None
    left_chat_member: User | None = None
    ephemeral_message_id: Any = None  # of a form that may change: `alone_of` looks at it


class Query(msgspec.Struct):
    """A press."""

    id: str
    sender: User = msgspec.field(name="from")
    message: Message | None = None
    data: str | None = None


class Place(msgspec.Struct):
    """What somebody is in a chat."""

    status: str
    user: User
    can_send_messages: bool = True
    is_member: bool = True


class Membership(msgspec.Struct):
    """Somebody's place in a chat has changed."""

    chat: Chat
    sender: User = msgspec.field(name="from")
    old_chat_member: Place
    new_chat_member: Place


class Update(msgspec.Struct):
    """An update, as far as we look at it."""

    update_id: Id
    message: Message | None = None
    callback_query: Query | None = None
    my_chat_member: Membership | None = None
    chat_member: Membership | None = None


def checked(data: Mapping[str, Any]) -> Update:
    """An update of which what we use is well formed. Raises `AtFault`."""
    try:
        return msgspec.convert(data, Update)
    except (msgspec.ValidationError, RecursionError) as wrong:
        raise AtFault("an update of another form") from wrong
