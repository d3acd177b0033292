"""What is remembered of rooms and people in memory: the newest, however many there ever are."""

from __future__ import annotations

from contextlib import suppress
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOST = 10_000  # rooms or people of whom something is remembered


class Recent(dict[K, V]):
    """A dictionary that remembers what was set last. What is forgotten must be found out again, as
    after a start."""

    def __init__(self, most: int = MOST) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        self.pop(key, None)  # it is the newest now
        super().__setitem__(key, value)
        if len(self) > self._most:
            with suppress(KeyError, RuntimeError):  # another thread was here: the next one does it
                del self[next(iter(self))]
