"""What to do with the message that shows a hand: pure decisions, for others to send.

A hand comes as a new message in its owner's turn, and rings if they wish to be called then; it is
edited quietly otherwise. There is one card: the one before it goes.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from adapters.letter import HandShown, PersonLetter, Told, deals, of_this_round
from adapters.telegram import render
from adapters.telegram.calls import wanted
from adapters.telegram.decide import Way
from adapters.telegram.hand import Beside, remains, since_then
from adapters.telegram.hand import hand as hand_page
from adapters.telegram.opening import CLOSED, Opens
from adapters.telegram.posted import Posted
from adapters.telegram.style import STYLE
from adapters.telegram.texts import GameIsOver, MoreLines
from core.desk.acts import Act
from core.desk.bluffs import OnlyYouKnow
from core.desk.calls import calls_for
from core.desk.presses import spelled
from core.desk.sheets import Hand
from core.kernel.text import Message
from core.table.places import Wishes
from core.table.sayings import HalfTime, Started
from locales.tongue import Context, say

replace = msgspec.structs.replace

MOST_WHISPERS = 6  # lines that a card keeps until its owner's next turn
MOST_AT_ONCE = 12  # lines that come with a card


class HandPlan(msgspec.Struct, frozen=True):
    """What to do with a hand card: in which way, which lines that tells, what is remembered of
    the message afterwards; with which page, and the hash of what counts of it. A new message that
    is `quiet` does not ring. `remains` (HTML) is what is left of the card before where it cannot
    be deleted."""

    way: Way
    lines: tuple[Told[Message], ...]
    after: Posted
    page: render.Page = render.NOTHING
    content: str = ""
    quiet: bool = False
    remains: str = ""


def hand_plan(
    letter: PersonLetter,
    shown: HandShown,
    before: Posted,
    *,
    anew: bool = False,
    opens: Opens = CLOSED,
    folds: bool = True,
) -> HandPlan:
    """What to do with a hand. `anew`: its owner asked to see it as a new message; `opens` is where
    they see the page; `folds`: older lines can be folded there."""
    hand, language = shown.hand, letter.language
    whispers = tuple(line for line in letter.lines if line.table == shown.table)
    if hand.phase in ("finished", "closed"):
        return _over(language, shown, before, whispers)
    if hand.phase == "lobby" or not hand.sits:
        return HandPlan(Way.TELL, whispers, before)
    wishes = letter.person.wishes if letter.person is not None else Wishes()
    asked = _asked_anew(hand, before, whispers)
    rings = asked and wanted(calls_for(wishes), called=hand.called, window=hand.window)
    new = anew or rings or (asked and hand.called) or not before.message
    lines = whispered(language, _news(hand, before, whispers))
    if not new and hand.round == before.round and (hand.mine or not before.buttons):
        lines = (*before.whispers, *lines)[-max(MOST_WHISPERS, len(lines)) :]
    after = _remembered(shown, before, lines)
    above = [say(HalfTime(), language, Context(), STYLE)] if _half_time(whispers) else []
    beside = Beside(since_then(shown, after.since), lines, above, opens, folds)
    page, content = _hand_page(language, shown, beside)
    way = Way.POST if new else Way.EDIT
    if not new and content == shown.showing.hash:
        way, after = Way.KEEP, before
    return HandPlan(way, whispers, after, page, content, not rings, remains(language, shown))


def _asked_anew(hand: Hand, before: Posted, whispers: Sequence[Told[Message]]) -> bool:
    """The owner is asked something that is new to them, or half of the time for it is over."""
    return hand.mine and (before.question != hand.question or _half_time(whispers))


def _half_time(whispers: Sequence[Told[Message]]) -> bool:
    return any(isinstance(line.message, HalfTime) for line in whispers)


def _news(
    hand: Hand, before: Posted, whispers: Sequence[Told[Message]]
) -> tuple[Told[Message], ...]:
    """What was whispered and does not stand in the hand itself. What was said of a round that is
    over may be false by now: it ends with that round."""
    lines = of_this_round(whispers)
    if hand.round != before.round and not any(map(deals, lines)):
        lines = [line for line in lines if line.moment is None]
    news = (line for line in lines if line.moment is None or not line.moment.quiet)
    return tuple(line for line in news if not isinstance(line.message, HalfTime))


def _remembered(shown: HandShown, before: Posted, lines: Sequence[str]) -> Posted:
    """What is remembered of a card. In the owner's turn it tells all since the last one."""
    hand = shown.hand
    if not hand.mine:
        return replace(before, buttons=False, whispers=tuple(lines), round=hand.round)
    same = before.question == hand.question
    return replace(
        before,
        question=hand.question,
        since=before.since if same else max(before.upto, _start(shown)),
        upto=shown.told[-1].id if shown.told else 0,
        buttons=True,
        whispers=tuple(lines),
        round=hand.round,
    )


def _start(shown: HandShown) -> int:
    """The last thing told before the game began: the lobby is no news in one's first turn."""
    begun = [line.id for line in shown.told if isinstance(line.message, Started)]
    return begun[-1] - 1 if begun else 0


def _hand_page(language: str, shown: HandShown, beside: Beside) -> tuple[render.Page, str]:
    """A card, and the hash of what is a reason to change it. Outside of a turn that is not the
    number of the question in the buttons, but that there are other buttons (standing orders) is,
    or that the page is elsewhere."""
    page = hand_page(language, shown, beside)
    if shown.hand.mine:
        return page, page.hash
    verbs = [spelled(button.verb) for row in shown.hand.buttons for button in row]
    where = (beside.opens.url,) if beside.opens.url else ()
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
    own = (GameIsOver(), *known)
    quiet = replace(shown.hand, own=own, asked=(), choice=(), foot=keys, awaited=())
    page = hand_page(language, replace(shown, hand=quiet), Beside())
    after = replace(before, kind="finished", buttons=False, whispers=())
    return HandPlan(Way.END, whispers, after, page, page.hash)


def whispered(language: str, whispers: Sequence[Told[Message]]) -> tuple[str, ...]:
    """Whispers for a card; what is too much is counted."""
    more, latest = max(0, len(whispers) - MOST_AT_ONCE), whispers[-MOST_AT_ONCE:]
    lines = [say(line.message, language, line.context, STYLE) for line in latest]
    return (say(MoreLines(more), language, Context(), STYLE), *lines) if more else tuple(lines)
