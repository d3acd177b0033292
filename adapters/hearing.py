"""Our trouble is never the players' silence: when the house is deaf, and what it does afterwards.

The house is deaf while its own loop stood still, while the store is in trouble, and where a
platform's way in is broken (asking fails, a rival holds the token, the platform reports that it
cannot deliver). Of a webhook that brings nothing it cannot know. While a table is deaf no
person's time runs out there; afterwards what waited is heard first, and deadlines get a minute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import msgspec

from core.ports import Room

SHORT = 5.0  # seconds of deafness that nobody notices
LONG = 60.0  # seconds after which the tables hear that we were deaf

HOUSE = ""
"""The name of what all tables need: the loop and the store."""


class Recovered(msgspec.Struct, frozen=True):
    """A platform (or the `HOUSE`) hears again after so many seconds."""

    platform: str
    seconds: float


class Hearing:
    """Who is deaf since when. `pulse` is a monotonic clock; any thread may call."""

    def __init__(self, pulse: Callable[[], float]) -> None:
        self._pulse = pulse
        self._deaf: dict[tuple[str, str], float] = {}
        self._recovered: list[Recovered] = []
        self.stands_still: Callable[[], bool] = lambda: False

    def lost(self, platform: str, why: str) -> None:
        """From now on (if not before) nothing is heard there. `why` names the cause: each cause
        ends by itself."""
        self._deaf.setdefault((platform, why), self._pulse())

    def heard(self, platform: str, why: str) -> None:
        """This cause is over."""
        since = self._deaf.pop((platform, why), None)
        if since is not None and self.deaf_for(platform) == 0.0:
            seconds = self._pulse() - since
            if seconds > SHORT:
                self._recovered.append(Recovered(platform, seconds))

    def stood_still(self, seconds: float) -> None:
        """The house itself was absent for so long (or its clock was wrong)."""
        self._recovered.append(Recovered(HOUSE, seconds))

    def deaf_for(self, platform: str) -> float:
        """For how many seconds nothing has been heard there; 0: we hear."""
        since = [at for (name, _), at in list(self._deaf.items()) if name == platform]
        return max(1e-6, self._pulse() - min(since)) if since else 0.0

    def why(self, platform: str) -> str:
        """The first cause of the deafness there; empty if we hear."""
        return next((why for name, why in list(self._deaf) if name == platform), "")

    def deaf(self, rooms: Iterable[Room]) -> bool:
        """Whether somebody at a table that is played in these rooms may have acted unheard."""
        if self.stands_still() or self._recovered or self.deaf_for(HOUSE):
            return True
        return any(self.deaf_for(name) for name in {room.platform for room in rooms})

    def recovered(self) -> Sequence[Recovered]:
        """What hears again, to be told once; until it is fetched nobody's time runs out."""
        return tuple(self._recovered)

    def settled(self, done: Sequence[Recovered]) -> None:
        """The deadlines after these have been renewed."""
        for each in done:
            self._recovered.remove(each)
