"""Seeded games of Lady Luck between computer players, for the benches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from math import sqrt

import msgspec

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import End, Move, State, View
from core.kernel.asks import Ask, Over
from core.kernel.dice import Dice
from core.kernel.game import Telling

Player = Callable[[View, Sequence[Move], Dice], Move]
Step = tuple[State, int, Move]
"""A table, the seat on turn, and what it does."""

WIDE = 1.96  # standard errors in a bound of 95 %


class Tally(msgspec.Struct):
    """What a series of games came to for one player; a draw counts as a part of a win."""

    parts: list[float] = []
    by_princess: int = 0
    thinking: float = 0.0  # seconds of CPU
    longest: float = 0.0
    thoughts: int = 0

    @property
    def share(self) -> float:
        """The part of the games that it won."""
        return sum(self.parts) / len(self.parts)

    @property
    def bounds(self) -> tuple[float, float]:
        """Where its true share lies, with 95 %."""
        count, mean = len(self.parts), self.share
        spread = sum((part - mean) ** 2 for part in self.parts) / max(count - 1, 1)
        off = WIDE * sqrt(spread / count)
        return max(mean - off, 0.0), min(mean + off, 1.0)


def series(hero: Player, others: Sequence[Player], games: int, seed: int = 0) -> Tally:
    """Games of one player alone against others, the seats going round."""
    tally = Tally()
    for number in range(games):
        seat = number % (len(others) + 1) + 1
        table = [*others[: seat - 1], _timed(hero, tally), *others[seat - 1 :]]
        state = last(play(table, b"lady-luck %d %d" % (seed, number)))
        won = LADY_LUCK.ask(state)
        assert isinstance(won, Over)
        tally.parts.append((seat in won.winners) / len(won.winners))
        tally.by_princess += state.end is End.PRINCESS and seat in won.winners
    return tally


def _timed(player: Player, tally: Tally) -> Player:
    def play(view: View, moves: Sequence[Move], dice: Dice) -> Move:
        start = time.thread_time()
        move = player(view, moves, dice)
        took = time.thread_time() - start
        tally.thinking += took
        tally.longest = max(tally.longest, took)
        tally.thoughts += 1
        return move

    return play


def play(table: Sequence[Player], seed: bytes) -> Iterator[Step | State]:
    """One game: every decision before it is carried out, at last the table at the end."""
    dice, chances = Dice(seed), Dice(seed + b" bots")
    state = told(LADY_LUCK.setup(len(table), LADY_LUCK.presets["standard"], dice))
    while isinstance(asked := LADY_LUCK.ask(state), Ask):
        (seat,) = asked.seats
        move = table[seat - 1](LADY_LUCK.view(state, seat), LADY_LUCK.moves(state, seat), chances)
        yield state, seat, move
        state = told(LADY_LUCK.play(state, seat, move, dice))
    yield state


def last(game: Iterator[Step | State]) -> State:
    """The table at the end of a game."""
    for step in game:
        if isinstance(step, State):
            return step
    raise AssertionError("every game ends")


def told(tale: Telling[State]) -> State:
    """The table at the end of a story."""
    while True:
        try:
            next(tale)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
