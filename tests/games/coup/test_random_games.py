"""Random games with any switches and two to ten seats: none gets stuck, and all invariants hold.

`make soak` plays five thousand of them.
"""

from __future__ import annotations

from collections import Counter

import pytest

from core.games.coup import COUP
from core.games.coup.choices import SECRET
from core.games.coup.model import Denying, Ended, Examining, Revealing, State
from core.kernel.asks import Over
from core.kernel.dice import Dice
from core.kernel.text import Note
from tests.games.coup import ledger
from tests.games.coup.play import run
from tests.games.coup.worlds import Step, deal, steps
from tests.sample import sampled

EVERY = 7  # states, of which one is imagined otherwise, and one is left by each seat
HUNDREDS = [(range(start, start + 200),) for start in range(0, 5000, 200)]
SELDOM = (Revealing, Examining, Denying)


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


def check_leaving(state: State, seed: int) -> None:
    """Whoever leaves now, the game goes on without them or ends, and all still holds."""
    for seat in sorted(COUP.active(state)):
        told: list[Note] = []
        after = run(COUP.leave(state, seat, Dice(b"leave%d" % seed)), told)
        step = Step(state, seat, "leave", told, after)
        ledger.check_money(step)
        ledger.check_letters(step)
        ledger.check_state(after)
        ledger.check_owed(after)
        asked = COUP.ask(after)
        assert isinstance(asked, Over) or seat not in asked.seats
        assert not after.players[seat - 1].hidden
        if state.turn == seat and state.act is not None:
            assert after.reserve == state.reserve
        if after.turn == state.turn and not isinstance(asked, Over):
            assert after.number == state.number
        else:
            assert isinstance(asked, Over) or after.act is None


@pytest.mark.parametrize("seeds", sampled(HUNDREDS, HUNDREDS[:1]), ids=repr)
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
            if number % EVERY == 3 or type(state.step) in SELDOM:
                check_leaving(state, seed)
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
