"""What a button says when it is pressed: a datum, and what it means."""

from __future__ import annotations

import msgspec

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


class Press(msgspec.Struct, frozen=True):
    """A button datum taken apart: table, question, and what to do."""

    table: str
    question: int
    verb: str


def datum(table: str, question: int, verb: str) -> str:
    """A button datum: the table, the question in base 36, the verb (at most 64 bytes)."""
    return f"{table}:{_base36(question)}:{verb}"


def read_datum(data: str) -> Press | None:
    """The press behind a datum, or None if it is none of ours."""
    parts = data.split(":", 2)
    if len(parts) != 3 or not parts[0] or not parts[2]:
        return None
    table, number, verb = parts
    if not number or any(digit not in DIGITS for digit in number) or len(number) > 6:
        return None
    return Press(table, int(number, 36), verb)


def _base36(number: int) -> str:
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
        if not number:
            return text
