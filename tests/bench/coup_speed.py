"""How fast Coup is: random whole games beside the engine of coupml, in the same process.

    python -m tests.bench.coup_speed [SECONDS]

Both engines take every chance from the same kind of stream (`random.Random`) and play every
decision uniformly at random among the legal moves; a move is one decision that an engine
accepts. Exits 1 if ours plays less than 1.3 times the moves a second of the other.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from coupml import Coup as TheirCoup

from core.dice import Dice
from core.game import Over
from core.games.coup import COUP
from core.games.coup.model import PRESETS, State

BAR = 1.3
SEATS = (2, 3, 4, 6)


class Stream:
    """The chance that coupml asks for, without numpy: the fastest that its engine can get."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def choice(self, items: Any) -> Any:
        if isinstance(items, int):
            return int(self.random.random() * items)
        return items[int(self.random.random() * len(items))]

    def shuffle(self, items: list[Any]) -> None:
        self.random.shuffle(items)


class PlainDice(Dice):
    """Dice from the same stream, so that chance costs both engines the same."""

    def __init__(self, seed: int) -> None:
        super().__init__(b"")
        self.random = random.Random(seed)

    def below(self, n: int) -> int:
        return int(self.random.random() * n)

    def order(self, items: Sequence[Any]) -> tuple[Any, ...]:
        mixed = list(items)
        self.random.shuffle(mixed)
        return tuple(mixed)


def theirs(seats: int, stream: Stream) -> int:
    """One game of coupml; returns its number of moves."""
    game, moves = TheirCoup(seats, stream), 0
    game.init_game()
    while not game.is_game_over():
        game.play_action(stream.choice(game.get_legal_actions()))
        moves += 1
    return moves


def run(story: Any) -> State:
    """Run a story to its end at once, as the house does."""
    while True:
        try:
            next(story)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def ours(seats: int, dice: Dice, chance: random.Random) -> int:
    """One game of ours through the interface of the house; returns its number of moves."""
    state, moves = run(COUP.setup(seats, PRESETS["bga_seed"], dice)), 0
    while True:
        asked = COUP.ask(state)
        if isinstance(asked, Over):
            return moves
        for seat in asked.seats:
            break
        legal = COUP.moves(state, seat)
        move = legal[int(chance.random() * len(legal))]
        state = run(COUP.play(state, seat, move, dice))
        moves += 1


def measure(play: Callable[[], int], seconds: float) -> tuple[float, float, int]:
    """Games and moves a second, and the longest game in moves."""
    games = moves = longest = 0
    begun = time.perf_counter()
    while (spent := time.perf_counter() - begun) < seconds:
        count = play()
        games, moves, longest = games + 1, moves + count, max(longest, count)
    return games / spent, moves / spent, longest


def main(seconds: float) -> int:
    """Print the table; 1 if the bar is missed."""
    gc.freeze()
    worst = float("inf")
    print("seats | coupml games/s moves/s | ours games/s moves/s longest | moves | sealed dice")
    for seats in SEATS:
        stream, chance, plain = Stream(seats), random.Random(seats), PlainDice(seats)
        sealed = Dice(bytes([seats]))
        best: dict[str, tuple[float, float, int]] = {}
        for _ in range(3):  # interleaved, the best of three: other work on the machine hits both
            for name, play in (
                ("theirs", lambda s=seats, r=stream: theirs(s, r)),
                ("ours", lambda s=seats, d=plain, c=chance: ours(s, d, c)),
                ("sealed", lambda s=seats, d=sealed, c=chance: ours(s, d, c)),
            ):
                got = measure(play, seconds / 3)
                best[name] = max(best.get(name, got), got, key=lambda row: row[1])
        ratio = best["ours"][1] / best["theirs"][1]
        worst = min(worst, ratio)
        print(
            f"{seats:5} | {best['theirs'][0]:14,.0f} {best['theirs'][1]:7,.0f} "
            f"| {best['ours'][0]:12,.0f} {best['ours'][1]:7,.0f} {best['ours'][2]:7} "
            f"| ×{ratio:.2f} | {best['sealed'][1]:,.0f} moves/s"
        )
    print(f"bar ×{BAR}: {'held' if worst >= BAR else 'missed'} (worst ×{worst:.2f})")
    return 0 if worst >= BAR else 1


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 3.0))
