"""A sketch of Coup: the same game in a few lists of numbers, played on by quick habits.

A hard computer plays hundreds of these to their ends for one decision. The rules are those of
section 4 to 9 with challenges answered at once; what people do in it is no more than a habit with
a frequency, looking at their own hand and at what everybody knows, never at the hands of others.
What the variants add to it is in `sketch_variants`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.games.coup.names import Deed, Role

DUKE, ASSASSIN, CAPTAIN, AMBASSADOR, CONTESSA = range(5)
NUMBERS = {
    Role.DUKE: DUKE,
    Role.DIPLOMAT: DUKE,  # stands in for the Duke where it is played
    Role.ASSASSIN: ASSASSIN,
    Role.CAPTAIN: CAPTAIN,
    Role.AMBASSADOR: AMBASSADOR,
    Role.INQUISITOR: AMBASSADOR,  # stands in for the Ambassador where it is played
    Role.CONTESSA: CONTESSA,
}
KEPT = (2, 1, 3, 5, 4)
"""What people give up last has a small number: Assassin, Duke, Captain, Contessa, Ambassador."""

CLAIMED = {
    Deed.TAX: DUKE,
    Deed.COOPERATE: DUKE,
    Deed.STEAL: CAPTAIN,
    Deed.EXCHANGE: AMBASSADOR,
    Deed.ASSASSINATE: ASSASSIN,
    Deed.EXAMINE: AMBASSADOR,
}
STOPS = {
    Deed.AID: (DUKE,),
    Deed.STEAL: (CAPTAIN, AMBASSADOR),
    Deed.ASSASSINATE: (CONTESSA,),
    Deed.EXAMINE: (CONTESSA,),
}
GAINS = {Deed.INCOME: 1, Deed.AID: 2, Deed.TAX: 3, Deed.COOPERATE: 2}
LONGEST = 60  # turns; then whoever is strongest has won

# Habits: how often people do what they can, and what they cannot. Of three numbers each, the
# first is for who sees no copy of the claimed card, the second for one, the third for two.
Often = tuple[float, float, float]
DOUBTS: dict[Deed, Often] = {
    Deed.TAX: (0.0, 0.01, 0.27),
    Deed.COOPERATE: (0.0, 0.01, 0.27),
    Deed.STEAL: (0.0, 0.01, 0.1),
    Deed.EXCHANGE: (0.0, 0.01, 0.1),
    Deed.ASSASSINATE: (0.0, 0.01, 0.25),
    Deed.EXAMINE: (0.0, 0.01, 0.1),
}
AIMED_DOUBTS: dict[Deed, Often] = {
    Deed.TAX: (0.03, 0.06, 0.9),
    Deed.COOPERATE: (0.03, 0.06, 0.9),
    Deed.EXCHANGE: (0.01, 0.03, 0.5),
    Deed.STEAL: (0.03, 0.04, 0.3),
    Deed.ASSASSINATE: (0.04, 0.05, 0.4),
    Deed.EXAMINE: (0.02, 0.03, 0.3),
}
"""… of an action at oneself; of any action where two are left."""

BLOCK_DOUBTS: dict[Deed, Often] = {
    Deed.AID: (0.05, 0.1, 0.4),
    Deed.STEAL: (0.03, 0.08, 0.7),
    Deed.ASSASSINATE: (0.06, 0.45, 0.95),
    Deed.EXAMINE: (0.02, 0.05, 0.4),
}
DUEL_BLOCK_DOUBTS: dict[Deed, Often] = {
    Deed.AID: (0.1, 0.2, 0.6),
    Deed.STEAL: (0.06, 0.6, 1.0),
    Deed.ASSASSINATE: (0.1, 0.85, 1.0),
    Deed.EXAMINE: (0.04, 0.1, 0.6),
}
BLOCK_BLUFFS = {Deed.AID: 0.05, Deed.STEAL: 0.6, Deed.ASSASSINATE: 0.85, Deed.EXAMINE: 0.15}
DUEL_BLOCK_BLUFFS = {Deed.AID: 0.35, Deed.STEAL: 0.8, Deed.ASSASSINATE: 0.9, Deed.EXAMINE: 0.2}
"""How often who cannot block such an action does."""

TAX_BLUFF, DUEL_TAX_BLUFF = 0.07, 0.55
STEAL_BLUFF = 0.03
KILL_BLUFF, DUEL_KILL_BLUFF = 0.03, 0.12
"""How often the action is chosen without the card."""

KILLS, STEALS, DUKE_STEALS, EXCHANGES, AIDS = 0.55, 0.85, 0.35, 0.4, 0.1
"""How often who can assassinate, steal, steal but also tax, exchange, or only ask for aid does."""


class Sketch:
    """One imagined game. Seats count from 0; `known` holds what everybody knows a seat to lack."""

    __slots__ = ("chance", "coins", "deck", "duel", "hands", "known", "out", "taxing")

    def __init__(
        self,
        hands: Sequence[Sequence[int]],
        coins: Sequence[int],
        deck: Sequence[int],
        out: Sequence[int],
        known: Sequence[int],
        chance: Callable[[], float],
        taxing: Deed = Deed.TAX,
    ) -> None:
        self.hands = [list(hand) for hand in hands]
        self.coins = list(coins)
        self.deck = list(deck)
        self.chance = chance
        self.known = list(known)
        self.out = list(out)
        self.duel = sum(1 for hand in hands if hand) == 2
        self.taxing = taxing

    # The course of the game

    def finish(self, turn: int) -> int:
        """Play on from a seat's turn; the seat that wins."""
        hands, count = self.hands, len(self.hands)
        for _ in range(LONGEST):
            living = [seat for seat in range(count) if hands[seat]]
            if len(living) == 1:
                return living[0]
            self.duel = len(living) == 2
            while not hands[turn]:
                turn = (turn + 1) % count
            self.take_turn(turn, living)
            turn = (turn + 1) % count
        return max(range(count), key=lambda seat: len(hands[seat]) * 20 + self.coins[seat])

    def take_turn(self, me: int, living: list[int]) -> None:
        """A seat does what people do with such a hand and purse."""
        hand, coins, chance = self.hands[me], self.coins, self.chance
        purse = coins[me]
        others = [seat for seat in living if seat != me]
        target = self.strongest(others)
        if purse >= 7:
            self.declare(me, Deed.COUP, target, others)
            return
        luck = chance()
        if (
            purse >= 3
            and (ASSASSIN in hand or luck < (DUEL_KILL_BLUFF if self.duel else KILL_BLUFF))
            and self.known[me] != ASSASSIN
            and chance() < KILLS
        ):
            self.declare(me, Deed.ASSASSINATE, target, others)
            return
        luck = chance()
        if CAPTAIN in hand or luck < STEAL_BLUFF:
            rich = [seat for seat in others if coins[seat] >= 2]
            if rich and luck < (DUKE_STEALS if DUKE in hand else STEALS):
                self.declare(me, Deed.STEAL, self.strongest(rich), others)
                return
        luck = chance()
        if (DUKE in hand or luck < (DUEL_TAX_BLUFF if self.duel else TAX_BLUFF)) and self.known[
            me
        ] != DUKE:
            friend = others[-1] if self.taxing is Deed.COOPERATE else -1
            self.declare(me, self.taxing, friend, others)
            return
        luck = chance()
        if AMBASSADOR in hand and luck < EXCHANGES:
            self.declare(me, Deed.EXCHANGE, -1, others)
        elif luck > 1 - AIDS:
            self.declare(me, Deed.AID, -1, others)
        else:
            coins[me] += 1

    def strongest(self, seats: list[int]) -> int:
        """Whom people attack."""
        if len(seats) == 1:
            return seats[0]
        hands, coins, chance = self.hands, self.coins, self.chance
        return max(seats, key=lambda seat: len(hands[seat]) * 6 + coins[seat] + 3 * chance())

    # A turn

    def declare(self, me: int, deed: Deed, target: int, others: list[int]) -> None:
        """An action is paid for, and everybody else is asked."""
        if deed is Deed.INCOME:
            self.coins[me] += 1
        elif deed is Deed.COUP:
            self.coins[me] -= 7
            self.lose(target)
        else:
            if deed is Deed.ASSASSINATE:
                self.coins[me] -= 3
            self.asked(me, deed, target, others, others)

    def asked(
        self, me: int, deed: Deed, target: int, doubters: list[int], askers: list[int]
    ) -> None:
        """Whoever is left to be asked challenges, blocks or allows a declared action."""
        role = CLAIMED.get(deed)
        if role is not None:
            for seat in doubters:
                if self.doubts(
                    seat,
                    me,
                    role,
                    AIMED_DOUBTS[deed] if seat == target or self.duel else DOUBTS[deed],
                ):
                    self.challenge(seat, me, deed, target)
                    return
        self.stopped(me, deed, target, askers)

    def doubts(self, seat: int, claimant: int, role: int, often: Often) -> bool:
        """Whether a seat challenges a claim, by how many copies it sees."""
        sees = self.hands[seat].count(role) + self.out[role]
        return self.known[claimant] == role or sees > 2 or self.chance() < often[sees]

    def challenge(self, seat: int, me: int, deed: Deed, target: int) -> None:
        """A seat challenges the action."""
        if not self.shows(me, CLAIMED[deed]):
            if deed is Deed.ASSASSINATE:
                self.coins[me] += 3
            return
        self.lose(seat)
        self.stopped(me, deed, target, [target] if target >= 0 else [])

    def stopped(self, me: int, deed: Deed, target: int, askers: list[int]) -> None:
        """Whoever may block does, or the action happens."""
        roles = STOPS.get(deed)
        if roles:
            for seat in askers:
                if target in (-1, seat) and self.hands[seat]:
                    block = self.block_of(seat, deed, roles)
                    if block >= 0:
                        self.blocked(me, deed, target, seat, block, [me])
                        return
        self.happen(me, deed, target)

    def block_of(self, seat: int, deed: Deed, roles: tuple[int, ...]) -> int:
        """The character a seat blocks with; -1 if it does not."""
        hand = self.hands[seat]
        for role in roles:
            if role in hand:
                return role
        often = (DUEL_BLOCK_BLUFFS if self.duel else BLOCK_BLUFFS)[deed]
        return roles[-1] if self.chance() < often and self.known[seat] != roles[-1] else -1

    def blocked(
        self, me: int, deed: Deed, target: int, blocker: int, role: int, doubters: list[int]
    ) -> None:
        """A block is challenged, or stands."""
        for seat in doubters:
            if self.doubts(
                seat, blocker, role, (DUEL_BLOCK_DOUBTS if self.duel else BLOCK_DOUBTS)[deed]
            ):
                self.unmask(seat, me, deed, target, blocker, role)
                return

    def unmask(self, seat: int, me: int, deed: Deed, target: int, blocker: int, role: int) -> None:
        """A seat challenges the block."""
        if self.shows(blocker, role):
            self.lose(seat)
        else:
            self.happen(me, deed, target)

    def happen(self, me: int, deed: Deed, target: int) -> None:
        """The action is carried out."""
        coins = self.coins
        if deed is Deed.ASSASSINATE:
            if self.hands[target]:
                self.lose(target)
        elif deed is Deed.STEAL:
            taken = min(2, coins[target])
            coins[target] -= taken
            coins[me] += taken
        elif deed is Deed.EXCHANGE:
            self.exchange(me)
        else:
            coins[me] += GAINS[deed]
            if deed is Deed.COOPERATE and self.hands[target]:
                coins[target] += 1

    # Cards

    def shows(self, seat: int, role: int) -> bool:
        """A challenged seat shows the card and draws another one, or loses a card."""
        hand = self.hands[seat]
        if role not in hand:
            self.lose(seat)
            self.known[seat] = role
            return False
        deck = self.deck
        deck.append(role)
        hand[hand.index(role)] = deck.pop(int(self.chance() * len(deck)))
        return True

    def lose(self, seat: int) -> None:
        """The seat gives up what it needs least."""
        hand = self.hands[seat]
        if len(hand) == 2 and KEPT[hand[0]] > KEPT[hand[1]]:
            self.out[hand.pop(0)] += 1
        else:
            self.out[hand.pop()] += 1

    def exchange(self, seat: int) -> None:
        """Two cards are drawn, and the best ones kept."""
        deck, hand = self.deck, self.hands[seat]
        count = len(hand)
        for _ in range(2):
            hand.append(deck.pop(int(self.chance() * len(deck))))
        hand.sort(key=KEPT.__getitem__)
        if count == 2 and hand[0] == hand[1]:
            hand[1:3] = hand[2], hand[1]
        deck += hand[count:]
        del hand[count:]
        self.known[seat] = -1
