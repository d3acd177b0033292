"""Random games of Coup for the property tests."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from core.games.coup import COUP
from core.games.coup.model import Move, Options, State
from core.kernel.asks import Over
from core.kernel.dice import Dice
from core.kernel.text import Note
from tests.games.coup.play import run

MOST_STEPS = 1500  # that no game may reach

SWITCHES: dict[str, tuple[Any, ...]] = {
    "response_timing": ("combined", "sequential"),
    "block_after_failed_challenge": (True, False),
    "steal_min_target": (2, 1),
    "prove": ("auto", "choice"),
    "start_coins_2p": ("each2", "each1", "starter1"),
    "first_player": ("random", "last_winner"),
    "reveal_winner_hand": (True, False),
    "diplomat": (False, True),
    "inquisitor": (False, True),
    "factions": (False, True),
    "contessa_blocks_examine": (True, False),
    "examine_redraw": ("shuffle_first", "draw_first"),
    "embezzle_bluff": ("open_hand", "concede"),
}


def any_options(chance: random.Random) -> Options:
    """A table with every switch thrown at random."""
    picked = {name: chance.choice(values) for name, values in SWITCHES.items()}
    return COUP.with_switches(Options(table_size=10), picked)


class Step(NamedTuple):
    """One move, or a seat that leaves: what was before it, what was told, what is after it."""

    before: State
    seat: int
    code: str
    told: list[Note]
    after: State


def deal(seed: int, seats: int | None = None) -> State:
    """A game with any switches and any number of seats."""
    chance = random.Random(seed)
    table = any_options(chance)
    count = seats or chance.randint(3 if table.factions else 2, 10)
    return run(COUP.setup(count, table, Dice(seed.to_bytes(4, "big"))))


def steps(start: State, seed: int, leaving: float = 0.02) -> Iterator[Step]:
    """A random game to its end, some seats leaving. Fails where it gets stuck."""
    chance, dice = random.Random(seed), Dice(b"steps%d" % seed)
    state = start
    for _ in range(MOST_STEPS):
        asked = COUP.ask(state)
        if isinstance(asked, Over):
            return
        told: list[Note] = []
        if chance.random() < leaving:
            seat, code = chance.choice(sorted(COUP.active(state))), "leave"
            after = run(COUP.leave(state, seat, dice), told)
        else:
            seat = chance.choice(sorted(asked.seats))
            moves = COUP.moves(state, seat)
            allow = moves[0].code == "allow" and chance.random() < 0.7
            move = moves[0] if allow else _any(moves, chance)
            code, after = move.code, run(COUP.play(state, seat, move, dice), told)
        yield Step(state, seat, code, told, after)
        state = after
    raise AssertionError(f"no end after {MOST_STEPS} steps")


def _any(moves: Sequence[Move], chance: random.Random) -> Move:
    """Any first word is as likely as any other, however many moves begin with it."""
    word = chance.choice(sorted({move.code.partition(".")[0] for move in moves}))
    return chance.choice([move for move in moves if move.code.partition(".")[0] == word])


def states(seed: int, seats: int | None = None, leaving: float = 0.02) -> Iterator[State]:
    """Every state of one random game; the last one is over."""
    state = deal(seed, seats)
    yield state
    for step in steps(state, seed, leaving):
        yield step.after
