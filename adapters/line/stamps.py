"""What a board or a hand card showed when it was last sent, and what is new about it now."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import msgspec

from adapters.line import compose
from adapters.line.chats import ChatState
from adapters.line.people import PLATFORM
from adapters.post import Shown
from core.ports import Card
from core.table import Playing

Data = dict[str, Any]


class Facts(msgspec.Struct, frozen=True):
    """What the database knows about a room: whether its buttons write words, who has found the
    hand, who can be mentioned."""

    typed: bool = False
    met: tuple[str, ...] = ()
    here: frozenset[str] = frozenset()


def digest_of(made: Data) -> str:
    text = json.dumps(made, ensure_ascii=False, sort_keys=True)
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def stamp(shown: Shown, language: str, made: Data) -> str:
    return f"{shown.sheet.question}|{language}|{digest_of(made)}"


def stored(shown: Shown, language: str, made: Data) -> Card:
    """The card as it is shown now."""
    mark = stamp(shown, language, made)
    return msgspec.structs.replace(shown.card, message="1", hash=mark, outdated=False)


def held(shown: Shown, language: str) -> Card:
    """A hand card that was shown: which cards it had (for the owner's pushes alone)."""
    codes = ",".join(sorted(face.code for face in shown.sheet.hand))
    mark = f"{shown.sheet.question}|{language}|{codes}"
    return msgspec.structs.replace(shown.card, message="1", hash=mark, outdated=False)


def is_new(shown: Shown, made: Data, language: str, state: ChatState) -> bool:
    """Whether a board is worth a reply by itself. While a game runs only another question is:
    an answer to a question that others are still asked is not announced."""
    if shown.table.id in state.wanted:
        return True
    before, after = shown.card.hash.split("|"), stamp(shown, language, made).split("|")
    return before[:2] != after[:2] if isinstance(shown.table, Playing) else before != after


def asks_anew(shown: Shown, language: str) -> bool:
    """Somebody is asked who was not asked by the last board."""
    before = shown.card.hash.split("|")[0]
    return bool(compose.asks(shown)) and before != str(shown.sheet.question)


def mentioned(shown: Shown, language: str, facts: Facts) -> list[str]:
    """Whom LINE is to notify: whoever is asked alone and is known to be in this group."""
    seats = compose.asks(shown)
    if len(seats) != 1 or not asks_anew(shown, language):
        return []
    user = shown.table.chairs[seats[0] - 1].user or ""
    platform, _, name = user.partition(":")
    return [name] if platform == PLATFORM and name in facts.here else []
