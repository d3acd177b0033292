"""What an entry of a record must be: each form, and the place that is named if it is not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from core.records.faults import Form, MissingEntry, NoSuchSeat, RecordError, WrongForm


def needed(found: Mapping[str, Any], key: str, before: str = "") -> Any:
    """An entry that must be there."""
    if key not in found:
        raise RecordError(f"{before}{key}", MissingEntry())
    return found[key]


def an_object(value: Any, place: str) -> Mapping[str, Any]:
    """An object: keys and values."""
    if not isinstance(value, dict):
        raise RecordError(place, WrongForm(Form.OBJECT))
    return value


def each(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """The items of a list, each with its place."""
    if not isinstance(value, list):
        raise RecordError(place, WrongForm(Form.LIST))
    return ((f"{place}[{index}]", item) for index, item in enumerate(value))


def a_text(value: Any, place: str) -> str:
    """A text."""
    if not isinstance(value, str):
        raise RecordError(place, WrongForm(Form.TEXT))
    return value


def texts(value: Any, place: str) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(a_text(item, spot) for spot, item in each(value, place))


def hexadecimal(value: Any, place: str) -> str:
    """Bytes in hexadecimal digits, in lower case."""
    text = a_text(value, place)
    if not re.fullmatch(r"(?:[0-9a-fA-F]{2})+", text):
        raise RecordError(place, WrongForm(Form.HEX))
    return text.lower()


def a_seat(value: Any, place: str, seats: int) -> int:
    """The number of a seat, from 1 to `seats`."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordError(place, WrongForm(Form.NUMBER))
    if not 1 <= value <= seats:
        raise RecordError(place, NoSuchSeat(str(value)))
    return value


def a_count(value: Any, place: str) -> int:
    """A whole number from 0 that fits into eight bytes."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 1 << 63:
        raise RecordError(place, WrongForm(Form.NUMBER))
    return value


def a_flag(value: Any, place: str) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise RecordError(place, WrongForm(Form.FLAG))
    return value


def a_word(value: Any, place: str) -> str:
    """A code: small letters, digits and a few signs, so that it cannot be taken for two."""
    text = a_text(value, place)
    if not re.fullmatch(r"[a-z0-9._/-]+", text):
        raise RecordError(place, WrongForm(Form.WORD))
    return text


def as_json(value: Any) -> str:
    """A value as it would be written."""
    return msgspec.json.encode(value).decode()
