"""How fast the rules are: random whole games a second on one core, each preset."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator
from hashlib import sha256
from typing import Any, TypeVar

from core.games import GAMES
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.kernel.text import Note

R = TypeVar("R")


def end_of(story: Generator[Note, None, R]) -> tuple[R, int]:
    """What a story returns, and how many notes it told."""
    notes = 0
    while True:
        try:
            next(story)
        except StopIteration as end:
            result: R = end.value
            return result, notes
        notes += 1


def play(game: AnyGame, options: Any, seats: int, number: int) -> tuple[int, int]:
    """One random game: how many moves and notes it had."""
    dice = Dice(sha256(f"{number}".encode()).digest())
    state, notes = end_of(game.setup(seats, options, dice))
    moves = 0
    while isinstance(asked := game.ask(state), Ask):
        seat = min(asked.seats)
        move = dice.choose(game.moves(state, seat))
        state, told = end_of(game.play(state, seat, move, dice))
        moves, notes = moves + 1, notes + told
    return moves, notes


def main(seconds: float = 1.0) -> None:
    """Print a table."""
    print(
        f"{'random whole games':<28}{'seats':>6}{'games/s':>10}{'moves/s':>10}{'notes a game':>14}"
    )
    for game in GAMES:
        for preset, options in game.presets.items():
            fit = game.seats(options)
            for seats in sorted({fit.start, fit.stop - 1}):
                games = moves = notes = 0
                start = time.perf_counter()
                while (spent := time.perf_counter() - start) < seconds:
                    more, told = play(game, options, seats, games)
                    games, moves, notes = games + 1, moves + more, notes + told
                name = f"{game.name} {preset}"
                print(
                    f"{name:<28}{seats:>6}{games / spent:>10.0f}{moves / spent:>10.0f}"
                    f"{notes / games:>14.1f}"
                )


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
