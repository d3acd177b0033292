"""Which tables are still to be woken after a start, or renewed after a deafness, and in what order.

Where people's clocks run the deadlines of all of them are put off by one statement; that is what
must be done at once, however many tables are open. Of some tables only a look tells for whom their
time ends: they are next, and while any is left nobody's time runs out. The rest (boards shown
again, lobbies, tables that are to hear why) is done a few at a time, and never faster than letters
go out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from time import monotonic

import msgspec

from core.house import clock as watch
from core.house.house import House
from core.house.ports import Times

SLICE = 0.05  # seconds for tables that are to be woken or renewed; people are heard in between
CROWD = 20  # addresses at which letters wait: then no more boards are shown again


class Wake(msgspec.Struct, frozen=True):
    """What a table is to get: everybody there is heard since `since`; it is shown again (`shown`);
    it hears that we were deaf (`tell`) if its deadline changes, or was put off (`renewed`)."""

    since: float
    shown: bool = False
    tell: bool = False
    jumped: bool = False
    renewed: bool = False

    def also(self, other: Wake) -> Wake:
        """Both at once."""
        flags = (
            mine or theirs
            for mine, theirs in zip(
                msgspec.structs.astuple(self)[1:], msgspec.structs.astuple(other)[1:], strict=True
            )
        )
        return Wake(max(self.since, other.since), *flags)


class Waking:
    """Tables that wait to be looked after. Runs in the writer's thread."""

    def __init__(self, house: House, times: Times) -> None:
        self._house = house
        self._times = times
        self._waiting: dict[str, Wake] = {}
        self._urgent: dict[str, None] = {}

    def __contains__(self, table: str) -> bool:
        return table in self._waiting

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def urgent(self) -> bool:
        """Whether there are tables of which it is not known for whom their time ends."""
        return bool(self._urgent)

    def start(self, at: float) -> None:
        """The host starts: every table is shown again, and those are first of which more is to
        be done."""
        changed, unclear = self._put_off(at, None)
        self._add([*unclear, *changed, *self._times.open_tables()], Wake(at, shown=True))

    def recover(self, at: float, platform: str | None, *, tell: bool, jumped: bool) -> None:
        """We hear again (at one platform; None: the house was deaf, or its clock `jumped`)."""
        changed, unclear = self._put_off(at, platform)
        wake = Wake(at, tell=tell, jumped=jumped)
        if tell:
            self._add(changed, msgspec.structs.replace(wake, renewed=True))
        rest = self._times.open_tables if jumped else self._times.open_lobbies
        self._add([*unclear, *rest(platform)], wake)

    def _put_off(self, at: float, platform: str | None) -> tuple[list[str], list[str]]:
        soon = watch.AFTER_A_PAUSE
        changed = list(self._times.put_off(at, soon, platform))
        unclear = list(self._times.unclear(at + soon, platform))
        self._urgent |= dict.fromkeys(unclear)
        return changed, unclear

    def _add(self, tables: Iterable[str], wake: Wake) -> None:
        for table in tables:
            before = self._waiting.get(table)
            self._waiting[table] = wake if before is None else before.also(wake)

    def some(self, at: float, guarded: Callable[[str, Callable[[], None]], object]) -> int:
        """Look after as many tables as there is time for. Tells how many. Raises `OurTrouble`:
        then the rest is still to be done."""
        number, until = 0, monotonic() + SLICE
        while self._waiting and (number == 0 or monotonic() < until):
            table = next(iter(self._urgent or self._waiting))
            if not self._urgent and self._must_wait(table, at):
                break
            self.one(table, at, guarded)
            number += 1
        return number

    def one(
        self, table: str, at: float, guarded: Callable[[str, Callable[[], None]], object]
    ) -> None:
        """Look after one table now."""
        guarded(table, lambda: self._look_after(table, at))
        self._waiting.pop(table, None)
        self._urgent.pop(table, None)

    def _must_wait(self, table: str, at: float) -> bool:
        wake = self._waiting[table]
        return (wake.shown or wake.tell) and self._times.crowded(at, CROWD)

    def _look_after(self, table: str, at: float) -> None:
        wake = self._waiting.get(table)
        if wake is None:  # urgent, but nothing is known of it any more
            return
        if wake.shown:
            watch.wake_up(self._house, table, at, wake.since)
        if wake.tell or wake.jumped or not wake.shown:
            watch.renew(
                *(self._house, table, at),
                tell=wake.tell,
                jumped=wake.jumped,
                since=wake.since,
                renewed=wake.renewed,
            )
