"""What we remember of the message that shows a card; it is stored with the card."""

from __future__ import annotations

from math import inf
from typing import Literal

import msgspec

Kind = Literal["", "lobby", "drawing", "playing", "finished", "closed"]


class Posted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A message that shows a table.

    `chat` and `message` say where it is, `at` when it was sent, `kind` what the table was,
    `question` the question it was sent (not edited) for, `round` the round of that moment.
    `since` is the last thing told before the card of the owner's last turn, `upto` the last
    thing told on this one. `whispers` are lines for the owner of a private card alone that
    have come since it was sent, as HTML; `buttons` says that the message has some. Of a board
    `shown` is the question that it shows now, `waiting` how many are awaited by it, and
    `edited` when it was last sent or edited; `turn` is the seat whose turn it shows, and `claimed`
    says that a claim in this turn had a message of its own; `chapter` is the part of the game that
    it tells (-1: an older release sent it), `since` the first thing told on it, `lines` how many
    it has told, and `begun` the first thing told of the chapter where that has begun on the message
    of another.
    """

    chat: int = 0
    message: int = 0
    at: float = 0.0
    kind: Kind = ""
    question: int = 0
    round: int = 0
    since: int = 0
    upto: int = 0
    buttons: bool = False
    whispers: tuple[str, ...] = ()
    shown: int = 0
    waiting: int = 0
    edited: float = 0.0
    chapter: int = -1
    lines: int = 0
    begun: int = 0
    turn: int = 0
    claimed: bool = False


def read(text: str) -> Posted:
    """What was stored; an empty one if there is nothing that we could read."""
    try:
        return msgspec.json.decode(text, type=Posted) if text else Posted()
    except msgspec.MsgspecError:
        return Posted()


def write(posted: Posted) -> str:
    """As it is stored."""
    return msgspec.json.encode(posted).decode()


def since(at: float, now: float) -> float:
    """The seconds since a stored time. One that lies ahead was stored by a clock that was wrong:
    it is long ago."""
    return now - at if at <= now else inf


def place(chat: str) -> tuple[int, int]:
    """The chat's number and the topic's (0: none) of a room's name."""
    number, _, thread = chat.partition(":")
    return int(number), int(thread or 0)
