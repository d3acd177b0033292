"""What a reply carries, and whether there is one: pure decisions, for others to send."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adapters.letter import BoardShown, HandShown, PersonLetter, RoomLetter, Told, of_this_round
from adapters.line import compose, flex
from adapters.line.reply import Parcel
from adapters.line.stamps import (
    asks_anew,
    held,
    is_new,
    is_other_hand,
    mentioned,
    same_keys,
    still_serves,
    stored,
)
from adapters.line.texts import WasRefused
from core.kernel.text import Message, Public
from core.table.places import Showing
from locales import tongue
from locales.tongue import Context

Data = dict[str, Any]
Held = tuple[object, float]

UNTIL_SOMETHING_NEW = float("inf")
CALM = 5.0  # seconds without a press after which whoever is asked on a board of keys is called
TELLING = ("playing", "finished")
"""When a board tells what happened at its table, so that nothing else need."""
TOGETHER = 15.0  # seconds after which they are called though others go on pressing


class Made(msgspec.Struct, frozen=True):
    """A board, the bubble that shows it, and what of that is worth to be shown again."""

    shown: BoardShown
    bubble: Data
    counts: Data


class Chat(msgspec.Struct, frozen=True):
    """What is known of a group besides its letter.

    `here` are the people known to be in it, `wanted` the tables that somebody asked to see,
    `extras` says that answers wait for the next reply. Times are monotonic seconds: of the last
    board, of the last press, and since when the question `held` was not called.
    """

    now: float
    here: frozenset[str] = frozenset()
    wanted: frozenset[str] = frozenset()
    extras: bool = False
    board_at: float = float("-inf")
    pressed_at: float = float("-inf")
    held: Held = ((), float("-inf"))


class GroupPlan(msgspec.Struct, frozen=True):
    """What to do for a group.

    With a `reply` it is sent. Without one the lane rests for `wait` seconds, `showings` are as
    they should be, `quiet` are boards that go on serving (their clocks start), and `unread`
    says whether something waits to be said (None: as before). `held` is to be remembered.
    """

    held: Held
    reply: Parcel | None = None
    wait: float = 0.0
    showings: tuple[Showing, ...] = ()
    quiet: tuple[BoardShown, ...] = ()
    unread: bool | None = None


def group_plan(letter: RoomLetter, boards: Sequence[Made], chat: Chat) -> GroupPlan:
    """What to do for a group now."""
    language = letter.language
    shown = [made.shown for made in boards]
    lines = compose.lasting(letter.lines)
    awaits = any(map(asks_anew, shown))
    still, held_now = False, chat.held
    if _all_keyed(shown) and not (chat.extras or chat.wanted):
        # Everybody can press already: what was done waits for a moment, for others may be
        # about to press; then whoever is asked is called, on the board that still serves.
        still, held_now = all(map(still_serves, shown)), _held(shown, chat)
        moment = _moment(held_now, chat)
        rests = still and not awaits
        if moment > 0 or rests:
            wait = UNTIL_SOMETHING_NEW if rests else moment
            return GroupPlan(held_now, wait=wait, quiet=tuple(shown), unread=awaits)
    fresh = any(is_new(each.shown, each.counts, language, chat.wanted) for each in boards)
    if not (lines or fresh or chat.extras or (still and awaits)):
        return GroupPlan(held_now, wait=UNTIL_SOMETHING_NEW, unread=False)
    reply = _group_reply(lines, language, boards, chat, still=still)
    if not reply.messages and not chat.extras:  # a table that was closed is not shown any more
        return GroupPlan(held_now, showings=reply.cards)
    return GroupPlan(held_now, reply)


def _group_reply(
    lines: Sequence[Told[Public]],
    language: str,
    boards: Sequence[Made],
    chat: Chat,
    *,
    still: bool,
) -> Parcel:
    """The news with a mention of whoever is asked now, and the boards; with a board that `still`
    serves the mention is enough."""
    asked = [user for each in boards for user in mentioned(each.shown, chat.here)]
    fresh = [each for each in boards if _is_shown(each, language, chat, lines)]
    if still and asked:
        fresh = []
    bubbles = [each.bubble for each in fresh]
    on_them = {each.shown.table for each in fresh if each.shown.board.phase in TELLING}
    told = compose.news([line for line in lines if line.table not in on_them], language)
    news = compose.standing(lines, language)
    news += compose.calls(lines, language, chat.here)
    window = any(each.shown.board.window for each in boards)
    if told or asked:
        news.append(compose.with_mention(told, language, asked, window=window))
    cards = tuple(stored(each.shown, language, each.counts) for each in boards)
    awaits = any(asks_anew(each.shown) for each in boards)
    return Parcel((*news, *bubbles), cards, awaits, bool(bubbles))


def _is_shown(made: Made, language: str, chat: Chat, lines: Sequence[Told[Public]]) -> bool:
    """Whether a reply carries this bubble: not of a closed table, and not the lobby that was
    there just now because somebody has cut."""
    match made.shown.board.phase:
        case "closed":
            return False
        case "lobby":
            return bool(lines) or is_new(made.shown, made.counts, language, chat.wanted)
        case _:
            return True


def _all_keyed(shown: Sequence[BoardShown]) -> bool:
    """There are boards, and each of them has the keypad that counts now."""
    return bool(shown) and all(map(same_keys, shown))


def _held(shown: Sequence[BoardShown], chat: Chat) -> Held:
    """The questions that are not called yet, and since when."""
    questions = tuple((each.table, each.board.question) for each in shown)
    return chat.held if chat.held[0] == questions else (questions, chat.now)


def _moment(held_now: Held, chat: Chat) -> float:
    """For how long (seconds) whoever is asked on a board of keys is not called yet."""
    last = max(chat.board_at, chat.pressed_at)
    return min(last + CALM, held_now[1] + TOGETHER) - chat.now


def private_reply(
    letter: PersonLetter,
    hands: Sequence[tuple[HandShown, Data]],
    wanted: frozenset[str],
    offered: frozenset[str] = frozenset(),
    why: Message | None = None,
) -> Parcel:
    """What goes into a private reply: what was told, the hands that were asked for, those that are
    `offered` if they are other ones than before, and `why` the last press in the group did nothing,
    which stands on a hand, or alone."""
    over = {shown.table for shown in letter.shown if shown.hand.phase != "playing"}
    heard = [line for line in letter.lines if line.table not in over or line.moment is None]
    lines = compose.lasting(of_this_round(heard))
    told = [tongue.say(line.message, letter.language, line.context) for line in lines]
    chosen = [
        (shown, bubble)
        for shown, bubble in hands
        if shown.table in wanted
        or (shown.table in offered and is_other_hand(shown, letter.language))
    ]
    if why is not None and not chosen:
        context = hands[0][0].context if hands else Context()
        told.append(tongue.say(WasRefused(why), letter.language, context))
    messages = [flex.plain("\n".join(told))] if told else []
    cards = tuple(held(shown, letter.language) for shown, _ in chosen)
    return Parcel((*messages, *(bubble for _, bubble in chosen)), cards, True, bool(cards))
