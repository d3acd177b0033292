"""Our trouble is never the players' silence: when the house is deaf, and what it does afterwards.

The house is deaf while its own loop stood still, while the store is in trouble, and where a
platform's way in is broken (asking fails, a rival holds the token, the platform reports that it
cannot deliver). Of a webhook that brings nothing it cannot know. While a table is deaf no
person's time runs out there; afterwards what waited is heard first, and deadlines get a minute.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence

import msgspec

from core.table.places import Room

SHORT = 5.0  # seconds of deafness that nobody notices
LONG = 60.0  # seconds after which the tables hear that we were deaf

HOUSE = ""
"""The name of what all tables need: the loop and the store."""


class Recovered(msgspec.Struct, frozen=True):
    """A platform (or the `HOUSE`) hears again after so many seconds. `jumped`: the wall clock was
    set, so what the stored times mean is not known."""

    platform: str
    seconds: float
    jumped: bool = False


class Hearing:
    """Who is deaf since when. `pulse` is a monotonic clock; any thread may call."""

    def __init__(self, pulse: Callable[[], float]) -> None:
        self._pulse = pulse
        self._lock = threading.Lock()
        self._causes: dict[str, list[str]] = {}
        self._since: dict[str, float] = {}
        self._recovered: list[Recovered] = []
        self.stands_still: Callable[[], bool] = lambda: False
        self.on_recovered: list[Callable[[Recovered], None]] = []

    def lost(self, platform: str, why: str) -> None:
        """From now on (if not before) nothing is heard there. `why` names the cause: each cause
        ends by itself, and the deafness ends with the last of them."""
        with self._lock:
            causes = self._causes.setdefault(platform, [])
            if why not in causes:
                causes.append(why)
            self._since.setdefault(platform, self._pulse())

    def heard(self, platform: str, why: str) -> None:
        """This cause is over."""
        with self._lock:
            causes = self._causes.get(platform, [])
            if why not in causes:
                return
            causes.remove(why)
            if causes:
                return
            del self._causes[platform]
            recovered = Recovered(platform, self._pulse() - self._since.pop(platform))
            if recovered.seconds > SHORT:
                self._recovered.append(recovered)
        self._tell(recovered)

    def stood_still(self, seconds: float, *, jumped: bool = False) -> None:
        """The house itself was absent for so long (or its clock was wrong)."""
        recovered = Recovered(HOUSE, seconds, jumped)
        with self._lock:
            self._recovered.append(recovered)
        self._tell(recovered)

    def was_deaf(self, platform: str, seconds: float) -> None:
        """Nothing was heard there for so long by the worker that listened until now."""
        with self._lock:
            self._recovered.append(Recovered(platform, seconds))

    def _tell(self, recovered: Recovered) -> None:
        for listener in self.on_recovered:
            listener(recovered)

    def deaf_for(self, platform: str) -> float:
        """For how many seconds nothing has been heard there; 0: we hear."""
        with self._lock:
            since = self._since.get(platform)
            return 0.0 if since is None else max(1e-6, self._pulse() - since)

    def deafnesses(self) -> dict[str, float]:
        """For how many seconds (more than a few) nothing was heard at platforms, until now or until
        something that was not told of yet."""
        with self._lock:
            now = self._pulse()
            found = {each.platform: each.seconds for each in self._recovered}
            found |= {name: now - since for name, since in self._since.items()}
            return {name: for_ for name, for_ in found.items() if name != HOUSE and for_ > SHORT}

    def why(self, platform: str) -> str:
        """The first cause of the deafness there; empty if we hear."""
        with self._lock:
            return next(iter(self._causes.get(platform, [])), "")

    def deaf(self, rooms: Iterable[Room]) -> bool:
        """Whether somebody at a table that is played in these rooms may have acted unheard."""
        if self.stands_still():
            return True
        with self._lock:
            if self._recovered or HOUSE in self._since:
                return True
            return any(room.platform in self._since for room in rooms)

    def recovered(self) -> Sequence[Recovered]:
        """What hears again, to be told once; until it is settled nobody's time runs out."""
        with self._lock:
            return tuple(self._recovered)

    def settled(self, done: Sequence[Recovered]) -> None:
        """The deadlines after these have been renewed."""
        with self._lock:
            for each in done:
                self._recovered.remove(each)
