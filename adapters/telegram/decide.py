"""What to do with the message that shows a board, or a hand: pure decisions, for others to send.

A board is edited in place, and posted anew where people must notice it. A hand comes as a new
message in its owner's turn and is edited quietly otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

import msgspec

from adapters.letter import BoardShown, HandShown, PersonLetter, RoomLetter, Told
from adapters.telegram import posted, render
from adapters.telegram.opening import CLOSED, Opens
from adapters.telegram.posted import Posted
from adapters.telegram.story import Story, newest, on_board, story
from adapters.telegram.style import STYLE
from adapters.telegram.texts import AimedHere, GameIsOver, MoreLines, NewRoundHere, TurnHere
from core.desk.presses import spelled
from core.desk.sheets import Hand
from core.kernel.text import Message, Public
from core.table.sayings import HalfTime, Started, StillWaiting
from locales.tongue import Context, say

replace = msgspec.structs.replace

RUN_AWAY = 25  # messages of others after which a board is posted again
LULL = 8.0  # seconds between two boards that only tell that somebody has answered
SELDOM = 120.0  # seconds between two such posts at least
MOST_WHISPERS = 6  # lines that a card keeps until its owner's next turn
MOST_AT_ONCE = 12  # lines that come with a card


class Way(Enum):
    """What is to be done with a message that shows a table."""

    KEEP = "keep"  # it shows all that it should
    WAIT = "wait"  # nothing of it is urgent
    EDIT = "edit"
    POST = "post"  # a new one
    TELL = "tell"  # there is nothing to show but the lines
    END = "end"  # the lines, and then the last card loses its buttons


# Boards


class Known(msgspec.Struct, frozen=True):
    """What is known of a group and its board: the chat's number, the time (seconds since 1970),
    how many messages of others `passed` the board, whether somebody asked to see it `anew`,
    whether older lines can be folded there, and what `opens` the page."""

    chat: int
    now: float
    passed: int = 0
    anew: bool = False
    folds: bool = True
    opens: Opens = CLOSED


class BoardPlan(msgspec.Struct, frozen=True):
    """What to do with a board: in which way, with which page, which lines that tells, and for
    how long (seconds) it may wait."""

    way: Way
    page: render.Page
    told: Story
    lines: tuple[Told[Public], ...] = ()
    wait: float = 0.0


def board_plan(letter: RoomLetter, shown: BoardShown, before: Posted, known: Known) -> BoardPlan:
    """What to do with the message that shows a board."""
    told = story(letter, shown, before, folds=known.folds)
    lines = tuple(line for line in letter.lines if line.table == shown.table and on_board(line))
    calls = called(letter, shown, before)
    page = render.board(letter, shown, told, calls, known.opens)
    plan = BoardPlan(Way.EDIT, page, told, lines)
    if calls or _is_anew(shown, before, known):
        return replace(plan, way=Way.POST)
    if page.hash == shown.showing.hash:
        return replace(plan, way=Way.KEEP)
    since = posted.since(before.edited, known.now)
    if not lines and since < LULL and _only_fewer(shown, before):
        return replace(plan, way=Way.WAIT, wait=LULL - since)
    return plan


def _is_anew(shown: BoardShown, before: Posted, known: Known) -> bool:
    """The board needs a message of its own: there is none in this chat, it has become something
    else, somebody asked for it, or the chat has left it behind."""
    phase = shown.board.phase
    if not before.message or before.chat != known.chat or known.anew:
        return True
    if phase in ("closed", "drawing"):
        return False  # the lobby's message serves for the few seconds of a draw
    ran_away = known.passed >= RUN_AWAY and posted.since(before.at, known.now) >= SELDOM
    return before.kind != phase or ran_away


def _only_fewer(shown: BoardShown, before: Posted) -> bool:
    """Nothing has happened but that some of several people have answered: that need not be
    shown at once each time, for whoever is still asked sees the same."""
    board = shown.board
    same = board.phase == "playing" and before.shown == board.question
    return same and 0 < len(board.awaited) < before.waiting


def called(letter: RoomLetter, shown: BoardShown, before: Posted) -> tuple[Public, ...]:
    """Calls people who play in the group and must notice the board: it is their turn, half of
    their time is over, or a new round began."""
    board = shown.board
    if board.phase != "playing" or board.asleep:
        return ()
    here = {seat for seat, each in enumerate(board.sitters, 1) if each.letters and each.decides}
    urgent = set(board.called)
    if before.question == board.question:
        urgent &= _reminded(letter, shown.table)
    asked = here & urgent
    others = here - asked if board.round != before.round else set()
    call = AimedHere if board.window else TurnHere
    calls: list[Public] = [call(tuple(sorted(asked)))] if asked else []
    return (*calls, NewRoundHere(tuple(sorted(others)))) if others else tuple(calls)


def _reminded(letter: RoomLetter, table: str) -> set[int]:
    """The seats that are waited for when half of their time is over."""
    return {
        seat
        for line in letter.lines
        if line.table == table and isinstance(line.message, StillWaiting)
        for seat in line.message.seats
    }


def shows_now(plan: BoardPlan, shown: BoardShown, message: Posted, now: float) -> Posted:
    """What a message shows of a board from now on."""
    return replace(
        message,
        since=plan.told.since,
        upto=newest(shown, message),
        buttons=plan.page.keyboard is not None,
        shown=shown.board.question,
        waiting=len(shown.board.awaited),
        edited=now,
    )


def new_board(shown: BoardShown, chat: int, message: int, now: float) -> Posted:
    """A board that was just posted."""
    board = shown.board
    return Posted(chat, message, now, board.phase, board.question, board.round)


# Hands


class HandPlan(msgspec.Struct, frozen=True):
    """What to do with a hand card: in which way, which lines that tells, what is remembered of
    the message afterwards; with which page, and the hash of what counts of it."""

    way: Way
    lines: tuple[Told[Message], ...]
    after: Posted
    page: render.Page = render.NOTHING
    content: str = ""


def hand_plan(
    letter: PersonLetter,
    shown: HandShown,
    before: Posted,
    *,
    anew: bool = False,
    opens: Opens = CLOSED,
) -> HandPlan:
    """What to do with a hand. `anew`: its owner asked to see it as a new message; `opens` is where
    they see the page."""
    hand = shown.hand
    whispers = tuple(line for line in letter.lines if line.table == shown.table)
    if hand.phase in ("finished", "closed"):
        return _over(letter.language, shown, before, whispers)
    if hand.phase == "lobby" or not hand.sits:
        return HandPlan(Way.TELL, whispers, before)
    new = anew or _rings(hand, before, whispers) or not before.message
    lines = whispered(letter.language, whispers)
    if not new and (hand.mine or not before.buttons):  # else what came before is old news
        lines = (*before.whispers, *lines)[-max(MOST_WHISPERS, len(lines)) :]
    after = _remembered(shown, before, lines)
    page, content = _hand_page(letter.language, shown, after.since, lines, opens)
    way = Way.POST if new else Way.EDIT
    if not new and content == shown.showing.hash:
        way, after = Way.KEEP, before
    return HandPlan(way, whispers, after, page, content)


def _rings(hand: Hand, before: Posted, whispers: Sequence[Told[Message]]) -> bool:
    """The owner is called: a question is new to them, or half of its time is over. A window that
    several answer stands on the board too; it does not ring everybody."""
    if not hand.mine or not hand.called:
        return False
    return before.question != hand.question or any(
        isinstance(line.message, HalfTime) for line in whispers
    )


def _remembered(shown: HandShown, before: Posted, lines: Sequence[str]) -> Posted:
    """What is remembered of a card. In the owner's turn it tells all since the last one."""
    hand = shown.hand
    if not hand.mine:
        return replace(before, buttons=False, whispers=tuple(lines))
    same = before.question == hand.question
    return replace(
        before,
        question=hand.question,
        since=before.since if same else max(before.upto, _start(shown)),
        upto=shown.told[-1].id if shown.told else 0,
        buttons=True,
        whispers=tuple(lines),
    )


