"""What a board or a hand card showed when it was last sent, and what is new about it now."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

import msgspec

from adapters.letter import Shown
from adapters.line import compose
from adapters.line.chats import ChatState
from adapters.line.people import PLATFORM
from core.table.places import Showing
from core.table.table import Playing

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


class Stamp(msgspec.Struct, frozen=True):
    """What a board showed: the question, in what language, its look. With a keypad for all also
    what that was for (`topic`), the number of moves before that began (`since`) and when the
    board was made (`moves`)."""

    question: str = ""
    language: str = ""
    digest: str = ""
    topic: str = ""
    since: int = 0
    moves: int = 0


def read(mark: str) -> Stamp:
    """The stamp of the board that was sent last; an empty one if there was none."""
    question, language, digest, topic, since, moves, *_ = [*mark.split("|"), *[""] * 5]
    return Stamp(question, language, digest, topic, int(since or 0), int(moves or 0))


def stamp(shown: Shown, language: str, made: Data, topic: str) -> Stamp:
    """What the board shows now."""
    before = read(shown.card.hash)
    moves = len(shown.table.moves) if isinstance(shown.table, Playing) else 0
    since = before.since if topic and topic == before.topic else before.moves
    return Stamp(str(shown.sheet.question), language, digest_of(made), topic, since, moves)


def stored(shown: Shown, language: str, made: Data, topic: str) -> Showing:
    """The card as it is shown now."""
    mark = "|".join(map(str, msgspec.structs.astuple(stamp(shown, language, made, topic))))
    return msgspec.structs.replace(shown.card, message="1", hash=mark, outdated=False)


def held(shown: Shown, language: str) -> Showing:
    """A hand card that was shown: which cards it had (for the owner's pushes alone)."""
    codes = ",".join(sorted(face.code for face in shown.sheet.hand))
    mark = f"{shown.sheet.question}|{language}|{codes}"
    return msgspec.structs.replace(shown.card, message="1", hash=mark, outdated=False)


def is_new(shown: Shown, made: Data, language: str, state: ChatState, topic: str) -> bool:
    """Whether a board is worth a reply by itself. While a game runs only another question is:
    an answer to a question that others are still asked is not announced."""
    if shown.table.id in state.wanted:
        return True
    before, after = read(shown.card.hash), stamp(shown, language, made, topic)
    if not isinstance(shown.table, Playing):
        return (before.question, before.language, before.digest) != (
            after.question,
            after.language,
            after.digest,
        )
    if before.language != language:
        return True
    return before.question != after.question and not still_serves(shown, topic)


def same_keys(shown: Shown, topic: str) -> bool:
    """Whether the last board has the keypad for all that counts now."""
    return bool(topic) and topic == read(shown.card.hash).topic


def still_serves(shown: Shown, topic: str) -> bool:
    """Whether the last board, with its keypad for all, does for whoever is asked now: it is about
    the same thing, and they have neither acted in it nor ordered anything yet."""
    before, table = read(shown.card.hash), shown.table
    if not same_keys(shown, topic) or not isinstance(table, Playing):
        return False
    acted = {line.partition(":")[0] for line in table.moves[before.since :]}
    asked = compose.asks(shown)
    return bool(asked) and not any(
        str(seat) in acted or table.chairs[seat - 1].order for seat in asked
    )


def asks_anew(shown: Shown, language: str) -> bool:
    """Somebody is asked who was not asked by the last board."""
    before = read(shown.card.hash).question
    return bool(compose.asks(shown)) and before != str(shown.sheet.question)


def mentioned(shown: Shown, language: str, facts: Facts) -> list[str]:
    """Whom LINE is to notify: whoever is asked alone and is known to be in this group."""
    seats = compose.asks(shown)
    if len(seats) != 1 or not asks_anew(shown, language):
        return []
    user = shown.table.chairs[seats[0] - 1].user or ""
    platform, _, name = user.partition(":")
    return [name] if platform == PLATFORM and user in facts.here else []
