"""Stages of both platforms on which deals wait for a round of a chain that the tests have."""

from __future__ import annotations

from collections.abc import Callable

from adapters.beacon.client import Client, Round
from adapters.beacon.drawing import Drawer
from adapters.line.people import windows
from core.house.beacon import Rounds
from core.house.house import House
from core.kernel.proof import Beacon
from core.table.table import Closed, Drawing, Table
from tests.adapters.beacon.league import League
from tests.adapters.line.stage import Stage as LineStage
from tests.adapters.line.stage import inline
from tests.adapters.telegram.stage import Stage as TelegramStage

LEAGUE = League(1_600_000_000, period=3)
ROUNDS = Rounds(LEAGUE.chain.hash, LEAGUE.chain.genesis, LEAGUE.chain.period)


class OnLine(LineStage):
    """LINE."""

    def make_house(self, give: Callable[[int], bytes]) -> House:
        return House(self.store, self.games, give, windows=windows, beacon=ROUNDS)


class OnTelegram(TelegramStage):
    """Telegram."""

    def make_house(self, give: Callable[[int], bytes]) -> House:
        return House(self.store, self.games, give, beacon=ROUNDS)


def bring(stage: OnLine | OnTelegram) -> int:
    """Deal wherever the round that is waited for exists by now, as the host does. Tells at how
    many tables."""
    nobody = Client(LEAGUE.chain, (), stage.clock)
    drawer = Drawer(nobody, stage.house, stage.store, inline(), stage.clock, lambda: None)
    number = 0
    for round_, tables in drawer.waiting().items():
        if LEAGUE.chain.time_of(round_) <= stage.clock():
            told = LEAGUE.told(round_)
            for table in tables:
                drawer.draw(table, Round(round_, str(told["signature"]), str(told["randomness"])))
                number += 1
    return number


def beacon_of(table: Table) -> Beacon:
    """The beacon of a deal."""
    assert isinstance(table, Drawing) or (hasattr(table, "deal") and not isinstance(table, Closed))
    beacon = table.deal.beacon
    assert beacon is not None
    return beacon
