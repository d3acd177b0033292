"""What a position is worth: the seats' chances to win, by their cards and coins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from math import exp

from core.games.coup.names import Faction, Role

WORTH = {
    Role.DUKE: 0.30,
    Role.DIPLOMAT: 0.25,
    Role.CAPTAIN: 0.33,
    Role.ASSASSIN: 0.30,
    Role.CONTESSA: 0.28,
    Role.AMBASSADOR: 0.12,
    Role.INQUISITOR: 0.2,
}
"""What a card in the hand adds to the strength of a seat."""

SECOND = 0.35  # a second card of the same kind is worth more than the first by this part
USUAL = (0.0, 0.27, 0.45)
"""What the hand of somebody else is worth, by its cards."""

CARD = 1.0  # the strength of a second influence
COIN = 0.27
MOST = 9  # more coins than these add nothing

PRESSURE = 1.0
"""By this a seat is weaker for each other one that would attack nobody but it."""

PRESSES = (0.3, 0.3, 0.4, 0.6, 0.7, 0.7, 0.8, 1.5)
"""How hard somebody with so many coins, or more, presses whom it may attack."""

AIM = 1.0
"""How much rather people attack the strong: in proportion to this power of their strength."""


def worth(hand: tuple[Role, ...]) -> float:
    """What a hand adds to the strength of a seat."""
    kinds = Counter(hand)
    return sum(WORTH[role] * (1 + SECOND * (n - 1)) for role, n in kinds.items())


def less(hand: tuple[Role, ...], card: Role) -> tuple[Role, ...]:
    """The hand without one card."""
    slot = hand.index(card)
    return hand[:slot] + hand[slot + 1 :]


def strength(cards: int, coins: float, hand: float) -> float:
    """How strong a seat is: its chance to win is its share in the strength of all."""
    return exp(CARD * cards + COIN * min(coins, MOST) + hand) if cards > 0 else 0.0


def pressures(
    sides: Mapping[int, Faction], purses: Mapping[int, int], powers: Mapping[int, float]
) -> Mapping[int, float]:
    """How much weaker each seat is for those that may attack it (13.3.3): everybody spreads its
    attacks over the seats of the other side, or over all where there is one side."""
    free = len(set(sides.values())) < 2
    pressed = dict.fromkeys(sides, 0.0)
    lures = {seat: powers[seat] ** AIM for seat in sides}
    for seat, side in sides.items():
        foes = [foe for foe, other in sides.items() if foe != seat and (free or other is not side)]
        force = PRESSURE * PRESSES[max(0, min(len(PRESSES) - 1, purses[seat]))]
        total = sum([lures[foe] for foe in foes])
        for foe in foes:
            pressed[foe] += force * lures[foe] / total
    return pressed
