"""What to do with the message that shows a hand: pure decisions, for others to send.

A hand comes as a new message in its owner's turn and is edited quietly otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.letter import HandShown, PersonLetter, Told
from adapters.telegram import render
from adapters.telegram.decide import Way
from adapters.telegram.hand import hand as hand_page
from adapters.telegram.opening import CLOSED, Opens
from adapters.telegram.posted import Posted
from adapters.telegram.story import on_board
from adapters.telegram.style import STYLE
from adapters.telegram.texts import GameIsOver, MoreLines
from core.desk.acts import Act
from core.desk.bluffs import OnlyYouKnow
from core.desk.presses import spelled
from core.desk.sheets import Hand
from core.kernel.text import Message
from core.table.sayings import HalfTime, Started
from locales.tongue import Context, say

replace = msgspec.structs.replace

MOST_WHISPERS = 6  # lines that a card keeps until its owner's next turn
MOST_AT_ONCE = 12  # lines that come with a card


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
    page = hand_page(language, shown, events, lines, mine=mine, opens=opens)
    if mine:
        short = hand_page(language, shown, events, lines, mine=True, table=False, opens=opens)
        return page, short.hash
    verbs = [spelled(button.verb) for row in shown.hand.buttons for button in row]
    where = (opens.url,) if opens.url else ()
    return page, render.page("\n".join((page.text, *verbs, *where)), ()).hash


def _over(
    language: str, shown: HandShown, before: Posted, whispers: tuple[Told[Message], ...]
) -> HandPlan:
    """After the game the last card has no buttons; but a bluff that only its owner knows stands on
    it, and the way to tell of it."""
    if not before.message or before.kind == "finished":
        return HandPlan(Way.TELL, whispers, before)
    known = (line for line in shown.hand.own if isinstance(line, OnlyYouKnow))
    keys = tuple(key for key in shown.hand.foot if key.verb is Act.OWN_UP)
    quiet = replace(shown.hand, own=(GameIsOver(), *known), choice=(), foot=keys)
    page = hand_page(language, replace(shown, hand=quiet), (), (), mine=False)
    after = replace(before, kind="finished", buttons=False)
    return HandPlan(Way.END, whispers, after, page, page.hash)


def whispered(language: str, whispers: Sequence[Told[Message]]) -> tuple[str, ...]:
    """Whispers for a card; what is too much is counted."""
    more, latest = max(0, len(whispers) - MOST_AT_ONCE), whispers[-MOST_AT_ONCE:]
    lines = [say(line.message, language, line.context, STYLE) for line in latest]
    return (say(MoreLines(more), language, Context(), STYLE), *lines) if more else tuple(lines)
