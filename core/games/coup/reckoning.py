"""What each move is worth, as a chance to win: by beliefs, and by how people answer."""

from __future__ import annotations

from typing import assert_never

from core.games.coup import people
from core.games.coup.factions import foes
from core.games.coup.insight import examined, examining
from core.games.coup.model import Action, Answering, Move, Verb, Window
from core.games.coup.names import (
    CONVERT_OTHER,
    CONVERT_SELF,
    COSTS,
    Deed,
    Role,
    blockers,
    claimed,
    treasurer,
)
from core.games.coup.outlook import USUAL, less, worth
from core.games.coup.standing import NOTHING, Change, Standing

FRESH = (0.0, 0.38, 0.58)  # what a hand is worth after an Exchange, by its cards
HOPED = 0.7  # the part of that which one gets
FRESHER = 0.2  # nobody can know the hand after an Exchange as Inquisitor
LEAST = 0.02  # an Exchange makes even a good hand a little better

RELUCTANCE = 0.25
"""By this part a challenge must be worth more than it is reckoned, unless the lie is plain."""

PLAIN = 3.0  # a claim is no plain lie any more if it is true once in so many times


class Reckoning(Standing):
    """The worth of moves, seen by the reader of one view."""

    def value(self, move: Move) -> float:
        """What a move on turn or in a window is worth."""
        if move.verb is Verb.DEED:
            return self.act(move)
        act = self.view.act
        assert act is not None, "a window is about an action"
        match move.verb:
            case Verb.CHALLENGE:
                true = self.true(act)
                return self.challenge(act) * (1 - RELUCTANCE * min(1.0, PLAIN * true))
            case Verb.BLOCK:
                return self.block(act, move.cards[0])
            case _:
                return self.allow(act)

    # Positions

    def effect(self, deed: Deed, target: int) -> tuple[Change, Change]:
        """The changes of cards and coins when an action of the seat on turn happens."""
        actor = self.view.turn
        match deed:
            case Deed.INCOME:
                return NOTHING, {actor: 1}
            case Deed.AID:
                return NOTHING, {actor: 2}
            case Deed.TAX:
                return NOTHING, {actor: 3}
            case Deed.COOPERATE:
                return NOTHING, {actor: 2, target: 1}
            case Deed.STEAL:
                taken = min(2, self.view.players[target - 1].coins)
                return NOTHING, {actor: taken, target: -taken}
            case Deed.EXCHANGE | Deed.EXAMINE | Deed.CONVERT:
                return NOTHING, NOTHING
            case Deed.EMBEZZLE:
                return NOTHING, {actor: self.view.reserve, 0: -self.view.reserve}
            case Deed.COUP | Deed.ASSASSINATE:
                return {target: -1}, self.cost(deed)
        assert_never(deed)

    def cost(self, deed: Deed) -> Change:
        """What the seat on turn still has to pay: all is paid when it is declared."""
        return NOTHING if self.view.act is not None else {self.view.turn: -COSTS.get(deed, 0)}

    # On turn

    def act(self, move: Move) -> float:
        """What an action is worth, with all that may be answered."""
        deed, target = move.deed, move.target
        assert deed is not None, "an action"
        done = self.done(deed, target)
        roles = blockers(deed, self.view.options)
        if roles:
            done = self.unblocked(Action(deed, target), roles, done)
        role = self.staked(deed)
        if role is None:
            return done
        doubted = self.doubted(role, deed, target)
        if self.lies(role, deed):
            caught = self.unmasked_hand(deed)
            return (1 - doubted) * done + doubted * self.chance({self.me: -1}, hand=caught)
        cards, coins = self.effect(deed, target)
        # Who has shown all holds other cards afterwards.
        hand = USUAL[len(self.hand)] if deed is Deed.EMBEZZLE else None
        proved = self.chance(lost(cards, target or self.others[0]), coins, hand)
        return (1 - doubted) * done + doubted * proved

    def staked(self, deed: Deed) -> Role | None:
        """The character that an action claims, or claims not to be held."""
        options = self.view.options
        return treasurer(options) if deed is Deed.EMBEZZLE else claimed(deed, options)

    def lies(self, role: Role, deed: Deed | None) -> bool:
        """Whether such a claim of the reader's is false."""
        return (role in self.hand) == (deed is Deed.EMBEZZLE)

    def unmasked_hand(self, deed: Deed) -> float | None:
        """What the hand is worth after a lie came out; None for the best card of it."""
        turned_up = deed is Deed.EMBEZZLE and self.view.options.embezzle_bluff == "open_hand"
        return USUAL[len(self.hand) - 1] if turned_up else None

    def done(self, deed: Deed, target: int) -> float:
        """The chance to win once an own action has happened."""
        match deed:
            case Deed.EXCHANGE if self.view.options.inquisitor:
                return self.chance(hand=self.renewed())
            case Deed.EXCHANGE:
                now = self.worth(self.hand)
                return self.chance(hand=now + max(LEAST, HOPED * (FRESH[len(self.hand)] - now)))
            case Deed.EXAMINE:
                return examining(self, target)
            case Deed.CONVERT:
                cost = CONVERT_OTHER if target else CONVERT_SELF
                return self.chance(coins={self.me: -cost, 0: cost}, turned=target or self.me)
            case _:
                return self.chance(*self.effect(deed, target))

    def renewed(self) -> float:
        """What a hand is worth after an Exchange as Inquisitor: one card is drawn, one put back,
        and nobody knows which."""
        free, hand = self.beliefs.free, self.hand
        best = {
            role: max(worth(less((*hand, role), card)) for card in (*hand, role)) for role in free
        }
        return FRESHER + sum(count * best[role] for role, count in free.items()) / free.total()

    def unblocked(self, act: Action, roles: tuple[Role, ...], done: float) -> float:
        """What is left of an own action when those who may block it have answered."""
        bluffs = (people.DUEL_BLUFFS if self.duel else people.BLUFFS)[act.deed]
        held = self.chance(coins=self.cost(act.deed))
        worth_now = done
        for seat in [act.target] if act.target else self.asked():
            true = self.beliefs.holds(seat, *roles) * people.USES
            blocks = true + (1 - true) * bluffs
            stands = max(held, self.unmasked(act, seat, true / blocks))
            worth_now = blocks * stands + (1 - blocks) * worth_now
        return worth_now

    def asked(self) -> list[int]:
        """Who may block an own action that is aimed at nobody."""
        return sorted(foes(self.view.players, self.me, self.view.cards))

    def unmasked(self, act: Action, blocker: int, true: float) -> float:
        """What it is worth to challenge a block that is true so often."""
        cards, coins = self.effect(act.deed, act.target)
        wrong = self.chance({self.me: -1}, self.cost(act.deed))
        return (1 - true) * self.chance(lost(cards, blocker), coins) + true * wrong

    def doubted(self, role: Role, deed: Deed, target: int) -> float:
        """How likely somebody challenges an own claim."""
        if self.hopeless(role, deed):
            return people.KNOWN
        often = (people.DUEL_DOUBTED if self.duel else people.DOUBTED)[deed]
        if not self.lies(role, deed):
            often *= people.TRUE
        trust = 1.0
        for seat in self.others:
            trust *= 1 - often * (1.0 if self.duel or seat == target else 0.5)
        if deed is Deed.EMBEZZLE:
            spare = 1 if role in self.player.claims else 0  # the claims contradict each other
        else:
            spare = len({*self.player.claims, role}) - len(self.hand)
        return 1 - trust * 0.8 ** max(0, spare)  # more claims than cards

    def hopeless(self, role: Role, deed: Deed | None = None) -> bool:
        """Whether somebody is sure to know that a claim is false."""
        if not self.lies(role, deed):
            return False
        player = self.player
        if deed is Deed.EMBEZZLE:
            return role in player.has or any(each.role is role for each in self.witnessed)
        if self.beliefs.left(role) == 0 or role in player.caught or role in player.lacks:
            return True
        return any(len(self.seen_by(seat)) == len(self.hand) for seat in self.others)

    def seen_by(self, seat: int) -> set[Role]:
        """The own cards that a seat knows of."""
        return {*self.player.has, *(each.role for each in self.witnessed if each.by == seat)}

    # In windows

    def dying(self, act: Action) -> bool:
        """Whether an action puts the reader out unless something is done."""
        kills = act.deed is Deed.ASSASSINATE and act.target == self.me and not act.blocker
        return kills and len(self.hand) == 1

    def allow(self, act: Action) -> float:
        """What it is worth to let it be."""
        if act.blocker:
            return self.chance()
        if act.deed is Deed.EXAMINE and act.target == self.me:
            happens = examined(self)
        else:
            happens = self.chance(*self.effect(act.deed, act.target))
        step = self.view.step
        assert isinstance(step, Answering), "a window is answered"
        if step.window is Window.CHALLENGE and act.target in (0, self.me):  # may block afterwards
            roles = blockers(act.deed, self.view.options)
            return max([happens, *(self.block(act, role) for role in roles)])
        return happens

    def claim(self, act: Action) -> tuple[int, Role]:
        """Who claims which character now, or claims not to hold it."""
        role = act.role or self.staked(act.deed)
        assert role is not None, "a character is claimed"
        return act.blocker or self.view.turn, role

    def true(self, act: Action) -> float:
        """How likely it is true what is claimed now."""
        held = self.beliefs.holds(*self.claim(act))
        return 1 - held if act.deed is Deed.EMBEZZLE else held

    def challenge(self, act: Action) -> float:
        """What a challenge is worth."""
        claimant, _ = self.claim(act)
        true = self.true(act)
        cards, coins = self.effect(act.deed, act.target)
        if act.blocker:
            return self.unmasked(act, claimant, true)
        if act.target == self.me and set(blockers(act.deed, self.view.options)) & set(self.hand):
            cards = coins = NOTHING  # it is blocked afterwards
        right = self.chance({claimant: -1}, {claimant: COSTS.get(act.deed, 0)})
        return (1 - true) * right + true * self.chance(lost(cards, self.me), coins)

    def block(self, act: Action, role: Role) -> float:
        """What a block is worth."""
        doubts = people.DUEL_BLOCK_DOUBTED if self.duel else people.BLOCK_DOUBTED
        doubted = people.KNOWN if self.hopeless(role) else doubts[act.deed]
        if role in self.hand:
            doubted *= people.TRUE
            caught = self.chance({self.view.turn: -1})
        elif act.deed is Deed.EXAMINE:
            caught = self.chance({self.me: -1})
        else:
            cards, coins = self.effect(act.deed, act.target)
            caught = self.chance(lost(cards, self.me), coins)
        return (1 - doubted) * self.chance() + doubted * caught


def lost(cards: Change, seat: int) -> Change:
    """The changes of cards when a seat loses one more."""
    return {**cards, seat: cards.get(seat, 0) - 1}
