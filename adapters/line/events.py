"""What LINE's webhook delivers, read tolerantly into a few small types."""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Mapping
from typing import Any

import msgspec

from adapters.foreign import Unreadable, read_json

LONGEST_TEXT = 4000  # characters of a message that are read
LONGEST_ID = 64


class Chat(msgspec.Struct, frozen=True):
    """Where an event comes from. `kind` is group, room (the old kind of group) or user."""

    kind: str
    id: str

    @property
    def private(self) -> bool:
        """A chat between one person and the account."""
        return self.kind == "user"


class Event(msgspec.Struct, frozen=True):
    """An event: `kind` as LINE names it, what is not used left out.

    `at` is LINE's time in seconds since 1970, `age` how many seconds ago that was when the event
    reached us. `user` is empty where LINE does not tell it.
    `token` answers this chat once. `text` is what was typed, without a mention of the account
    (then `addressed` is set); `data` is the datum of a button; `people` are those who came or
    went. `unblocked` is a follow after a block.
    """

    kind: str
    id: str
    at: float
    chat: Chat
    user: str = ""
    token: str = ""
    text: str = ""
    data: str = ""
    addressed: bool = False
    people: tuple[str, ...] = ()
    again: bool = False
    age: float = 0.0


class NotLine(Exception):
    """The body is not what LINE sends."""


def signed(secret: str, body: bytes, signature: str) -> bool:
    """Whether the signature is that of the raw body. Takes the same time for every wrong one."""
    expected = hmac.digest(secret.encode(), body, "sha256")
    try:
        given = base64.b64decode(signature.encode("ascii"), validate=True)
    except (binascii.Error, UnicodeEncodeError, ValueError):
        given = b""
    return hmac.compare_digest(expected, given)


def read(body: bytes) -> list[Event]:
    """The events of a body that we can use, in the order of their times. What is unknown is
    left out. Raises `NotLine`."""
    try:
        data = read_json(body)
    except Unreadable:
        raise NotLine from None
    if not isinstance(data, dict) or not isinstance(data.get("events"), list):
        raise NotLine
    found = [event for each in data["events"] if (event := _event(each)) is not None]
    return sorted(found, key=lambda event: event.at)


def _event(data: Any) -> Event | None:
    if not isinstance(data, dict) or data.get("mode") == "standby":
        return None
    chat = _chat(data.get("source"))
    kind, at = _word(data, "type"), data.get("timestamp")
    if chat is None or not kind or isinstance(at, bool) or not isinstance(at, int | float):
        return None
    if not 0 <= at < 1e14:  # a time that can be none
        return None
    event = Event(
        kind,
        _word(data, "webhookEventId"),
        at / 1000,
        chat,
        _word(data.get("source"), "userId"),
        _word(data, "replyToken", 200),
        again=_map(data.get("deliveryContext")).get("isRedelivery") is True,
    )
    match kind:
        case "message":
            return _message(event, _map(data.get("message")))
        case "postback":
            text = _map(data.get("postback")).get("data")
            return _with(event, data=text if isinstance(text, str) else "")
        case "memberJoined" | "memberLeft":
            members = _map(data.get("joined" if kind == "memberJoined" else "left")).get("members")
            people = (
                [_word(each, "userId") for each in members if isinstance(each, dict)]
                if (isinstance(members, list))
                else []
            )
            return _with(event, people=tuple(user for user in people if user))
        case _:
            return event


def _message(event: Event, data: Mapping[str, Any]) -> Event:
    """A text; every other kind of message is one without words."""
    text = data.get("text")
    if data.get("type") != "text" or not isinstance(text, str):
        return event
    mentionees = _map(data.get("mention")).get("mentionees")
    addressed = False
    for each in mentionees if isinstance(mentionees, list) else ():
        if _map(each).get("isSelf") is True:
            addressed = True
            text = _without(text, _map(each))
    text = text.strip()[:LONGEST_TEXT]
    if text.startswith(("/", "／")):
        addressed = True
    return _with(event, text=text, addressed=addressed)


def _without(text: str, mention: Mapping[str, Any]) -> str:
    """The text without a mention; LINE counts in UTF-16 units."""
    start, length = mention.get("index"), mention.get("length")
    if not isinstance(start, int) or not isinstance(length, int) or start < 0 or length < 0:
        return text
    units = text.encode("utf-16-le", "surrogatepass")
    rest = units[: 2 * start] + units[2 * (start + length) :]
    return rest.decode("utf-16-le", "replace")


def _chat(source: Any) -> Chat | None:
    """None for kinds of chats that we do not know."""
    for kind, name in (("group", "groupId"), ("room", "roomId"), ("user", "userId")):
        if _word(source, "type") == kind and (chat := _word(source, name)):
            return Chat(kind, chat)
    return None


def _map(data: Any) -> Mapping[str, Any]:
    return data if isinstance(data, dict) else {}


def _word(data: Any, name: str, most: int = LONGEST_ID) -> str:
    """A short string; anything else is as if it were not there."""
    value = _map(data).get(name)
    fits = isinstance(value, str) and 0 < len(value) <= most and value.isprintable()
    return str(value) if fits else ""


def _with(event: Event, **changed: Any) -> Event:
    return msgspec.structs.replace(event, **changed)
