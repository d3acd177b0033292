"""A record's file becomes plain data, or one clear line about what it is instead."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, ClassVar, NoReturn

from core.kernel.text import N_, Message, Public

LARGEST = 8 * 1024 * 1024  # bytes; a long match takes some ten thousand
DIGITS = 15  # of a number; no record has more


class NotAFile(Exception):
    """Something that cannot be read as a record at all."""

    def __init__(self, message: Message) -> None:
        super().__init__(type(message).__name__)
        self.message = message


class NoSuchFile(Public, frozen=True, tag="file.none"):
    text: ClassVar[str] = N_("there is no such file.")


class IsFolder(Public, frozen=True, tag="file.folder"):
    text: ClassVar[str] = N_("this is a folder, not a record.")


class Unreadable(Public, frozen=True, tag="file.unreadable"):
    text: ClassVar[str] = N_("this cannot be read.")


class TooLarge(Public, frozen=True, tag="file.too-large"):
    text: ClassVar[str] = N_("this is too large for a record.")


class NotText(Public, frozen=True, tag="file.not-text"):
    text: ClassVar[str] = N_("this is not a text in UTF-8.")


class NotJson(Public, frozen=True, tag="file.not-json"):
    text: ClassVar[str] = N_("this is not JSON (line {line}, column {column}).")
    line: int
    column: int


class StrangeJson(Public, frozen=True, tag="file.strange-json"):
    text: ClassVar[str] = N_("this JSON is too deep, or holds a number that no record has.")


def load(name: str) -> Any:
    """The data in a file. Raises `NotAFile`."""
    raw = _bytes(Path(name))
    try:
        text = raw.decode("utf-8-sig")
        data = json.loads(text, parse_int=_number, parse_float=_strange, parse_constant=_strange)
        json.dumps(data, ensure_ascii=False).encode()  # half a character is no text either
    except UnicodeError as error:
        raise NotAFile(NotText()) from error
    except json.JSONDecodeError as error:
        raise NotAFile(NotJson(error.lineno, error.colno)) from error
    except RecursionError as error:
        raise NotAFile(StrangeJson()) from error
    return data


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError as error:
        raise NotAFile(NoSuchFile()) from error
    except IsADirectoryError as error:
        raise NotAFile(IsFolder()) from error
    except (OSError, ValueError) as error:
        raise NotAFile(Unreadable()) from error
    if len(raw) > LARGEST:
        raise NotAFile(TooLarge())
    return raw


def _number(text: str) -> int:
    if len(text) > DIGITS:
        _strange(text)
    return int(text)


def _strange(_text: str) -> NoReturn:
    raise NotAFile(StrangeJson())
