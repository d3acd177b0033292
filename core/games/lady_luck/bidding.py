"""How the computer players open, bid, and lay down what they win."""

from __future__ import annotations

from collections.abc import Sequence

from core.games.lady_luck.market import Market, limit, market, rest, sale
from core.games.lady_luck.model import Bid, Move, Open, Pass, Place, View
from core.games.lady_luck.names import KIND
from core.games.lady_luck.worth import Outlook, as_helper, as_score, own
from core.kernel.dice import Dice


def opening(look: Outlook, dice: Dice) -> Move:
    """Put up the card that promises most: to win it, or to let others pay for it."""
    board, view = market(look), look.view
    seat, slots, seats = own(view), slots_of(view), waiting(view)
    sales = {slot: sale(board, slots, seats, slot, seat) for slot in slots}
    gains = {slot: found.gains[seat - 1] for slot, found in sales.items()}
    enough = max(gains.values()) - look.style.slack
    slot = dice.choose([slot for slot in slots if gains[slot] >= enough])
    price, rich = sales[slot].price, _richest(board, seats, seat)
    if sales[slot].winner == seat and price >= rich:
        return Open(slot, rich)  # or somebody else bids all they have first
    most = min(int(price), look.style.opens, view.player(seat).ap)
    return Open(slot, dice.below(most + 1))  # any low number that it is likely to cost anyway


def bidding(look: Outlook, moves: Sequence[Move], dice: Dice) -> Move:
    """Raise as long as the card is worth it more than what comes after, more or less."""
    auction, view, style = look.view.auction, look.view, look.style
    assert auction is not None, "an auction is running"
    board, seat = market(look), own(view)
    after = rest(board, slots_of(view), waiting(view), auction.slot)
    # Whoever knows where it stops shall not know exactly what the card is worth to it.
    sway = style.sway * (dice.below(201) - 100) / 100
    most = limit(board, after, seat, (auction.by,)) + sway
    against = max(limit(board, after, other, (seat,)) for other in auction.still if other != seat)
    rich = _richest(board, auction.still, seat)
    if auction.bid < rich <= min(most, against):
        return Bid(rich)
    step = 2 if most >= auction.bid + 3 and dice.below(100) < style.jumps else 1
    bid = Bid(auction.bid + step)
    return bid if bid in moves and bid.bid <= most else Pass()


def _richest(board: Market, seats: Sequence[int], seat: int) -> int:
    """The most that one of the others can bid."""
    return max(board.purses[other - 1] for other in seats if other != seat)


def slots_of(view: View) -> tuple[int, ...]:
    """The castle slots with a card, the face-down one included."""
    lying = [slot for slot, card in enumerate(view.castle, 1) if card is not None]
    return (*lying, view.closed) if view.closed else tuple(lying)


def waiting(view: View) -> tuple[int, ...]:
    """The seats that have no card yet in this round."""
    return tuple(seat for seat in range(1, len(view.players) + 1) if seat not in view.won)


def placing(look: Outlook, dice: Dice) -> Move:
    """Helper or score card, whichever is worth more from now on; either if nearly equal."""
    view = look.view
    assert view.auction is not None, "a card was won"
    card = view.castle[view.auction.slot - 1] or view.peek
    assert card is not None, "the winner has seen the card"
    more = as_helper(look, own(view), KIND[card]) - as_score(KIND[card])
    if abs(more) < look.style.slack:
        return dice.choose((Place("helper"), Place("score")))
    return Place("helper" if more > 0 else "score")
