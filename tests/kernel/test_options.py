"""What is set at a table can be read in every state; and which of several tables is meant."""

from __future__ import annotations

from typing import Any

from core.desk.acts import Act
from core.desk.lobby_board import ClockIs, LevelIs
from core.desk.lobby_panels import SwitchSet
from core.desk.manual import rules_sheet
from core.desk.options import AllOptions, AsTheEdition, AsUsual, OtherThanUsual, options_sheet
from core.desk.which import GameThere, GameWith, which_sheet
from core.games import GAMES
from core.table.commands import Choose, Close, Start
from core.table.sayings import Pace
from tests.kernel.hall import Hall

GAMES_BY_NAME = {game.name: game for game in GAMES}


def test_what_differs_stands_first_and_then_all() -> None:
    hall = Hall(games=GAMES_BY_NAME)
    hall.open("b", game="love-letter")
    usual = options_sheet(hall.table, hall.games)
    assert usual.lines[:2] == (AsTheEdition(), AllOptions())
    count = len(usual.lines) - 2
    assert usual.lines[-2] == ClockIs(Pace.QUICK) and isinstance(usual.lines[-1], LevelIs)
    hall.do(Choose("a", "princess_points", "2"))
    lobby = options_sheet(hall.table, hall.games)
    changed = lobby.lines[1]
    assert lobby.lines[0] == OtherThanUsual() and isinstance(changed, SwitchSet)
    assert lobby.lines[2] == AllOptions() and changed in lobby.lines[3:]
    assert len(lobby.lines) == count + 3
    points = [line for line in lobby.lines if isinstance(line, SwitchSet)]
    assert any(line.value == AsUsual() for line in points), "the points that win"
    hall.do(Start("a"))
    assert options_sheet(hall.table, hall.games) == lobby
    assert [button.verb for row in lobby.buttons for button in row] == [Act.RULES]
    hall.do(Close("a", "Ann"))
    closed = options_sheet(hall.table, hall.games)
    assert not any(isinstance(line, ClockIs) for line in closed.lines)
    hall.store.close()


def test_a_table_is_called_by_its_game_and_group_or_its_people() -> None:
    hall = Hall(games=GAMES_BY_NAME)
    hall.open("b", game="coup")
    (read,) = hall.house.read_seats("a")
    assert which_sheet([read], hall.games, Act.LEAVE, "a").buttons[0][0].label == GameWith(
        GAMES_BY_NAME["coup"].title, ("Ben",)
    )
    hall.store.enter("test", "chat", "en", "Friday")
    (read,) = hall.house.read_seats("a")
    sheet = which_sheet([read], hall.games, Act.LEAVE, "a")
    assert sheet.buttons[0][0].label == GameThere(GAMES_BY_NAME["coup"].title, "Friday")
    assert sheet.buttons[0][0].table == hall.id and sheet.buttons[0][0].verb is Act.LEAVE
    hall.store.close()


def test_a_game_without_levels_or_switches_tells_none() -> None:
    hall = Hall(games=GAMES_BY_NAME)
    hall.open("b", game="old-maid")
    lines = options_sheet(hall.table, hall.games).lines
    assert not any(isinstance(line, LevelIs) for line in lines)
    bare: Any = type("Bare", (type(GAMES_BY_NAME["old-maid"]),), {"switches": lambda self, _: ()})()
    sheet = rules_sheet(hall.table, {**hall.games, "old-maid": bare})
    verbs = [button.verb for row in sheet.buttons for button in row]
    assert Act.OPTIONS not in verbs and verbs
    assert Act.OPTIONS in [
        button.verb for row in rules_sheet(hall.table, hall.games).buttons for button in row
    ]
    hall.store.close()
