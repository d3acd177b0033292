"""What a record for tests expects of its end, read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from core.records.faults import Form, NoSuchSeat, RecordError, UnknownEntry, WrongForm
from core.records.forms import a_seat, an_object, each, texts

GROUP = 0
"""The reader that stands for everybody, where seats are numbered from 1."""


class Expect(msgspec.Struct, frozen=True):
    """What must hold after the last move; None is not compared. Readers are seats, 0 the group."""

    position: Mapping[str, Any] | None = None
    awaited: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    round_winners: tuple[int, ...] | None = None
    legal: Mapping[int, tuple[str, ...]] = {}
    offers: Mapping[int, tuple[str, ...]] = {}
    never: Mapping[int, tuple[str, ...]] = {}
    told: Mapping[int, tuple[str, ...]] = {}
    untold: Mapping[int, tuple[str, ...]] = {}


def read_expect(value: Any, seats: int) -> Expect:
    """What is expected, in plain data. Raises `RecordError`."""
    found = dict(an_object(value, "expect"))
    found.pop("error", None)
    kept: dict[str, Any] = {}
    for key, wanted in found.items():
        place = f"expect.{key}"
        match key:
            case "position":
                kept[key] = an_object(wanted, place)
            case "awaited" | "winners" | "round_winners":
                kept[key] = tuple(a_seat(seat, spot, seats) for spot, seat in each(wanted, place))
            case "legal" | "offers" | "never":
                kept[key] = _by_reader(wanted, place, seats, False)
            case "told" | "untold":
                kept[key] = _by_reader(wanted, place, seats, True)
            case _:
                raise RecordError(place, UnknownEntry())
    return Expect(**kept)


def _by_reader(value: Any, place: str, seats: int, group: bool) -> dict[int, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise RecordError(place, WrongForm(Form.SEATS))
    numbers = {str(seat): seat for seat in range(1, seats + 1)}
    if group:
        numbers["group"] = GROUP
    for reader in value:
        if reader not in numbers:
            raise RecordError(f"{place}.{reader}", NoSuchSeat(reader))
    return {numbers[who]: texts(codes, f"{place}.{who}") for who, codes in value.items()}
