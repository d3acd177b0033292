"""What a board tells: every public line once, or counted.

A board tells a chapter (a round; in a game without rounds, what lies between two losses of
cards). Its newest line heads the board, what ended with the chapter before stands open, all
else is folded, the newest first; what has no room at all is counted, so that no letter ever
needs more than one message for its lines. A card drawn and a turn begun are no lines: they stand on
the board anyway. Where a chapter begins on the message of the one before, that message goes on
telling both, and the next one tells the new chapter from its beginning.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.letter import BoardShown, RoomLetter, Told, is_noise, on_board
from adapters.telegram.posted import Posted
from adapters.telegram.style import LOG, length
from adapters.telegram.texts import MoreLines
from core.desk.sheets import Board
from core.kernel.text import Public
from core.table import sayings
from core.table.sayings import PlaysByLetters
from locales.tongue import Context, say

LEAST = 5  # lines that a board shows, if there were so many, where it knows of none before it
OPEN = 6  # lines of a board where nothing can be folded
FOLDED = 100  # lines that are folded at most
LONG = 20  # lines of a message on which no other chapter begins
FOLDS = "<blockquote expandable>"


class Story(msgspec.Struct, frozen=True):
    """What is told: `lines` in order, and how many before them are only counted. `since` is the
    number in the log of the first line of the message, `total` how many lines it has so far, and
    `begun` the number of the first line of a chapter that has begun on it (0: none has)."""

    lines: tuple[Told[Public], ...] = ()
    more: int = 0
    since: int = 0
    total: int = 0
    begun: int = 0


class Parts(msgspec.Struct, frozen=True):
    """A story as it is laid out: what heads the board; how the chapter before ended (hands that
    were laid open, who won, which card was lost); and the rest, the newest first."""

    head: Told[Public] | None = None
    ended: tuple[Told[Public], ...] = ()
    rest: tuple[Told[Public], ...] = ()


def chapter_of(board: Board) -> int:
    """The number of the chapter: the round, or how many cards are lost."""
    if board.round or board.stage is None:
        return board.round
    return sum(card.turned for place in board.stage.places for card in place.cards)


def goes_on(board: Board, before: Posted) -> bool:
    """A message tells the same chapter. One of an older release does not know its own."""
    return before.kind == board.phase and before.chapter in (-1, chapter_of(board))


def turns_page(board: Board, before: Posted) -> bool:
    """A card was lost, and the game goes on: the message on which that is told may tell of what
    follows too, until there is another one for a reason of its own."""
    plays = before.kind == board.phase == "playing" and not board.round
    return plays and not goes_on(board, before) and before.lines < LONG


def story(
    letter: RoomLetter, shown: BoardShown, before: Posted, folds: bool = True, *, anew: bool = True
) -> Story:
    """What the board of a table has to tell: its chapter so far, with everything that was not
    shown yet. `anew`: in a message of its own."""
    fresh = [line for line in letter.lines if line.table == shown.table and on_board(line)]
    told = [line for line in shown.told if on_board(line)]
    first, joined = _joined(told, fresh, before.upto)
    start, counted, begun = first, 0, 0
    begins = not goes_on(shown.board, before)
    turned = not anew and begins and turns_page(shown.board, before)
    if (turned or not begins) and before.since:
        own = before.begun if anew and before.begun else before.since
        start = next((i for i, line in enumerate(told) if line.id >= own), first)
        counted = before.lines if own == before.since else 0
        begun = 0 if anew else before.begun
        if turned and first < len(told):
            begun = told[first].id
    elif not before.message:
        start = max(0, first - max(0, LEAST - len(joined)))
    lines = [line for line in (*told[min(start, first) : first], *joined) if not is_noise(line)]
    most = FOLDED if folds else OPEN
    latest = tuple(lines[-most:])
    total = max(len(lines), counted + sum(not is_noise(line) for line in joined))
    since = told[start].id if start < len(told) else 0
    return Story(latest, total - len(latest), since, total, begun)


def laid_out(told: Story, board: Board) -> Parts:
    """A story in its parts."""
    lines, places = told.lines, range(len(told.lines))
    head = next((i for tells in (_heads, _is_news) for i in places[::-1] if tells(lines[i])), None)
    if head is not None and _said_below(lines[head], board):
        head = None
    last = -1  # of a match that is over the seats show everything
    if board.phase == "playing":
        last = next((i for i in places[::-1] if _closes(lines[i])), -1)
    first = last
    while first > 0 and _lays_open(lines[first - 1]):
        first -= 1
    ended = [i for i in places if first <= i <= last and i != head]
    rest = [i for i in places[::-1] if i not in ended and i != head]
    return Parts(
        None if head is None else lines[head],
        tuple(lines[i] for i in ended),
        tuple(lines[i] for i in rest),
    )


def _is_news(line: Told[Public]) -> bool:
    return not isinstance(line.message, PlaysByLetters)


def _heads(line: Told[Public]) -> bool:
    """It is worth to head a board. What a game tells without a moment stands on its board: points,
    what is face up; so does the deal. A card drawn from somebody is quiet, but all there is."""
    moment = line.moment
    if moment is None:
        return _is_news(line) and type(line.message).__module__ == sayings.__name__
    return moment.kind != "deal" and (not moment.quiet or moment.kind == "draw")


def _closes(line: Told[Public]) -> bool:
    """A chapter ends with it: a round or the match, or a card is lost."""
    if line.moment is None:
        return False
    return bool(line.moment.ends) or any(card.turned for card in line.moment.shown)


def _lays_open(line: Told[Public]) -> bool:
    """Hands that are laid open, or what was paid for, at the end of a round."""
    return line.moment is not None and line.moment.kind in ("reveal", "end")


def _said_below(line: Told[Public], board: Board) -> bool:
    """The question repeats what is claimed or bid, and the end who has won the match."""
    if line.moment is None:
        return False
    if board.phase == "finished":
        return line.moment.ends == "match"
    return board.phase == "playing" and line.moment.kind in ("claim", "bid")


def _joined(
    told: list[Told[Public]], fresh: list[Told[Public]], upto: int
) -> tuple[int, list[Told[Public]]]:
    """What is new: lines of the log after `upto`, and between them those of the letter that
    stand in no log (they are for this room alone) or are too old for it. Tells also where the
    new lines of the log begin.

    A line of the letter is found in the log by what it says: both have numbers of their own.
    """
    at, places = len(told), dict[int, list[Told[Public]]]()
    for line in reversed(fresh):
        found = next((i for i in range(at - 1, -1, -1) if told[i].message == line.message), None)
        if found is None:
            places.setdefault(at, []).insert(0, line)
        else:
            at = found
    first = at
    if upto:
        first = next((i for i, line in enumerate(told) if line.id > upto), len(told))
    joined: list[Told[Public]] = []
    for index in range(len(told) + 1):
        joined += places.get(index, [])
        if first <= index < len(told):
            joined.append(told[index])
    return first, joined


def newest(shown: BoardShown, before: Posted) -> int:
    """The last thing told that a board shows from now on."""
    return shown.told[-1].id if shown.told else before.upto


def written(lines: Sequence[Told[Public]], language: str) -> list[str]:
    """Lines as HTML."""
    return [f"▸ {say(line.message, language, line.context, LOG)}" for line in lines]


def folded(lines: Sequence[str], more: int, language: str, room: int, *, folds: bool) -> str:
    """Lines within `room` characters, folded if the server can do that. What has no room is
    counted at the end."""
    lines = list(lines)
    while True:
        text = _laid_out(lines, more, language, folds=folds)
        if length(text) <= room or not lines:
            return text
        surplus = length(text) - room
        while lines and surplus > 0:
            surplus -= length(lines.pop()) + 1
            more += 1


def _laid_out(lines: list[str], more: int, language: str, *, folds: bool) -> str:
    counted = [say(MoreLines(more), language, Context(), LOG)] if more else []
    text = "\n".join([*lines, *counted])
    return f"{FOLDS}{text}</blockquote>" if text and folds else text
