"""What is told in messages of its own that are never edited."""

from __future__ import annotations

from collections.abc import Sequence

from telegram import InlineKeyboardButton

from adapters.letter import Told
from adapters.telegram.render import Page, keyboard, page
from adapters.telegram.story import FOLDS
from adapters.telegram.style import STYLE, CallingPeople
from adapters.telegram.texts import CutHere
from core.desk.fairness import cut_rows
from core.kernel.text import Public
from core.table.proof_sayings import Sealed
from core.table.sayings import NextCalled
from locales.tongue import say

ALONE = (Sealed, NextCalled)
"""What is told in a message of its own."""


def rings(lines: Sequence[Told[Public]]) -> bool:
    """Whether a message of these lines calls somebody."""
    return any(isinstance(line.message, NextCalled) for line in lines)


def together(lines: Sequence[Told[Public]]) -> list[list[Told[Public]]]:
    """Lines that are never edited, by the messages that tell them: a seal is alone, for the
    pictures to cut with stand below it; so is what calls people."""
    found: list[list[Told[Public]]] = []
    for line in lines:
        alone = not found or any(isinstance(m.message, ALONE) for m in (line, found[-1][0]))
        if alone:
            found.append([line])
        else:
            found[-1].append(line)
    return found


def standing(lines: Sequence[Told[Public]], language: str, *, folds: bool = True) -> Page:
    """A message that is never edited."""
    parts: list[str] = []
    rows: list[list[InlineKeyboardButton]] = []
    for line in lines:
        style = STYLE
        if isinstance(line.message, NextCalled):
            style = CallingPeople(line.message.users)
        shown, _, under = say(line.message, language, line.context, style).partition("\n\n")
        parts.append(shown)
        if isinstance(line.message, Sealed):
            parts.append(say(CutHere(), language, line.context, STYLE))
            rows = keyboard(cut_rows(line.table), language, line.context)
        if under:
            parts.append(f"{FOLDS}{under}</blockquote>" if folds else under)
    return page("\n".join(parts), rows)
