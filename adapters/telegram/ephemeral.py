"""The room switch for hand cards in the group that one person alone sees (Bot API 10.2).

Off unless somebody turns it on; two failures within ten minutes turn it off again.
"""

from __future__ import annotations

from collections.abc import Callable

from core.ports import Directory

WITHIN = 600.0  # seconds
FAILURES = 2


class Ephemeral:
    """Which rooms have the switch on. `is_on` and `turn` run in the writer's thread."""

    def __init__(self, directory: Directory, now: Callable[[], float]) -> None:
        self.directory = directory
        self.now = now
        self._failed: dict[int, list[float]] = {}
        self._off: set[int] = set()

    def is_on(self, room: int) -> bool:
        """Whether hands are shown in that way in a room."""
        if room in self._off:
            self._off.discard(room)
            self.turn(room, False)
        return self.directory.kept(_key(room)) == "auto"

    def turn(self, room: int, on: bool) -> None:
        """Turn the switch of a room."""
        self._failed.pop(room, None)
        self._off.discard(room)
        self.directory.keep(_key(room), "auto" if on else "", self.now())

    def failed(self, room: int) -> None:
        """A card could not be shown; from any thread."""
        at = self.now()
        recent = [when for when in self._failed.get(room, []) if at - when < WITHIN] + [at]
        self._failed[room] = recent
        if len(recent) >= FAILURES:
            self._off.add(room)


def _key(room: int) -> str:
    return f"telegram:ephemeral:{room}"
