"""How the reader of a view stands: its chance to win as things are, or after some change.

With factions whoever may be attacked by many, or by the rich, stands worse. Of what lies in the
almshouse a part belongs to whoever is next: in a change of coins the almshouse is seat 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from core.games.coup.beliefs import Beliefs
from core.games.coup.model import Seen
from core.games.coup.names import Role
from core.games.coup.outlook import USUAL, less, pressures, strength, worth
from core.games.coup.sight import View

Change = Mapping[int, int]
"""Cards or coins that seats win or lose; of coins also the almshouse, as seat 0."""

NOTHING: Change = {}
AS_USUAL: Mapping[int, float] = {}

EXPOSED = (0.0, 0.1, 0.04)
"""By this a card that others know of is worth less in a hand, by the cards of the hand."""

POT = 0.35
"""The part of the almshouse that the next seat may hope for."""


class Standing:
    """The seats as the reader of one view knows them."""

    def __init__(self, view: View, wary: bool = False) -> None:
        self.view = view
        self.me = view.reader
        self.player = view.players[view.reader - 1]
        self.hand = self.player.hidden
        self.beliefs = Beliefs(view, wary)
        self.duel = self.beliefs.duel
        self.others = [s for s, n in enumerate(view.cards, 1) if n and s != self.me]
        self.witnessed: tuple[Seen, ...] = tuple(
            [each for each in self.player.seen if each.by in self.others]
        )
        """What others that are still in the game have seen of the own hand."""

    def chance(
        self,
        cards: Change = NOTHING,
        coins: Change = NOTHING,
        hand: float | None = None,
        theirs: Mapping[int, float] = AS_USUAL,
        turned: int = 0,
    ) -> float:
        """The reader's chance to win after these changes, with its hand worth so much, hands of
        others worth so much more, and the seat `turned` on the other side."""
        view = self.view
        left = {seat: view.cards[seat - 1] + cards.get(seat, 0) for seat in (self.me, *self.others)}
        purses = {seat: view.players[seat - 1].coins + coins.get(seat, 0) for seat in left}
        hope = self._hope(view.reserve + coins.get(0, 0)) if view.reserve or 0 in coins else {}
        powers = {}
        for seat, count in left.items():
            if seat == self.me:
                held = self.kept(count) if hand is None else hand
            else:
                held = self.usual(seat, count) + theirs.get(seat, 0.0)
            powers[seat] = strength(count, purses[seat] + hope.get(seat, 0), held)
        if view.options.factions:
            for seat, pressed in self._pressed(powers, purses, turned).items():
                powers[seat] *= exp(-pressed)
        mine = powers[self.me]
        total = 0.0
        for seat in self.others:
            total += powers[seat]
        return mine / (mine + total) if mine else 0.0

    def _hope(self, reserve: int) -> Mapping[int, float]:
        """What the next seat may hope for of the almshouse."""
        seats, turn = len(self.view.cards), self.view.turn
        alive = sorted((self.me, *self.others), key=lambda seat: (seat - turn - 1) % seats)
        return {alive[0]: POT * reserve}

    def _pressed(
        self, powers: Mapping[int, float], purses: Change, turned: int
    ) -> Mapping[int, float]:
        """How hard each seat is pressed by those that may attack it."""
        sides = {}
        for seat, power in powers.items():
            side = self.view.players[seat - 1].faction
            assert side is not None, "there are factions"
            if power:
                sides[seat] = side.other if seat == turned else side
        return pressures(sides, purses, powers)

    def usual(self, seat: int, cards: int) -> float:
        """What the hand of another seat is worth, as far as it is known."""
        if cards == self.view.cards[seat - 1] and self.beliefs.held.get(seat):
            return sum(worth(hand) * weight for hand, weight in self.beliefs.hands(seat))
        return USUAL[max(0, cards)]

    def kept(self, cards: int) -> float:
        """What the reader's hand is worth when so many of its cards are left."""
        if cards >= len(self.hand):
            return self.worth(self.hand)
        return max(self.worth(less(self.hand, card)) for card in self.hand)

    def worth(self, hand: tuple[Role, ...]) -> float:
        """What cards of the reader's are worth: less where others know of them."""
        known = {each.role for each in self.witnessed}.union(self.player.has)
        exposed = sum(EXPOSED[len(hand)] for role in known if role in hand)
        return worth(hand) - exposed
