"""The auctions of a round, solved back from the last: who will get what, and at what price.

Every seat is taken to judge as the player itself does, and to bid as long as the card is worth
it more than what it will get otherwise. The last seat takes the last card for nothing.
"""

from __future__ import annotations

import msgspec

from core.games.lady_luck.worth import Outlook, ap_worth, slot_worths

Gains = tuple[float, ...]
"""What a round brings to every seat, in points, in seat order."""

Key = tuple[tuple[int, ...], tuple[int, ...], int]


class Market(msgspec.Struct, frozen=True):
    """What every seat thinks of every card. `known` keeps what has been worked out already."""

    worths: tuple[dict[int, float], ...]
    purses: tuple[int, ...]  # AP that a seat can bid; none if it has left
    price: float  # what an AP is worth, in points
    known: dict[Key, Gains] = {}


class Sale(msgspec.Struct, frozen=True):
    """How an auction is likely to end: who wins, for how many AP, and what the round brings."""

    winner: int
    price: float
    gains: Gains


def market(look: Outlook) -> Market:
    """The market of a round that is being played."""
    players = look.view.players
    return Market(
        worths=tuple(slot_worths(look, seat) for seat in range(1, len(players) + 1)),
        purses=tuple(0 if player.left else player.ap for player in players),
        price=ap_worth(look.style, look.view.round),
    )


def sale(
    board: Market, slots: tuple[int, ...], seats: tuple[int, ...], slot: int, parent: int
) -> Sale:
    """How the auction of a card is likely to end that the parent puts up at 0."""
    after = rest(board, slots, seats, slot)
    first = {seat: limit(board, after, seat, seats) for seat in seats}
    winner = max(seats, key=lambda seat: (first[seat], seat == parent))
    second = max(limit(board, after, seat, (winner,)) for seat in seats if seat != winner)
    if first[winner] < 1 or (winner == parent and second < 1):
        return Sale(parent, 0, after[parent])
    price = min(max(second, 1.0), first[winner])
    gains = list(after[winner])
    gains[winner - 1] -= board.price * price
    return Sale(winner, price, tuple(gains))


def rest(
    board: Market, slots: tuple[int, ...], seats: tuple[int, ...], slot: int
) -> dict[int, Gains]:
    """For every seat that may win the card of a slot: what the round brings then, unpaid."""
    left = tuple(other for other in slots if other != slot)
    return {
        seat: _with(outcome(board, left, seats, seat), seat, board.worths[seat - 1][slot])
        for seat in seats
    }


def outcome(board: Market, slots: tuple[int, ...], seats: tuple[int, ...], winner: int) -> Gains:
    """What the auctions of the other cards bring after a seat has won one."""
    count = len(board.worths)
    parent = winner % count + 1
    while parent == winner or parent not in seats:
        parent = parent % count + 1
    if len(seats) == 2:
        return _with((0.0,) * count, parent, board.worths[parent - 1][slots[0]])
    still = tuple(seat for seat in seats if seat != winner)
    key = slots, still, parent
    found = board.known.get(key)
    if found is None:
        if len(still) == 2:
            found = max(_pair(board, slots, still, slot, parent) for slot in slots)[1]
        else:
            sales = (sale(board, slots, still, slot, parent).gains for slot in slots)
            found = max(sales, key=lambda gains: gains[parent - 1])
        board.known[key] = found
    return found


def _pair(
    board: Market, slots: tuple[int, ...], seats: tuple[int, ...], slot: int, parent: int
) -> tuple[float, Gains]:
    """The last auction, as `sale` has it: what it brings to the parent, and to all."""
    (other,) = (seat for seat in seats if seat != parent)
    (left,) = (last for last in slots if last != slot)
    mine, theirs = board.worths[parent - 1], board.worths[other - 1]
    most = min((mine[slot] - mine[left]) / board.price, board.purses[parent - 1])
    against = min((theirs[slot] - theirs[left]) / board.price, board.purses[other - 1])
    gains = [0.0] * len(board.worths)
    if against < 1 or against <= most:
        cost = board.price * min(against, most) if against >= 1 else 0.0
        gains[parent - 1], gains[other - 1] = mine[slot] - cost, theirs[left]
    else:
        gains[parent - 1] = mine[left]
        gains[other - 1] = theirs[slot] - board.price * min(max(most, 1.0), against)
    return gains[parent - 1], tuple(gains)


def _with(gains: Gains, seat: int, more: float) -> Gains:
    return (*gains[: seat - 1], gains[seat - 1] + more, *gains[seat:])


def limit(board: Market, after: dict[int, Gains], seat: int, against: tuple[int, ...]) -> float:
    """How many AP a seat pays at most for a card that one of the others would get."""
    lost = [after[other][seat - 1] for other in against if other != seat]
    gain = after[seat][seat - 1] - sum(lost) / len(lost)
    return min(gain / board.price, board.purses[seat - 1])
