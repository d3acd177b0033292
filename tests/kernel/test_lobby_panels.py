"""The panels of a lobby: what a shared board always has, and what one person is shown."""

from __future__ import annotations

import random

import pytest

from core.desk.acts import Act
from core.desk.board import board_of
from core.desk.lobby_board import ByNumber
from core.desk.lobby_panels import (
    EditionFor,
    EditionIs,
    GameIs,
    HowMany,
    HowManyAndLong,
    OfTwo,
    SwitchSet,
)
from core.desk.lobby_settings import every_key, settings
from core.desk.manual import RulesFollow, rules_sheet
from core.desk.presses import Set, spelled
from core.desk.sheets import Board, Labelled, Rows, Sheet
from core.games import GAMES as SHELF
from core.games.coup import COUP
from core.games.love_letter import LOVE_LETTER, lobby
from core.kernel.text import Public
from core.table.commands import Choose, Command, Rise, SeatBot, Sit, UnseatBot
from core.table.sayings import HostOnly
from core.table.table import Games, Lobby
from tests.kernel.hall import DEEP_GAMES, GAMES, NAMES, Hall
from tests.police.toy import Edition, Label

ALWAYS = {"join", "start"}
FOUR: Games = {game.name: game for game in SHELF}


@pytest.fixture
def four() -> Hall:
    return Hall(games=FOUR)


def board(hall: Hall) -> Board:
    return board_of(hall.table, hall.games)


def says(rows: Rows[Public]) -> list[str]:
    return [spelled(button.verb) for row in rows for button in row]


def shown(hall: Hall, user: str = "a", panel: str = "menu") -> Sheet:
    return settings(hall.lobby, hall.games, user, panel)


def random_press(chance: random.Random, seen: Board) -> Command:
    """Anything that somebody may press or type."""
    user = chance.choice("abcd")
    sets = [b.verb for row in seen.choice for b in row if isinstance(b.verb, Set)]
    panels = [Set("panel", name) for name in ("", "menu", "game", "preset", "pace", "switches")]
    verb = chance.choice([*sets, *panels])
    wishes: list[Command] = [Choose(user, verb.what, verb.value)] * 6
    wishes += [Sit(user, NAMES[user]), SeatBot(user, ""), UnseatBot(user), Rise("b")]
    return chance.choice(wishes)


@pytest.mark.parametrize("seed", range(12))
def test_a_board_that_all_see_always_has_join_and_start(four: Hall, seed: int) -> None:
    chance = random.Random(seed)
    four.open("b", game="love-letter")
    for _ in range(60):
        four.tell(random_press(chance, board(four)))
        if not isinstance(four.table, Lobby):
            break
        seen = board(four)
        assert set(says(seen.choice)) >= ALWAYS
        # A key of the panel that is open, and a way to close it; or the ways to all panels.
        if seen.invites or four.lobby.panel == "menu":
            assert {"panel.game", "panel.pace", "rules"} <= set(says(seen.choice))
        else:
            assert "panel." in says(seen.choice)


@pytest.mark.parametrize(
    ("panel", "what", "value"),
    [
        ("game", "game", "coup"),
        ("game", "game", "love-letter"),  # what is chosen already
        ("preset", "preset", "z19"),
        ("preset", "preset", ""),
        ("pace", "pace", "relaxed"),
        ("level", "level", "hard"),
    ],
)
def test_a_panel_with_one_choice_closes_with_it(
    four: Hall, panel: str, what: str, value: str
) -> None:
    four.open("b", game="love-letter")
    four.do(Choose("a", "panel", panel))
    assert four.lobby.panel == panel
    four.do(Choose("a", what, value))
    assert four.lobby.panel == "" and board(four).invites


def test_switches_are_set_one_after_the_other(four: Hall) -> None:
    four.open("b", game="love-letter")
    four.do(Choose("a", "panel", "switches"))
    four.do(Choose("a", "target", "3"))
    assert four.lobby.panel == "switches"


def test_games_stand_there_as_tiles(four: Hall) -> None:
    four.open(game="love-letter")
    found = board(four).tiles
    assert [tile.button.verb for tile in found] == [Set("game", name) for name in FOUR]
    assert [tile.chosen for tile in found] == [name == "love-letter" for name in FOUR]
    told = {tile.button.label: tile.about for tile in found}
    assert told[LOVE_LETTER.title] == HowManyAndLong(2, 6, 20)
    assert told[COUP.title] == HowManyAndLong(2, 10, 15)


def test_a_house_with_one_game_has_no_tiles(hall: Hall) -> None:
    hall.games = {"toy": GAMES["toy"]}
    hall.open()
    assert board(hall).tiles == ()
    assert shown(hall).title == Labelled(Act.SETTINGS)
    assert "panel.game" not in says(shown(hall).buttons)


def test_a_game_that_says_no_minutes_tells_how_many_play(hall: Hall) -> None:
    hall.open()
    told = {tile.button.label: tile.about for tile in board(hall).tiles}
    assert told[GAMES["toy"].title] == HowMany(2, 14)


