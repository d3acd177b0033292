"""Factions need three seats (13.3.1): two cannot start, nor start again (13.6)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.games.coup import COUP
from core.house.house import House
from core.table.commands import Choose, Open, Rematch, Rise, Sit, Start
from core.table.sayings import WrongNumber
from core.table.table import Finished, Playing
from tests.kernel.hall import Chance, Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    hall.house = House(hall.store, {COUP.name: COUP}, Chance())
    yield hall
    hall.store.close()


def test_two_cannot_start_until_factions_are_off(hall: Hall) -> None:
    hall.do(Open("a", "Ann", "coup"))
    hall.do(Sit("b", "Ben"))
    hall.do(Choose("a", "factions", "true"))
    assert isinstance(hall.refused(Start("a")), WrongNumber)
    hall.do(Sit("c", "Cho"))
    hall.do(Start("a"))
    assert isinstance(hall.table, Playing)
    assert hall.table.options.factions
    hall.do(Rise("c"))
    hall.do(Rise("b"))
    assert isinstance(hall.table, Finished)
    hall.do(Rematch("a", "Ann"))
    hall.do(Sit("b", "Ben"))
    assert isinstance(hall.refused(Start("a")), WrongNumber)
    hall.do(Choose("a", "factions", "false"))
    hall.do(Choose("a", "inquisitor", "true"))
    hall.do(Start("a"))
    assert isinstance(hall.table, Playing)
    assert hall.table.options.inquisitor
    assert not hall.table.options.factions
