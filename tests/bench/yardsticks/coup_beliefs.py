"""What `clever` of 0.1.0 believed about hidden cards, frozen."""

from __future__ import annotations

from collections import Counter

from core.games.coup.model import Player, copies
from core.games.coup.names import Role, cast
from core.games.coup.sight import View

TRUST = 4.2  # how much more often a claim is made with the card than without
LET = 0.3  # what is left of the odds of a card that would have blocked and did not
CAUGHT = 0.4  # … of a card that was claimed and not shown, when another may be held now
HONEST, LIAR = 1.5, 0.6  # for each claim that a seat has proved, each bluff it was caught in


class Beliefs:
    """Odds on the hidden cards of others, as the reader of a view can reckon them.

    Not for an open Exchange: there is nothing to reckon in it.
    """

    def __init__(self, view: View) -> None:
        self.view = view
        self.unseen = Counter(dict.fromkeys(cast(view.options), copies(len(view.cards))))
        for player in view.players:
            self.unseen.subtract(player.lost)
            self.unseen.subtract(player.hidden)
        sunk = view.sunk
        if sunk is not None and sunk.seat == view.reader and sunk.took not in sunk.cards:
            self.unseen.subtract(sunk.cards)
        self.total = sum(self.unseen.values())

    def chance(self, role: Role, cards: int) -> float:
        """The chance that so many unseen cards hold the role, nothing else known."""
        missing = 1.0
        for drawn in range(cards):
            rest = self.total - drawn
            missing *= max(0, rest - self.unseen[role]) / rest
        return 1 - missing

    def holds(self, seat: int, role: Role) -> float:
        """The chance that the seat holds the role, by what it did and let happen."""
        player = self.view.players[seat - 1]
        if role in player.lacks:
            return 0.0
        prior = self.chance(role, self.view.cards[seat - 1])
        if prior in (0.0, 1.0):
            return prior
        odds = prior / (1 - prior)
        if role in player.claims:
            odds *= self.trust(player)
        elif len(player.claims) >= self.view.cards[seat - 1]:
            odds *= 0.6  # the hand is spoken for by other claims
        if role in player.let:
            odds *= LET
        if role in player.caught:
            odds *= CAUGHT
        return odds / (1 + odds)

    def trust(self, player: Player) -> float:
        """The weight of a claim of this seat."""
        return float(TRUST * HONEST ** len(player.shown) * LIAR ** len(player.caught))

    def holds_any(self, seat: int, roles: tuple[Role, ...]) -> float:
        """The chance that the seat holds one of the roles."""
        none = 1.0
        for role in roles:
            none *= 1 - self.holds(seat, role)
        return 1 - none

    def left(self, role: Role) -> int:
        """How many cards of the role the reader has not seen."""
        return self.unseen[role]
