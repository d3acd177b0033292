"""Fair shares at the door: nobody keeps the house so busy that others wait for it.

Each person has a budget of presses and words, each room one for all that is done there: buckets in
memory that fill with time. Whoever has used up theirs is not heard for a
while, before anything of it touches the store, and told so once, at the first thing that was meant
for us. In a room that has used up its own everything counts more: there a player's few moves go on,
and the many presses of somebody else do not.

No player comes near it: a budget is more than two hands press in a minute, what a platform kept for
us while we were deaf is counted as if it had come in its own time, and what could not be stored, so
that it comes again, is not counted.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from typing import ClassVar

from adapters.hearing import SHORT, Recovered
from core.kernel.text import N_, Public

PERSON = (60.0, 3.0)  # presses at once, and how many more come in a second
ROOM = (300.0, 15.0)
CROWDED = 6.0  # presses for which one counts in a room that has used up its budget
REST = 10.0  # seconds for which nobody is heard who has used up theirs
MOST = 20_000  # people, and rooms, that are remembered; those who did nothing for longest are not
LONGEST = 200.0  # seconds of deafness, at the most, for which budgets are filled
FRESH = 120.0  # seconds after a deafness within which what waited comes


class TooFast(Public, frozen=True, tag="shares.too-fast"):
    """Somebody presses or writes faster than any player does, for instance a program."""

    text: ClassVar[str] = N_(
        "That is more than I can keep up with. Please wait {seconds} seconds: until then I leave "
        "undone what you press or write."
    )
    seconds: int = int(REST)


class Verdict(Enum):
    """What becomes of an input."""

    HEARD = auto()  # it is carried out
    TOLD = auto()  # it is not, and whoever sent it is told why
    UNHEARD = auto()  # it is not


class _Bucket:
    """What is left of a budget. Of deafness number `filled` it has had its part."""

    __slots__ = ("counted", "filled", "left", "silent_until", "told")

    def __init__(self, left: float, at: float, filled: int) -> None:
        self.left = left
        self.counted = at
        self.filled = filled
        self.silent_until = -1.0
        self.told = False


class Shares:
    """All budgets. `pulse` is a monotonic clock in seconds. In the loop."""

    def __init__(self, pulse: Callable[[], float]) -> None:
        self._pulse = pulse
        self._people: dict[str, _Bucket] = {}
        self._rooms: dict[str, _Bucket] = {}
        self._deaf = 0  # how many times we were
        self._heard_at, self._missed = pulse(), LONGEST  # nobody knows what the start has missed

    def missed(self, news: Recovered) -> None:
        """We hear again after a while: what waited comes now. Any thread may call."""
        if news.seconds <= SHORT:
            return
        self._heard_at, self._missed = self._pulse(), min(news.seconds, LONGEST)
        self._deaf += 1

    def ask(self, user: str, room: str, age: float = 0.0, *, meant: bool = True) -> Verdict:
        """Whether an input is carried out. `user` and `room` are any names (an empty one: nobody
        knows, or none); `age` is how many seconds ago it was made, where a platform tells.
        `meant`: it is surely meant for us, and whoever sent it can be told."""
        at = self._pulse() - age
        own = self._bucket(self._people, user or f"?{room}", PERSON, at)
        if at < own.silent_until:
            return self._silent(own, meant)
        costs = 1.0
        if room:
            shared = self._bucket(self._rooms, room, ROOM, at)
            if shared.left < 1.0:
                costs = CROWDED
            shared.left = max(0.0, shared.left - 1.0)
        if own.left >= costs:
            own.left -= costs
            return Verdict.HEARD
        own.silent_until, own.told = at + REST, False
        return self._silent(own, meant)

    def _silent(self, own: _Bucket, meant: bool) -> Verdict:
        """Somebody is not heard for a while; they are told so once."""
        if own.told or not meant:
            return Verdict.UNHEARD
        own.told = True
        return Verdict.TOLD

    def give_back(self, user: str, room: str) -> None:
        """An input was heard and could not be stored: it comes again, and counts then."""
        own = self._people.get(user or f"?{room}")
        shared = self._rooms.get(room)
        if shared is not None:
            shared.left += 1.0
        if own is not None:
            own.left += 1.0 if shared is None or shared.left > 1.0 else CROWDED

    def _bucket(
        self, buckets: dict[str, _Bucket], name: str, budget: tuple[float, float], at: float
    ) -> _Bucket:
        """A bucket with all that has come until then; it is the newest now."""
        burst, refill = budget
        found = buckets.pop(name, None)
        if found is None:
            found = _Bucket(burst, at, self._deaf - 1)
            if len(buckets) >= MOST:
                del buckets[next(iter(buckets))]
        buckets[name] = found
        if at > found.counted:
            found.left = max(found.left, min(burst, found.left + (at - found.counted) * refill))
            found.counted = at
        if self._pulse() - self._heard_at >= FRESH:
            found.left = min(burst, found.left)
        elif found.filled != self._deaf:
            most = burst + refill * LONGEST
            found.left = min(most, found.left + refill * self._missed)
        found.filled = self._deaf
        return found
