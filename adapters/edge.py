"""What every platform is handed of the house's edge: clocks, hearing, what is known of it, budgets,
door."""

from __future__ import annotations

from collections.abc import Callable

from adapters.door import Door
from adapters.hearing import Hearing
from adapters.shares import Shares
from adapters.status import Channels
from adapters.timekeeper import Timekeeper
from core.house.ports import Directory


class Edge:
    """One for a process. `keeper.pulse` measures waiting, `keeper.now` is the time of day."""

    def __init__(self, keeper: Timekeeper, directory: Directory) -> None:
        self.keeper = keeper
        self.hearing = Hearing(keeper.pulse)
        self.hearing.stands_still = keeper.still
        self.shares = Shares(keeper.pulse)
        self.hearing.on_recovered.append(self.shares.missed)
        self.channels = Channels(keeper.now, self.hearing)
        self.door = Door(directory, keeper.now, self.hearing)


def bare_edge(now: Callable[[], float], directory: Directory) -> Edge:
    """An edge with one clock for everything, for a platform that stands alone (as in a bench)."""
    return Edge(Timekeeper(now, now), directory)
