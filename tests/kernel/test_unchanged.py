"""Which hands a step leaves as they are."""

from __future__ import annotations

import msgspec
import pytest

from core.games import GAMES
from core.house.unchanged import may_stay, stays
from core.kernel.text import announce
from core.table.commands import Answer, Open, Sit, Start
from core.table.lobby import open_table
from core.table.playing import step
from core.table.sayings import WasDeaf
from core.table.table import Lobby, Playing, Table, run

replace = msgspec.structs.replace
GAMES_BY_NAME = {game.name: game for game in GAMES}


def lobby() -> Lobby:
    opening = Open("t:1", "One", GAMES[0].name, table="x", secret="ab" * 32)
    table: Table = run(open_table(opening), [])
    for number in (2, 3):
        table = run(step(table, Sit(f"t:{number}", str(number)), GAMES_BY_NAME), [])
    assert isinstance(table, Lobby)
    return table


def playing() -> Playing:
    table = run(step(lobby(), Start("t:1"), GAMES_BY_NAME), [])
    assert isinstance(table, Playing)
    return table


def left_alone(before: Table | None, after: Table, user: str = "t:2", *told: object) -> bool:
    if before is None or not may_stay(before, after, GAMES_BY_NAME, told):  # type: ignore[arg-type]
        return False
    return stays(before, after, GAMES_BY_NAME, user)


def test_a_lobby_changes_no_hand_but_that_of_whom_it_seats() -> None:
    before = lobby()
    after = run(step(before, Sit("t:4", "Four"), GAMES_BY_NAME), [])
    assert left_alone(before, after, "t:2", announce(WasDeaf()))
    assert not left_alone(before, after, "t:4")
    assert not left_alone(None, before)


def test_another_game_changes_the_title_of_a_hand() -> None:
    before = lobby()
    other = replace(before, deal=replace(before.deal, game=GAMES[1].name))
    assert not left_alone(before, other)


def test_whatever_is_told_in_a_game_stands_on_the_hands() -> None:
    table = playing()
    assert left_alone(table, table)
    assert not left_alone(table, table, "t:2", announce(WasDeaf()))


def test_the_start_and_every_move_change_all_hands() -> None:
    before, table = lobby(), playing()
    assert not left_alone(before, table)
    game = GAMES_BY_NAME[table.game]
    seat = min(game.ask(table.state).seats)  # type: ignore[union-attr]
    move = game.moves(table.state, seat)[0].code
    user = str(table.chairs[seat - 1].user)
    after = run(step(table, Answer(user, table.question, move), GAMES_BY_NAME), [])
    for chair in table.chairs:
        assert not left_alone(table, after, str(chair.user))


@pytest.mark.parametrize("field", ["name", "letters", "away"])
def test_a_chair_that_changes_is_seen_by_all(field: str) -> None:
    table = playing()
    value = "Zoe" if field == "name" else True
    chairs = (replace(table.chairs[0], **{field: value}), *table.chairs[1:])
    assert not left_alone(table, replace(table, chairs=chairs))


def test_a_table_that_sleeps_shows_it() -> None:
    table = playing()
    assert not left_alone(table, replace(table, asleep=True))
