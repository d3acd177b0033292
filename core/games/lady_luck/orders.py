"""Standing orders: bids and passes given in advance for the running auction.

An order is told as `bid.N` ("bid for me up to N", by the least raise each time, then pass)
or `pass.N` ("ask me up to N, then pass for me"; `pass.0` passes at the next turn), N in AP.
It is best kept as `take_order` gives it, with the round and the slot of its auction in front:
then it can never be taken for an order of the next one, even if that opens in the same step.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from core.games.lady_luck.board_words import PassLabel
from core.games.lady_luck.events import ActionPoints
from core.games.lady_luck.model import Auction, Bid, Move, Pass, Phase, State, View
from core.kernel.notation import words
from core.kernel.text import N_, Message, Public, Secret

MOST = 999  # AP; nobody ever has so many
KEYS = 12  # AP, the highest limit on the keypad of a group
OFFERED = 3  # lowest limits that stand on buttons, besides all; any other can be typed


class BidForMeLabel(Secret, frozen=True, tag="lady-luck.bid-for-me-label"):
    text: ClassVar[str] = N_("Bid for me up to {limit}")
    limit: ActionPoints


class PassForMeLabel(Secret, frozen=True, tag="lady-luck.pass-for-me-label"):
    text: ClassVar[str] = N_("Pass for me")


class LimitLabel(Public, frozen=True, tag="lady-luck.limit-label"):
    """On a small key: a bare number of AP."""

    text: ClassVar[str] = N_("{limit}")
    limit: int


class BidsForYou(Secret, frozen=True, tag="lady-luck.bids-for-you"):
    text: ClassVar[str] = N_(
        "In this auction the house bids for you up to {limit}, then it passes."
    )
    limit: ActionPoints


class PassesForYou(Secret, frozen=True, tag="lady-luck.passes-for-you"):
    text: ClassVar[str] = N_("In this auction the house passes for you.")


class PassesForYouBeyond(Secret, frozen=True, tag="lady-luck.passes-for-you-beyond"):
    text: ClassVar[str] = N_(
        "In this auction the house passes for you once a raise costs more than {limit}."
    )
    limit: ActionPoints


def take_order(state: State, seat: int, said: str) -> str | None:
    """The order as it is kept, or None if it cannot be given now or is none.

    With the round and the slot of an auction in front it counts for that auction only.
    """
    auction = _running(state, seat)
    named, parts = words(said)[:-2], words(said)[-2:]
    if auction is None or len(parts) != 2 or parts[0] not in ("bid", "pass"):
        return None
    if named not in ((), (str(state.round), str(auction.slot))):
        return None
    if not (parts[1].isascii() and parts[1].isdigit()) or int(parts[1][:4]) > MOST:
        return None
    return f"{state.round}.{auction.slot}.{parts[0]}.{int(parts[1])}"


def standing(state: State, seat: int, order: str) -> Move | None:
    """What the order does now: a least raise, a pass, or nothing (then the seat decides)."""
    auction = _running(state, seat)
    if auction is None or seat != state.turn or order_lapses(state, seat, order):
        return None
    kind, limit = words(order)[-2:]
    least = auction.bid + 1
    if least > min(int(limit), state.player(seat).ap):
        return Pass()
    return Bid(least) if kind == "bid" else None


def order_lapses(state: State, seat: int, order: str = "") -> bool:
    """Whether the running auction, or that of the order, is over for this seat."""
    auction = _running(state, seat)
    named = words(order)[:-2]
    return auction is None or bool(named and named != (str(state.round), str(auction.slot)))


def offers(view: View) -> Sequence[tuple[str, Message]]:
    """Passing, the lowest limits that the reader can pay, and all that the reader has."""
    auction = None if view.placing else view.auction
    if auction is None or view.seat not in auction.still:
        return ()
    least, most = auction.bid + 1, view.player(view.seat).ap
    limits = [*range(least, min(most, least + OFFERED)), *([most] if most >= least else [])]
    if not limits:
        return ()
    return (
        ("pass.0", PassForMeLabel()),
        *((f"bid.{limit}", BidForMeLabel(limit)) for limit in limits),
    )


def keypad(view: View) -> Sequence[tuple[str, Public]]:
    """Passing, and limits for everybody still in the auction: up to 12 AP, and no more than
    the richest of them has. A limit that is too low by now passes."""
    auction = None if view.placing else view.auction
    if auction is None:
        return ()
    name = f"{view.round}.{auction.slot}"
    most = min(KEYS, max(view.player(seat).ap for seat in auction.still))
    return (
        (f"{name}.pass.0", PassLabel()),
        *((f"{name}.bid.{limit}", LimitLabel(limit)) for limit in range(auction.bid + 1, most + 1)),
    )


def shown(order: str) -> Message:
    """A kept order in words."""
    kind, limit = words(order)[-2:]
    if kind == "bid":
        return BidsForYou(int(limit))
    return PassesForYouBeyond(int(limit)) if int(limit) else PassesForYou()


def _running(state: State, seat: int) -> Auction | None:
    """The running auction, if the seat is still in it."""
    running = state.phase is Phase.AUCTION and not state.placing
    if not running or state.auction is None or seat not in state.auction.still:
        return None
    return state.auction


class StandingOrders:
    """The orders as the house asks for them."""

    def read(self, state: State, seat: int, said: str) -> str | None:
        return take_order(state, seat, said)

    def answer(self, state: State, seat: int, order: str) -> Move | None:
        return standing(state, seat, order)

    def lapses(self, state: State, seat: int, order: str) -> bool:
        return order_lapses(state, seat, order)

    def offers(self, view: View) -> Sequence[tuple[str, Message]]:
        return offers(view)

    def keypad(self, view: View) -> Sequence[tuple[str, Public]]:
        return keypad(view)

    def shown(self, order: str) -> Message:
        return shown(order)
