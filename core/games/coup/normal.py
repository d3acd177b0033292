"""The computer player of middle strength: it weighs every move once, and mixes.

What a move is worth is reckoned from beliefs and from how people answer (`reckoning`). The best
move is not always played: of two that are nearly equal now one comes, now the other.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import exp
from typing import assert_never

from core.games.coup.habits import HABITS, bluffing, considered, liking
from core.games.coup.insight import showing, verdict
from core.games.coup.model import (
    INCOME,
    Answering,
    Choosing,
    Denying,
    Ended,
    Examining,
    Losing,
    Move,
    Proving,
    Revealing,
    Swapping,
    Verb,
)
from core.games.coup.names import Deed, Role
from core.games.coup.outlook import less, worth
from core.games.coup.reckoning import Reckoning
from core.games.coup.sight import View
from core.games.coup.standing import Standing
from core.kernel.dice import Dice
from core.kernel.minds import Manner

LATE = 100
"""After so many turns nothing but coins and Coups counts: thefts could go on for ever."""

CALM = 0.015
"""A move that is worth this part less than the best one is played e times less often."""

LURE = 0.03
"""What is added to the worth of a bluff, as a part of it: whoever never lies is easy to read."""

LURES: Mapping[Deed | None, float] = {Deed.EXCHANGE: 0.09, Deed.EXAMINE: 0.06, Deed.EMBEZZLE: 0.5}
"""… of some bluffs: else only who holds an Ambassador would exchange, and no Duke embezzle."""


def normal(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """One of the moves, from what the seat knows alone."""
    step = view.step
    match step:
        case Choosing() | Answering():
            known = settled(view, moves)
            return known or mixed(weighed(view, moves, dice, manner), CALM, dice)
        case Proving(_, role) if role in own(view):
            return next(move for move in moves if role in move.cards)
        case Denying() if moves[0].verb is Verb.SHOW_ALL:
            return moves[0]
        case Losing() | Proving() | Denying():
            mind = Standing(view)
            return max(moves, key=lambda move: mind.worth(less(mind.hand, move.cards[0])))
        case Revealing():
            mind = Standing(view)
            return mixed({move: showing(mind, move.cards[0]) for move in moves}, CALM, dice)
        case Examining(card):
            assert view.act is not None
            assert card is not None, "the seat on turn sees it"
            values = verdict(Standing(view), view.act.target, card)
            return mixed(dict(zip(moves, values, strict=True)), CALM, dice)
        case Swapping() | Ended():
            return max(moves, key=lambda move: worth(move.cards))
    assert_never(step)


def own(view: View) -> tuple[Role, ...]:
    """The reader's hand."""
    return view.players[view.reader - 1].hidden


def settled(view: View, moves: Sequence[Move]) -> Move | None:
    """The action that needs no thought: a Coup that can be paid; late in the game, Income."""
    coups = [move for move in moves if move.deed is Deed.COUP]
    if coups:
        return max(coups, key=Reckoning(view).act)
    return INCOME if view.number > LATE and INCOME in moves else None


def weighed(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Mapping[Move, float]:
    """What each move is worth that comes to mind."""
    mind, habits = Reckoning(view), HABITS[manner]
    worths = {}
    for move in considered(mind, moves, habits, dice):
        worths[move] = mind.value(move) * liking(habits, move) * (1 + lure(mind, move))
    return worths


def lure(mind: Reckoning, move: Move) -> float:
    """What is added to the worth of a bluff on turn."""
    if mind.view.act is not None or not bluffing(mind, move):
        return 0.0
    if move.deed is Deed.EXCHANGE and mind.view.options.inquisitor:
        return LURE
    return LURES.get(move.deed, LURE)


def mixed(worths: Mapping[Move, float], calm: float, dice: Dice) -> Move:
    """One of the moves, the better the more often."""
    best = max(worths.values()) + 1e-9
    sums = list(accumulate(exp((value - best) / (calm * best)) for value in worths.values()))
    luck = sums[-1] * dice.below(1 << 30) / (1 << 30)
    return list(worths)[bisect(sums, luck)]
