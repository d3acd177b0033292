"""What a button says when it is pressed: a datum, parsed once into what it means."""

from __future__ import annotations

from typing import Literal, assert_never

import msgspec

from core.desk.acts import Act
from core.kernel.notation import words
from core.table.table import MARK

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
PICTURES = "01234567"  # the places of the pictures that one cuts with
LONGEST_NUMBER = 15  # digits of the number of a room

Book = Literal["rules", "tour"]


class Play(msgspec.Struct, frozen=True):
    """A whole move."""

    code: str


class Level(msgspec.Struct, frozen=True):
    """The next level of a choice: what is said of the move so far."""

    said: tuple[str, ...] = ()


class Key(msgspec.Struct, frozen=True):
    """A key of a row of a board: which word of the move it fills, and what stands on it."""

    place: str
    label: str


class Set(msgspec.Struct, frozen=True):
    """Something in the lobby gets a value."""

    what: str
    value: str


class Order(msgspec.Struct, frozen=True):
    """A standing order."""

    code: str


class Knock(msgspec.Struct, frozen=True):
    """The host's answer to another room that asks to join."""

    yes: bool
    room: int


class Unseat(msgspec.Struct, frozen=True):
    """Somebody in the lobby is to be taken off it: by their place (from 1) and their mark."""

    seat: int
    mark: str


class Cut(msgspec.Struct, frozen=True):
    """One of the eight pictures, by its place from 0: so one cuts the deck."""

    picture: int


class Page(msgspec.Struct, frozen=True):
    """A section of the rules, or a step of the guided tour; both are counted from 0."""

    book: Book
    number: int = 0


class Learn(msgspec.Struct, frozen=True):
    """A guided first round: of which game (empty: it is to be chosen), before which of its moves,
    and the move that is tried there (empty: none). A code that ends in a dot begins a move."""

    game: str
    step: int = 0
    code: str = ""


class Speak(msgspec.Struct, frozen=True):
    """A language by its code."""

    language: str


class Own(msgspec.Struct, frozen=True):
    """A word that one platform alone knows, or nobody."""

    word: str


Verb = Play | Level | Key | Set | Order | Knock | Unseat | Cut | Page | Learn | Speak | Act | Own
"""What a button does."""

_ACTS = {act.value: act for act in Act}


class Press(msgspec.Struct, frozen=True):
    """A button datum taken apart: table, question, what to do, and how that is spelled."""

    table: str
    question: int
    verb: Verb
    code: str


def datum(table: str, question: int, verb: Verb | str) -> str:
    """A button datum: the table, the question in base 36, the verb (at most 64 bytes)."""
    code = verb if isinstance(verb, str) and not isinstance(verb, Act) else spelled(verb)
    return f"{table}:{_base36(question)}:{code}"


def read_datum(data: str) -> Press | None:
    """The press behind a datum, or None if it is none of ours."""
    parts = data.split(":", 2)
    if len(parts) != 3 or not parts[0] or not parts[2]:
        return None
    table, number, code = parts
    if not number or any(digit not in DIGITS for digit in number) or len(number) > 6:
        return None
    return Press(table, int(number, 36), read_verb(code), code)


def pressed(table: str, verb: Verb, question: int = 0) -> Press:
    """The press of a button."""
    return Press(table, question, verb, spelled(verb))


def read_verb(code: str) -> Verb:
    """What a verb means, from its spelling; `Own` if the house does not know it.

    >>> read_verb("m:guard.2.king"), read_verb("join").name, read_verb("~1.A")
    (Play(code='guard.2.king'), 'JOIN', Key(place='1', label='A'))
    """
    if code in _ACTS:
        return _ACTS[code]
    if code.startswith("~"):
        place, dot, label = code[1:].partition(".")
        return Key(place, label) if dot else Own(code)
    kind, colon, said = code.partition(":")
    if colon:
        return _of_a_move(kind, said) or Own(code)
    kind, dot, rest = code.partition(".")
    return (_dotted(kind, rest) if dot else None) or Own(code)


def _of_a_move(kind: str, said: str) -> Verb | None:
    match kind:
        case "m":
            return Play(said)
        case "?":
            return Level(words(said))
        case _:
            return None


def _dotted(kind: str, rest: str) -> Verb | None:
    match kind:
        case "set":
            what, _, value = rest.partition(".")
            return Set(what, value)
        case "panel":
            return Set("panel", rest)
        case "order":
            return Order(rest)
        case "knock":
            return _knock(rest)
        case "unseat":
            return _unseat(rest)
        case "cut":
            return Cut(int(rest)) if len(rest) == 1 and rest in PICTURES else None
        case "rules" | "tour":
            return Page(kind, int(rest) if rest.isdecimal() and len(rest) < 4 else 0)
        case "learn":
            return _learn(rest)
        case "speak":
            return Speak(rest)
        case _:
            return None


def _knock(rest: str) -> Knock | None:
    answer, _, number = rest.partition(".")
    if answer not in ("yes", "no") or not number.isdecimal() or len(number) > LONGEST_NUMBER:
        return None
    return Knock(answer == "yes", int(number))


def _unseat(rest: str) -> Unseat | None:
    seat, _, mark = rest.partition(".")
    fits = seat.isdecimal() and len(seat) < 3 and len(mark) == MARK
    return Unseat(int(seat), mark) if fits else None


def _learn(rest: str) -> Learn | None:
    game, _, more = rest.partition(".")
    number, _, code = more.partition(".")
    if not game:
        return None if rest else Learn("")
    if not number.isdecimal() or len(number) > 3:
        return None
    return Learn(game, int(number), code)


def spelled(verb: Verb) -> str:
    """How a verb stands in a datum. These spellings never change: old messages keep their
    buttons."""
    match verb:
        case Act():
            return verb.value
        case Play(code):
            return f"m:{code}"
        case Level(said):
            return f"?:{'.'.join(said)}"
        case Key(place, label):
            return f"~{place}.{label}"
        case Set("panel", value):
            return f"panel.{value}"
        case Set(what, value):
            return f"set.{what}.{value}"
        case Order(code):
            return f"order.{code}"
        case Knock(yes, room):
            return f"{Act.LET_IN if yes else Act.TURN_AWAY}{room}"
        case Unseat(seat, mark):
            return f"unseat.{seat}.{mark}"
        case Cut(picture):
            return f"cut.{picture}"
        case Page(book, number):
            return f"{book}.{number}"
        case Learn(""):
            return "learn."
        case Learn(game, step, code):
            return f"learn.{game}.{step}.{code}" if code else f"learn.{game}.{step}"
        case Speak(language):
            return f"speak.{language}"
        case Own(word):
            return word
        case _:
            assert_never(verb)


def _base36(number: int) -> str:
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = DIGITS[digit] + text
        if not number:
            return text
