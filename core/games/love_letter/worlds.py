"""Worlds that a player imagines: light rounds in which the hidden cards lie as it believes."""

from __future__ import annotations

from core.games.love_letter.light import EMPTY, NUMBER, Code, Light
from core.games.love_letter.model import View
from core.games.love_letter.reading import Table

_STEP = 0x9E3779B97F4A7C15  # spreads the seeds of the worlds over all numbers
_MASK = (1 << 64) - 1


class Worlds:
    """What is the same in all worlds of one view; `one` imagines another of them.

    The hands of the rivals are drawn one after another by what the reader believes of each, the
    rest is shuffled. The reader's own hand is the caller's to fill in.
    """

    def __init__(self, view: View, table: Table, seed: int) -> None:
        self.code = Code(view.options)
        self.seed = seed
        self.view = view
        self.pool = [0] * 10
        for card, count in table.unseen.items():
            self.pool[NUMBER[card]] = count
        self.fixed = {fact.seat: NUMBER[fact.card] for fact in view.seen}
        self.open = [
            (seat, [(NUMBER[card], share) for card, share in table.odds[seat].items()])
            for seat in table.rivals
            if seat not in self.fixed
        ]
        self.laid = sorted((fact.below, NUMBER[fact.card]) for fact in view.under)
        ranks = self.code.ranks
        piles = [(), *view.discards]
        self.totals = [sum(ranks[NUMBER[card]] for card in pile) for pile in piles]
        self.spies = [seat for seat, pile in enumerate(piles) if any(NUMBER[c] == 0 for c in pile)]
        self.hands = [EMPTY] * (len(view.sizes) + 1)
        self.knows = {(view.me, fact.seat) for fact in view.seen}

    def one(self, number: int) -> Light:
        """The world of this number: always the same one for the same seed."""
        light = Light(
            self.code,
            list(self.view.alive),
            self.hands[:],
            [],
            EMPTY,
            self.totals[:],
            self.view.shielded,
            self.spies,
            self.knows,
            (self.seed + number * _STEP) & _MASK,
        )
        light.below(2)
        pool = self.pool[:]
        for seat, card in self.fixed.items():
            light.hands[seat] = card
        many = len(self.open)
        first = light.below(many) if many > 1 else 0
        for place in range(many):
            seat, odds = self.open[(first + place) % many]
            card = self._drawn(light, odds, pool)
            light.hands[seat] = card
            if card != EMPTY:
                pool[card] -= 1
        self._rest(light, pool)
        return light

    def _drawn(self, light: Light, odds: list[tuple[int, float]], pool: list[int]) -> int:
        """A card for one hand, of those that are left."""
        whole = 0.0
        shares: list[tuple[int, float]] = []
        for card, share in odds:
            left = pool[card]
            if left:
                whole += share * left / self.pool[card]
                shares.append((card, whole))
        mark = light.below(1 << 30) / (1 << 30) * whole
        for card, upto in shares:
            if mark < upto:
                return card
        # All that the seat could hold lies elsewhere in this world: then let it be anything.
        return next((card for card, left in enumerate(pool) if left), EMPTY)

    def _rest(self, light: Light, pool: list[int]) -> None:
        """What is left goes to the deck and aside."""
        rest = [card for card, left in enumerate(pool) for _ in range(left)]
        below = light.below
        for i in range(len(rest) - 1, 0, -1):
            j = below(i + 1)
            rest[i], rest[j] = rest[j], rest[i]
        if self.view.aside:
            light.aside = rest.pop()
        for place, card in self.laid:
            rest.insert(place, card)
        light.deck = rest
