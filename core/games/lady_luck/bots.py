"""Computer players of Lady Luck: one that plays for the absent, and three levels of skill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.games.lady_luck.ahead import ahead
from core.games.lady_luck.easy import easy
from core.games.lady_luck.judge import judge
from core.games.lady_luck.model import Move, View
from core.games.lady_luck.rules import default
from core.games.lady_luck.style import STYLES
from core.kernel.dice import Dice
from core.kernel.minds import Bot, Manner, levels


def idle(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """The default answer of a time-out (LL-12.1)."""
    return default(moves)


def normal(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """Foresees the auctions of a round and looks out for Princesses."""
    return judge(STYLES[manner], view, moves, dice)


def hard(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """Tries the moves on tables that it imagines; some 10 to 60 ms of CPU."""
    return ahead(STYLES[manner], view, moves, dice)


BOTS: Mapping[str, Bot] = {"idle": idle, **levels(easy, normal, hard)}
