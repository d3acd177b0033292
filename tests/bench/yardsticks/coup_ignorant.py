"""The computer player `normal`, with no idea of what the variants of Coup add.

It sees neither factions nor the almshouse, never examines, converts or embezzles, lets others do
so, and shows its lesser card. What the variants teach must be worth more.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.games.coup import COUP
from core.games.coup.model import ALLOW, NO_VARIANTS, Answering, Examining, Move, Revealing
from core.games.coup.names import Deed
from core.games.coup.outlook import WORTH
from core.games.coup.sight import View
from core.kernel.dice import Dice
from core.kernel.minds import DEFAULT

NEW = (Deed.EXAMINE, Deed.CONVERT, Deed.EMBEZZLE)

replace = msgspec.structs.replace


def ignorant(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """One of the moves, from what the seat knows alone."""
    step = view.step
    if isinstance(step, Examining):
        return moves[0]
    if isinstance(step, Revealing):
        return min(moves, key=lambda move: WORTH[move.cards[0]])
    if isinstance(step, Answering) and view.act is not None and view.act.deed in NEW:
        return ALLOW
    players = [replace(player, has=(), denies=False, seen=()) for player in view.players]
    variants = replace(view.options.variants or NO_VARIANTS, factions=False)
    options = replace(view.options, variants=variants)
    blind = replace(view, players=tuple(players), options=options, reserve=0)
    known = [move for move in moves if move.deed not in NEW]
    move: Move = COUP.bots[DEFAULT](blind, known, dice)
    return move
