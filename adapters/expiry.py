"""Wishes expire: words that reach us long after they were written change nothing any more."""

from __future__ import annotations

from typing import ClassVar

from adapters.heard import SILENCE, Heard, Reply
from core.kernel.text import N_, Public

LASTS = 300.0  # seconds after which typed words are not done any more
MOST = 1000  # chats that are remembered


class WordsTooOld(Public, frozen=True, tag="speech.too-old"):
    """Told once in a chat, however many such words there were."""

    text: ClassVar[str] = N_(
        "I was away when this was written, so nothing was done. Please say it again."
    )


class Expiry:
    """Which words are too old, and where that was said. Losing it says it once more."""

    def __init__(self) -> None:
        self._told: dict[tuple[int, str], float] = {}
        self._spoken: set[tuple[int, str]] = set()  # where words came in time since it was told

    def too_old(self, heard: Heard) -> bool:
        """Whether what was typed is not to be done any more. Presses never expire: their
        question stands or does not."""
        if heard.press is not None:
            return False
        if heard.age > LASTS:
            return True
        place = _place(heard)
        if place in self._told:
            self._spoken.add(place)
        return False

    def reply(self, heard: Heard) -> Reply:
        """What is said to words that are too old (and that were meant for us): once that they
        are, then nothing until others have come in time."""
        place = _place(heard)
        told = self._told.get(place)
        recently = told is not None and abs(heard.at - told) < LASTS
        if told is not None and (recently or place not in self._spoken):
            return SILENCE
        self._told.pop(place, None)
        self._spoken.discard(place)
        self._told[place] = heard.at
        while len(self._told) > MOST:
            self._spoken.discard(oldest := next(iter(self._told)))
            del self._told[oldest]
        return Reply(WordsTooOld(), table=heard.room.table if heard.room is not None else None)


def _place(heard: Heard) -> tuple[int, str]:
    """The chat: a room, or the private chat of a person."""
    return (heard.room.id, "") if heard.room is not None else (0, heard.user)
