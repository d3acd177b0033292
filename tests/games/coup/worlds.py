"""Random games of Coup for the property tests."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from core.games.coup import COUP
from core.games.coup.model import Options, State
from core.kernel.asks import Over
from core.kernel.dice import Dice
from tests.games.coup.play import run

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


def states(seed: int, seats: int | None = None, leaving: float = 0.02) -> Iterator[State]:
    """Every state of one random game, some seats leaving; the last one is over."""
    chance = random.Random(seed)
    dice = Dice(seed.to_bytes(4, "big"))
    table = any_options(chance)
    count = seats or chance.randint(3 if table.factions else 2, 6)
    state = run(COUP.setup(count, table, dice))
    yield state
    while not isinstance(asked := COUP.ask(state), Over):
        if chance.random() < leaving:
            seat = chance.choice(sorted(COUP.active(state)))
            state = run(COUP.leave(state, seat, dice))
        else:
            seat = chance.choice(sorted(asked.seats))
            moves = COUP.moves(state, seat)
            allow = moves[0].code == "allow" and chance.random() < 0.4
            move = moves[0] if allow else chance.choice(moves)
            state = run(COUP.play(state, seat, move, dice))
        yield state
