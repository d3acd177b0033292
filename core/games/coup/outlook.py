"""What a position is worth: the seats' chances to win, by their cards and coins."""

from __future__ import annotations

from collections import Counter
from math import exp

from core.games.coup.names import Role

WORTH = {
    Role.DUKE: 0.30,
    Role.DIPLOMAT: 0.25,
    Role.CAPTAIN: 0.33,
    Role.ASSASSIN: 0.30,
    Role.CONTESSA: 0.28,
    Role.AMBASSADOR: 0.12,
    Role.INQUISITOR: 0.15,
}
"""What a card in the hand adds to the strength of a seat."""

SECOND = 0.35  # a second card of the same kind is worth more than the first by this part
USUAL = (0.0, 0.27, 0.45)
"""What the hand of somebody else is worth, by its cards."""

CARD = 1.0  # the strength of a second influence
COIN = 0.27
MOST = 9  # more coins than these add nothing


def worth(hand: tuple[Role, ...]) -> float:
    """What a hand adds to the strength of a seat."""
    kinds = Counter(hand)
    return sum(WORTH[role] * (1 + SECOND * (n - 1)) for role, n in kinds.items())


def less(hand: tuple[Role, ...], card: Role) -> tuple[Role, ...]:
    """The hand without one card."""
    slot = hand.index(card)
    return hand[:slot] + hand[slot + 1 :]


def strength(cards: int, coins: int, hand: float) -> float:
    """How strong a seat is: its chance to win is its share in the strength of all."""
    return exp(CARD * cards + COIN * min(coins, MOST) + hand) if cards > 0 else 0.0
