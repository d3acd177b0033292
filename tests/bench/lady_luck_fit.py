"""Where the weights of `core/games/lady_luck/prospects.py` come from.

    python -m tests.bench.lady_luck_fit [GAMES]

Computer players of many styles, thrifty ones and the *clever* of 0.1.0 play with each other. At
the beginning of every round the traits of all seats are noted, and at the end who won. The
weights printed are those that make the wins most likely (a conditional logit, by Newton's
method), for three and for four seats.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.judge import judge
from core.games.lady_luck.model import Move, Phase, State, View
from core.games.lady_luck.prospects import WEIGHTS, traits
from core.games.lady_luck.style import Style
from core.kernel.dice import Dice
from core.kernel.game import Telling
from tests.bench.yardsticks.lady_luck_clever import clever
from tests.bench.yardsticks.lady_luck_thrifty import READINGS

numpy: Any = import_module("numpy")

Player = Callable[[View, Sequence[Move], Dice], Move]
Noted = tuple[list[tuple[float, ...]], list[float]]
"""The traits of all seats at one moment, and their parts of the win."""

HELD_BACK = 0.5  # keeps weights small that nothing speaks for


def anybody(chance: random.Random) -> Player:
    """A player with a style of its own, or now and then one of the yardsticks."""
    kind = chance.random()
    if kind < 0.1:
        return clever
    if kind < 0.25:
        return READINGS["rest"]
    style = Style(
        early=chance.uniform(0.3, 0.9),
        win=chance.uniform(12, 26),
        hope=chance.uniform(0.35, 0.9),
        risk=chance.uniform(0.3, 0.7),
        knight=chance.uniform(0.15, 0.8),
        bank=chance.uniform(0.5, 1.1),
        denial=chance.uniform(2, 8),
    )
    return partial(judge, style)


def end(tale: Telling[State]) -> State:
    """The table at the end of a story."""
    while True:
        try:
            next(tale)
        except StopIteration as stop:
            return stop.value  # type: ignore[no-any-return]


def play(seats: int, seed: bytes) -> list[Noted]:
    """One game, noted at the beginning of every round but the first."""
    chance, dice = random.Random(seed), Dice(seed)
    table = [anybody(chance) for _ in range(seats)]
    state = end(LADY_LUCK.setup(seats, LADY_LUCK.presets["standard"], dice))
    moments: dict[int, list[tuple[float, ...]]] = {}
    while state.phase is not Phase.OVER:
        seat = state.turn
        if state.round > 1 and state.round not in moments:
            moments[state.round] = [traits(state, other) for other in range(1, seats + 1)]
        move = table[seat - 1](LADY_LUCK.view(state, seat), LADY_LUCK.moves(state, seat), dice)
        state = end(LADY_LUCK.play(state, seat, move, dice))
    wins = [(seat in state.winners) / len(state.winners) for seat in range(1, seats + 1)]
    return [(rows, wins) for rows in moments.values()]


def fit(noted: Sequence[Noted]) -> list[float]:
    """The weights under which these wins are most likely."""
    rows = numpy.array([rows for rows, _ in noted], float)
    wins = numpy.array([wins for _, wins in noted], float)
    spread = rows.reshape(-1, rows.shape[2]).std(0) + 1e-9
    rows = rows / spread
    weights = numpy.zeros(rows.shape[2])
    for _ in range(25):
        powers = numpy.exp(rows @ weights)
        parts = powers / powers.sum(1, keepdims=True)
        slope = ((wins - parts)[:, :, None] * rows).sum((0, 1)) - HELD_BACK * weights
        means = (parts[:, :, None] * rows).sum(1)
        bend = numpy.einsum("ns,nsi,nsj->ij", parts, rows, rows) - means.T @ means
        weights = weights + numpy.linalg.solve(bend + HELD_BACK * numpy.eye(len(weights)), slope)
    return [float(weight) for weight in weights / spread]


def main(games: int = 3000) -> None:
    """Print the table of weights."""
    found = [
        fit([noted for number in range(games) for noted in play(seats, b"fit %d" % number)])
        for seats in (3, 4)
    ]
    for trait, three, four in zip(WEIGHTS, *found, strict=True):
        print(f'    "{trait}": ({three:.3f}, {four:.3f}),')


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:]))
