"""*thrifty*: opens at 0 or 1, bids up to a card's worth less what it wants to keep (two AP a
round left), takes Maids and Priests as helpers until round five, stars after.

These words can be read in more than one way. Each reading here says how much is kept; the
computer players are measured against them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.games.lady_luck.model import (
    ROUNDS,
    Bid,
    Move,
    Open,
    Pass,
    Phase,
    Place,
    Reveal,
    Use,
    View,
)
from core.games.lady_luck.names import KIND, STARS, STARS_OF, Kind
from core.games.lady_luck.worth import AP_GAIN
from core.kernel.dice import Dice
from tests.bench.yardsticks.lady_luck_clever import clever

HELPERS_UNTIL = 5
FACE_DOWN = 2.4  # the stars of a card on the average

Keeping = Callable[[View, dict[int, float], int], float]
"""From the view, the worths by slot and a slot: how many AP it bids for the card at most."""


Player = Callable[[View, Sequence[Move], Dice], Move]


def thrifty(keeping: Keeping) -> Player:
    """The player, for a reading of what it keeps."""

    def play(view: View, moves: Sequence[Move], dice: Dice) -> Move:
        assert view.seat is not None, "only a seat decides"
        first, worths = moves[0], _worths(view)
        if isinstance(first, Open):
            slots = sorted(worths, key=lambda slot: (worths[slot], slot))
            slot = slots[len(slots) // 2]  # the best is for later: fewer will bid
            dear = keeping(view, worths, slot) >= 1 and view.player(view.seat).ap > 0
            return Open(slot, dice.below(2) if dear else 0)
        if isinstance(first, Reveal):
            cards = [move.card for move in moves if isinstance(move, Reveal)]
            return Reveal(min(cards, key=lambda card: STARS[card]))
        if isinstance(first, Place):
            assert view.auction is not None, "a card was won"
            card = view.castle[view.auction.slot - 1] or view.peek
            assert card is not None, "the winner has seen the card"
            return Place("helper" if _helps(view, KIND[card]) else "score")
        if view.auction is not None:
            bid = Bid(view.auction.bid + 1)
            most = keeping(view, worths, view.auction.slot)
            return bid if bid in moves and bid.bid <= most else Pass()
        uses = [move for move in moves if isinstance(move, Use) and KIND[move.card] in AP_GAIN]
        return max(uses, key=lambda use: AP_GAIN[KIND[use.card]], default=Pass())

    return play


def _helps(view: View, kind: Kind) -> bool:
    return kind in AP_GAIN and view.round <= HELPERS_UNTIL


def _worths(view: View) -> dict[int, float]:
    """The stars of a card, or the AP that it brings as a helper."""
    slots = [slot for slot, card in enumerate(view.castle, 1) if card is not None]
    cards = {slot: view.castle[slot - 1] for slot in slots}
    if view.closed:
        cards[view.closed] = view.peek
    rounds = ROUNDS + 1 - view.round
    return {
        slot: FACE_DOWN
        if card is None
        else float(
            max(STARS[card], AP_GAIN[KIND[card]] * rounds)
            if _helps(view, KIND[card])
            else STARS_OF[KIND[card]]
        )
        for slot, card in cards.items()
    }


def margin(view: View, worths: dict[int, float], slot: int) -> float:
    """Two AP less than the card is worth."""
    return worths[slot] - 2


def purse(view: View, worths: dict[int, float], slot: int) -> float:
    """As much as it is worth, while two AP for each round to come stay in the purse."""
    assert view.seat is not None, "only a seat decides"
    return min(worths[slot], view.player(view.seat).ap - 2 * (ROUNDS - view.round))


def rest(view: View, worths: dict[int, float], slot: int) -> float:
    """Four fifths of what it is worth more than the other cards: the hardest to beat."""
    others = [worth for other, worth in worths.items() if other != slot]
    if not others:
        return 0.0
    instead = (min(others) + sum(others) / len(others)) / 2
    return 0.8 * (worths[slot] - instead)


def guarded(bidder: Player) -> Player:
    """More than the words say: it makes Knights helpers, too, and uses all of them as `clever`
    does, so that nobody takes a Princess past it for nothing."""

    def play(view: View, moves: Sequence[Move], dice: Dice) -> Move:
        if isinstance(moves[0], Place) and view.round <= HELPERS_UNTIL:
            assert view.auction is not None, "a card was won"
            card = view.castle[view.auction.slot - 1] or view.peek
            if card is not None and KIND[card] is Kind.KNIGHT:
                return Place("helper")
        if view.phase is Phase.HELPER and view.noble is None:
            return clever(view, moves, dice)
        return bidder(view, moves, dice)

    return play


READINGS: Mapping[str, Player] = {
    "margin": thrifty(margin),
    "purse": thrifty(purse),
    "rest": thrifty(rest),
    "guard": guarded(thrifty(rest)),
}
