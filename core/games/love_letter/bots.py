"""Computer players: `idle` plays for the absent, the others play at three levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.games.love_letter.easy import easy
from core.games.love_letter.hard import hard
from core.games.love_letter.model import Keep, Move, Play, View, kit
from core.games.love_letter.names import Card
from core.games.love_letter.normal import normal
from core.kernel.dice import Dice
from core.kernel.minds import Bot, levels


def idle(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """LL-15.2: the lowest legal rank, the Princess only if nothing else is legal.

    Target and name are random. The Chancellor keeps the highest card.
    """
    ranks = kit(view.options).ranks
    plays = [move for move in moves if isinstance(move, Play)]
    if not plays:
        keeps = [move for move in moves if isinstance(move, Keep)]
        best = max(ranks[move.cards[0]] for move in keeps)
        return dice.choose([move for move in keeps if ranks[move.cards[0]] == best])
    lowest = min((move.card is Card.PRINCESS, ranks[move.card]) for move in plays)
    card = next(c for c in ranks if (c is Card.PRINCESS, ranks[c]) == lowest)
    target = dice.choose(sorted({move.target for move in plays if move.card is card}))
    return dice.choose([m for m in plays if m.card is card and m.target == target])


BOTS: Mapping[str, Bot] = {"idle": idle, **levels(easy, normal, hard)}
