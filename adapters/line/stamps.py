"""What a board or a hand card showed when it was last sent, and what is new about it now."""

from __future__ import annotations

import json
from collections.abc import Collection
from hashlib import sha256
from typing import Any

import msgspec

from adapters.letter import BoardShown, HandShown
from adapters.line.people import PLATFORM
from core.table.places import Showing
from locales import tongue

Data = dict[str, Any]


class Facts(msgspec.Struct, frozen=True):
    """What the database knows about a room: whether its buttons write words, who has found the
    hand, which people (by the names that the house has for them) can be mentioned."""

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


def stamp(shown: BoardShown, language: str, made: Data) -> Stamp:
    """What the board shows now."""
    before, board = read(shown.showing.hash), shown.board
    since = before.since if same_keys(shown) else before.moves
    moves = len(board.acted)
    return Stamp(str(board.question), language, digest_of(made), board.topic, since, moves)


def stored(shown: BoardShown, language: str, made: Data) -> Showing:
    """What shows the board, now that it was sent."""
    mark = "|".join(map(str, msgspec.structs.astuple(stamp(shown, language, made))))
    return msgspec.structs.replace(shown.showing, message="1", hash=mark, outdated=False)


def held(shown: HandShown, language: str) -> Showing:
    """A hand that was shown: what stood on it, and which cards it had (for its owner alone)."""
    codes = ",".join(sorted(face.code for face in shown.hand.faces))
    mark = f"{_content(shown, language)}|{language}|{codes}"
    return msgspec.structs.replace(shown.showing, message="1", hash=mark, outdated=False)


def is_other_hand(shown: HandShown, language: str) -> bool:
    """Whether something stands on a hand that did not when its owner saw it last."""
    return shown.showing.hash.rpartition("|")[0] != f"{_content(shown, language)}|{language}"


def _content(shown: HandShown, language: str) -> str:
    """All that is told on a hand, in short."""
    hand = shown.hand
    told = (*(face.name for face in hand.faces), *(hand.brief if hand.faces else hand.lines))
    words = [tongue.say(each, language, shown.context) for each in (*told, *hand.asked)]
    return digest_of({"phase": hand.phase, "words": words})


def is_new(shown: BoardShown, made: Data, language: str, wanted: Collection[str]) -> bool:
    """Whether a board is worth a reply by itself. While a game runs only another question is:
    an answer to a question that others are still asked is not announced."""
    if shown.table in wanted:
        return True
    before, after = read(shown.showing.hash), stamp(shown, language, made)
    if shown.board.phase != "playing":
        return (before.question, before.language, before.digest) != (
            after.question,
            after.language,
            after.digest,
        )
    if before.language != language:
        return True
    return before.question != after.question and not still_serves(shown)


def same_keys(shown: BoardShown) -> bool:
    """Whether the last board has the keypad for all that counts now."""
    topic = shown.board.topic
    return bool(topic) and topic == read(shown.showing.hash).topic


def still_serves(shown: BoardShown) -> bool:
    """Whether the last board, with its keypad for all, does for whoever is asked now: it is about
    the same thing, and they have neither acted in it nor ordered anything yet."""
    board = shown.board
    if not same_keys(shown):
        return False
    busy = {*board.acted[read(shown.showing.hash).since :], *shown.ordered}
    return bool(board.asks) and not busy & set(board.asks)


def asks_anew(shown: BoardShown) -> bool:
    """Somebody is asked who was not asked by the last board."""
    before = read(shown.showing.hash).question
    return bool(shown.board.asks) and before != str(shown.board.question)


def mentioned(shown: BoardShown, here: Collection[str]) -> list[str]:
    """Whom LINE is to notify: whoever is asked alone, or at whom is aimed what several may answer,
    if they are known to be in this group (`here`)."""
    board = shown.board
    seats = [seat for seat in board.asks if seat in board.called or len(board.asks) == 1]
    users = [board.sitters[seat - 1].user or "" for seat in seats if asks_anew(shown)]
    named = [user.partition(":") for user in users if user in here]
    return [name for platform, _, name in named if platform == PLATFORM]
