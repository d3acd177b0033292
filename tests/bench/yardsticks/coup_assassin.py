"""A player of Coup with one plan: it assassinates whenever it can pay for it.

It plays Assassinate with three coins, true or not, challenges every Contessa, and does the rest
as `clever` of 0.1.0 did. Against players who always answer with a Contessa it is deadly.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.games.coup.model import CHALLENGE, Move
from core.games.coup.names import Deed, Role
from core.games.coup.sight import View
from core.kernel.dice import Dice
from tests.bench.yardsticks.coup_clever import clever


def assassin(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """One of the moves, from what the seat knows alone."""
    act = view.act
    if act is not None and act.role is Role.CONTESSA and CHALLENGE in moves:
        return CHALLENGE
    kills = [move for move in moves if move.deed is Deed.ASSASSINATE]
    if kills:
        return max(kills, key=lambda move: _strength(view, move.target))
    return clever(view, moves, dice)


def _strength(view: View, seat: int) -> int:
    return view.cards[seat - 1] * 20 + view.players[seat - 1].coins
