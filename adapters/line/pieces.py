"""What bubbles of a game are made of: for whom they are drawn, and their keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from adapters.letter import BoardShown, Told
from adapters.line import flex
from adapters.line.colours import GREY, INK, PALE, WHITE, Colours, colours_of
from adapters.line.flex import Look
from adapters.line.limits import LONGEST_LABEL
from adapters.line.steps import Group, steps_of
from adapters.line.texts import LineLabel, LineWords, OwnSeat
from core.desk.acts import Act
from core.desk.presses import Key
from core.desk.sheets import Board, Button
from core.kernel.text import Public
from locales.names import short, width

Data = dict[str, Any]

COLUMNS = 40  # of a row of keys
AROUND = 2  # columns that the edges of a key take
WRAPS = 17  # columns above which a label stands on two lines
LEAST = 4  # columns of a small key


class Frame(msgspec.Struct, frozen=True):
    """A board to be drawn, and for whom.

    `board` is adapted for LINE, `lines` is what is new on it, `notes` its small print. `page` opens
    the page (empty: there is none); with `letters` all keys are shown all the same. Who has `asked`
    for the board finds on it what else the house can do.
    """

    shown: BoardShown
    board: Board
    look: Look
    lines: tuple[Told[Public], ...] = ()
    notes: tuple[Public, ...] = ()
    page: str = ""
    letters: bool = False
    asked: bool = False

    @property
    def colours(self) -> Colours:
        """The colours of its game."""
        return colours_of(self.board.kind)

    @property
    def small(self) -> bool:
        """It is answered on the page: there are no keys for the move on it."""
        return bool(self.page) and not self.letters and asks_for_page(self.shown.board)


def asks_for_page(board: Board) -> bool:
    """Whether what is asked is answered on the page where there is one: out of the hand, or by
    more than one press. Then the page is all one needs."""
    rows = any(isinstance(button.verb, Key) for row in board.choice for button in row)
    return board.phase == "playing" and bool(board.asks) and (rows or not board.choice)


def page_key(word: LineWords, uri: str, look: Look, colours: Colours) -> Data:
    """The one filled key of a board that opens the page."""
    label = look.say(LineLabel(word))
    return filled(label, {"type": "uri", "label": short(label, LONGEST_LABEL), "uri": uri}, colours)


def filled(label: str, action: Data, colours: Colours, size: str = "md") -> Data:
    """A main key."""
    return flex.box(
        [flex.line(label, align="center", weight="bold", size=size, color=WHITE)],
        action=action,
        backgroundColor=colours.deep,
        cornerRadius="8px",
        paddingAll="8px" if size == "md" else "6px",
    )


def grey(button: Button[Public], look: Look, label: str = "") -> Data:
    """A small key of the house's."""
    label = label or look.say(button.label)
    return flex.box(
        [flex.line(label, align="center", size="xs", color="#444444")],
        action=flex.action(button, label, look),
        backgroundColor=PALE,
        cornerRadius="6px",
        paddingAll="3px",
        paddingStart="1px",
        paddingEnd="1px",
        flex=max(LEAST, min(WRAPS, width(label))) + 2,
    )


def small_print(text: str) -> Data:
    return flex.line(text, size="xxs", color=GREY)


def dressed(made: Data, top: int) -> None:
    """A bubble in little room, light also where a phone is dark."""
    made["contents"]["body"] |= padded(top, 2, 12) | {"backgroundColor": WHITE, "spacing": "none"}
    if "footer" in made["contents"]:
        made["contents"]["footer"] |= padded(2, 6, 10) | {"backgroundColor": WHITE, "spacing": "xs"}


def padded(top: int, bottom: int, sides: int) -> Data:
    return {
        "paddingTop": f"{top}px",
        "paddingBottom": f"{bottom}px",
        "paddingStart": f"{sides}px",
        "paddingEnd": f"{sides}px",
    }


def caption(text: str, colours: Colours) -> Data:
    return flex.line(text, size="xs", weight="bold", color=colours.deep)


def keys(group: Group, frame: Frame) -> list[tuple[int, Data]]:
    """The keys of a group, each with its columns; the way to the hand stands beside letters."""
    look = frame.look
    parts = []
    for button in group.keys:
        label = _label(button, frame) or "–"
        made = flex.box(
            [flex.line(label, align="center", size="sm", weight="bold", color=INK)],
            action=flex.action(button, label, look),
            backgroundColor=frame.colours.tint,
            borderWidth="1px",
            borderColor=frame.colours.edge,
            cornerRadius="6px",
            paddingAll="4px",
            paddingStart="2px",
            paddingEnd="2px",
        )
        parts.append((max(LEAST, min(WRAPS, width(label))), made))
    if group.letters and not frame.page:
        hand = hand_key(frame)
        beside = hand is not None and not _hand_shown(frame, group)
        parts += [(width(hand["action"]["label"]), hand)] if hand and beside else []
    return parts


def _hand_shown(frame: Frame, group: Group) -> bool:
    """The way to the hand stands beside the first letters already."""
    letters = [each.place for each in steps_of(frame.board).first if each.letters]
    return bool(letters) and letters[0] != group.place


def packed(parts: Sequence[tuple[int, Data]]) -> list[Data]:
    """Keys in as few rows as have room for them, each as full as the others."""
    fewest = _rows(parts, COLUMNS)
    each = sum(columns + AROUND for columns, _ in parts) // max(1, len(fewest))
    rows = next(
        (rows for most in range(each, COLUMNS) if len(rows := _rows(parts, most)) <= len(fewest)),
        fewest,
    )
    return [
        flex.box([part | {"flex": columns} for columns, part in row], "horizontal", spacing="xs")
        for row in rows
    ]


def _rows(parts: Sequence[tuple[int, Data]], most: int) -> list[list[tuple[int, Data]]]:
    """Keys in rows of so many columns."""
    rows: list[list[tuple[int, Data]]] = []
    left = 0
    for columns, part in parts:
        if not rows or columns + AROUND > left:
            rows.append([])
            left = most
        rows[-1].append((columns, part))
        left -= columns + AROUND
    return rows


def _label(button: Button[Public], frame: Frame) -> str:
    """What stands on a key; whoever is asked alone need not look for their own name."""
    label = button.label
    seat = getattr(label, "seat", 0) if isinstance(button.verb, Key) else 0
    if frame.board.awaited == (seat,):
        label = OwnSeat()
    return frame.look.say(label)


def hand_key(frame: Frame) -> Data | None:
    """The way to the hand, as the main key of a board without the page."""
    for button in frame.board.foot:
        if button.verb is Act.HAND:
            label = frame.look.say(button.label)
            return filled(label, flex.action(button, label, frame.look), frame.colours, "sm")
    return None
