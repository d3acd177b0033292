"""A player of Coup that does anything sensible: it never lies, doubts or blocks.

On turn it launches a Coup as soon as it can pay for one. Else it chooses among what it may do
without a lie, each action as likely as the others. Whatever is aimed is aimed at the richest
that may be attacked, the next in turn order of equals. In windows it allows. Asked for a card it
proves what it can prove, and chooses at random among the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.games.coup.model import Answering, Choosing, Denying, Move, Proving, Verb
from core.games.coup.names import Deed, claimed, treasurer
from core.games.coup.sight import View
from core.kernel.dice import Dice


def sensible(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """One of the moves, from what the seat knows alone."""
    match view.step:
        case Choosing():
            return _action(view, moves, dice)
        case Answering():
            return moves[0]
        case Denying() if moves[0].verb is Verb.SHOW_ALL:
            return moves[0]
        case Proving(_, role):
            shown = [move for move in moves if role in move.cards]
            return shown[0] if shown else dice.choose(moves)
        case _:
            return dice.choose(moves)


def _action(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    hand = view.players[view.reader - 1].hidden
    by_deed: dict[tuple[Deed | None, bool], list[Move]] = {}
    for move in moves:
        assert move.deed is not None, "on turn an action is chosen"
        role = claimed(move.deed, view.options)
        false = role is not None and role not in hand
        if move.deed is Deed.EMBEZZLE:
            false = treasurer(view.options) in hand
        if not false:
            by_deed.setdefault((move.deed, bool(move.target)), []).append(move)
    coups = by_deed.get((Deed.COUP, True))
    able = coups or dice.choose(list(by_deed.values()))
    seats = len(view.cards)
    return max(
        able,
        key=lambda move: (
            view.players[move.target - 1].coins if move.target else 0,
            -((move.target - view.reader) % seats),
        ),
    )
