"""*simple* and *chance*: the players of Lady Luck that a beginner is measured against."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.lady_luck.model import Bid, Move, Open, Pass, Place, View
from core.games.lady_luck.names import STARS
from core.kernel.dice import Dice

FACE_DOWN = 2  # stars that it sees in a face-down card


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
