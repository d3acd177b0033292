"""What a board tells: every public line once, or counted.

A board has room for some lines. The newest stand open, older ones are folded, and what has no
room at all is counted: no letter ever needs more than one message for its lines.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.letter import BoardShown, RoomLetter, Told
from adapters.telegram.posted import Posted
from adapters.telegram.style import LOG, length
from adapters.telegram.texts import MoreLines
from core.kernel.text import Message, Public, Standing
from locales.tongue import Context, say

LEAST = 5  # lines that a board shows, if there were so many
OPEN = 12  # lines that stand open
FOLDED = 100  # lines that are folded at most
FOLDS = "<blockquote expandable>"


class Story(msgspec.Struct, frozen=True):
    """What is told: `lines` in order, and how many before them are only counted. `since` is the
    number in the log of the first line of it."""

    lines: tuple[Told[Public], ...] = ()
    more: int = 0
    since: int = 0


def story(letter: RoomLetter, shown: BoardShown, before: Posted, folds: bool = True) -> Story:
    """What the board of a table has to tell: everything that it has not shown yet, and at least
    the last few lines; what it shows already if there is nothing new."""
    fresh = [line for line in letter.lines if line.table == shown.table and on_board(line)]
    told = [line for line in shown.told if on_board(line)]
    first, joined = _joined(told, fresh, before.upto)
    start = max(0, first - max(0, LEAST - len(joined)))
    if not joined and before.since:
        start = next((i for i, line in enumerate(told) if line.id >= before.since), start)
    lines = [*told[start:first], *joined]
    most = OPEN + FOLDED if folds else OPEN
    shows = told[start].id if start < len(told) else 0
    return Story(tuple(lines[-most:]), max(0, len(lines) - most), shows)


def on_board(line: Told[Message]) -> bool:
    """Whether a card tells this. What stands has a message of its own, which is never edited."""
    return not isinstance(line.message, Standing)


def noise(line: Told[Message]) -> bool:
    """A turn that begins, and a card that is drawn from the deck: the board shows both."""
    moment = line.moment
    if moment is None or not moment.quiet:
        return False
    return moment.kind == "turn" or (moment.kind == "draw" and not moment.target)


def _joined(
    told: list[Told[Public]], fresh: list[Told[Public]], upto: int
) -> tuple[int, list[Told[Public]]]:
    """What is new: lines of the log after `upto`, and between them those of the letter that
    stand in no log (they are for this room alone) or are too old for it. Tells also where the
    new lines of the log begin.

    A line of the letter is found in the log by what it says: both have numbers of their own.
    """
    at, places = len(told), dict[int, list[Told[Public]]]()
    alone: list[Told[Public]] = []
    for line in reversed(fresh):
        found = next((i for i in range(at - 1, -1, -1) if told[i].message == line.message), None)
        if found is None:
            places.setdefault(at, []).insert(0, line)
            alone.append(line)
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


def written(told: Story, language: str) -> list[str]:
    """The lines of a story as HTML."""
    return [f"▸ {say(line.message, language, line.context, LOG)}" for line in told.lines]


def folded(lines: Sequence[str], more: int, language: str, room: int) -> str:
    """Lines within `room` characters, the older ones folded. What has no room is counted."""
    lines = list(lines)
    while True:
        text = _laid_out(lines, more, language)
        if length(text) <= room or not lines:
            return text
        surplus = length(text) - room
        while lines and surplus > 0:
            surplus -= length(lines[0]) + 1
            del lines[0]
            more += 1


def _laid_out(lines: list[str], more: int, language: str) -> str:
    old, new = lines[:-OPEN], lines[-OPEN:]
    head = [say(MoreLines(more), language, Context(), LOG)] if more else []
    if old:
        quote = "\n".join([*head, *old])
        return "\n".join([f"{FOLDS}{quote}</blockquote>", *new])
    return "\n".join([*head, *new])
