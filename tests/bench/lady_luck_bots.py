"""How the computer players of Lady Luck do: `python -m tests.bench.lady_luck_bots [GAMES]`.

Prints win rates over seeded games with the seats going round, the processor time of a
decision, and how long whole games are; ends with 1 if a bar is missed.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

import msgspec

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import Bid, Move, Open, Pass, Place, State, View
from core.games.lady_luck.names import STARS
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.text import Note

R = TypeVar("R")
Player = Callable[[View, Sequence[Move], Dice], Move]

GAMES = 1000
FACE_DOWN = 2  # stars that the simple bidder sees in a face-down card
LIMIT_MS = 1.0
AGAINST_SIMPLE, AGAINST_CHANCE = 0.60, 0.90


def chance(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Any legal move."""
    return dice.choose(moves)


def simple(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Bids up to the stars, makes helpers in the first half, uses whatever it can."""
    first = moves[0]
    if isinstance(first, Open):
        openings = [move for move in moves if isinstance(move, Open) and move.bid == 0]
        return max(openings, key=lambda move: _stars(view, move.slot))
    if isinstance(first, Place):
        return Place("helper" if view.round <= 4 else "score")
    if view.auction is not None:
        bid = Bid(view.auction.bid + 1)
        return bid if bid in moves and bid.bid <= _stars(view, view.auction.slot) else Pass()
    useful = [move for move in moves if not isinstance(move, Pass)]
    return dice.choose(useful) if useful else Pass()


def _stars(view: View, slot: int) -> int:
    card = view.castle[slot - 1]
    return FACE_DOWN if card is None else STARS[card]


class Tally(msgspec.Struct):
    """What a series of games came to. `share` counts a draw as a part of a win."""

    games: int = 0
    share: float = 0.0
    decisions: int = 0
    presses: int = 0
    notes: int = 0
    seconds: float = 0.0
    thinking: float = 0.0
    worst: float = 0.0
    thoughts: int = 0
    ends: dict[str, int] = {}


def series(hero: Player, others: Sequence[Player], games: int, first: int = 0) -> Tally:
    """Games of one player against others, the hero's seat going round."""
    tally = Tally()
    seats = len(others) + 1
    for number in range(first, first + games):
        seat = number % seats + 1
        table = list(others)
        table.insert(seat - 1, hero)
        _game(tally, table, seat, b"lady-luck %d" % number)
    return tally


def _game(tally: Tally, table: Sequence[Player], hero: int, seed: bytes) -> None:
    dice, chances = Dice(seed), Dice(seed + b" bots")
    began = time.perf_counter()
    asked_in: set[tuple[int, int, int]] = set()
    state = _tell(tally, LADY_LUCK.setup(len(table), LADY_LUCK.presets["standard"], dice))
    while isinstance(asked := LADY_LUCK.ask(state), Ask):
        (seat,) = asked.seats
        view, moves = LADY_LUCK.view(state, seat), LADY_LUCK.moves(state, seat)
        start = time.thread_time()
        move = table[seat - 1](view, moves, chances)
        if seat == hero:
            took = time.thread_time() - start
            tally.thinking += took
            tally.worst = max(tally.worst, took)
            tally.thoughts += 1
        tally.decisions += 1
        tally.presses += _is_press(state, seat, asked_in)
        state = _tell(tally, LADY_LUCK.play(state, seat, move, dice))
    assert isinstance(asked, Over)
    tally.seconds += time.perf_counter() - began
    tally.games += 1
    if hero in asked.winners:
        tally.share += 1 / len(asked.winners)
    end = f"{state.end.value if state.end else ''} {'won' if hero in asked.winners else 'lost'}"
    tally.ends[end] = tally.ends.get(end, 0) + 1


def _is_press(state: State, seat: int, asked_in: set[tuple[int, int, int]]) -> bool:
    """Whether a person had to press here: with a standing order, once an auction."""
    auction = state.auction
    if auction is None or state.placing:
        return True
    known = (state.round, auction.slot, seat)
    fresh = known not in asked_in
    asked_in.add(known)
    return fresh


def _tell(tally: Tally, tale: Generator[Note, None, R]) -> R:
    while True:
        try:
            next(tale)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        tally.notes += 1


def _line(name: str, tally: Tally) -> str:
    mean = 1000 * tally.thinking / tally.thoughts
    return (
        f"{name:28} {tally.share / tally.games:7.1%} {mean:9.3f} {1000 * tally.worst:9.3f}"
        f" {tally.decisions / tally.games:9.0f} {tally.presses / tally.games:8.0f}"
        f" {tally.notes / tally.games:7.0f} {tally.games / tally.seconds:8.0f}"
    )


HEAD = (
    f"{'':28} {'wins':>7} {'mean ms':>9} {'worst ms':>9} {'decisions':>9} {'presses':>8}"
    f" {'notes':>7} {'games/s':>8}"
)


def main(games: int = GAMES) -> int:
    """Play all series and print the table."""
    clever = LADY_LUCK.bots["clever"]
    print(f"{games} games a line; presses: decisions of people who bid by standing orders")
    print(HEAD)
    against_simple = series(clever, (simple, simple), games)
    print(_line("clever, two simple bidders", against_simple))
    against_chance = series(clever, (chance, chance), games)
    print(_line("clever, two by chance", against_chance))
    print(_line("clever, three simple bidders", series(clever, (simple,) * 3, games // 4)))
    print(_line("clever, two clever", series(clever, (clever,) * 2, games // 4)))
    print(_line("clever, three clever", series(clever, (clever,) * 3, games // 4)))
    print(_line("three by chance", series(chance, (chance,) * 2, games // 4)))
    print(_line("four by chance", series(chance, (chance,) * 3, games // 4)))
    missed = []
    if against_simple.share < AGAINST_SIMPLE * games:
        missed.append(f"against simple bidders: less than {AGAINST_SIMPLE:.0%}")
    if against_chance.share < AGAINST_CHANCE * games:
        missed.append(f"against chance: less than {AGAINST_CHANCE:.0%}")
    slow = max(against_simple.worst, against_chance.worst) * 1000
    if slow > LIMIT_MS:
        missed.append(f"a decision took {slow:.2f} ms, more than {LIMIT_MS:.0f}")
    print("\n".join(missed) or "All bars are cleared.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES))
