"""Standing orders: bids and passes given in advance for the running auction.

An order is told as `bid.N` ("bid for me up to N", by the least raise each time, then pass)
or `pass.N` ("ask me up to N, then pass for me"; `pass.0` passes at the next turn), N in AP.
It is best kept as `take_order` gives it, with the round and the slot of its auction in front:
then it can never be taken for an order of the next one, even if that opens in the same step.
"""

from __future__ import annotations

from core.games.lady_luck.model import Auction, Bid, Move, Pass, Phase, State
from core.notation import words

MOST = 999  # AP; nobody ever has so many


def take_order(state: State, seat: int, said: str) -> str | None:
    """The order as it is kept, or None if it cannot be given now or is none."""
    auction = _auction(state, seat)
    parts = words(said)
    if auction is None or len(parts) != 2 or parts[0] not in ("bid", "pass"):
        return None
    if not (parts[1].isascii() and parts[1].isdigit()) or int(parts[1][:4]) > MOST:
        return None
    return f"{state.round}.{auction.slot}.{parts[0]}.{int(parts[1])}"


def standing(state: State, seat: int, order: str) -> Move | None:
    """What the order does now: a least raise, a pass, or nothing (then the seat decides)."""
    auction = _auction(state, seat)
    if auction is None or seat != state.turn or order_lapses(state, seat, order):
        return None
    kind, limit = words(order)[-2:]
    least = auction.bid + 1
    if least > min(int(limit), state.player(seat).ap):
        return Pass()
    return Bid(least) if kind == "bid" else None


def order_lapses(state: State, seat: int, order: str = "") -> bool:
    """Whether the running auction, or that of the order, is over for this seat."""
    auction = _auction(state, seat)
    named = words(order)[:-2]
    return auction is None or bool(named and named != (str(state.round), str(auction.slot)))


def _auction(state: State, seat: int) -> Auction | None:
    """The running auction, if the seat is still in it."""
    running = state.phase is Phase.AUCTION and not state.placing
    if not running or state.auction is None or seat not in state.auction.still:
        return None
    return state.auction
