"""What a seat may believe about the hidden cards of others: Bayes on what everybody saw.

For each other seat all hands are weighed that it can hold: by how many ways the unseen cards
make them, and by how well they fit what the seat has claimed, let happen and been caught with.
"""

from __future__ import annotations

from collections import Counter

from core.games.coup import people
from core.games.coup.model import copies
from core.games.coup.names import Role, cast, claimed
from core.games.coup.sight import View

Hand = tuple[Role, ...]
Hands = tuple[tuple[Hand, float], ...]
"""Hands and how likely each is; together 1."""


class Beliefs:
    """The hands that others may have, as the reader of a view can weigh them.

    A `wary` player trusts the claims of a last opponent less.
    """

    def __init__(self, view: View, wary: bool = False) -> None:
        self.view = view
        self.wary = wary
        self.roles = cast(view.options)
        self.unseen = Counter(dict.fromkeys(self.roles, copies(len(view.cards))))
        for player in view.players:
            self.unseen.subtract(player.lost)
            self.unseen.subtract(player.hidden)
        sunk = view.sunk
        own = sunk is not None and sunk.seat == view.reader and sunk.took not in sunk.cards
        self.sure = sunk.cards if sunk is not None and own else ()
        """Cards that the reader knows to lie in the court deck."""
        self.unseen.subtract(self.sure)
        self.duel = sum(count > 0 for count in view.cards) == 2
        self._tables: dict[int, Hands] = {}

    def left(self, role: Role) -> int:
        """How many cards of the role the reader has not seen."""
        return self.unseen[role]

    def hands(self, seat: int) -> Hands:
        """Every hand that the seat may have, and how likely it is."""
        found = self._tables.get(seat)
        if found is None:
            found = self._tables[seat] = self._weighed(seat)
        return found

    def holds(self, seat: int, *roles: Role) -> float:
        """The chance that the seat holds one of the roles."""
        return sum(
            weight for hand, weight in self.hands(seat) if any(role in hand for role in roles)
        )

    def _weighed(self, seat: int) -> Hands:
        unseen = self.unseen
        fits = {role: self._fit(seat, role) for role in self.roles}
        found: list[tuple[Hand, float]] = []
        for first, role in enumerate(self.roles):
            if self.view.cards[seat - 1] == 1:
                found.append(((role,), unseen[role] * fits[role]))
                continue
            ways = unseen[role] * (unseen[role] - 1) / 2
            found.append(((role, role), ways * fits[role]))
            for other in self.roles[first + 1 :]:
                ways = unseen[role] * unseen[other]
                found.append(((role, other), ways * fits[role] * fits[other]))
        total = sum(weight for _, weight in found)
        return tuple((hand, weight / total) for hand, weight in found if weight > 0)

    def _fit(self, seat: int, role: Role) -> float:
        """How well what the seat did fits a hand with the role, against one without."""
        player = self.view.players[seat - 1]
        fit = 0.0 if role in player.lacks else 1.0
        if role in player.claims:
            fit /= self._lies(seat, role)
        if role in player.let:
            fit *= people.LET
        if role in player.caught:
            fit *= people.CAUGHT
        return fit

    def _lies(self, seat: int, role: Role) -> float:
        """How often a claim like the seat's is made without the card, against with it."""
        act = self.view.act
        if act is not None and act.blocker == seat and act.role is role:
            return people.BLOCK_LIES[act.deed]
        played = self.view.options
        if act is not None and seat == self.view.turn and claimed(act.deed, played) is role:
            duel = people.WARY_LIES if self.wary else people.DUEL_LIES
            return (duel if self.duel else people.LIES)[act.deed]
        return people.OLD_LIES
