"""Words that stand for buttons: typed, or written by buttons where presses have no owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.desk.presses import Key, Press, read_datum
from core.desk.sheets import Board, Button
from core.kernel.text import Message, Public
from locales import tongue
from locales.tongue import Context
from locales.words import fold


def rows_in(sheet: Board) -> list[tuple[Button[Public], ...]]:
    """The rows of letters, seats and digits of a board; what fills the same word of a move is
    one row, however it is broken."""
    found: dict[str, tuple[Button[Public], ...]] = {}
    for row in sheet.buttons:
        key = key_of(row[0]) if row else None
        if key is not None:
            found[key.place] = (*found.get(key.place, ()), *row)
    return list(found.values())


def words_of(sheet: Board, language: str, context: Context) -> dict[str, str]:
    """What each button of the rows writes: its label; with the row's number before it where
    another row has the same."""
    taken: set[str] = set()
    found: dict[str, str] = {}
    for number, row in enumerate(rows_in(sheet), 1):
        for button in row:
            label = tongue.say(button.label, language, context)
            if fold(label) in taken:
                label = f"{number}-{label}"
            taken.add(fold(label))
            found[button.data] = label
    return found


def presses_of(text: str, sheet: Board, contexts: Mapping[str, Context]) -> list[Press]:
    """The buttons that a message means: one button by its label, or one of each of several rows
    in their order (「A ミナ 2」). Empty if it is none."""
    found = _data_of(text, sheet, contexts)
    return [press for data in found if (press := read_datum(data)) is not None]


def _data_of(text: str, sheet: Board, contexts: Mapping[str, Context]) -> list[str]:
    typed = fold(text)
    if not typed:
        return []
    rows = rows_in(sheet)
    by_row = [_spellings(row, number, contexts) for number, row in enumerate(rows, 1)]
    alone = [by_row[index][typed] for index in range(len(rows)) if typed in by_row[index]]
    if alone:
        # A number alone is a rank rather than a seat: names are what seats are called by.
        return [alone[-1] if typed.isdecimal() else alone[0]]
    found = _read(typed, by_row)
    if found is not None:
        return found
    for row in sheet.buttons:
        for button in row:
            labels = {fold(tongue.say(button.label, la, co)) for la, co in contexts.items()}
            if typed in labels and key_of(button) is None:
                return [button.data]
    return []


def _read(typed: str, rows: Sequence[Mapping[str, str]]) -> list[str] | None:
    """One word for each row, in order; later rows may be left out."""
    if not typed:
        return []
    if not rows:
        return None
    for spelling in sorted(rows[0], key=len, reverse=True):
        if typed.startswith(spelling):
            rest = typed[len(spelling) :]
            if rest and not _parts(spelling, rest):
                continue
            following = _read(rest.lstrip(" ,、.・"), rows[1:])
            if following is not None:
                return [rows[0][spelling], *following]
    return None


def _parts(spelling: str, rest: str) -> bool:
    """Whether a word ends here: not in the middle of Latin letters or of a number."""
    last, following = spelling[-1], rest[0]
    return not (last.isascii() and last.isalnum() and following.isascii() and following.isalnum())


def _spellings(
    row: Sequence[Button[Public]], number: int, contexts: Mapping[str, Context]
) -> dict[str, str]:
    """How the buttons of a row may be typed, and their data."""
    found: dict[str, str] = {}
    for button in row:
        key = key_of(button)
        raw = fold(key.label) if key is not None else ""
        found.setdefault(raw, button.data)
        found.setdefault(f"{number}-{raw}", button.data)
    for button in row:
        for language, context in contexts.items():
            label = fold(tongue.say(button.label, language, context))
            if label:
                found[label] = button.data
                found.setdefault(f"{number}-{label}", button.data)
    return found


def key_of(button: Button[Message]) -> Key | None:
    """The key of a row that a button is, if it is one."""
    return button.verb if isinstance(button.verb, Key) else None
