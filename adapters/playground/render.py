"""What the page shows: cards, notes and answers as plain JSON data with escaped HTML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.desk.sheets import Button, Sheet
from core.kernel.asks import Face, Stage
from core.kernel.text import Message
from core.table.table import Playing, Table
from locales.tongue import HTML, Context, say

Data = dict[str, Any]


def note(message: Message, language: str, context: Context) -> Data:
    """A line of the chat."""
    return {"html": say(message, language, context, HTML)}


def sheet(shown: Sheet, language: str, context: Context) -> Data:
    """Title, lines and buttons of a sheet."""

    def html(message: Message) -> str:
        return say(message, language, context, HTML)

    return {
        "title_html": html(shown.title),
        "lines_html": [html(line) for line in shown.lines],
        "asked_html": [html(line) for line in shown.asked],
        "buttons": buttons(shown.buttons, language, context),
    }


def buttons(rows: Sequence[Sequence[Button]], language: str, context: Context) -> list[list[Data]]:
    """Rows of buttons with their labels as plain text."""
    return [
        [
            {
                "label": say(button.label, language, context),
                "data": button.data,
                "kind": kind(button.data),
            }
            for button in row
        ]
        for row in rows
    ]


def kind(data: str) -> str:
    """What sort of button a datum makes: a move, a letter, a choice of the host, or an act."""
    verb = data.split(":", 2)[-1]
    if verb.startswith(("m:", "?:")):
        return "move"
    if verb.startswith("~"):
        return "letter"
    if verb.startswith(("set.", "panel.")):
        return "choice"
    return "act"


def card(
    shown: Sheet,
    table: Table,
    language: str,
    context: Context,
    *,
    board: bool,
    user: str = "",
    due: float | None = None,
) -> Data:
    """A board or a hand card."""
    mine = bool(user) and any(table.chairs[seat - 1].user == user for seat in shown.awaited)
    return {
        **sheet(shown, language, context),
        "role": "board" if board else "hand",
        "table": table.id,
        "question": shown.question,
        "awaited": list(shown.awaited),
        "mine": mine,
        "due": due,
        "running": isinstance(table, Playing),
        "seats": list(context.names),
        "stage": stage(shown.stage, shown, table, language, context) if shown.stage else None,
        "hand": [face(each, language, context) for each in shown.hand],
    }


def stage(drawn: Stage, shown: Sheet, table: Table, language: str, context: Context) -> Data:
    """The table as it is drawn."""
    return {
        "marks": [say(mark, language, context) for mark in drawn.marks],
        "middle": [face(each, language, context) for each in drawn.middle],
        "places": [
            {
                "seat": place.seat,
                "name": context.names[place.seat - 1],
                "marks": [say(mark, language, context) for mark in place.marks],
                "cards": [face(each, language, context) for each in place.cards],
                "out": place.out,
                "asked": place.seat in shown.awaited,
                "computer": table.chairs[place.seat - 1].bot is not None,
            }
            for place in drawn.places
        ],
    }


def face(drawn: Face, language: str, context: Context) -> Data:
    """A card as it is drawn, with its full text for screen readers."""
    name = say(drawn.name, language, context)
    text = say(drawn.text, language, context) if drawn.text is not None else ""
    title = f"{drawn.corner} {name}".strip()
    return {
        "code": drawn.code,
        "name": name,
        "corner": drawn.corner,
        "text": text,
        "turned": drawn.turned,
        "label": f"{title}: {text}" if text else title,
    }
