"""How fast Coup is: random whole games beside the engine of coupml, in the same process.

    python -m tests.bench.coup_speed [SECONDS]

Every question is answered uniformly at random among the legal moves. A move is an answer where
there were two or more: coupml also asks who can only say one thing (the claimant or loser with
one card), every eleventh time; ours carries that out by itself, and asks so every fiftieth time.

Neither is asked more than a random player needs. Ours is a story in a story, as the house tells
it; its positions never change, so that whoever wants to keep one has it. coupml changes its game
in place and makes a position to keep when it is asked for one (`get_state`), which a house needs
after each move, to store it and show it: `theirs` plays without, and with `keep` so.

The games are not quite alike. In coupml all answer a claim, also after somebody has challenged
it: more and cheaper moves a turn (four beside our three). Whole games take that into account.

coupml runs as its documentation shows it, with the stream of numpy (`RandomState`), and once
more with the stream of the standard library, which is faster; ours runs with that same stream,
and once more with the sealed dice that the house deals with. The bar counts against coupml as
documented; the other ratio is shown beside it. Exits 1 if ours plays less than 1.3 times its
moves a second.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Generator, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from coupml import Coup as TheirCoup

from core.games.coup import COUP
from core.games.coup.choices import awaited
from core.games.coup.model import PRESETS
from core.kernel.dice import Dice
from core.kernel.text import Note
from tests.bench.speed import end_of

numpy: Any = import_module("numpy")

BAR = 1.3
SEATS = (2, 3, 4, 6)


class Stream(random.Random):
    """The stream of the standard library; coupml also wants to choose below a number."""

    def choice(self, items: Any) -> Any:
        return self.randrange(items) if isinstance(items, int) else super().choice(items)


class PlainDice(Dice):
    """Dice from the same stream, so that chance costs both engines the same."""

    def __init__(self, seed: int) -> None:
        super().__init__(b"")
        self.random = random.Random(seed)

    def below(self, n: int) -> int:
        return self.random.randrange(n)

    def order(self, items: Sequence[Any]) -> tuple[Any, ...]:
        mixed = list(items)
        self.random.shuffle(mixed)
        return tuple(mixed)


def theirs(seats: int, stream: Any, keep: bool = False) -> int:
    """One game of coupml; returns its number of moves. `keep`: each position is kept."""
    game, moves = TheirCoup(seats, stream), 0
    game.init_game()
    kept: dict[str, Any] = {}
    while not game.is_game_over():
        legal = game.get_legal_actions()
        game.play_action(stream.choice(legal))
        moves += len(legal) > 1
        if keep:
            kept = game.get_state()
    assert not keep or kept["game"]["phase"] == "game_over", "the last position is the end"
    return moves


def story(seats: int, dice: Dice, chance: random.Random) -> Generator[Note, None, int]:
    """One game of ours through the interface of the house; returns its number of moves."""
    state, moves = (yield from COUP.setup(seats, PRESETS["bga_seed"], dice)), 0
    while asked := awaited(state):
        seat = min(asked)
        legal = COUP.moves(state, seat)
        state = yield from COUP.play(state, seat, chance.choice(legal), dice)
        moves += len(legal) > 1
    return moves


def ours(seats: int, dice: Dice, chance: random.Random) -> int:
    """The same, told to nobody."""
    return end_of(story(seats, dice, chance))[0]


def measure(play: Callable[[], int], seconds: float) -> tuple[float, float, int]:
    """Games and moves a second, and the longest game in moves."""
    games = moves = longest = 0
    begun = time.process_time()  # of this process alone, whatever else the machine does
    while (spent := time.process_time() - begun) < seconds:
        count = play()
        games, moves, longest = games + 1, moves + count, max(longest, count)
    return games / spent, moves / spent, longest


def main(seconds: float = 3.0) -> int:
    """Print the table; 1 if the bar is missed."""
    gc.freeze()
    worst = float("inf")
    print("           coupml, documented  coupml, plain       ours, plain         ours, sealed")
    print("seats      games/s  moves/s    games/s  moves/s    games/s  moves/s    moves/s  longest")
    for seats in SEATS:
        chance = Stream(seats)
        tries: dict[str, Callable[[], int]] = {
            "documented": partial(theirs, seats, numpy.random.RandomState(seats)),
            "plain": partial(theirs, seats, Stream(seats)),
            "ours": partial(ours, seats, PlainDice(seats), chance),
            "sealed": partial(ours, seats, Dice(bytes([seats])), chance),
        }
        best: dict[str, tuple[float, float, int]] = {}
        for _ in range(3):  # in turn, the best of three: noise hits all alike
            for name, play in tries.items():
                got = measure(play, seconds / 3)
                best[name] = max(best.get(name, got), got, key=lambda row: row[1])
        documented, plain, mine = best["documented"], best["plain"], best["ours"]
        ratio = mine[1] / documented[1]
        worst = min(worst, ratio)
        cells = "".join(f"{row[0]:10,.0f} {row[1]:8,.0f} " for row in (documented, plain, mine))
        longest = max(mine[2], best["sealed"][2])
        print(f"{seats:5}   {cells} {best['sealed'][1]:8,.0f} {longest:8}")
        print(f"        moves a second: ×{ratio:.2f} documented, ×{mine[1] / plain[1]:.2f} plain")
    print(f"bar ×{BAR}: {'held' if worst >= BAR else 'missed'} (worst ×{worst:.2f})")
    return 0 if worst >= BAR else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0))
