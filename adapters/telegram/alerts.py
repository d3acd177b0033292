"""Hands and other texts in alerts: in pages of 200 characters, turned by pressing again; and
presses that count only when they are repeated."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Any

import msgspec

from adapters.crew import Crew
from adapters.telegram.style import LONGEST_ANSWER, cut, units

TURN = 60.0  # seconds in which pressing again shows the next page
CONFIRM = 30.0  # seconds in which pressing again confirms
GREETING = 60.0  # seconds in which a group is greeted once
MOST = 5000  # people whose last page is remembered

TURNED, ASKED = "telegram.turned", "telegram.asked"

Ending = Callable[[int, int], str]


class _Turned(msgspec.Struct, frozen=True):
    mark: str
    page: int
    at: float


class Alerts:
    """What people looked at last. Losing it in a restart only shows the first page again. Workers
    tell each other of it: of texts (they may be hands) only a mark by a `secret` of theirs.
    `pulse` is a monotonic clock in seconds."""

    def __init__(
        self, pulse: Callable[[], float], crew: Crew | None = None, secret: str = ""
    ) -> None:
        self._pulse = pulse
        self._secret = secret.encode()
        self.crew = crew = crew or Crew()
        crew.on(TURNED, self._turned_elsewhere)
        crew.on(ASKED, self._asked_elsewhere)
        self._turned: dict[tuple[str, str], _Turned] = {}
        self._asked: dict[tuple[str, str], float] = {}
        self._greeted: dict[str, float] = {}

    def page(self, user: str, what: str, text: str, ending: Ending) -> str:
        """The page of a text that this press shows. `ending` writes "1/2: press again"."""
        at = self._pulse()
        if units(text) <= LONGEST_ANSWER:
            self._turned.pop((user, what), None)
            return text
        mark = self._mark(text)
        parts = cut(text, LONGEST_ANSWER - units(ending(88, 88)) - 1)
        before = self._turned.get((user, what))
        number = 0
        if before is not None and before.mark == mark and at - before.at < TURN:
            number = (before.page + 1) % len(parts)
        _forget(self._turned)
        self._turned[user, what] = _Turned(mark, number, at)
        self.crew.say(TURNED, f"{mark} {number} {user} {what}")
        return f"{parts[number]}\n{ending(number + 1, len(parts))}"

    def confirmed(self, user: str, what: str) -> bool:
        """Whether this is the second time within half a minute; else it is the first."""
        at = self._pulse()
        before = self._asked.pop((user, what), None)
        if before is not None and at - before < CONFIRM:
            self.crew.say(ASKED, f"0 {user} {what}")
            return True
        _forget(self._asked)
        self._asked[user, what] = at
        self.crew.say(ASKED, f"1 {user} {what}")
        return False

    def _mark(self, text: str) -> str:
        return hmac.digest(self._secret, text.encode(), "sha256").hex()[:16]

    def _turned_elsewhere(self, told: str) -> None:
        mark, number, user, what = told.split(" ", 3)
        _forget(self._turned)
        self._turned[user, what] = _Turned(mark, int(number), self._pulse())

    def _asked_elsewhere(self, told: str) -> None:
        asks, user, what = told.split(" ", 2)
        self._asked.pop((user, what), None)
        if asks == "1":
            _forget(self._asked)
            self._asked[user, what] = self._pulse()

    def lately(self, chat: str) -> bool:
        """Whether a group was greeted within the last minute; if not, it is now."""
        at = self._pulse()
        before = self._greeted.pop(chat, None)
        _forget(self._greeted)
        self._greeted[chat] = at
        return before is not None and at - before < GREETING


def _forget(kept: dict[Any, Any]) -> None:
    """Make room: the oldest goes first."""
    while len(kept) >= MOST:
        del kept[next(iter(kept))]
