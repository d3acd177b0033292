"""A lobby as a message: who sits, what is agreed upon, and the keys that people need first.

Everything else stands behind one key, on which the host opens the panels; on all of them one can
still join and start.
"""

from __future__ import annotations

from telegram import InlineKeyboardButton

from adapters.telegram.render import abreast, keyboard, words
from adapters.telegram.style import LOG, STYLE
from adapters.telegram.texts import PING, Apart, MoreOf, PingMe
from core.desk.acts import Act
from core.desk.lobby_board import ClockIs, EditionChosen, EditionFollows, LevelIs
from core.desk.lobby_panels import SwitchSet
from core.desk.presses import datum
from core.desk.sheets import Board, Button, Labelled
from core.kernel.text import Public
from locales.tongue import Context, say

SEATS = frozenset({Act.JOIN, Act.START, Act.LEAVE, Act.CUT, Act.ADD_BOT, Act.REMOVE_BOT})
"""The keys that stand above every panel."""

PANELS = frozenset(
    {Act.GAME, Act.EDITION, Act.CLOCK, Act.LEVEL, Act.SWITCHES, Act.REMOVE}
    | {Act.CUT, Act.REMOVE_BOT, Act.PROOF, Act.LANGUAGE, Act.CLOSE}
)
"""The keys that stand behind [Settings]."""

AGREED = (EditionChosen, EditionFollows, ClockIs, LevelIs, SwitchSet)
"""What is told in one line while no panel is open."""


def lobby_lines(seen: Board, language: str, context: Context) -> list[str]:
    """The game, what is agreed upon, and who sits."""
    title = f"<b>{say(seen.title, language, context, STYLE)}</b>"
    if not seen.terms or not seen.invites:
        return [title, *words(seen.lines, language, context)]
    terms = say(Apart(), language, context).join(words(seen.terms, language, context, LOG))
    others = [line for line in seen.lines if not isinstance(line, AGREED)]
    return [title, terms, *words(others, language, context)]


def lobby_keys(seen: Board, language: str, context: Context) -> list[list[InlineKeyboardButton]]:
    """To join and to start; below them an open panel, or the other keys."""
    first = [key for key in _of(seen, {Act.JOIN, Act.START}) if _possible(key, seen)]
    first.sort(key=lambda key: key.verb is not Act.JOIN)
    rows = keyboard((tuple(first),), language, context) if first else []
    if any(key.verb is Act.BACK for row in seen.choice for key in row):
        panel = tuple(row for row in seen.choice if not {key.verb for key in row} & SEATS)
        return rows + keyboard(panel, language, context)
    keys = [key for row in seen.choice for key in row if key not in first and _possible(key, seen)]
    invite = Button[Public](Labelled(Act.INVITE), seen.table, 0, Act.INVITE)
    if seen.invites:
        front = [key for key in keys if key.verb not in PANELS]
        others = keyboard(tuple((key,) for key in front), language, context)
        return rows + abreast([row[0] for row in others] + _last(seen, language, context))
    done = Button[Public](Labelled(Act.BACK), seen.table, 0, Act.BACK)
    behind = [key for key in keys if key.verb in PANELS]
    others = keyboard(tuple((key,) for key in (*behind, invite, done)), language, context)
    return rows + abreast([row[0] for row in others])


def _of(seen: Board, acts: set[Act]) -> list[Button[Public]]:
    return [key for row in seen.choice for key in row if key.verb in acts]


def _possible(key: Button[Public], seen: Board) -> bool:
    return key.verb is not Act.START or seen.may_start


def _last(seen: Board, language: str, context: Context) -> list[InlineKeyboardButton]:
    """To be told of it in private, and the way to the panels."""
    more = say(MoreOf(Labelled(Act.SETTINGS)), language, context)
    return [
        InlineKeyboardButton(
            say(PingMe(), language, context), callback_data=datum(seen.table, 0, PING)
        ),
        InlineKeyboardButton(more, callback_data=datum(seen.table, 0, Act.SETTINGS)),
    ]
