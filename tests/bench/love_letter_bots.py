"""How well the clever player of Love Letter plays: `python -m tests.bench.love_letter_bots`.

One clever seat against random or simple players, seats rotated, every match from a seed.
Prints win rates (shared wins count) and the time for a move; exits 1 if a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from time import thread_time

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter.model import Keep, Move, Play, State, View, kit
from core.games.love_letter.names import Card
from core.kernel.dice import Dice
from core.kernel.game import Telling
from core.kernel.minds import Bot

PRESETS = {2: "aeg", 3: "bga", 4: "bga"}
BARS = {
    ("random", 2): 0.95,
    ("random", 3): 0.88,
    ("random", 4): 0.73,
    ("simple", 2): 0.62,
    ("simple", 3): 0.46,
    ("simple", 4): 0.33,
}


def random_player(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Any legal move."""
    return dice.choose(moves)


def simple_player(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Keeps the higher card, aims at anybody else, names the commonest unseen card."""
    ranks = kit(view.options).ranks
    keeps = [move for move in moves if isinstance(move, Keep)]
    if keeps:
        return max(keeps, key=lambda move: ranks[move.cards[0]])
    plays = [move for move in moves if isinstance(move, Play)]
    lowest = min(ranks[move.card] for move in plays)
    plays = [move for move in plays if ranks[move.card] == lowest]
    others = [move for move in plays if move.target != view.me] or plays
    target = dice.choose(sorted({move.target for move in others}))
    others = [move for move in others if move.target == target]
    unseen = Counter(kit(view.options).cards)
    for pile in (view.faceup, view.hand, *view.discards):
        unseen.subtract(pile)
    return max(others, key=lambda move: unseen[move.name or Card.PRINCESS])


RIVALS: dict[str, Bot] = {"random": random_player, "simple": simple_player}


class Clock:
    """The time of the processor that the clever player takes."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.moves = 0
        self.total = 0.0
        self.worst = 0.0

    def __call__(self, view: View, moves: Sequence[Move], dice: Dice) -> Move:
        began = thread_time()
        move: Move = self.bot(view, moves, dice)
        took = thread_time() - began
        self.moves += 1
        self.total += took
        self.worst = max(self.worst, took)
        return move


def match(seats: int, clever_seat: int, clever: Bot, rival: Bot, seed: bytes) -> bool:
    """Whether the clever seat wins (or shares) the match."""
    dice, thought = Dice(seed), Dice(seed + b"bots")
    state = _end(GAME.setup(seats, GAME.presets[PRESETS[seats]], dice))
    while state.phase != "over":
        seat = state.turn
        bot = clever if seat == clever_seat else rival
        move = bot(GAME.view(state, seat), GAME.moves(state, seat), thought)
        state = _end(GAME.play(state, seat, move, dice))
    return clever_seat in state.winners


def _end(story: Telling[State]) -> State:
    while True:
        try:
            next(story)
        except StopIteration as end:
            state: State = end.value
            return state


def rate(rival: str, seats: int, matches: int, clever: Bot) -> float:
    """The share of matches won, the clever player sitting at every seat in turn."""
    won = sum(
        match(seats, i % seats + 1, clever, RIVALS[rival], f"{rival}.{seats}.{i}".encode())
        for i in range(matches)
    )
    return won / matches


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    matches = parser.parse_args().matches
    clock = Clock(GAME.bots["clever"])
    missed = False
    print(f"clever against    seats     won     bar   ({matches} matches each)")
    for (rival, seats), bar in BARS.items():
        share = rate(rival, seats, matches, clock)
        missed |= share < bar
        print(f"{rival:14} {seats:8} {share:7.1%} {bar:7.1%}   {'' if share >= bar else 'MISSED'}")
    mean = clock.total / clock.moves
    print(f"time for a move: mean {mean * 1e6:.0f} µs, worst {clock.worst * 1e3:.2f} ms")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