def _start(shown: HandShown) -> int:
    """The last thing told before the game began: the lobby is no news in one's first turn."""
    begun = [line.id for line in shown.told if isinstance(line.message, Started)]
    return begun[-1] - 1 if begun else 0


def _hand_page(
    language: str, shown: HandShown, since: int, lines: Sequence[str], opens: Opens
) -> tuple[render.Page, str]:
    """A card, and the hash of what is a reason to change it. In a turn that is not that others
    have answered meanwhile; outside of it not the number of the question in the buttons, but
    that there are other buttons (standing orders) is, or that the page is elsewhere."""
    mine = shown.hand.mine
    events = [line for line in shown.told if line.id > since and on_board(line)]
    page = render.hand(language, shown, events, lines, mine=mine, opens=opens)
    if mine:
        short = render.hand(language, shown, events, lines, mine=True, table=False, opens=opens)
        return page, short.hash
    verbs = [spelled(button.verb) for row in shown.hand.buttons for button in row]
    where = (opens.url,) if opens.url else ()
    return page, render.page("\n".join((page.text, *verbs, *where)), ()).hash


def _over(
    language: str, shown: HandShown, before: Posted, whispers: tuple[Told[Message], ...]
) -> HandPlan:
    """After the game the last card has no buttons."""
    if not before.message or before.kind == "finished":
        return HandPlan(Way.TELL, whispers, before)
    quiet = replace(shown.hand, own=(GameIsOver(),), choice=(), foot=())
    page = render.hand(language, replace(shown, hand=quiet), (), (), mine=False)
    after = replace(before, kind="finished", buttons=False)
    return HandPlan(Way.END, whispers, after, page, page.hash)


def whispered(language: str, whispers: Sequence[Told[Message]]) -> tuple[str, ...]:
    """Whispers for a card; what is too much is counted."""
    more, latest = max(0, len(whispers) - MOST_AT_ONCE), whispers[-MOST_AT_ONCE:]
    lines = [say(line.message, language, line.context, STYLE) for line in latest]
    return (say(MoreLines(more), language, Context(), STYLE), *lines) if more else tuple(lines)
