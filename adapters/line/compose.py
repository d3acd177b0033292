"""What goes into one reply: the news with a mention, what was asked for, and the board."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, TypeVar

import msgspec

from adapters.letter import BoardShown, Told
from adapters.line import flex, lobby_face
from adapters.line.limits import LONGEST_TEXT, MOST_MENTIONS, braced, units
from adapters.line.texts import (
    BackOrPage,
    BackToTheGroup,
    GoesOnWith,
    LimitsAtOnce,
    LineLabel,
    LineWords,
    MoreHappened,
    NotYourTurnYet,
    PressesAreSilent,
    ReadyNow,
    WaitsFor,
    WasRefused,
    YourAnswer,
    YourTurn,
)
from core.desk.acts import Act
from core.desk.hand import YouSit
from core.desk.sheets import Board, Button, Hand, Labelled
from core.kernel.text import Message, Public, Standing
from core.table.sayings import HalfTime, NextCalled, StillWaiting
from locales import tongue
from locales.names import isolated
from locales.style import Plain
from locales.tongue import Context

replace = msgspec.structs.replace
Data = dict[str, Any]
M = TypeVar("M", bound=Message)

MOST_LINES = 8  # lines of the log in one reply
PLATFORM = "line"


def stale(line: Told[Message]) -> bool:
    """What makes no sense when it is read later, and is never said."""
    return isinstance(line.message, StillWaiting | HalfTime)


def lasting(lines: Sequence[Told[M]]) -> list[Told[M]]:
    """Those of some lines that make sense whenever they are read."""
    return [line for line in lines if not stale(line)]


def standing(lines: Sequence[Told[Public]], language: str) -> list[Data]:
    """What must never be left out, nor be mixed with news: one message of its own."""
    told = [
        tongue.say(line.message, language, line.context)
        for line in lines
        if isinstance(line.message, Standing) and not isinstance(line.message, NextCalled)
    ]
    return [flex.plain("\n\n".join(told))] if told else []


class Mentioning(Plain):
    """Names of people are blanks for mentions of them. `users` are those (as in "line:U…"; None
    where they are not in the group) in the order in which they are named."""

    def __init__(self, users: Sequence[str | None]) -> None:
        self._left = iter(users)
        self.blanks: Data = {}

    def escape(self, text: str) -> str:
        return braced(text)

    def name(self, text: str) -> str:
        user = next(self._left, None)
        if user is None:
            return braced(isolated(text))
        blank = f"c{len(self.blanks)}"
        owner = user.partition(":")[2]
        self.blanks[blank] = {"type": "mention", "mentionee": {"type": "user", "userId": owner}}
        return f"{{{blank}}}"


def calls(lines: Sequence[Told[Public]], language: str, here: Collection[str]) -> Iterator[Data]:
    """What calls people by name, one message each. Only who is in the group can be mentioned, and
    no more than LINE allows."""
    for line in lines:
        if isinstance(line.message, NextCalled):
            users = [user if user in here else None for user in line.message.users[:MOST_MENTIONS]]
            style = Mentioning(users)
            text = tongue.say(line.message, language, line.context, style)
            if style.blanks:
                yield {"type": "textV2", "text": text, "substitution": style.blanks}
            else:
                yield flex.plain(tongue.say(line.message, language, line.context))


def news(lines: Sequence[Told[Public]], language: str) -> list[str]:
    """What no board of the same reply tells, the newest eight lines of it."""
    told = [
        tongue.say(line.message, language, line.context)
        for line in lines
        if not isinstance(line.message, Standing)
    ]
    left_out = len(told) - MOST_LINES
    if left_out > 0:
        more = tongue.say(MoreHappened(left_out), language, Context())
        return [more, *told[left_out:]]
    return told


def with_mention(
    lines: Sequence[str], language: str, users: Sequence[str], *, window: bool = False
) -> Data:
    """News as one message, at its end a mention of those who are asked now: to move, or (in a
    `window`) whether they object."""
    text = braced("\n".join(lines))
    blanks = {}
    for number, user in enumerate(users):
        name = f"m{number}"
        blanks[name] = {"type": "mention", "mentionee": {"type": "user", "userId": user}}
        called = (YourAnswer if window else YourTurn)(f"<{number}>")
        turn = braced(tongue.say(called, language, Context()))
        text += "\n" * bool(text) + turn.replace(f"<{number}>", f"{{{name}}}")
    if not blanks:
        return flex.plain("\n".join(lines))
    if units(text) > LONGEST_TEXT:
        return with_mention(lines[-1:], language, users, window=window)
    return {"type": "textV2", "text": text, "substitution": blanks}


def adapted(board: Board, *, clock: bool) -> Board:
    """A board as a LINE group needs it: the way to the hand in the lobby, ⏩ with a clock,
    letters explained in LINE's words, a keypad for all instead of the buttons of one."""
    choice, foot = board.choice, board.foot
    if board.keypad:
        rest = board.keypad[1:]
        choice = (board.keypad[:1], rest) if rest else (board.keypad[:1],)
    if board.phase == "lobby":
        return lobby_face.adapted(board)
    if board.phase == "playing":
        foot = _foot(board, clock=clock)
    return replace(board, choice=choice, foot=foot, explained=())


