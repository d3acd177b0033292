"""Random moves a second of each game; Coup also beside the engine of coupml, which draws from an
equal stream in the same process (`tests/bench/coup_speed.py` says what a move is)."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from core.games import GAMES
from core.kernel.game import AnyGame
from tests.bench.coup_speed import PlainDice, Stream, ours, theirs
from tests.bench.speed import play
from tests.bench.table import Row, at_least

SLICES, SECONDS = 7, 0.25
SEATS = 4
BAR = 1.3


def rate(game: Callable[[int], int]) -> tuple[float, float]:
    """Moves and games a second, by the time that this process alone took; `game` plays the game
    of a number and tells its moves."""
    moves = games = 0
    began = time.process_time()
    while (took := time.process_time() - began) < SECONDS:
        moves, games = moves + game(games), games + 1
    return moves / took, games / took


def _moves(game: AnyGame, options: Any, number: int) -> int:
    """One random game."""
    return play(game, options, SEATS, number)[0]


def figures() -> list[Row]:
    """All games, then Coup beside its peer."""
    rows = []
    for game in GAMES:
        preset = game.preset_for(SEATS)
        moves, _ = rate(partial(_moves, game, game.presets[preset]))
        rows.append(Row(f"random moves of {game.name}, {SEATS} seats", f"{moves:,.0f} a second"))
    chance, dice, stream = Stream(1), PlainDice(1), Stream(1)
    mine, peer = partial(ours, SEATS, dice, chance), partial(theirs, SEATS, stream)
    tries: tuple[Callable[[int], int], ...] = (
        lambda _: mine(),
        lambda _: peer(),
        lambda _: peer(keep=True),
    )
    found = [[rate(each) for each in tries] for _ in range(SLICES)]
    for what, index, beside in (
        ("moves of coup beside coupml", 0, 1),
        ("whole games of coup beside coupml", 1, 1),
        ("moves of coup beside coupml, each position kept", 0, 2),
    ):
        one, other = zip(*((each[0][index], each[beside][index]) for each in found), strict=True)
        rows.append(at_least(f"random {what}", one, other, BAR))
    return rows
