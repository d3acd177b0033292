"""*clever*: the computer player of 0.1.0, frozen; what plays now is measured against it.

The three modules beside it are its bidding, its helpers and its judgement, as they were.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from core.games.lady_luck.model import Bid, Move, Open, Pass, Phase, Place, Reveal, Use, View
from core.kernel.dice import Dice
from tests.bench.yardsticks.lady_luck_clever_bidding import bidding, opening, placing
from tests.bench.yardsticks.lady_luck_clever_tactics import helping, revealing


def clever(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Values cards by the rounds left, saves AP, and looks out for Princesses."""
    first = moves[0]
    match first:
        case Open():
            return opening(view, moves)
        case Place():
            return placing(view)
        case Reveal():
            return revealing(view, moves)
        case Bid() | Use() | Pass():
            if view.phase is Phase.AUCTION:
                return bidding(view, moves)
            return helping(view, moves)
    assert_never(first)
