"""How often a chat may be called: buckets that keep Telegram's limits by construction.

A group's bucket holds 4 calls and gets one every 4 seconds: 19 calls in any 60 seconds at the
most, where Telegram allows about 20. A private chat's holds 3 and gets one a second.
"""

from __future__ import annotations

from collections.abc import Callable
from random import random

GROUP = (4, 4.0)  # calls at once, seconds until the next one
PRIVATE = (3, 1.0)
EVERYBODY = (25, 0.04)
SPARE = 10  # calls for everybody that are left to others by what has time
GAP = 1.0  # seconds between two calls in a group
HABIT = 3  # so many refusals in a row make a chat slower
SLOWER_FOR = 600.0  # seconds
LONGEST = (60.0, 300.0, 900.0, 3600.0)
"""Seconds that a pause may last which Telegram asks for: the first, the second one in a row, …"""
MOST = 5000  # chats whose buckets are kept; then those that are full again are forgotten
START = 60.0  # seconds after a start in which the last process's calls still count


class Bucket:
    """The calls that one chat has left."""

    def __init__(self, burst: int, refill: float, at: float, first: float) -> None:
        self.burst = burst
        self.refill = refill
        self.left = first
        self.counted = at
        self.last = -GAP
        self.frozen_until = 0.0
        self.refusals = 0
        self.slow_until = 0.0

    def count(self, at: float) -> None:
        """Fill in what has come since the last look."""
        pace = self.refill * (2 if at < self.slow_until else 1)
        self.left = min(self.burst, self.left + max(0.0, at - self.counted) / pace)
        self.counted = at

    def is_new(self, at: float) -> bool:
        """Whether nothing is remembered here that counts any more."""
        refused = self.refusals and at < self.frozen_until + SLOWER_FOR
        rests = at < max(self.frozen_until, self.slow_until, self.last + GAP)
        return self.left >= self.burst and not refused and not rests

    def wait(self, at: float, gap: float) -> float:
        """Seconds until a call is allowed; 0 if one is allowed now."""
        self.count(at)
        pace = self.refill * (2 if at < self.slow_until else 1)
        short = max(0.0, 1.0 - self.left) * pace
        if short < 1e-6:
            short = 0.0
        return max(short, self.frozen_until - at, self.last + gap - at, 0.0)


class Pacer:
    """All buckets. `now` is a monotonic clock, in seconds."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._began = now()
        self._chats: dict[int, Bucket] = {}
        self._sweep_at = MOST
        self._all = Bucket(*EVERYBODY, self._began, EVERYBODY[0])

    def anew(self) -> None:
        """From now on this process calls: what another one has called just before still counts."""
        self._began = self.now()
        self._chats.clear()

    def _bucket(self, chat: int) -> Bucket:
        bucket = self._chats.get(chat)
        if bucket is None:
            at = self.now()
            burst, refill = GROUP if chat < 0 else PRIVATE
            # A process that has just started does not know what the one before has sent.
            first = burst if chat > 0 or at - self._began > START else 1
            if len(self._chats) >= self._sweep_at:
                self._sweep(at)
            bucket = self._chats[chat] = Bucket(burst, refill, at, first)
        return bucket

    def _sweep(self, at: float) -> None:
        """Forget the buckets that are as good as new."""
        for bucket in self._chats.values():
            bucket.count(at)
        self._chats = {chat: each for chat, each in self._chats.items() if not each.is_new(at)}
        self._sweep_at = max(MOST, 2 * len(self._chats))

    def room(self) -> int:
        """How many calls may go out right now, to whichever chats."""
        self._all.count(self.now())
        return max(0, int(self._all.left + 1e-6))

    def wait(self, chat: int, spare: int = 0) -> float:
        """Seconds until this chat may be called; `spare` calls of it are left for others, and then
        some of those for everybody too."""
        at, bucket = self.now(), self._bucket(chat)
        found = max(bucket.wait(at, GAP if chat < 0 else 0.0), self._all.wait(at, 0.0))
        if spare and bucket.left < 1 + spare:
            found = max(found, (1 + spare - bucket.left) * bucket.refill)
        if spare and self._all.left < 1 + SPARE:
            found = max(found, (1 + SPARE - self._all.left) * self._all.refill)
        return found

    def take(self, chat: int) -> None:
        """A call goes out now."""
        at, bucket = self.now(), self._bucket(chat)
        bucket.count(at)
        bucket.left -= 1
        bucket.last = at
        self._all.count(at)
        self._all.left -= 1

    def refused(self, chat: int, seconds: float) -> float:
        """Telegram asked for a pause of this chat. Tells how long it is kept, in seconds: not
        for days, whatever was asked for."""
        at, bucket = self.now(), self._bucket(chat)
        pause = min(max(seconds, 0.0), LONGEST[min(bucket.refusals, len(LONGEST) - 1)]) + random()
        bucket.count(at)
        bucket.left = min(bucket.left, 1.0)
        bucket.frozen_until = at + pause
        bucket.refusals += 1
        if bucket.refusals >= HABIT:
            bucket.slow_until = at + SLOWER_FOR
        return pause

    def allowed(self, chat: int) -> None:
        """A call went through."""
        self._bucket(chat).refusals = 0
