"""What a reader may know, and other worlds that the reader could not tell from the real one."""

from __future__ import annotations

from msgspec.structs import replace

from core.games.old_maid.model import State, View
from core.games.old_maid.names import Card, by_rank
from core.kernel.dice import Dice


def view(state: State, seat: int | None) -> View:
    """All that is public, one's own hand, and which of one's cards others drew (OM-11)."""
    seen = tuple(fact for fact in state.seen if fact.by == seat)
    hand = by_rank(state.hands[seat - 1]) if seat else ()
    return View(replace(state, hands=(), seen=seen), tuple(map(len, state.hands)), hand)


def imagine(state: State, seat: int | None, dice: Dice) -> State:
    """Unseen cards change places, many times over, where no hand gets a pair by it.

    What others have seen stays seen, of the card that lies there in the imagined world.
    """
    hands = [list(hand) for hand in state.hands]
    known = {fact.card for fact in state.seen if fact.by == seat}
    unseen = [
        (hand, i)
        for owner, hand in enumerate(hands, 1)
        for i, card in enumerate(hand)
        if owner != seat and card not in known
    ]
    for _ in range(4 * len(unseen)):  # so often that they are well mixed
        (one, i), (other, j) = dice.choose(unseen), dice.choose(unseen)
        a, b = one[i], other[j]
        if one is other or (_fits(one, a, b) and _fits(other, b, a)):
            one[i], other[j] = b, a
    seen = tuple(
        replace(fact, card=hands[fact.seat - 1][state.hands[fact.seat - 1].index(fact.card)])
        for fact in state.seen
    )
    return replace(state, hands=tuple(map(tuple, hands)), seen=seen)


def _fits(hand: list[Card], old: Card, new: Card) -> bool:
    """Whether the hand has no pair with the new card in place of the old one."""
    return all(card is old or card.rank != new.rank for card in hand)
