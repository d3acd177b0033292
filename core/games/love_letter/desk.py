"""The table while one move is carried out: what each handling of cards changes.

A `Desk` lives only inside one call of the rules; between two commands there is a `State`.
It is mutable because a move changes many small things, and a frozen state for each of them
would be the larger part of the time of a move.
"""

from __future__ import annotations

from core.games.love_letter.model import Laid, Options, Phase, Seen, State, kit
from core.games.love_letter.names import Card
from core.kernel.dice import Dice

Hand = tuple[Card, ...]


class Desk:
    """The state, opened for changes. Lists that speak of seats have seat 1 at index 1."""

    __slots__ = (
        "alive",
        "aside",
        "deck",
        "discards",
        "faceup",
        "gone",
        "hands",
        "kit",
        "last",
        "options",
        "phase",
        "round",
        "ruled_out",
        "seen",
        "shielded",
        "tokens",
        "turn",
        "under",
        "versions",
        "winners",
    )

    def __init__(self, state: State) -> None:
        self.options = state.options
        self.kit = kit(state.options)
        self.round = state.round
        self.phase: Phase = state.phase
        self.turn = state.turn
        self.alive = state.alive
        self.shielded = state.shielded
        self.gone = state.gone
        self.deck = state.deck
        self.aside = state.aside
        self.faceup = state.faceup
        self.hands: list[Hand] = [(), *state.hands]
        self.discards: list[Hand] = [(), *state.discards]
        self.tokens = [0, *state.tokens]
        self.versions = [0, *state.versions]
        self.ruled_out: list[Hand] = [(), *state.ruled_out]
        self.seen = state.seen
        self.under = state.under
        self.last = state.last
        self.winners = state.winners

    @classmethod
    def fresh(cls, seats: int, options: Options) -> Desk:
        """A table before its first round."""
        none: tuple[Hand, ...] = ((),) * seats
        zeros = (0,) * seats
        return cls(
            State(
                options=options,
                round=0,
                phase="play",
                turn=1,
                alive=tuple(range(1, seats + 1)),
                shielded=(),
                gone=(),
                deck=(),
                aside=None,
                faceup=(),
                hands=none,
                discards=none,
                tokens=zeros,
                versions=zeros,
                ruled_out=none,
            )
        )

    def state(self) -> State:
        """What the table is between two commands."""
        return State(
            self.options,
            self.round,
            self.phase,
            self.turn,
            self.alive,
            self.shielded,
            self.gone,
            self.deck,
            self.aside,
            self.faceup,
            tuple(self.hands[1:]),
            tuple(self.discards[1:]),
            tuple(self.tokens[1:]),
            tuple(self.versions[1:]),
            tuple(self.ruled_out[1:]),
            self.seen,
            self.under,
            self.last,
            self.winners,
        )

    def after(self, seat: int) -> int:
        """The next seat clockwise that is still in (LL-4.5)."""
        for other in self.alive:
            if other > seat:
                return other
        return self.alive[0]

    def clear(self) -> tuple[int, ...]:
        """Take everything of the last round off the table (LL-3.4); who plays the next one."""
        seats = len(self.hands) - 1
        self.round += 1
        self.alive = tuple(seat for seat in range(1, seats + 1) if seat not in self.gone)
        self.shielded = ()
        self.faceup = ()
        self.hands = [()] * (seats + 1)
        self.discards = [()] * (seats + 1)
        self.ruled_out = [()] * (seats + 1)
        self.seen = ()
        self.under = ()
        return self.alive

    # ------------------------------------------------------------------ cards

    def draw(self, seat: int, dice: Dice) -> Card:
        """The top card of the deck comes to the end of the hand."""
        card, self.deck = dice.draw(self.deck)
        if self.under:
            self._follow_draw(seat, card)
        self.hands[seat] += (card,)
        self.versions[seat] += 1
        return card

    def take_aside(self, seat: int) -> Card:
        """The set-aside card comes into the hand."""
        card = self.aside
        assert card is not None, "the set-aside card is taken once"
        self.aside = None
        self.hands[seat] += (card,)
        self.versions[seat] += 1
        return card

    def lay(self, seat: int, card: Card) -> None:
        """One of two cards is played: it goes face up to the end of the discards (LL-6.0)."""
        first, second = self.hands[seat]
        self.hands[seat] = (second,) if first is card else (first,)
        self.discards[seat] += (card,)
        self.versions[seat] += 1
        self.ruled_out[seat] = self.kit.rules_out[card]
        if self.seen:
            self._follow_play(seat, card)

    def drop_hand(self, seat: int) -> None:
        """The hand goes face up to the discards, without effect."""
        self.discards[seat] += self.hands[seat]
        self.hands[seat] = ()
        self.versions[seat] += 1
        self.ruled_out[seat] = ()
        self.seen = tuple(fact for fact in self.seen if fact.seat != seat)

    def put_out(self, seat: int) -> None:
        """LL-7.1: out of the round, unprotected, all cards laid down."""
        self.alive = tuple(other for other in self.alive if other != seat)
        self.shielded = tuple(other for other in self.shielded if other != seat)
        self.drop_hand(seat)
        # Who is out sees exactly what the group sees (LL-7.3).
        self.seen = tuple(fact for fact in self.seen if fact.by != seat)
        self.under = tuple(fact for fact in self.under if fact.by != seat)

    def swap(self, one: int, other: int) -> None:
        """Two hands of one card change places; what is known of a card goes with it (LL-6.6)."""
        for column in (self.hands, self.ruled_out):
            column[one], column[other] = column[other], column[one]
        self.versions[one] += 1
        self.versions[other] += 1
        follow = {one: other, other: one}
        moved = (
            Seen(fact.by, follow[fact.seat], fact.slot, fact.card, felt=False)
            if fact.seat in follow
            else fact
            for fact in self.seen
        )
        self.seen = tuple(fact for fact in moved if fact.by != fact.seat)
        self.learn(one, other)
        self.learn(other, one)

    def return_under(self, seat: int, cards: Hand) -> None:
        """The first card is kept, the others go under the deck, the last to the bottom."""
        kept, *rest = cards
        count = len(rest)
        self.hands[seat] = (kept,)
        self.deck += tuple(rest)
        self.versions[seat] += 1
        self.ruled_out[seat] = ()
        # Nobody else can tell any more which card was kept.
        self.seen = tuple(fact for fact in self.seen if fact.seat != seat)
        lifted = tuple(Laid(fact.by, fact.below + count, fact.card) for fact in self.under)
        mine = tuple(Laid(seat, count - i, card) for i, card in enumerate(rest, 1))
        self.under = lifted + mine

    # ------------------------------------------------------------------ knowledge

    def learn(self, by: int, seat: int) -> None:
        """`by` gets to know the one card in the hand of `seat`."""
        fact = Seen(by, seat, 0, self.hands[seat][0])
        others = tuple(known for known in self.seen if (known.by, known.seat) != (by, seat))
        self.seen = (*others, fact)

    def rule_out(self, seat: int, cards: Hand) -> None:
        """Everybody knows now that the hand of `seat` is none of these cards."""
        known = self.ruled_out[seat]
        self.ruled_out[seat] = tuple(c for c in self.kit.ranks if c in known or c in cards)

    def _follow_draw(self, seat: int, card: Card) -> None:
        """Whoever laid a card under the deck knows where it went when it is drawn."""
        left = len(self.deck)
        slot = len(self.hands[seat])
        stay: list[Laid] = []
        for fact in self.under:
            if fact.below < left:
                # A record may have pulled a card out of the middle of the deck.
                if self.deck[left - 1 - fact.below] is fact.card:
                    stay.append(fact)
            elif fact.by != seat and fact.card is card:
                self.seen += (Seen(fact.by, seat, slot, card),)
        self.under = tuple(stay)

    def _follow_play(self, seat: int, card: Card) -> None:
        """A card that somebody had seen may have been this one: then the other is unknown."""
        kept: list[Seen] = []
        spent: set[int] = set()
        for fact in self.seen:
            if fact.seat != seat:
                kept.append(fact)
            elif fact.card is card and fact.by not in spent:
                spent.add(fact.by)
            else:
                kept.append(Seen(fact.by, seat, 0, fact.card, fact.felt))
        self.seen = tuple(kept)
