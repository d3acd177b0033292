"""A computer player as beginners play: the higher card is kept, and much is forgotten.

Now and then it does just anything, and may lay the Princess down. Else it never puts itself out
knowingly; but it names cards without counting what lies open, and not always remembers what it
has seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.games.love_letter.model import Keep, Move, Play, View, kit
from core.games.love_letter.names import Card
from core.games.love_letter.rash import rash
from core.kernel.dice import Dice
from core.kernel.minds import Manner

WANDERS = {Manner.BOLD: 21, Manner.CAREFUL: 21, Manner.PATIENT: 21}
"""How often of a hundred times it does anything at all."""
STEADY = {Manner.BOLD: 78, Manner.CAREFUL: 80, Manner.PATIENT: 80}
"""How often of a hundred other times the lower card is played, or the highest one kept."""
MEMORY = {Manner.BOLD: 40, Manner.CAREFUL: 60, Manner.PATIENT: 80}
"""How often of a hundred times a card that was seen comes to mind."""


def easy(view: View, moves: Sequence[Move], dice: Dice, manner: Manner) -> Move:
    """A card, then somebody to aim at, then a name, each for itself."""
    if dice.below(100) < WANDERS[manner]:
        return dice.choose(moves)
    steady = dice.below(100) < STEADY[manner]
    keeps = [move for move in moves if isinstance(move, Keep)]
    if keeps:
        return _kept(view, keeps, dice, steady)
    plays = [move for move in moves if isinstance(move, Play)]
    plays = [move for move in plays if rash(view, move) is None] or plays
    card = _card(view, plays, steady)
    plays = [move for move in plays if move.card is card]
    target = dice.choose(_targets(view, plays, manner))
    plays = [move for move in plays if move.target == target]
    if len(plays) == 1:
        return plays[0]
    return _named(view, plays, dice, dice.below(100) < MEMORY[manner])


def _kept(view: View, keeps: Sequence[Keep], dice: Dice, steady: bool) -> Keep:
    """The Chancellor's choice: mostly the highest card."""
    if not steady:
        return dice.choose(keeps)
    ranks = kit(view.options).ranks
    most = max(ranks[move.cards[0]] for move in keeps)
    return dice.choose([move for move in keeps if ranks[move.cards[0]] == most])


def _card(view: View, plays: Sequence[Play], steady: bool) -> Card:
    """Mostly the lower card of those that can be played."""
    ranks = kit(view.options).ranks
    cards = sorted({move.card for move in plays}, key=lambda card: ranks[card])
    return cards[0] if steady else cards[-1]


def _targets(view: View, plays: Sequence[Play], manner: Manner) -> list[int]:
    """Anybody else; a bold player picks on whoever has most points."""
    targets = sorted({move.target for move in plays} - {view.me}) or [view.me]
    if manner is Manner.BOLD and targets != [0]:
        most = max(view.tokens[seat - 1] for seat in targets)
        targets = [seat for seat in targets if view.tokens[seat - 1] == most]
    return targets


def _named(view: View, plays: Sequence[Play], dice: Dice, remembers: bool) -> Play:
    """What was seen, if it comes to mind; else any card of the pack that is no Guard."""
    seen = {fact.card for fact in view.seen if fact.seat == plays[0].target}
    for move in plays:
        if remembers and move.name in seen:
            return move
    card = dice.choose([card for card in kit(view.options).cards if card is not Card.GUARD])
    return next(move for move in plays if move.name is card)
