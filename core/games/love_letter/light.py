"""A round of Love Letter in plain numbers, for playing it out many times in a blink.

Cards are numbered from 0 (Spy) to 9 (Princess) in the order of their ranks, whatever the deck;
the Countess and the Minister have one number. Nothing is told and nothing is checked: the rules
of `rules` and `ending` are followed, the legality of a play is the caller's.
"""

from __future__ import annotations

from collections.abc import Iterable

from core.games.love_letter.model import Options, kit
from core.games.love_letter.names import Card

SPY, GUARD, PRIEST, BARON, HANDMAID, PRINCE, CHANCELLOR, KING, LADY, PRINCESS = range(10)

NUMBER = {
    Card.SPY: SPY,
    Card.GUARD: GUARD,
    Card.PRIEST: PRIEST,
    Card.BARON: BARON,
    Card.HANDMAID: HANDMAID,
    Card.PRINCE: PRINCE,
    Card.CHANCELLOR: CHANCELLOR,
    Card.KING: KING,
    Card.COUNTESS: LADY,
    Card.MINISTER: LADY,
    Card.PRINCESS: PRINCESS,
}
EMPTY = -1  # no card

_MASK = (1 << 64) - 1


class Code:
    """What stays the same while a round is played out."""

    __slots__ = ("clash", "fizzle", "minister", "ranks", "sums")

    def __init__(self, options: Options) -> None:
        pack = kit(options)
        self.clash = frozenset(NUMBER[card] for card in pack.clash)
        self.minister = pack.countess is Card.MINISTER
        self.fizzle = options.protected_target == "fizzle"
        self.sums = options.tie == "discard_sum"
        self.ranks = [0] * 10
        for card, rank in pack.ranks.items():
            self.ranks[NUMBER[card]] = rank


class Light:
    """A round between two turns. Lists that speak of seats have seat 1 at index 1."""

    __slots__ = (
        "alive",
        "aside",
        "code",
        "deck",
        "hands",
        "knows",
        "seed",
        "shields",
        "spies",
        "totals",
    )

    def __init__(
        self,
        code: Code,
        alive: list[int],
        hands: list[int],
        deck: list[int],
        aside: int,
        totals: list[int],
        shields: Iterable[int] = (),
        spies: Iterable[int] = (),
        knows: Iterable[tuple[int, int]] = (),
        seed: int = 0,
    ) -> None:
        self.code = code
        self.alive = alive
        self.hands = hands  # one card of each seat
        self.deck = deck  # its top card last
        self.aside = aside
        self.totals = totals  # the ranks of the discards
        self.shields = set(shields)
        self.spies = set(spies)  # who has laid down a Spy
        self.knows = set(knows)  # (who, whose): the card in a hand is known
        self.seed = seed

    def copy(self) -> Light:
        """The same round, to be played on apart from this one."""
        return Light(
            self.code,
            self.alive[:],
            self.hands[:],
            self.deck[:],
            self.aside,
            self.totals[:],
            self.shields,
            self.spies,
            self.knows,
            self.seed,
        )

    def below(self, n: int) -> int:
        """A number from 0 to `n` - 1 from a stream of its own, which is quick and not secret."""
        self.seed = (self.seed * 6364136223846793005 + 1442695040888963407) & _MASK
        return (self.seed >> 33) % n

    # ------------------------------------------------------------------ one play

    def lay(self, seat: int, card: int, kept: int, target: int = 0, name: int = EMPTY) -> None:
        """Play a card while keeping another; a Chancellor's choice is made by `keep`."""
        if self.hands[seat] != kept or card == kept:
            self.forget(seat)  # the card that somebody knew may be the one that was played
        self.hands[seat] = kept
        self.discard(seat, card)
        if card == PRINCESS:
            self.put_out(seat)
        elif card == HANDMAID:
            self.shields.add(seat)
        elif target and (target == seat or target not in self.shields):
            self._strike(seat, card, kept, target, name)

    def _strike(self, seat: int, card: int, kept: int, target: int, name: int) -> None:
        """What a card does to somebody who is not protected."""
        theirs = self.hands[target]
        if card == GUARD:
            if theirs == name:
                self.put_out(target)
        elif card == PRIEST:
            self.knows.add((seat, target))
        elif card == BARON:
            if kept != theirs:
                self.put_out(target if theirs < kept else seat)
            else:
                self.knows |= {(seat, target), (target, seat)}
        elif card == PRINCE:
            self._redraw(target, theirs)
        else:
            self._swap(seat, target)

    def _redraw(self, seat: int, card: int) -> None:
        """A hand is thrown away, and another drawn (LL-6.5)."""
        if card == PRINCESS:
            self.put_out(seat)
            return
        self.forget(seat)
        self.discard(seat, card)
        if self.deck:
            self.hands[seat] = self.deck.pop()
        else:
            self.hands[seat], self.aside = self.aside, EMPTY

    def _swap(self, one: int, other: int) -> None:
        hands, follow = self.hands, {one: other, other: one}
        hands[one], hands[other] = hands[other], hands[one]
        moved = {(by, follow.get(seat, seat)) for by, seat in self.knows}
        self.knows = {(by, seat) for by, seat in moved if by != seat} | {(one, other), (other, one)}

    def keep(self, seat: int, kept: int, under: Iterable[int]) -> None:
        """A Chancellor's choice: the cards go under the deck, the last one to the bottom."""
        self.hands[seat] = kept
        self.forget(seat)
        for card in under:
            self.deck.insert(0, card)

    # ------------------------------------------------------------------ what happens to a seat

    def discard(self, seat: int, card: int) -> None:
        """A card comes to the discards of a seat."""
        self.totals[seat] += self.code.ranks[card]
        if card == SPY:
            self.spies.add(seat)

    def forget(self, seat: int) -> None:
        """Nobody knows any more what a seat holds."""
        if self.knows:
            self.knows = {fact for fact in self.knows if fact[1] != seat}

    def put_out(self, seat: int) -> None:
        """A seat is out of the round; its hand is of no more account."""
        self.alive.remove(seat)
        self.hands[seat] = EMPTY
        self.shields.discard(seat)
        if self.knows:
            self.knows = {fact for fact in self.knows if seat not in fact}

    def winners(self) -> list[int]:
        """Who is best when the round ends now (LL-8.1 to LL-8.4)."""
        if len(self.alive) == 1:
            return self.alive
        most = max(self.hands[seat] for seat in self.alive)
        best = [seat for seat in self.alive if self.hands[seat] == most]
        if len(best) > 1 and self.code.sums:
            most = max(self.totals[seat] for seat in best)
            best = [seat for seat in best if self.totals[seat] == most]
        return best
