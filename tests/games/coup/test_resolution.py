"""The resolution table: every row of section 11, with a bystander as X and Y, and with X = T."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.games.coup.play import seat, table


class Row(NamedTuple):
    number: str
    actor: str  # the actor's cards
    target: str  # the target's cards
    moves: str  # X and Y are seat 3, A is 1, T and K are 2
    coins: tuple[int, int]  # what A and T gain or lose
    losses: tuple[int, int, int]
    redraws: int  # which seats draw anew, as a sum of 1 (A) and 2 (T, K)


TRUE, BLUFF = "duke captain", "contessa contessa"
FOE = "duke duke"  # what a target holds that can block nothing
ROWS = [
    Row("1", TRUE, FOE, "1:income", (1, 0), (0, 0, 0), 0),
    Row("2", TRUE, FOE, "1:aid 2:allow 3:allow", (2, 0), (0, 0, 0), 0),
    Row("3", TRUE, FOE, "1:aid 2:block.duke 1:allow 3:allow", (0, 0), (0, 0, 0), 0),
    Row("4", TRUE, FOE, "1:aid 2:block.duke 3:challenge", (0, 0), (0, 0, 1), 2),
    Row("5", TRUE, BLUFF, "1:aid 2:block.duke 3:challenge", (2, 0), (0, 1, 0), 0),
    Row("6", TRUE, FOE, "1:coup.2", (-7, 0), (0, 1, 0), 0),
    Row("7", TRUE, FOE, "1:tax 2:allow 3:allow", (3, 0), (0, 0, 0), 0),
    Row("8", TRUE, FOE, "1:tax 3:challenge", (3, 0), (0, 0, 1), 1),
    Row("9", BLUFF, FOE, "1:tax 3:challenge", (0, 0), (1, 0, 0), 0),
    Row("10", "ambassador duke", FOE, "1:exchange 2:allow 3:allow", (0, 0), (0, 0, 0), 1),
    Row("11", "ambassador duke", FOE, "1:exchange 3:challenge", (0, 0), (0, 0, 1), 1),
    Row("12", BLUFF, FOE, "1:exchange 3:challenge", (0, 0), (1, 0, 0), 0),
    Row("13", TRUE, FOE, "1:steal.2 2:allow 3:allow", (2, -2), (0, 0, 0), 0),
    Row("14", TRUE, FOE, "1:steal.2 2:block.captain 1:allow 3:allow", (0, 0), (0, 0, 0), 0),
    Row("15", TRUE, "captain duke", "1:steal.2 2:block.captain 3:challenge", (0, 0), (0, 0, 1), 2),
    Row("16", TRUE, FOE, "1:steal.2 2:block.captain 3:challenge", (2, -2), (0, 1, 0), 0),
    Row("17", TRUE, FOE, "1:steal.2 3:challenge tick 2:allow", (2, -2), (0, 0, 1), 1),
    Row(
        "18", TRUE, FOE, "1:steal.2 3:challenge tick 2:block.captain 1:allow 3:allow",
        (0, 0), (0, 0, 1), 1,
    ),
    Row(
        "19", TRUE, "captain duke", "1:steal.2 3:challenge tick 2:block.captain 3:challenge",
        (0, 0), (0, 0, 2), 3,
    ),
    Row(
        "20", TRUE, FOE, "1:steal.2 3:challenge tick 2:block.captain 3:challenge",
        (2, -2), (0, 1, 1), 1,
    ),
    Row("21", BLUFF, FOE, "1:steal.2 3:challenge", (0, 0), (1, 0, 0), 0),
    Row("22", "assassin duke", FOE, "1:assassinate.2 2:allow 3:allow", (-3, 0), (0, 1, 0), 0),
    Row(
        "23", "assassin duke", FOE, "1:assassinate.2 2:block.contessa 1:allow 3:allow",
        (-3, 0), (0, 0, 0), 0,
    ),
    Row(
        "24", "assassin duke", "contessa duke", "1:assassinate.2 2:block.contessa 3:challenge",
        (-3, 0), (0, 0, 1), 2,
    ),
    Row(
        "25", "assassin duke", FOE, "1:assassinate.2 2:block.contessa 3:challenge tick",
        (-3, 0), (0, 2, 0), 0,
    ),
    Row(
        "26", "assassin duke", FOE, "1:assassinate.2 3:challenge tick 2:allow",
        (-3, 0), (0, 1, 1), 1,
    ),
    Row(
        "27", "assassin duke", FOE,
        "1:assassinate.2 3:challenge tick 2:block.contessa 1:allow 3:allow",
        (-3, 0), (0, 0, 1), 1,
    ),
    Row(
        "28", "assassin duke", "contessa duke",
        "1:assassinate.2 3:challenge tick 2:block.contessa 3:challenge", (-3, 0), (0, 0, 2), 3,
    ),
    Row(
        "29", "assassin duke", FOE,
        "1:assassinate.2 3:challenge tick 2:block.contessa 3:challenge tick",
        (-3, 0), (0, 2, 1), 1,
    ),
    Row("30", BLUFF, FOE, "1:assassinate.2 3:challenge", (0, 0), (1, 0, 0), 0),
    # X = T
    Row("17t", TRUE, FOE, "1:steal.2 2:challenge tick 2:allow", (2, -2), (0, 1, 0), 1),
    Row(
        "18t", TRUE, FOE, "1:steal.2 2:challenge tick 2:block.captain 1:allow 3:allow",
        (0, 0), (0, 1, 0), 1,
    ),
    Row(
        "20t", TRUE, FOE, "1:steal.2 2:challenge tick 2:block.captain 3:challenge",
        (2, -2), (0, 2, 0), 1,
    ),
    Row(
        "26t", "assassin duke", FOE, "1:assassinate.2 2:challenge tick 2:allow",
        (-3, 0), (0, 2, 0), 1,
    ),
    Row(
        "27t", "assassin duke", FOE,
        "1:assassinate.2 2:challenge tick 2:block.contessa 1:allow 3:allow",
        (-3, 0), (0, 1, 0), 1,
    ),
    Row(
        "29t", "assassin duke", FOE,
        "1:assassinate.2 2:challenge tick 2:block.contessa 1:challenge",
        (-3, 0), (0, 2, 0), 1,
    ),
]  # fmt: skip


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.number)
def test_row(row: Row) -> None:
    game = table(seat(7, row.actor), seat(5, row.target), seat(4, "ambassador ambassador"))
    game.do(*row.moves.split())
    while game.awaited and game.state.act is not None:
        game.do("tick")
    got = game.state.players
    out = [not player.hidden for player in got]
    assert got[0].coins == 7 + row.coins[0]
    assert got[1].coins == (0 if out[1] else 5 + row.coins[1])
    assert got[2].coins == (0 if out[2] else 4)
    assert tuple(len(player.lost) for player in got) == row.losses
    assert len(game.state.deck) == 9
    for bit, player in ((1, got[0]), (2, got[1])):
        lost_only = player.version - 1 - len(player.lost)
        assert bool(row.redraws & bit) == (lost_only > 0), "drew anew"
