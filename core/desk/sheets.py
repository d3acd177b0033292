"""What a reader sees of a table: lines and buttons, without a language or a platform."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from core.desk.acts import Act
from core.kernel.asks import Face, Stage
from core.kernel.text import N_, Message, Public


class Button(msgspec.Struct, frozen=True):
    """A button: its label, and the datum that comes back when it is pressed."""

    label: Message
    data: str


class Sheet(msgspec.Struct, frozen=True):
    """A card to show: a title, lines, what is asked, and rows of buttons.

    `question` is the question that the sheet shows (0: none), `awaited` the seats that are
    asked, `letters` the version of the hand whose letters the reader can see on it (-1:
    none). `stage` and `hand` are the same in a form that can be drawn.
    """

    title: Message
    lines: tuple[Message, ...] = ()
    asked: tuple[Message, ...] = ()
    buttons: tuple[tuple[Button, ...], ...] = ()
    question: int = 0
    awaited: tuple[int, ...] = ()
    letters: int = -1
    stage: Stage | None = None
    hand: tuple[Face, ...] = ()


class Labelled(Public, frozen=True, tag="label.act"):
    """A button that does something of the house."""

    text: ClassVar[str] = N_("{act}")
    act: Act


class LabelledWord(Public, frozen=True, tag="label.plain"):
    """A button with a letter or a digit on it: the same in every language."""

    text: ClassVar[str] = N_("{mark}")
    mark: str
