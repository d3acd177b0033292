"""The room switch for hand cards in the group that one person alone sees (Bot API 10.2).

On unless somebody turns it off. Where it fails, hands are shown in alerts, until it is tried anew.
"""

from __future__ import annotations

from collections.abc import Callable

from adapters.latch import Latch
from core.house.ports import Directory

OFF = "off"


class Ephemeral:
    """Which rooms have the switch on. `is_on` and `turn` run in the writer's thread."""

    def __init__(
        self, directory: Directory, now: Callable[[], float], pulse: Callable[[], float]
    ) -> None:
        self.directory = directory
        self.now = now
        self._failing: Latch[int] = Latch(pulse)

    def is_on(self, room: int) -> bool:
        """Whether hands are shown in that way in a room now."""
        return self.is_wanted(room) and not self._failing.shut(room)

    def is_wanted(self, room: int) -> bool:
        """Whether nobody has turned the switch of a room off."""
        return self.directory.kept(_key(room)) != OFF

    def turn(self, room: int, on: bool) -> None:
        """Turn the switch of a room."""
        self._failing.open(room)
        self.directory.keep(_key(room), "auto" if on else OFF, self.now())

    def shown(self, room: int, done: bool) -> None:
        """A card was shown, or could not be; from any thread."""
        if done:
            self._failing.open(room)
        else:
            self._failing.close(room)


def _key(room: int) -> str:
    return f"telegram:ephemeral:{room}"
