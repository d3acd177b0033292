"""What a regular guest could learn of the computer players of Love Letter: their habits, counted.

Whoever plays with them for long knows what a played card tells about the kept one, which card
a Guard names, and whom they aim at. A table of how much oftener than by chance.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from core.games.love_letter.model import Move, Play, State, kit
from core.games.love_letter.names import Card
from core.kernel.minds import Bot
from tests.bench.love_letter_play import Share, match

HIGH = 5  # from the Prince on
AIMED = (Card.GUARD, Card.PRIEST, Card.BARON, Card.PRINCE, Card.KING)


class Habits:
    """What is counted while matches run."""

    def __init__(self) -> None:
        self.high: dict[Card, Share] = defaultdict(Share)  # a high card kept, by what was played
        self.chance: dict[Card, list[float]] = defaultdict(list)  # if it were any unseen card
        self.names: Counter[Card] = Counter()  # named by a Guard on a hand that was not seen
        self.best = Share()  # … which of them were among the commonest unseen ones
        self.next = Share()  # aimed at the next seat, of choices between several
        self.bluffs = Share()  # a Countess played with nothing that she points to

    def watch(self, state: State, seat: int, move: Move) -> None:
        """Count one move, before it is made."""
        if not isinstance(move, Play):
            return
        pack, hand = kit(state.options), state.hands[seat - 1]
        kept = hand[1] if hand[0] is move.card else hand[0]
        unseen = Counter(pack.cards)
        for pile in (state.faceup, *state.discards):
            unseen.subtract(pile)
        high = sum(count for card, count in unseen.items() if pack.ranks[card] >= HIGH)
        self.high[move.card].note(pack.ranks[kept] >= HIGH)
        self.chance[move.card].append(high / unseen.total())
        if move.card is Card.COUNTESS:
            self.bluffs.note(kept not in pack.clash and kept is not Card.PRINCESS)
        free = [s for s in state.alive if s != seat and s not in state.shielded]
        if move.card in AIMED and len(free) > 1 and move.target in free:
            after = [s for s in free if s > seat] or free
            self.next.note(move.target == after[0])
        seen = any(fact.by == seat and fact.seat == move.target for fact in state.seen)
        if move.name is not None and not seen:
            unseen.subtract(hand)
            self.names[move.name] += 1
            self.best.note(unseen[move.name] == max(unseen[name] for name in pack.names))

    def table(self) -> list[str]:
        """The lines of the table."""
        lines = ["  played      holds a high card   by chance   times"]
        for card in sorted(self.high, key=lambda card: -self.high[card].rate):
            found, chance = self.high[card], self.chance[card]
            usual = sum(chance) / len(chance)
            mark = "  notable" if abs(found.rate - usual) > 0.2 else ""
            lines.append(f"  {card.value:11} {found.rate:18.0%} {usual:11.0%} {found.of:7}{mark}")
        total = max(1, self.names.total())
        named = ", ".join(f"{c.value} {n / total:.0%}" for c, n in self.names.most_common())
        lines.append(f"  a Guard on an unknown hand names: {named}")
        lines.append(f"  … one of the commonest unseen cards: {self.best.rate:.0%}")
        lines.append(f"  aims at the next seat of several: {self.next.rate:.0%}")
        lines.append(f"  a Countess played is a bluff: {self.bluffs.rate:.0%} of {self.bluffs.of}")
        return lines


def habits(players: Sequence[Bot], preset: str, matches: int, seed: str) -> list[str]:
    """The table of the habits of these players among themselves."""
    found = Habits()
    for number in range(matches):
        match(players, preset, f"{seed}.{number}".encode(), found.watch)
    return found.table()
