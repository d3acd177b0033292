"""The normal player: it judges what it sees, and looks no further than the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from core.games.lady_luck.bidding import bidding, opening, placing
from core.games.lady_luck.model import Bid, Move, Open, Pass, Phase, Place, Reveal, Use, View
from core.games.lady_luck.style import Style
from core.games.lady_luck.tactics import helping, revealing
from core.games.lady_luck.worth import outlook
from core.kernel.dice import Dice


def judge(style: Style, view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Values cards by the rounds left, foresees the auctions, and looks out for Princesses."""
    look = outlook(style, view)
    first = moves[0]
    match first:
        case Open():
            return opening(look, dice)
        case Place():
            return placing(look, dice)
        case Reveal():
            return revealing(look, moves)
        case Bid() | Use() | Pass():
            if view.phase is Phase.AUCTION:
                return bidding(look, moves, dice)
            return helping(look, moves, dice)
    assert_never(first)