def test_who_hosts_and_what_is_agreed_upon(four: Hall) -> None:
    four.open("b", game="love-letter")
    assert board(four).host == 1
    four.do(Rise("a"))
    assert board(four).host == 1 and four.lobby.host == "b"
    assert ByNumber(lobby.PresetBga()) in board(four).terms
    four.do(Choose("b", "preset", "bga"))
    assert lobby.PresetBga() in board(four).terms
    assert not any(type(term).__name__ == "LevelIs" for term in board(four).terms)
    four.do(Choose("b", "level", "hard"))
    assert not any(type(term).__name__ == "LevelIs" for term in board(four).terms)
    four.do(SeatBot("b", ""))
    assert any(type(term).__name__ == "LevelIs" for term in board(four).terms)


# A panel as a sheet for one person


def test_the_menu_has_what_its_reader_can_do(four: Hall) -> None:
    four.open("b", game="love-letter")
    host = says(shown(four).buttons)
    assert {"panel.preset", "panel.pace", "panel.level", "panel.switches", "close"} <= set(host)
    assert "panel.game" not in host, "the tiles are it"
    seated = says(shown(four, "b").buttons)
    assert seated == ["bot", "cut", "leave", "lang", "both", "rules", "proof"]
    assert says(shown(four, "x").buttons) == ["rules", "proof"]


def test_of_many_games_one_is_chosen_in_a_panel(four: Hall) -> None:
    four.open("b", game="love-letter")
    many = {**FOUR, **DEEP_GAMES}
    assert "panel.game" in says(settings(four.lobby, many, "a", "menu").buttons)
    sheet = settings(four.lobby, many, "a", "game")
    labels = [button.label for row in sheet.buttons for button in row]
    assert OfTwo(GameIs(LOVE_LETTER.title, HowManyAndLong(2, 6, 20))) in labels
    assert len(labels) == len(many)


def test_a_panel_is_the_host_s(four: Hall) -> None:
    four.open("b", game="love-letter")
    assert shown(four, "b", "preset") == shown(four, "b")
    assert isinstance(four.refused(Choose("b", "preset", "z19")), HostOnly)


def test_editions_are_told_in_words_that_mean_something(four: Hall) -> None:
    four.open("b", game="love-letter")
    sheet = shown(four, panel="preset")
    assert sheet.title == Labelled(Act.EDITION)
    assert EditionIs(lobby.PresetBga(), lobby.AboutBga()) in sheet.lines
    labels = [button.label for row in sheet.buttons for button in row]
    assert EditionFor(lobby.PresetZ19(), 2, 6) in labels
    four.do(Choose("a", "panel", "preset"))
    assert set(sheet.lines) <= set(board(four).lines)


@pytest.mark.parametrize("game", FOUR)
def test_whose_rules_they_are_stands_in_the_rules(four: Hall, game: str) -> None:
    rules = FOUR[game]
    four.open(game=rules.name)
    for preset in rules.presets:
        if len(rules.presets) > 1:
            four.do(Choose("a", "preset", preset))
        source = rules.preset_source(preset)
        told = [RulesFollow(source)] if source is not None else []
        first = rules_sheet(four.table, FOUR).lines
        assert [line for line in first if isinstance(line, RulesFollow)] == told
        assert not any(isinstance(ln, RulesFollow) for ln in rules_sheet(four.table, FOUR, 1).lines)


def test_a_switch_of_many_values_has_a_panel_of_its_own(four: Hall) -> None:
    four.open("b", game="love-letter")
    sheet = shown(four, panel="switches")
    verbs = says(sheet.buttons)
    assert "panel.switch.target" in verbs and "set.tie.none" in verbs
    one = shown(four, panel="switch.target")
    assert one.title == lobby.SwitchTarget()
    assert says(one.buttons) == [*(f"set.target.{n}" for n in range(1, 8)), "set.target."]
    assert shown(four, panel="switch.nothing") == shown(four)


def test_variants_are_explained_on_their_panel(four: Hall) -> None:
    four.open("b", game="coup")
    told = shown(four, panel="switches").lines
    assert len(told) == 2


def test_words_can_stand_for_every_key(hall: Hall) -> None:
    hall.open("b", preset="big")
    found = says(every_key(hall.lobby, hall.games, "a"))
    for panel in ("", "menu", "game", "preset", "pace", "level", "switches", "switch.turns"):
        assert set(says(shown(hall, "a", panel).buttons)) <= set(found)
    assert set(found) >= ALWAYS and "panel.pace" in found
    other = says(every_key(hall.lobby, hall.games, "b"))
    assert set(other) >= ALWAYS and not any(each.startswith("set.pace") for each in other)


def test_a_switch_shows_what_is_set(hall: Hall) -> None:
    hall.open("b", preset="big")
    hall.do(Choose("a", "turns", "6"))
    labels = [b.label for row in shown(hall, panel="switches").buttons for b in row]
    assert SwitchSet(Label("turns"), Edition("6")) in labels
    one = [b.label for row in shown(hall, panel="switch.turns").buttons for b in row]
    assert OfTwo(Edition("6")) in one and Edition("40") in one
