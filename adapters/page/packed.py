"""Plain data with each part of it once: what repeats itself from picture to picture is named by its
number. `static/unpack.js` makes the data of it again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

ARRAY = 0
"""The number that a list begins with; an object begins with that of its keys, from 1."""


def pack(data: Any) -> dict[str, Any]:
    """The same data as `keys` (of each kind of object), `parts` (a text, number, true, false or
    null as it is; a list or an object as a list of numbers), and the number of the `whole`."""
    return _Packing().packed(data)


class _Packing:
    def __init__(self) -> None:
        self._keys: dict[tuple[str, ...], int] = {}
        self._numbers: dict[Hashable, int] = {}
        self._parts: list[Any] = []

    def packed(self, data: Any) -> dict[str, Any]:
        whole = self._number(data)
        return {"keys": [list(keys) for keys in self._keys], "parts": self._parts, "whole": whole}

    def _number(self, data: Any) -> int:
        if isinstance(data, dict):
            kind = self._keys.setdefault(tuple(data), len(self._keys) + 1)
            return self._kept([kind, *map(self._number, data.values())])
        if isinstance(data, list):
            return self._kept([ARRAY, *map(self._number, data)])
        return self._kept(data)

    def _kept(self, part: Any) -> int:
        """The number of a part; 1, 1.0 and true are not the same."""
        key = (type(part), tuple(part) if isinstance(part, list) else part)
        number = self._numbers.setdefault(key, len(self._parts))
        if number == len(self._parts):
            self._parts.append(part)
        return number
