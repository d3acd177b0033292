"""The easy player: a beginner, who counts stars, guesses, and forgets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

import msgspec

from core.games.lady_luck.model import Bid, Move, Open, Pass, Phase, Place, Reveal, Use, View
from core.games.lady_luck.names import STARS
from core.games.lady_luck.rules import default
from core.kernel.dice import Dice
from core.kernel.minds import Manner

FACE_DOWN = 2  # stars that it sees in a face-down card


class Beginner(msgspec.Struct, frozen=True):
    """How a beginner errs. A guess is what it adds to the stars of a card, in AP."""

    guesses: tuple[int, ...]
    helpers_until: tuple[int, int]  # the last round in which it makes helpers, of three and four
    forgets: int  # in a hundred turns: passes with helpers that could act


BEGINNERS: Mapping[Manner, Beginner] = {
    Manner.BOLD: Beginner((-1, 0, 0, 1), helpers_until=(3, 3), forgets=12),
    Manner.CAREFUL: Beginner((-1, 0), helpers_until=(4, 3), forgets=25),
    Manner.PATIENT: Beginner((-1, -1, 0), helpers_until=(4, 3), forgets=29),
}


def easy(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """Bids about as many AP as a card has stars, and uses the helpers that it thinks of."""
    first, beginner = moves[0], BEGINNERS[manner]
    match first:
        case Open():
            return _opening(view, moves, dice)
        case Place():
            early = view.round <= beginner.helpers_until[len(view.players) - 3]
            return Place("helper" if early else "score")
        case Reveal():
            return default(moves)
        case Bid() | Use() | Pass():
            if view.phase is Phase.AUCTION:
                return _bidding(view, moves, dice.choose(beginner.guesses))
            uses = [move for move in moves if isinstance(move, Use)]
            return dice.choose(uses) if uses and dice.below(100) >= beginner.forgets else Pass()
    assert_never(first)


def _opening(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """A card with nearly the most stars, for nothing or for one."""
    low = [move for move in moves if isinstance(move, Open) and move.bid < 2]
    most = max(_stars(view, move.slot) for move in low)
    return dice.choose([move for move in low if _stars(view, move.slot) >= most - 1])


def _bidding(view: View, moves: Sequence[Move], error: int) -> Move:
    assert view.auction is not None, "an auction is running"
    guess = _stars(view, view.auction.slot) + error
    bid = Bid(view.auction.bid + 1)
    return bid if bid in moves and bid.bid <= guess else Pass()


def _stars(view: View, slot: int) -> int:
    card = view.castle[slot - 1]
    return FACE_DOWN if card is None else STARS[card]
