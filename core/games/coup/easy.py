"""The weak computer player: it plays its own cards, and chooses in a hurry."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.coup.model import CHALLENGE, Answering, Choosing, Move, Verb
from core.games.coup.names import Deed, treasurer
from core.games.coup.normal import mixed, normal, settled, weighed
from core.games.coup.sight import View, surely_held
from core.kernel.dice import Dice
from core.kernel.minds import Manner

HURRY = 0.65
"""A move that is worth this part less than the best one is played e times less often."""

GUESSES = 5
"""One claim in so many that hurts is doubted, whatever speaks for it."""


def easy(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """One of the moves: seldom the best, and hardly ever a disaster."""
    match view.step:
        case Choosing():
            known = settled(view, moves)
            return known or mixed(weighed(view, moves, dice, manner), HURRY, dice)
        case Answering():
            own = view.players[view.reader - 1].hidden
            blocks = [move for move in moves if move.verb is Verb.BLOCK and move.cards[0] in own]
            if blocks:
                return blocks[0]
            if _caught(view):
                return CHALLENGE
            doubting = CHALLENGE in moves and _hurts(view) and dice.below(GUESSES) == 0
            return CHALLENGE if doubting else moves[0]
        case _:
            return normal(view, moves, dice, manner)


def _hurts(view: View) -> bool:
    """Whether what was declared hurts the reader, as everything does where two are left."""
    aimed = view.act is not None and view.act.target == view.reader
    return aimed or sum(cards > 0 for cards in view.cards) == 2


def _caught(view: View) -> bool:
    """Whether somebody embezzles who is known to hold the Duke."""
    embezzling = view.act is not None and view.act.deed is Deed.EMBEZZLE
    held = surely_held(view.players[view.turn - 1], view.reader)
    return embezzling and treasurer(view.options) in held
