"""Which tables are still to be woken after a start, or renewed after a deafness, and in what order.

Where people's clocks run their deadlines are put off first, hundreds by one statement. Of some
tables only a look tells for whom their time ends: they are next. Until then nobody's time runs out,
and everybody is heard. The rest (boards shown again, lobbies, tables that are to hear why) is done
a few at a time, and never faster than letters go out.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from time import monotonic

import msgspec

from core.house import clock as watch
from core.house.house import House
from core.house.ports import Times

SLICE = 0.05  # seconds for tables that are to be woken or renewed; people are heard in between
CLOCKS = 500  # deadlines that are put off by one statement
CROWD = 20  # addresses at which letters wait: then no more boards are shown again


Guarded = Callable[[str, Callable[[], None]], object]
"""Does something with a table; an error of it is not ours."""


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


class _Late(msgspec.Struct, frozen=True):
    """Clocks that are to be put off, where everybody is heard since `since`; `told`: what the
    tables get whose clocks these were."""

    since: float
    platform: str | None
    told: Wake | None


class Waking:
    """Tables that wait to be looked after. Runs in the writer's thread."""

    def __init__(self, house: House, times: Times) -> None:
        self._house = house
        self._times = times
        self._late: deque[_Late] = deque()
        self._urgent: dict[str, None] = {}
        self._first: dict[str, None] = {}  # tables whose clocks were put off
        self._waiting: dict[str, Wake] = {}

    def __contains__(self, table: str) -> bool:
        return table in self._waiting

    def __len__(self) -> int:
        return len(self._late) + len(self._waiting)

    @property
    def urgent(self) -> bool:
        """Whether a clock may run whose time is not known to be long enough."""
        return bool(self._late or self._urgent)

    @property
    def late(self) -> bool:
        """Whether there are clocks still to be put off."""
        return bool(self._late)

    def clear(self) -> None:
        """Another worker has looked after all of them until now."""
        for tables in (self._late, self._urgent, self._first, self._waiting):
            tables.clear()

    def start(self, at: float) -> None:
        """The host starts: every table is shown again."""
        self._late.append(_Late(at, None, None))
        self._add(self._times.open_tables(), Wake(at, shown=True))

    def recover(self, at: float, platform: str | None, *, tell: bool, jumped: bool) -> None:
        """We hear again (at one platform; None: the house was deaf, or its clock `jumped`)."""
        wake = Wake(at, tell=tell, jumped=jumped)
        told = msgspec.structs.replace(wake, renewed=True) if tell else None
        self._late.append(_Late(at, platform, told))
        rest = self._times.open_tables if jumped else self._times.open_lobbies
        self._add(rest(platform), wake)

    def _add(self, tables: Iterable[str], wake: Wake) -> None:
        for table in tables:
            before = self._waiting.get(table)
            self._waiting[table] = wake if before is None else before.also(wake)

    def some(self, at: float, guarded: Guarded) -> int:
        """Look after as much as there is time for. Tells how much. Raises `OurTrouble`: then the
        rest is still to be done."""
        number, until = 0, monotonic() + SLICE
        while len(self) and (number == 0 or monotonic() < until):
            number += 1
            if self._late:
                self._put_off(self._late[0])
                continue
            table = next(iter(self._urgent or self._first or self._waiting))
            if not self._urgent and self._must_wait(table, at):
                return number - 1
            self.one(table, at, guarded)
        return number

    def _put_off(self, late: _Late) -> None:
        """Put off some more clocks; after the last it is known which tables need a look."""
        soon = watch.AFTER_A_PAUSE
        changed = self._times.put_off(late.since, soon, CLOCKS, late.platform)
        self._first |= dict.fromkeys(changed)
        if late.told is not None:
            self._add(changed, late.told)
        if len(changed) < CLOCKS:
            unclear = self._times.unclear(late.since + soon, late.platform)
            self._add(unclear, Wake(late.since))
            self._urgent |= dict.fromkeys(unclear)
            self._late.popleft()

    def one(self, table: str, at: float, guarded: Guarded) -> None:
        """Look after one table now."""
        guarded(table, lambda: self._look_after(table, at))
        for tables in (self._urgent, self._first, self._waiting):
            tables.pop(table, None)

    def _must_wait(self, table: str, at: float) -> bool:
        wake = self._waiting.get(table)
        shows = wake is not None and (wake.shown or wake.tell)
        return shows and self._times.crowded(at, CROWD)

    def _look_after(self, table: str, at: float) -> None:
        wake = self._waiting.get(table)
        if wake is None:  # its clock was put off, and that was all
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
