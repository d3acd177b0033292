"""How the computer player opens, bids, and lays down what it wins."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.lady_luck.model import Bid, Move, Open, Pass, Place, View
from core.games.lady_luck.names import KIND
from tests.bench.yardsticks.lady_luck_clever_worth import (
    ap_worth,
    as_helper,
    as_score,
    own,
    slot_stars,
    slot_worths,
)


def opening(view: View, moves: Sequence[Move]) -> Move:
    """Put up the card that promises most: to win it, or to let others pay for it."""
    worths = slot_worths(view)
    seat, ap = own(view), ap_worth(view)
    purse = view.player(seat).ap
    rivals = _rivals(view, seat)

    def promise(slot: int) -> float:
        price = _price(view, slot, rivals)
        instead = _without(view, worths, slot, rivals)
        mine = worths[slot] - ap * price
        if price <= purse and mine >= instead:
            return mine
        return instead + 0.1 * price

    slot = max(worths, key=promise)
    return Open(slot, 0)


def bidding(view: View, moves: Sequence[Move]) -> Move:
    """Raise by one as long as the card is worth it more than what comes after."""
    auction = view.auction
    assert auction is not None, "an auction is running"
    seat = own(view)
    worths = slot_worths(view)
    rivals = [other for other in _rivals(view, seat) if other != auction.by]
    instead = _without(view, worths, auction.slot, rivals, gone=True)
    gain = worths[auction.slot] - instead
    bid = Bid(auction.bid + 1)
    return bid if bid in moves and gain >= ap_worth(view) * bid.bid else Pass()


def _rivals(view: View, seat: int) -> list[int]:
    """The others that have no card yet in this round."""
    seats = range(1, len(view.players) + 1)
    return [
        other
        for other in seats
        if other != seat and other not in view.won and not view.player(other).left
    ]


def _price(view: View, slot: int, rivals: Sequence[int]) -> int:
    """What the card is likely to cost against these rivals."""
    return max((min(view.player(seat).ap, slot_stars(view, slot)) for seat in rivals), default=0)


def _without(
    view: View, worths: dict[int, float], lost: int, rivals: Sequence[int], gone: bool = False
) -> float:
    """What is to be had in this round if the card in a slot goes to somebody else."""
    rest = {slot: worth for slot, worth in worths.items() if slot != lost}
    if not gone and rivals:
        richest = max(rivals, key=lambda seat: view.player(seat).ap)
        rivals = [seat for seat in rivals if seat != richest]
    if not rivals:
        return min(rest.values())
    ap, purse = ap_worth(view), view.player(own(view)).ap
    bought = [
        worth - ap * price
        for slot, worth in rest.items()
        if (price := _price(view, slot, rivals)) <= purse
    ]
    return max([*bought, min(rest.values())])


def placing(view: View) -> Move:
    """Helper or score card, whichever is worth more from now on."""
    auction = view.auction
    assert auction is not None, "a card was won"
    card = view.castle[auction.slot - 1] or view.peek
    assert card is not None, "the winner has seen the card"
    kind = KIND[card]
    return Place("helper" if as_helper(view, kind) > as_score(kind) else "score")
