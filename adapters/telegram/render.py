"""What is shown becomes a message: a text within Telegram's limits, and a keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from hashlib import sha256
from itertools import chain, groupby

import msgspec
from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from adapters.names import lesson_context
from adapters.telegram.style import (
    LOG,
    LONGEST,
    LONGEST_LABEL,
    STYLE,
    Telegram,
    length,
    pages,
    plain_parts,
)
from adapters.telegram.texts import (
    TheTable,
)
from core.desk.acts import Act
from core.desk.presses import Key, Level, Play
from core.desk.sheets import AnySheet, Button, Guided, Rows
from core.kernel.text import Message
from locales.names import short, width
from locales.tongue import Context, say

FITS = {2: 19, 3: 12, 4: 8, 5: 6, 6: 5, 7: 4, 8: 3}
"""Columns of a label on a phone, by the buttons in its row."""
ABREAST = 2  # keys of the house in a row
ROOM = LONGEST - 96  # some air below the limit

_COLOURS = {Act.START: "success", Act.JOIN: "success", Act.REMATCH: "success"}
_COLOURS |= {Act.SURE_LEAVE: "danger", Act.SURE_CLOSE: "danger"}

_MOMENT = re.compile(r'<tg-time unix="(\d+)"[^>]*>[^<]*</tg-time>')


class Page(msgspec.Struct, frozen=True):
    """A message as it is sent; `hash` is that of its content."""

    text: str
    keyboard: InlineKeyboardMarkup | None
    hash: str


def page(text: str, rows: Sequence[Sequence[InlineKeyboardButton]]) -> Page:
    """A message of a text and buttons."""
    keyboard = InlineKeyboardMarkup(rows) if rows else None
    # A deadline that moved by the time of a call is no reason for another one.
    timeless = _MOMENT.sub(lambda found: str(int(found[1]) // 20), text)
    content = timeless + (keyboard.to_json() if keyboard else "")
    return Page(text, keyboard, sha256(content.encode()).hexdigest()[:20])


NOTHING = page("", ())
"""No message at all."""


def words(
    messages: Sequence[Message], language: str, context: Context, style: Telegram = STYLE
) -> list[str]:
    """Messages as lines."""
    return [say(message, language, context, style) for message in messages]


def keyboard(
    rows: Rows[Message], language: str, context: Context, without: Sequence[Act] = ()
) -> list[list[InlineKeyboardButton]]:
    """Buttons with their labels, in rows that a phone can show."""
    return [
        [
            InlineKeyboardButton(
                short(say(button.label, language, context), LONGEST_LABEL),
                callback_data=button.data,
                style=_COLOURS.get(button.verb) if isinstance(button.verb, Act) else None,
            )
            for button in row
        ]
        for row in _packed(rows, language, context, without)
    ]


def abreast(keys: Sequence[InlineKeyboardButton]) -> list[list[InlineKeyboardButton]]:
    """Keys of the house in rows."""
    return [list(keys[i : i + ABREAST]) for i in range(0, len(keys), ABREAST)]


def _packed(
    rows: Rows[Message], language: str, context: Context, without: Sequence[Act]
) -> Rows[Message]:
    """Rows broken anew where a label would be cut on a phone. Rows of moves that stand together
    share their buttons."""

    def fits(row: Keys) -> bool:
        widest = max(width(say(button.label, language, context)) for button in row)
        return len(row) == 1 or widest <= FITS.get(len(row), 0)

    found: list[tuple[Button[Message], ...]] = []
    for (moves, _), group in groupby(rows, key=kind):
        kept = [tuple(key for key in row if key.verb not in without) for row in group]
        parts = [row for row in kept if row]
        if all(map(fits, parts)):
            found += parts
            continue
        for buttons in [tuple(chain.from_iterable(parts))] if moves else parts:
            found += _even(buttons, fits) or _filled(buttons, fits)
    return tuple(found)


Keys = tuple[Button[Message], ...]
Fits = Callable[[Keys], bool]


def _even(buttons: Keys, fits: Fits) -> list[Keys]:
    """Buttons in rows that are alike; none if only one would fit into a row."""
    for rows in range(2, len(buttons) // 2 + 2):
        size = -(-len(buttons) // rows)
        found = [buttons[i : i + size] for i in range(0, len(buttons), size)]
        if size > 1 and all(map(fits, found)):
            return found
    return []


def _filled(buttons: Keys, fits: Fits) -> list[Keys]:
    """Buttons in rows, each with as many as fit."""
    found: list[Keys] = []
    for button in buttons:
        if found and fits((*found[-1], button)):
            found[-1] = (*found[-1], button)
        else:
            found.append((button,))
    return found


def kind(row: Sequence[Button[Message]]) -> tuple[bool, str]:
    """Whether a row is about moves, and which rows stand together."""
    verb = row[0].verb if row else None
    if isinstance(verb, Key):
        return True, verb.place
    return isinstance(verb, Play | Level), ""


def fitted(head: list[str], log: list[str], tail: list[str]) -> str:
    """The parts of a card as one text. If it is too long, lines of the table go."""
    while True:
        text = "\n\n".join("\n".join(part) for part in (head, log, tail) if part)
        if length(text) <= ROOM:
            return text
        if len(head) > 1:
            head = head[:-1]
        elif head or log or len(tail) > 1:
            head, log, tail = [], [], tail[-1:]
        else:
            return plain_parts(text, ROOM)[0]


def guided(card: Guided, language: str) -> Page:
    """A step of a guided first round: what happened and why, the table, the hand, what to do."""
    context = lesson_context(card.names, card.edition, language)
    head = [f"<b>{say(card.title, language, context, STYLE)}</b>"]
    head += [f"▸ {each}" for each in words(card.happened, language, context, LOG)]
    head += words(card.lesson, language, context)
    table = [say(TheTable(), language, context, STYLE), *words(card.table, language, context, LOG)]
    own = words(card.brief, language, context)
    asked = [f"➡ {each}" for each in words(card.asked, language, context)]
    parts = ("\n".join(part) for part in (head, table, own, asked) if part)
    return page("\n\n".join(parts), keyboard(card.choice, language, context))


def answer(sheet: AnySheet, language: str, context: Context) -> list[Page]:
    """A sheet that was asked for: rules, help, the seal. The buttons stand below the end."""
    lines = [f"<b>{say(sheet.title, language, context, STYLE)}</b>"]
    lines += words((*sheet.lines, *sheet.asked), language, context)
    rows = keyboard(sheet.buttons, language, context)
    texts = pages(lines, ROOM)
    return [page(text, rows if text is texts[-1] else []) for text in texts]
