"""The sketch of Coup where Inquisitors or factions are played (13.2, 13.3).

The base game stays as it is in `sketch`; here is what is different. Of what people know of one
another it keeps a little: the last card that somebody has seen of a hand, and whether a seat has
said to hold the Duke or not to hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.games.coup.names import CONVERT_OTHER, CONVERT_SELF, Deed
from core.games.coup.sketch import (
    AIDS,
    AMBASSADOR,
    ASSASSIN,
    CAPTAIN,
    DUEL_KILL_BLUFF,
    DUEL_TAX_BLUFF,
    DUKE,
    DUKE_STEALS,
    KEPT,
    KILL_BLUFF,
    KILLS,
    STEAL_BLUFF,
    STEALS,
    TAX_BLUFF,
    Often,
    Sketch,
)
from core.games.coup.sketch_setting import DENIES, EVERYBODY, SAYS, Setting

EXAMINES, SWAPS = 0.12, 0.25
"""How often who holds the Inquisitor examines or, if not, exchanges."""

UNWELCOME = 3
"""Who examines makes the owner exchange an Assassin, a Duke or a Captain (by `KEPT`)."""

EMBEZZLES = (0.0, 0.1, 0.4, 0.75, 0.9)
"""How often who holds no Duke embezzles so many coins, or more."""

EMBEZZLE_BLUFF = 0.06
"""… who holds one, where there is enough."""

ENOUGH = 3

TURNS, TURNED = 0.15, 0.04
"""How often who has many foes and few mates joins them, and who has a strong mate converts it."""

DENIAL_DOUBTS: dict[int, Often] = {
    SAYS: (0.5, 0.3, 0.15),
    0: (0.08, 0.05, 0.02),
    DENIES: (0.05, 0.03, 0.01),
}
"""How often somebody doubts that a seat holds no Duke, by what it has said before."""

DENIED_DOUBTS: Often = (0.2, 0.3, 0.6)
"""How often somebody doubts a Duke of a seat that denied to hold one."""


class VariantSketch(Sketch):
    """One imagined game with Inquisitors, factions or both."""

    __slots__ = ("eyes", "reserve", "setting", "sides", "stories")

    def __init__(
        self,
        hands: Sequence[Sequence[int]],
        coins: Sequence[int],
        deck: Sequence[int],
        out: Sequence[int],
        known: Sequence[int],
        chance: Callable[[], float],
        taxing: Deed,
        setting: Setting,
    ) -> None:
        super().__init__(hands, coins, deck, out, known, chance, taxing)
        self.setting = setting
        self.sides = list(setting.sides)
        self.reserve = setting.reserve
        self.eyes = list(setting.eyes)
        self.stories = list(setting.stories)

    # The course of the game

    def take_turn(self, me: int, living: list[int]) -> None:
        """A seat does what people do with such a hand, purse and faction."""
        hand, coins, chance = self.hands[me], self.coins, self.chance
        purse, duel = coins[me], self.duel
        others = [seat for seat in living if seat != me]
        foes = self.foes(me, others)
        if purse >= 7:
            self.declare(me, Deed.COUP, self.strongest(foes), others)
            return
        if (
            purse >= 3
            and (ASSASSIN in hand or chance() < (DUEL_KILL_BLUFF if duel else KILL_BLUFF))
            and self.known[me] != ASSASSIN
            and chance() < KILLS
        ):
            self.declare(me, Deed.ASSASSINATE, self.strongest(foes), others)
            return
        if self.setting.factions and self.minds_factions(me, purse, others, foes):
            return
        luck = chance()
        if CAPTAIN in hand or luck < STEAL_BLUFF:
            rich = [seat for seat in foes if coins[seat] >= 2]
            if rich and luck < (DUKE_STEALS if DUKE in hand else STEALS):
                self.declare(me, Deed.STEAL, self.strongest(rich), others)
                return
        luck = chance()
        bluff = 0.0 if self.stories[me] == DENIES else DUEL_TAX_BLUFF if duel else TAX_BLUFF
        if (DUKE in hand or luck < bluff) and self.known[me] != DUKE:
            friend = foes[-1] if self.taxing is Deed.COOPERATE else -1
            self.declare(me, self.taxing, friend, others)
            return
        luck = chance()
        if AMBASSADOR in hand and luck < EXAMINES + SWAPS:
            if luck < EXAMINES and self.setting.inquisitor:
                self.declare(me, Deed.EXAMINE, self.strongest(foes), others)
            else:
                self.declare(me, Deed.EXCHANGE, -1, others)
        elif luck > 1 - AIDS:
            self.declare(me, Deed.AID, -1, others)
        else:
            coins[me] += 1

    def foes(self, me: int, others: list[int]) -> list[int]:
        """Whom a seat may attack: the other faction while there are two, else everybody."""
        sides = self.sides
        mine = sides[me]
        return [seat for seat in others if sides[seat] != mine] or others

    def minds_factions(self, me: int, purse: int, others: list[int], foes: list[int]) -> bool:
        """Whether the seat embezzles or converts, and how."""
        chance, reserve = self.chance, self.reserve
        if reserve:
            often = EMBEZZLES[min(reserve, len(EMBEZZLES) - 1)]
            if DUKE in self.hands[me]:
                often = EMBEZZLE_BLUFF if reserve >= ENOUGH else 0.0
            if chance() < often:
                self.declare(me, Deed.EMBEZZLE, -1, others)
                return True
        if not purse or len(others) == 1:
            return False
        mates = len(others) - len(foes)
        if len(foes) > mates + 1 and chance() < TURNS:
            self.convert(me, -1)
            return True
        if mates and purse > CONVERT_OTHER and chance() < TURNED:
            self.convert(me, self.strongest([seat for seat in others if seat not in foes]))
            return True
        return False

    # A turn

    def declare(self, me: int, deed: Deed, target: int, others: list[int]) -> None:
        """An action is paid for, and everybody else is asked who may answer."""
        if deed is Deed.CONVERT:
            self.convert(me, target)
            return
        if deed is Deed.AID:
            self.asked(me, deed, target, [], self.foes(me, others))
            return
        if deed is self.taxing:
            self.stories[me] = SAYS
        elif deed is Deed.EMBEZZLE:
            self.stories[me] = DENIES
        super().declare(me, deed, target, others)

    def asked(
        self, me: int, deed: Deed, target: int, doubters: list[int], askers: list[int]
    ) -> None:
        """Whoever is left to be asked challenges, blocks or allows a declared action."""
        if deed is not Deed.EMBEZZLE:
            super().asked(me, deed, target, doubters, askers)
            return
        for seat in doubters:
            if self.disbelieves(seat, me):
                self.challenge(seat, me, deed, target)
                return
        self.happen(me, deed, target)

    def disbelieves(self, seat: int, claimant: int) -> bool:
        """Whether a seat challenges that another one holds no Duke."""
        sees = self.hands[seat].count(DUKE) + self.out[DUKE]
        if self.known[claimant] == DUKE or sees > 2:
            return False
        eye = self.eyes[claimant]
        if eye is not None and eye[0] in (seat, EVERYBODY):
            if eye[1] == DUKE:
                return True
            if len(self.hands[claimant]) == 1:
                return False
        return self.chance() < DENIAL_DOUBTS[self.stories[claimant]][sees]

    def doubts(self, seat: int, claimant: int, role: int, often: Often) -> bool:
        """Whether a seat challenges a claim, by what it has seen."""
        eye = self.eyes[claimant]
        if eye is not None and eye[0] in (seat, EVERYBODY):
            if eye[1] == role:
                return False
            if len(self.hands[claimant]) == 1:
                return True
        if role == DUKE and self.stories[claimant] == DENIES:
            often = DENIED_DOUBTS
        return super().doubts(seat, claimant, role, often)

    def challenge(self, seat: int, me: int, deed: Deed, target: int) -> None:
        """A seat challenges the action."""
        if deed is not Deed.EMBEZZLE:
            super().challenge(seat, me, deed, target)
        elif self.clears(me):
            self.lose(seat)
            self.happen(me, deed, target)

    def stopped(self, me: int, deed: Deed, target: int, askers: list[int]) -> None:
        """Whoever may block does, or the action happens."""
        if deed is Deed.EXAMINE and not self.setting.guarded:
            self.happen(me, deed, target)
        else:
            super().stopped(me, deed, target, askers)

    def happen(self, me: int, deed: Deed, target: int) -> None:
        """The action is carried out."""
        if deed is Deed.EXAMINE:
            if self.hands[target]:
                self.examine(me, target)
        elif deed is Deed.EMBEZZLE:
            self.coins[me] += self.reserve
            self.reserve = 0
        else:
            super().happen(me, deed, target)

    def convert(self, me: int, target: int) -> None:
        """Change the own faction, or another's, and pay the almshouse."""
        cost = CONVERT_SELF if target < 0 else CONVERT_OTHER
        self.coins[me] -= cost
        self.reserve += cost
        self.sides[me if target < 0 else target] ^= 1

    # Cards

    def examine(self, me: int, target: int) -> None:
        """The target shows the card that it needs least, and may have to exchange it."""
        card = max(self.hands[target], key=KEPT.__getitem__)
        if KEPT[card] <= UNWELCOME:
            self.force(target, card)
        else:
            self.eyes[target] = me, card

    def force(self, target: int, card: int) -> None:
        """A seat exchanges a card that was seen."""
        hand, deck = self.hands[target], self.deck
        slot = hand.index(card)
        if not self.setting.draws_first:
            deck.append(card)
        hand[slot] = deck.pop(int(self.chance() * len(deck)))
        if self.setting.draws_first:
            deck.append(card)
        self.eyes[target], self.known[target] = None, -1

    def clears(self, me: int) -> bool:
        """A doubted embezzler shows its hand and draws a new one, or loses a card."""
        hand = self.hands[me]
        if DUKE in hand:
            if self.setting.open_hand:
                hand.remove(DUKE)
                self.out[DUKE] += 1
                self.redraw(me)
            else:
                self.lose(me)
            return False
        self.redraw(me)
        return True

    def redraw(self, me: int) -> None:
        """All cards of a hand go into the deck and are replaced."""
        hand, deck = self.hands[me], self.deck
        deck += hand
        for slot in range(len(hand)):
            hand[slot] = deck.pop(int(self.chance() * len(deck)))
        self.forget(me)

    def forget(self, seat: int) -> None:
        """Nothing is known of a hand any more."""
        self.eyes[seat], self.known[seat], self.stories[seat] = None, -1, 0

    def shows(self, seat: int, role: int) -> bool:
        """A challenged seat shows the card and draws another one, or loses a card."""
        shown = super().shows(seat, role)
        eye = self.eyes[seat]
        if shown and eye is not None and eye[1] == role:
            self.eyes[seat] = None
        if role == DUKE:
            self.stories[seat] = 0
        return shown

    def lose(self, seat: int) -> None:
        """The seat gives up what it needs least."""
        super().lose(seat)
        eye = self.eyes[seat]
        if eye is not None and eye[1] not in self.hands[seat]:
            self.eyes[seat] = None

    def exchange(self, seat: int) -> None:
        """Two cards are drawn, as Inquisitor one, and the best ones kept."""
        if self.setting.inquisitor:
            deck, hand = self.deck, self.hands[seat]
            count = len(hand)
            hand.append(deck.pop(int(self.chance() * len(deck))))
            hand.sort(key=KEPT.__getitem__)
            if count == 2 and hand[0] == hand[1]:
                hand[1], hand[2] = hand[2], hand[1]
            deck.append(hand.pop())
        else:
            super().exchange(seat)
        self.forget(seat)
