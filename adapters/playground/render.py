"""What the page shows: cards, notes and answers as plain JSON data with escaped HTML."""

from __future__ import annotations

from typing import Any

from adapters.page.texts import ComputerSeat, MannerSeat, TheDigits
from core.desk.acts import Act
from core.desk.presses import Cut, Key, Level, Play, Set, Verb
from core.desk.sheets import AnySheet, Board, Button, Hand, Rows, Sitter
from core.kernel.drawn import Face, Stage
from core.kernel.pictures import CutPicture
from core.kernel.plain import FaceDown
from core.kernel.text import Message, Standing
from locales.tongue import HTML, Context, say, word

Data = dict[str, Any]


def note(message: Message, language: str, context: Context) -> Data:
    """A line of the chat. What may be folded of it is."""
    shown, _, under = say(message, language, context, HTML).partition("\n\n")
    html = shown.replace("\n", "<br>")
    if isinstance(message, Standing) and under:
        summary = say(TheDigits(), language, context, HTML)
        folded = under.replace("\n", "<br>")
        html += f"<details><summary>{summary}</summary>{folded}</details>"
    return {"html": html}


def sheet(shown: AnySheet, language: str, context: Context) -> Data:
    """Title, lines and buttons of whatever is shown."""

    def html(message: Message) -> str:
        return say(message, language, context, HTML)

    return {
        "title_html": html(shown.title),
        "lines_html": [html(line) for line in shown.lines],
        "asked_html": [html(line) for line in shown.asked],
        "buttons": buttons(shown.buttons, language, context),
    }


def buttons(rows: Rows[Message], language: str, context: Context) -> list[list[Data]]:
    """Rows of buttons with their labels as plain text."""
    return [
        [
            {
                "label": _label(button, language, context),
                "data": button.data,
                "kind": kind(button.verb),
            }
            for button in row
        ]
        for row in rows
    ]


def _label(button: Button[Message], language: str, context: Context) -> str:
    """What stands on a button. A picture to cut with has its name beside it: here is room, and
    not every machine has the picture."""
    if isinstance(button.verb, Cut):
        return word(tuple(CutPicture)[button.verb.picture], language)
    return say(button.label, language, context)


def kind(verb: Verb) -> str:
    """What sort of button does this: a move, a letter, a choice of the host, or an act."""
    match verb:
        case Play() | Level():
            return "move"
        case Key():
            return "letter"
        case Cut():
            return "cut"
        case Set() | Act.FOLLOW_NUMBER:
            return "choice"
        case Act.GAME | Act.EDITION | Act.CLOCK | Act.LEVEL | Act.SWITCHES | Act.BACK:
            return "choice"
        case _:
            return "act"


def board(shown: Board, language: str, context: Context, due: float | None = None) -> Data:
    """The board of a group."""
    return {
        **_card(shown, language, context),
        "role": "board",
        "mine": False,
        "due": due,
        "hand": [],
    }


def hand(shown: Hand, language: str, context: Context, due: float | None = None) -> Data:
    """The hand card of a person."""
    return {
        **_card(shown, language, context),
        "role": "hand",
        "mine": shown.seat in shown.awaited,
        "due": due,
        "hand": [face(each, language, context) for each in shown.faces],
    }


def _card(shown: Board | Hand, language: str, context: Context) -> Data:
    """What a board and a hand card have in common."""
    return {
        **sheet(shown, language, context),
        "table": shown.table,
        "question": shown.question,
        "awaited": list(shown.awaited),
        "running": shown.phase == "playing",
        "seats": list(context.names),
        "stage": stage(shown.stage, shown, language, context) if shown.stage else None,
    }


def stage(drawn: Stage, shown: Board | Hand, language: str, context: Context) -> Data:
    """The table as it is drawn."""
    return {
        "marks": [say(line, language, context) for line in drawn.lines],
        "middle": [
            *(
                face(Face("", pile.name, str(pile.count)), language, context)
                for pile in drawn.piles
            ),
            *(face(each, language, context) for each in drawn.middle),
        ],
        "places": [
            {
                "seat": place.seat,
                "name": context.names[place.seat - 1],
                "marks": [say(badge.text, language, context) for badge in place.badges],
                "cards": [
                    face(each, language, context)
                    for each in (
                        *(*place.cards, *place.opened, *place.known),
                        *(Face("", FaceDown()),) * (place.hand - len(place.known)),
                    )
                ],
                "out": place.out,
                "asked": place.seat in shown.awaited,
                "computer": _computer(shown.sitters[place.seat - 1], language),
            }
            for place in drawn.places
        ],
    }


def _computer(sitter: Sitter, language: str) -> str:
    """What stands beside the name where a computer plays; empty where none does."""
    if not sitter.computer:
        return ""
    mark = MannerSeat(sitter.manner) if sitter.manner is not None else ComputerSeat()
    return say(mark, language, Context())


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