def _foot(board: Board, *, clock: bool) -> tuple[Button[Public], ...]:
    """The house's own keys while a game runs."""
    foot = [each for each in board.foot if each.verb is not Act.STATUS]
    again = Button(LineLabel(LineWords.AGAIN), board.table, board.question, Act.STATUS)
    foot.insert(1, again)
    foot.insert(2, Button(Labelled(Act.HELP), board.table, board.question, Act.HELP))
    if clock and not board.asleep:
        label: Public = LineLabel(LineWords.GO_ON) if board.window else Labelled(Act.NEXT)
        foot.append(Button(label, board.table, board.question, Act.NEXT))
    return tuple(foot)


def notes(shown: BoardShown, *, typed: bool, small: bool = False) -> tuple[Public, ...]:
    """The small print of a board: how one plays by it here. `typed`: its buttons write words;
    `small`: it is answered on the page."""
    board = shown.board
    if board.phase != "playing":
        return ()
    found: list[Public] = []
    if board.window and shown.due is not None and not board.asleep:
        found.append(WaitsFor(shown.limit))
    if board.keypad:
        found.append(LimitsAtOnce())
    if not (typed or small or board.acted):
        found.append(PressesAreSilent())
    if any(room.platform != PLATFORM for room in shown.rooms) or len(shown.rooms) > 1:
        found.append(GoesOnWith())
    return tuple(found)


def hand_for_line(hand: Hand) -> Hand:
    """A hand without the switch between letters and buttons: here one plays by letters. Nor does a
    hand come by itself here, as it does elsewhere."""
    gone = (Act.LETTERS_ON, Act.LETTERS_OFF)
    foot = tuple(each for each in hand.foot if each.verb not in gone)
    return replace(hand, foot=foot, own=tuple(e for e in hand.own if not isinstance(e, YouSit)))


def notes_of_hand(
    hand: Hand, refused: Message | None, *, paged: bool = False
) -> tuple[Message, ...]:
    """The small print of a hand: why the last press did nothing, and what is to be done now.
    `paged`: the group's board opens the page, and below the hand there is a key to it."""
    found: list[Message] = [WasRefused(refused)] if refused is not None else []
    if hand.phase == "lobby":
        found.append(ReadyNow())
    elif hand.phase == "playing" and hand.sits:
        if hand.letters >= 0:
            keys = BackOrPage(LineWords.PAGE, LineWords.OTHERWISE)
            found.append(keys if paged else BackToTheGroup())
        elif hand.decides and hand.seat not in hand.awaited:
            found.append(NotYourTurnYet())
    return tuple(found)
