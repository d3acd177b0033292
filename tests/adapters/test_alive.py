"""Signs of life reach the house as often as they count, and not much more often."""

from __future__ import annotations

import pytest

from adapters import alive
from core.house.signs import FRESH
from core.table.table import Lobby
from tests.adapters.table import Parlour


def lobby() -> Parlour:
    parlour = Parlour()
    parlour.type("Aki", "play")
    parlour.press("Ben", "join")
    return parlour


def seen(parlour: Parlour, name: str) -> float:
    table = parlour.now()
    assert isinstance(table, Lobby)
    return next(chair.seen for chair in table.chairs if chair.name == name)


def test_what_is_stored_is_never_far_behind() -> None:
    parlour = lobby()
    signs = alive.Alive(parlour.house)
    began = parlour.at
    for after in range(200):
        signs.heard("test:Ben", parlour.table, began + after)
        assert began + after - seen(parlour, "Ben") < 2 * FRESH
    last = seen(parlour, "Ben")
    signs.heard("test:Ben", parlour.table, began - 5000)
    assert seen(parlour, "Ben") == last, "a clock that went back tells nothing"


def test_a_game_that_has_begun_is_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    parlour = lobby()
    parlour.press("Aki", "start")
    signs, asked = alive.Alive(parlour.house), list[str]()
    read = parlour.house.read

    def counted(table: str) -> object:
        asked.append(table)
        return read(table)

    monkeypatch.setattr(parlour.house, "read", counted)
    for user in ("test:Ben", "test:Aki", "", "test:Ben"):
        signs.heard(user, parlour.table, parlour.at)
    signs.heard("test:Ben", "", parlour.at)
    assert asked == [parlour.table]


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alive, "MOST", 3)
    parlour = lobby()
    signs = alive.Alive(parlour.house)
    for number in range(20):
        signs.heard(f"test:{number}", parlour.table, parlour.at)
    assert len(signs._heard) <= 4
