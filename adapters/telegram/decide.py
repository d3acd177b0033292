"""What to do with the message that shows a board: pure decisions, for others to send.

A board is edited in place, and posted anew where people must notice it.
"""

from __future__ import annotations

from enum import Enum

import msgspec

from adapters.letter import BoardShown, RoomLetter, Told, on_board
from adapters.telegram import posted, render
from adapters.telegram.board import board as board_page
from adapters.telegram.calls import wanted
from adapters.telegram.opening import CLOSED, Opens
from adapters.telegram.posted import Posted
from adapters.telegram.story import Story, chapter_of, goes_on, newest, story, turns_page
from core.desk.calls import calls_for
from core.desk.sheets import Board
from core.kernel.text import Public
from core.table.places import Wishes
from core.table.sayings import StillWaiting

replace = msgspec.structs.replace

RUN_AWAY = 25  # messages of others after which a board is posted again
LULL = 8.0  # seconds between two boards that only tell that somebody has answered
SELDOM = 120.0  # seconds between two such posts at least; until then a board counts as young


class Way(Enum):
    """What is to be done with a message that shows a table."""

    KEEP = "keep"  # it shows all that it should
    WAIT = "wait"  # nothing of it is urgent
    EDIT = "edit"
    POST = "post"  # a new one
    TELL = "tell"  # there is nothing to show but the lines
    END = "end"  # the lines, and then the last card loses its buttons


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
    how long (seconds) it may wait. A new message may come `quiet`."""

    way: Way
    page: render.Page
    told: Story
    lines: tuple[Told[Public], ...] = ()
    wait: float = 0.0
    quiet: bool = False


def board_plan(letter: RoomLetter, shown: BoardShown, before: Posted, known: Known) -> BoardPlan:
    """What to do with the message that shows a board."""
    lines = tuple(line for line in letter.lines if line.table == shown.table and on_board(line))
    calls = called(letter, shown, before)
    claims = _claims(shown, before)
    anew = bool(calls or claims) or _is_anew(shown, before, known)
    told = story(letter, shown, before, known.folds, anew=anew)
    page = board_page(letter, shown, told, calls, known.opens, folds=known.folds)
    plan = BoardPlan(Way.EDIT, page, told, lines)
    if anew:
        rings = calls or claims - set(shown.board.called)
        quiet = before.kind == shown.board.phase == "playing" and not rings
        return replace(plan, way=Way.POST, quiet=quiet)
    if page.hash == shown.showing.hash:
        return replace(plan, way=Way.KEEP)
    since = posted.since(before.edited, known.now)
    if not lines and since < LULL and _only_fewer(shown, before):
        return replace(plan, way=Way.WAIT, wait=LULL - since)
    return plan


def _claims(shown: BoardShown, before: Posted) -> frozenset[int]:
    """The seats for which something declared has one new message in a turn, which names nobody.
    Whomever the question calls has more: a card, or their name on the board. Whoever has no card
    and does not wish to be called has nothing else; for them alone it does not ring."""
    board = shown.board
    if board.phase != "playing" or board.asleep or not board.window:
        return frozenset()
    if before.claimed and before.turn == turn_of(shown):
        return frozenset()
    elsewhere = set(board.called) - (_here(board) - _urgent(shown))
    return frozenset(board.asks) - elsewhere


def _here(board: Board) -> set[int]:
    """The seats of people who play in the group: they have no card."""
    return {seat for seat, each in enumerate(board.sitters, 1) if each.letters and each.decides}


def turn_of(shown: BoardShown) -> int:
    """The seat whose turn a board shows; 0 if it shows none."""
    return shown.board.stage.turn if shown.board.stage is not None else 0


def _is_anew(shown: BoardShown, before: Posted, known: Known) -> bool:
    """The board needs a message of its own: there is none in this chat, it has become something
    else, a new chapter begins, somebody asked for it, or the chat has left it behind."""
    phase = shown.board.phase
    if not before.message or before.chat != known.chat or known.anew:
        return True
    if phase in ("closed", "drawing"):
        return False  # the lobby's message serves for the few seconds of a draw
    ran_away = known.passed >= RUN_AWAY and posted.since(before.at, known.now) >= SELDOM
    if _is_last(before, known) and turns_page(shown.board, before):
        return False  # a new one would come right below it, and without a sound
    return ran_away or not goes_on(shown.board, before)


def _is_last(before: Posted, known: Known) -> bool:
    """The board is likely the last message there. In most groups we do not hear what people write
    to one another: that nothing has come is believed of a young board only."""
    return not known.passed and posted.since(before.at, known.now) < SELDOM


def _only_fewer(shown: BoardShown, before: Posted) -> bool:
    """Nothing has happened but that some of several people have answered: that need not be
    shown at once each time, for whoever is still asked sees the same."""
    board = shown.board
    same = board.phase == "playing" and before.shown == board.question
    return same and 0 < len(board.awaited) < before.waiting


def called(letter: RoomLetter, shown: BoardShown, before: Posted) -> frozenset[int]:
    """The seats of people who play in the group and must notice the board: it is their turn, half
    of their time is over, or a new round began."""
    board = shown.board
    if board.phase != "playing" or board.asleep:
        return frozenset()
    here = _here(board)
    urgent = _urgent(shown)
    if before.question == board.question:
        urgent &= _reminded(letter, shown.table)
    asked = here & urgent
    return frozenset(here if board.round != before.round else asked)


def _urgent(shown: BoardShown) -> set[int]:
    """The seats that wish to be called for what is asked."""
    board = shown.board
    return {
        seat
        for seat in {*board.asks, *board.called}
        if wanted(
            calls_for(shown.wishes.get(seat, Wishes())),
            called=seat in board.called,
            window=board.window,
        )
    }


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
        chapter=chapter_of(shown.board),
        lines=plan.told.total,
        begun=plan.told.begun,
        turn=turn_of(shown),
        claimed=bool(_claims(shown, message))
        or (message.claimed and message.turn == turn_of(shown)),
    )


def new_board(shown: BoardShown, chat: int, message: int, now: float) -> Posted:
    """A board that was just posted."""
    board = shown.board
    return Posted(chat, message, now, board.phase, board.question, board.round)
