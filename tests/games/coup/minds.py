"""Seats that computer players meet in the tests, and what they say there."""

from __future__ import annotations

from collections import Counter

from core.games.coup import COUP
from core.kernel.dice import bot_dice
from core.kernel.minds import DEFAULT
from tests.games.coup.play import Told, seat

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
KILLER = seat(3, "assassin duke")


def says(game: Told, number: int, bot: str = DEFAULT, seed: int = 1) -> str:
    """What a computer player does on a seat."""
    view, moves = COUP.view(game.state, number), COUP.moves(game.state, number)
    return str(COUP.bots[bot](view, moves, bot_dice(b"x", seed, number)).code)


def often(game: Told, number: int, bot: str = DEFAULT, times: int = 60) -> Counter[str]:
    """How often it does what, over many dice."""
    return Counter(says(game, number, bot, seed) for seed in range(times))
