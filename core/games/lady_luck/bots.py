"""Computer players of Lady Luck: one that plays for the absent, and a clever one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from core.games.lady_luck.bidding import bidding, opening, placing
from core.games.lady_luck.model import Bid, Move, Open, Pass, Phase, Place, Reveal, Use, View
from core.games.lady_luck.rules import default
from core.games.lady_luck.tactics import helping, revealing
from core.kernel.dice import Dice
from core.kernel.minds import Bot, Manner, levels


def idle(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """The default answer of a time-out (LL-12.1)."""
    return default(moves)


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


def mind(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """The same at every level, in every manner."""
    return clever(view, moves, dice)


BOTS: Mapping[str, Bot] = {"idle": idle, **levels(mind, mind, mind)}
