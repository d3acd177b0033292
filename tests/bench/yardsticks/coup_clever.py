"""The computer player `clever` as 0.1.0 had it, frozen: a yardstick that nobody mends.

Reckons, remembers claims, bluffs and challenges.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from core.games.coup.model import (
    ALLOW,
    CHALLENGE,
    INCOME,
    Action,
    Answering,
    Choosing,
    Ended,
    Losing,
    Move,
    Proving,
    Swapping,
    Verb,
)
from core.games.coup.names import CLAIMS, FORCED, Deed, Role, blockers
from core.games.coup.sight import View
from core.kernel.dice import Dice
from tests.bench.yardsticks.coup_beliefs import Beliefs

# Everything is reckoned in influences: one card of one's own, lost while another is left, is 1.
COIN = 0.15
LAST = 2.2  # the last own card
DOUBT = 0.08  # how often somebody challenges what need not be false
BOTHERED = 0.16  # … somebody whom it hurts
BLOCK_DOUBT = 0.12  # … a block of ours
WHIM = 0.05  # so much a mood may add to a value: nobody can reckon on every bluff
PATIENT = 100  # after so many turns no bluff and no theft delays the end any more

WORTH = {
    Role.DUKE: 5.0,
    Role.DIPLOMAT: 4.0,
    Role.CAPTAIN: 4.4,
    Role.ASSASSIN: 4.2,
    Role.CONTESSA: 3.4,
    Role.AMBASSADOR: 2.4,
}
"""What a card is worth to keep; a second one of a kind is worth little."""


def clever(view: View, moves: Sequence[Move], dice: Dice) -> Move:
    """One of the moves, from what the seat knows alone."""
    step = view.step
    match step:
        case Choosing():
            return _Mind(view, dice).act(moves)
        case Answering():
            return _Mind(view, dice).answer(moves)
        case Losing():
            return _least(view, moves)
        case Proving(_, role):
            return next((move for move in moves if role in move.cards), None) or _least(view, moves)
        case Swapping() | Ended():
            return max(moves, key=lambda move: _worth(move.cards))
        case _:
            raise ValueError("it knows the base game only")


def _least(view: View, moves: Sequence[Move]) -> Move:
    """Give up the card without which the rest is worth most."""
    own = view.players[view.reader - 1].hidden
    return max(moves, key=lambda move: _worth(_less(own, move.cards[0])))


def _less(cards: tuple[Role, ...], card: Role) -> tuple[Role, ...]:
    slot = cards.index(card)
    return cards[:slot] + cards[slot + 1 :]


def _worth(cards: tuple[Role, ...]) -> float:
    return sum(WORTH[role] * (1 + 0.15 * (n - 1)) for role, n in Counter(cards).items())


class _Mind:
    """One decision, reckoned from one view."""

    def __init__(self, view: View, dice: Dice) -> None:
        self.view = view
        self.dice = dice
        self.me = view.reader
        self.player = view.players[view.reader - 1]
        self.beliefs = Beliefs(view)
        self.others = [s for s, n in enumerate(view.cards, 1) if n and s != self.me]

    def whim(self) -> float:
        """A mood of the moment."""
        return WHIM * self.dice.below(1000) / 1000

    def own_loss(self, cards: int) -> float:
        """What losing the next card costs with so many left."""
        return 1.0 if cards > 1 else LAST

    def hurt(self, seat: int) -> float:
        """What it is worth that another seat loses a card: less where many play."""
        share = 1.0 / float(len(self.others)) ** 0.8
        return float((1.0 if self.view.cards[seat - 1] > 1 else 1.3) * share)

    def danger(self, seat: int) -> float:
        """How much a seat threatens to win."""
        return self.view.cards[seat - 1] * 20 + self.view.players[seat - 1].coins

    # On turn

    def act(self, moves: Sequence[Move]) -> Move:
        """The action of the highest value; a sure Coup before all else."""
        coins = self.player.coins
        if coins >= FORCED or self.view.number > PATIENT:
            coups = [move for move in moves if move.deed is Deed.COUP]
            return max(coups, key=lambda move: self.danger(move.target)) if coups else INCOME
        best, score = INCOME, 0.0
        for move in moves:
            value = self.value(move) + self.whim()
            if value > score:
                best, score = move, value
        return best

    def value(self, move: Move) -> float:
        """What an action is worth, in influences."""
        deed, target = move.deed, move.target
        assert deed is not None
        gain = self.gain(deed, target)
        role = CLAIMS.get(deed)
        return gain if role is None else self.risked(role, target, gain)

    def gain(self, deed: Deed, target: int) -> float:
        """What an action brings if its claim is believed."""
        roles = blockers(deed, self.view.options)
        match deed:
            case Deed.INCOME:
                return COIN
            case Deed.AID:
                free = 1.0
                for seat in self.others:
                    free *= 1 - self.beliefs.holds(seat, roles[0])
                return 2 * COIN * free * 0.9
            case Deed.COUP:
                return 2 + self.danger(target) / 40 + self.hurt(target)
            case Deed.TAX:
                return 3 * COIN
            case Deed.COOPERATE:
                return 2 * COIN - COIN * self.danger(target) / 200
            case Deed.STEAL:
                taken = min(2, self.view.players[target - 1].coins)
                stopped = self.beliefs.holds_any(target, roles)
                share = 1 / len(self.others)
                gain = taken * COIN * (1 + share) * (1 - stopped) * 0.9
                return gain + self.danger(target) / 2000
            case Deed.EXCHANGE:
                return 0.05 * (10 - _worth(self.player.hidden))
            case Deed.ASSASSINATE:
                stopped = self.beliefs.holds(target, roles[0])
                gain = (1 - stopped) * 0.85 * (0.35 + self.hurt(target)) - 3 * COIN
                return gain + self.danger(target) / 500
            case _:
                raise ValueError("it knows the base game only")

    def risked(self, role: Role, target: int, gain: float) -> float:
        """The gain of a claim, less the risk of a bluff."""
        if role in self.player.hidden:
            return gain
        seen = self.doubt(role, target)
        return (1 - seen) * gain - seen * self.own_loss(len(self.player.hidden)) - 0.02

    def doubt(self, role: Role, target: int) -> float:
        """How likely somebody challenges a claim that is a bluff."""
        if self.beliefs.left(role) == 0 or role in self.player.caught or role in self.player.lacks:
            return 0.9
        trust = 1.0
        for seat in self.others:
            trust *= 1 - (BOTHERED if seat == target else DOUBT)
        told = len(self.player.claims) + (role not in self.player.claims)
        return 1 - trust * 0.85 ** max(0, told - 2)

    # In windows

    def answer(self, moves: Sequence[Move]) -> Move:
        """Allow, challenge or block, whichever is worth most."""
        act = self.view.act
        assert act is not None
        blocks = [move for move in moves if move.verb is Verb.BLOCK]
        pain = self.pain(act)
        best, score = ALLOW, -pain
        if CHALLENGE in moves:
            value = self.challenge_value(act, pain) + self.whim() / 2
            if value > score:
                best, score = CHALLENGE, value
        for move in blocks:
            value = self.block_value(act, move.cards[0]) + self.whim()
            if value > score:
                best, score = move, value
        return best

    def pain(self, act: Action) -> float:
        """What it costs this seat if what was declared goes on unhindered."""
        cards = len(self.player.hidden)
        if act.blocker:  # the block stands
            if self.me != self.view.turn:
                return 0.0
            return self.worth_of_effect(act)
        few = 1 / len(self.others)
        match act.deed:
            case Deed.ASSASSINATE if act.target == self.me:
                return self.own_loss(cards)
            case Deed.STEAL if act.target == self.me:
                return min(2, self.player.coins) * COIN * (1 + few)
            case Deed.TAX:
                return 3 * COIN * few * 0.7
            case Deed.AID:
                return 2 * COIN * few * 0.7
            case _:
                return 0.03 * few

    def worth_of_effect(self, act: Action) -> float:
        """What our own blocked action would have brought."""
        match act.deed:
            case Deed.AID:
                return 2 * COIN
            case Deed.STEAL:
                return 2 * COIN * (1 + 1 / len(self.others))
            case _:
                return 0.2 + self.hurt(act.target)

    def challenge_value(self, act: Action, pain: float) -> float:
        """What a challenge is worth against allowing, which costs `pain`."""
        claimant = act.blocker or self.view.turn
        role = act.role or CLAIMS[act.deed]
        true = self.beliefs.holds(claimant, role)
        cards = len(self.player.hidden)
        own = self.own_loss(cards)
        after = pain
        if act.deed is Deed.ASSASSINATE and act.target == self.me and not act.blocker:
            after = LAST if cards > 1 else 0.0  # the next card goes too, or none is left
            if Role.CONTESSA in self.player.hidden:
                after = 0.0
        return (1 - true) * self.hurt(claimant) - true * (own + after) - 0.03

    def block_value(self, act: Action, role: Role) -> float:
        """What a block is worth: nothing happens, unless it is a bluff and is caught."""
        others = len(self.others)
        if role in self.player.hidden:
            return 0.03
        if self.beliefs.left(role) == 0 or role in self.player.caught or role in self.player.lacks:
            return -9.0
        cards = len(self.player.hidden)
        seen = BLOCK_DOUBT + 0.03 * (others - 1)
        cost = self.own_loss(cards)
        if act.deed is Deed.ASSASSINATE:
            cost = 1 + LAST if cards > 1 else LAST
        else:
            cost += self.pain(act)
        return -seen * cost - 0.05
