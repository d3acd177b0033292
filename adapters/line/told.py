"""What a board says first: one sentence of what happened and of who is asked what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from adapters.letter import Told, is_noise, on_board
from adapters.line.flex import Look
from adapters.line.texts import BeforeThat, MoreHappened
from core.desk.sheets import Board
from core.kernel.text import N_, Public
from core.table.sayings import LeftOut
from locales import tongue
from locales.names import width

ROOM = 150  # columns for what happened before the last thing: three or four small lines
MORE_ROOM = 350  # the same where a game is over
ENDS = ".。!！?？…"


class InOneBreath(Public, frozen=True, tag="line.in-one-breath"):
    """Two sentences, one after the other."""

    text: ClassVar[str] = N_("{first} {second}")
    first: Public
    second: Public


class Story(msgspec.Struct, frozen=True):
    """What a board tells in words: first a sentence, then what happened before that."""

    sentence: str
    before: str = ""


def story(
    board: Board, lines: Sequence[Told[Public]], told: Sequence[Told[Public]], look: Look
) -> Story:
    """What to tell: `lines` are new here, of what was `told` before the last is told again."""
    news, known = _weighty(lines), _weighty(told)
    if board.round <= 1 or any(map(_ends, news)):
        news = [line for line in news if not _deals(line)] or news
    last = _last(news or known[-1:])
    asked = board.status[:1] or board.lines[-1:]  # in the end: who has won
    if last is None or _restated(board, last):
        sentence, shown = asked, last
    elif board.phase == "finished":
        sentence, shown = asked, None  # what happened last stands below
    else:
        sentence, shown = (InOneBreath(last.message, *asked),) if asked else (last.message,), last
    earlier = [line for line in news if line is not shown]
    left_out = any(isinstance(line.message, LeftOut) for line in earlier)  # they must read it
    room = ROOM if board.phase == "playing" and not left_out else MORE_ROOM
    words = "".join(look.say(each) for each in sentence)
    return Story(words, _before(earlier, look, room))


def _weighty(lines: Sequence[Told[Public]]) -> list[Told[Public]]:
    return [line for line in lines if on_board(line) and not is_noise(line)]


def _last(lines: Sequence[Told[Public]]) -> Told[Public] | None:
    """What happened last; rather how a round ended than how the next one begins, and rather what
    somebody did than that somebody passed."""
    for wanted in (_ends, _loud):
        found = [line for line in lines if wanted(line)]
        if found:
            return found[-1]
    return lines[-1] if lines else None


def _ends(line: Told[Public]) -> bool:
    return line.moment is not None and bool(line.moment.ends)


def _deals(line: Told[Public]) -> bool:
    """A round begins: where that is plain, the head of the board and its seats tell it."""
    return line.moment is not None and line.moment.kind == "deal" and not line.moment.shown


def _loud(line: Told[Public]) -> bool:
    return line.moment is not None and not line.moment.quiet


def _restated(board: Board, last: Told[Public]) -> bool:
    """Whether the question says again what was claimed, or bid."""
    now, then = board.stage.under_way if board.stage is not None else None, last.moment
    if then is None:
        return False
    bids = now is not None and (now.kind, now.actor, now.coins) == ("bid", then.actor, then.coins)
    return (board.window and then.kind == "claim") or (bids and then.kind == "bid")


def _before(lines: Sequence[Told[Public]], look: Look, room: int) -> str:
    """What happened before, the newest of it; how much there is no room for is counted."""
    said = [tongue.say(line.message, look.language, line.context) for line in lines]
    kept: list[str] = []
    for each in reversed(said):
        if kept and sum(map(width, (each, *kept))) > room:
            break
        kept.insert(0, each)
    left_out = len(said) - len(kept)
    parts = [look.say(MoreHappened(left_out))] if left_out else []
    parts += kept
    return joined([look.say(BeforeThat()), *parts]) if parts else ""


def joined(parts: Sequence[str]) -> str:
    """Sentences, one after the other: no blank follows a mark that brings its own."""
    text = ""
    for part in parts:
        text += ("" if not text or width(text[-1]) > 1 else " ") + part
    return text


def listed(parts: Sequence[str]) -> str:
    """The same of sentences and of headings: whatever ends without a mark is set apart."""
    *ahead, last = parts
    return joined([*(each if each[-1] in ENDS else f"{each} /" for each in ahead), last])
