"""Computer players of Coup: `idle` for the absent, three levels in three manners for company."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from core.games.coup.easy import easy
from core.games.coup.hard import hard
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
    keeping,
)
from core.games.coup.normal import normal
from core.games.coup.sight import View
from core.kernel.dice import Dice
from core.kernel.minds import Bot, levels


def idle(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """The default answers of a deadline (10): allow; Income, or the Coup that must be; show the
    first card, return it, show all where that is possible (13.2.11, 13.3.8)."""
    own = view.players[view.reader - 1].hidden
    step = view.step
    match step:
        case Choosing() if INCOME in moves:
            return INCOME
        case Choosing():
            return min(moves, key=lambda move: (move.target - view.turn) % len(view.players))
        case Proving(_, role) if role in own:
            return _naming(moves, role)
        case Denying() if moves[0].verb is Verb.SHOW_ALL:
            return moves[0]
        case Proving() | Losing() | Revealing() | Denying():
            return _naming(moves, own[0])
        case Swapping():
            kept = keeping(own)
            return next(move for move in moves if move.code == kept.code)
        case Answering() | Examining() | Ended():
            return moves[0]
    assert_never(step)


def _naming(moves: Sequence[Move], card: str) -> Move:
    return next(move for move in moves if move.cards == (card,))


BOTS: Mapping[str, Bot] = {"idle": idle, **levels(easy, normal, hard)}
