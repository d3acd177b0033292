"""A player of Coup that only tells the truth, for `clever` to be measured against."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.coup.bots import idle
from core.games.coup.model import ALLOW, CHALLENGE, INCOME, Choosing, Move, Verb
from core.games.coup.names import Deed, claimed
from core.games.coup.sight import View
from core.kernel.dice import Dice

LIKED = (Deed.COUP, Deed.ASSASSINATE, Deed.TAX, Deed.STEAL, Deed.AID, Deed.EXCHANGE)
PATIENT = 100  # turns after which nothing but coins and Coups counts: thefts could go on for ever


def honest(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """Claims only what it holds; challenges only what cannot be true."""
    own = view.players[view.reader - 1].hidden
    if not isinstance(view.step, Choosing):
        blocks = [move for move in moves if move.verb is Verb.BLOCK and move.cards[0] in own]
        if blocks:
            return blocks[0]
        if CHALLENGE in moves and _impossible(view):
            return CHALLENGE
        return ALLOW if ALLOW in moves else idle(view, moves, dice)
    late = view.number > PATIENT
    for deed in LIKED[: 1 if late else None]:
        role = claimed(deed, view.options)
        able = [move for move in moves if move.deed is deed and (role is None or role in own)]
        if able and (deed is not Deed.EXCHANGE or dice.below(2)):
            return max(able, key=lambda move: _strength(view, move.target))
    return INCOME


def _strength(view: View, seat: int) -> int:
    return view.cards[seat - 1] * 20 + view.players[seat - 1].coins if seat else 0


def _impossible(view: View) -> bool:
    """All copies of the claimed character lie open or are in the own hand."""
    act = view.act
    role = None if act is None else act.role or claimed(act.deed, view.options)
    if role is None:
        return False
    own = view.players[view.reader - 1].hidden.count(role)
    copies = 3 if len(view.cards) <= 6 else 4 if len(view.cards) <= 8 else 5
    return own + sum(player.lost.count(role) for player in view.players) == copies
