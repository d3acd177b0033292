"""Random games with any switches and two to ten seats: none gets stuck, and all invariants hold.

`make soak` plays five thousand of them.
"""

from __future__ import annotations

from collections import Counter

import pytest

from core.games.coup import COUP
from core.games.coup.choices import SECRET
from core.games.coup.model import Ended, State
from core.kernel.dice import Dice
from tests.games.coup import ledger
from tests.games.coup.worlds import deal, steps
from tests.sample import spans

EVERY = 7  # states, of which one is imagined otherwise


def check_worlds(state: State, seat: int, dice: Dice) -> None:
    """What others may do depends on no hidden card, unless what is asked is secret."""
    for reader in (None, seat):
        world = COUP.imagine(state, reader, dice)
        assert COUP.view(world, reader) == COUP.view(state, reader)
        ledger.check_state(world)
        for number in range(1, len(state.players) + 1):
            mine = (COUP.hidden(state, number), COUP.hidden(world, number))
            assert mine[0].version == mine[1].version
            assert len(mine[0].words) == len(mine[1].words)
            if number == reader or not isinstance(state.step, SECRET):
                assert COUP.moves(world, number) == COUP.moves(state, number)


@pytest.mark.parametrize("seeds", spans(200, 5000))
def test_random_games(seeds: range) -> None:
    done: Counter[str] = Counter()
    for seed in seeds:
        state = deal(seed)
        ledger.check_state(state)
        turn, dice = ledger.Turn(), Dice(b"worlds%d" % seed)
        for number, step in enumerate(steps(state, seed)):
            state = step.after
            ledger.check_money(step)
            ledger.check_letters(step)
            ledger.check_state(state)
            ledger.check_owed(state)
            turn.check(step)
            done[f"{type(step.before.step).__name__} {step.code.partition('.')[0]}"] += 1
            if number % EVERY == 0:
                ledger.check_snapshot(state)
                check_worlds(state, 1 + number % len(state.players), dice)
        assert isinstance(state.step, Ended)
    for seldom in (
        "Revealing choose",
        "Examining return",
        "Examining force",
        "Denying show",
        "Denying lose",
        "Choosing convert",
        "Choosing embezzle",
    ):
        assert done[seldom], f"no game came to {seldom}"
