"""What a seat may believe about the hidden cards of others: Bayes on what everybody saw.

For each other seat all hands are weighed that it can hold: by how many ways the unseen cards
make them, and by how well they fit what the seat has claimed, let happen and been caught with.
"""

from __future__ import annotations

from collections import Counter

from core.games.coup import people
from core.games.coup.model import copies
from core.games.coup.names import Deed, Role, cast, claimed, treasurer
from core.games.coup.sight import View, surely_held, surely_in_deck

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
        self.sure = surely_in_deck(view, view.reader)
        """Cards that the reader knows to lie in the court deck."""
        self.unseen.subtract(self.sure)
        self.duel = sum(count > 0 for count in view.cards) == 2
        self.held = {
            seat: surely_held(player, view.reader)
            for seat, player in enumerate(view.players, 1)
            if seat != view.reader and view.cards[seat - 1]
        }
        """What the reader knows to be in the hands of others."""
        self.free = self.unseen.copy()
        """The cards of which the reader does not know where they are."""
        for cards in self.held.values():
            self.free.subtract(cards)
        self._tables: dict[int, Hands] = {}

    def left(self, role: Role) -> int:
        """How many cards of the role the reader has not seen."""
        return self.free[role]

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
        free, held = self.free, self.held[seat]
        fits = {role: self._fit(seat, role) for role in self.roles}
        found: list[tuple[Hand, float]] = []
        if len(held) == self.view.cards[seat - 1]:
            return ((held, 1.0),)
        if held:
            for role in self.roles:
                fit = 1.0 if role in held else fits[role]
                found.append(((held[0], role), free[role] * fit))
            return _together(found)
        for first, role in enumerate(self.roles):
            if self.view.cards[seat - 1] == 1:
                found.append(((role,), free[role] * fits[role]))
                continue
            ways = free[role] * (free[role] - 1) / 2
            found.append(((role, role), ways * fits[role]))
            for other in self.roles[first + 1 :]:
                ways = free[role] * free[other]
                found.append(((role, other), ways * fits[role] * fits[other]))
        return _together(found)

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
        if player.denies and role is treasurer(self.view.options):
            fit *= self._denies(seat)
        return fit

    def _denies(self, seat: int) -> float:
        """How often who holds the Duke says that they do not, against who does not hold it."""
        act = self.view.act
        now = act is not None and act.deed is Deed.EMBEZZLE and seat == self.view.turn
        return people.LIES[Deed.EMBEZZLE] if now else people.OLD_DENIALS

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


def _together(found: list[tuple[Hand, float]]) -> Hands:
    """The hands that are possible, their chances made 1 together."""
    total = sum(weight for _, weight in found)
    return tuple((hand, weight / total) for hand, weight in found if weight > 0)
