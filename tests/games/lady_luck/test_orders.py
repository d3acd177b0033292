"""Standing orders: bids and passes given in advance for the running auction."""

from __future__ import annotations

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import Bid, Pass
from core.games.lady_luck.orders import (
    BidForMeLabel,
    BidsForYou,
    LimitLabel,
    PassesForYou,
    PassesForYouBeyond,
    PassForMeLabel,
    StandingOrders,
    order_lapses,
)
from core.kernel.text import Public
from tests.games.lady_luck.tables import bidding, go, helping, seat

ORDERS = StandingOrders()


def test_orders_are_kept_with_their_auction() -> None:
    state = go(bidding(), "1:open.3.0")
    assert ORDERS.read(state, 4, "bid.4") == "1.3.bid.4"
    assert ORDERS.read(state, 1, "pass.0") == "1.3.pass.0"


@pytest.mark.parametrize("said", ["", "bid", "bid.x", "bid.-1", "bid.1.2", "allow.1", "bid.1000"])
def test_what_is_no_order_is_not_taken(said: str) -> None:
    assert ORDERS.read(go(bidding(), "1:open.3.0"), 2, said) is None


def test_orders_need_a_running_auction_and_a_seat_in_it() -> None:
    state = bidding()
    assert ORDERS.read(state, 2, "bid.4") is None
    state = go(state, "1:open.1.0", "2:pass")
    assert ORDERS.read(state, 2, "bid.4") is None
    state = go(state, "3:pass", "4:pass")
    assert ORDERS.read(state, 1, "bid.4") is None, "the winner lays the card"
    assert ORDERS.read(helping(seat(1, "md1"), seat(), seat()), 1, "bid.1") is None


def test_bid_for_me_up_to_a_limit() -> None:
    state = go(bidding(), "1:open.1.2")
    assert ORDERS.answer(state, 2, "1.1.bid.4") == Bid(3), "the least raise"
    assert ORDERS.answer(state, 2, "bid.4") == Bid(3)
    assert ORDERS.answer(state, 2, "1.1.bid.2") == Pass()
    assert ORDERS.answer(state, 3, "1.1.bid.4") is None, "not on turn"


def test_bid_for_me_never_over_the_own_ap() -> None:
    state = go(bidding(seat(10), seat(4), seat(10), seat(10)), "1:open.1.2", "2:bid.3")
    state = go(state, "3:pass", "4:pass", "1:bid.4")
    assert LADY_LUCK.ask(state) == LADY_LUCK.ask(go(state)), "seat 2 has passed automatically"
    tight = go(bidding(seat(10), seat(4), seat(10), seat(10)), "1:open.1.3")
    assert ORDERS.answer(tight, 2, "1.1.bid.99") == Bid(4)


def test_pass_for_me_beyond_a_limit() -> None:
    state = go(bidding(), "1:open.1.2")
    assert ORDERS.answer(state, 2, "1.1.pass.3") is None, "the seat decides itself"
    assert ORDERS.answer(state, 2, "1.1.pass.2") == Pass()
    assert ORDERS.answer(state, 2, "1.1.pass.0") == Pass()


def test_an_order_lapses_with_its_auction() -> None:
    state = go(bidding(), "1:open.1.2")
    order = "1.1.bid.4"
    assert not ORDERS.lapses(state, 2, order)
    assert not order_lapses(state, 2)
    assert ORDERS.lapses(go(state, "2:pass"), 2, order)
    state = go(state, "2:pass", "3:pass", "4:pass")
    assert ORDERS.lapses(state, 1, order)
    state = go(state, "1:score", "2:open.2.0")
    assert ORDERS.lapses(state, 3, order), "another auction"
    assert ORDERS.answer(state, 3, order) is None


def test_two_orders_settle_an_auction() -> None:
    """The higher limit wins, for as little as it takes."""
    state = go(bidding(), "1:open.1.0")
    orders = {2: "1.1.bid.4", 3: "1.1.bid.6", 4: "1.1.pass.0", 1: "1.1.pass.0"}
    while (auction := state.auction) is not None and not state.placing:
        move = ORDERS.answer(state, state.turn, orders[state.turn])
        assert move is not None
        state = go(state, f"{state.turn}:{move.code}")
    assert auction is not None
    assert (auction.by, auction.bid) == (3, 4)


def test_orders_on_buttons() -> None:
    state = go(bidding(seat(10), seat(4), seat(10), seat(10)), "1:open.1.2")
    assert ORDERS.offers(LADY_LUCK.view(state, 2)) == (
        ("pass.0", PassForMeLabel()),
        ("bid.3", BidForMeLabel(3)),
        ("bid.4", BidForMeLabel(4)),
    )
    codes = [code for code, _ in ORDERS.offers(LADY_LUCK.view(state, 4))]
    assert codes == ["pass.0", "bid.3", "bid.4", "bid.5", "bid.10"]
    assert all(ORDERS.read(state, 4, code) for code in codes)


def test_no_buttons_without_a_choice() -> None:
    state = bidding(seat(10), seat(2), seat(10), seat(10))
    assert ORDERS.offers(LADY_LUCK.view(state, 1)) == ()
    state = go(state, "1:open.1.3")
    assert ORDERS.offers(LADY_LUCK.view(state, 2)) == (), "passed automatically"
    assert ORDERS.offers(LADY_LUCK.view(state, None)) == ()
    tight = go(bidding(seat(10), seat(10), seat(2), seat(10)), "1:open.1.2")
    assert ORDERS.offers(LADY_LUCK.view(tight, 3)) == (), "cannot raise"
    won = go(tight, "2:pass", "4:pass")
    assert ORDERS.offers(LADY_LUCK.view(won, 1)) == (), "lays the card"


def test_orders_in_words() -> None:
    assert ORDERS.shown("1.3.bid.4") == BidsForYou(4)
    assert ORDERS.shown("1.3.pass.0") == PassesForYou()
    assert ORDERS.shown("1.3.pass.3") == PassesForYouBeyond(3)


def test_keys_for_everybody_who_is_in() -> None:
    """The same from every view, as far as the richest can go, and never beyond 12 AP."""
    start = bidding(seat(20), seat(4), seat(6), seat(3))
    assert ORDERS.keypad(LADY_LUCK.view(start, None)) == (), "nothing is put up yet"
    state = go(start, "1:open.1.2")
    for reader in (None, 1, 2, 4):
        keys = ORDERS.keypad(LADY_LUCK.view(state, reader))
        assert [code for code, _ in keys] == [
            "1.1.pass.0",
            *(f"1.1.bid.{limit}" for limit in range(3, 13)),
        ]
        assert all(isinstance(label, Public) for _, label in keys)
    poor = go(bidding(seat(5), seat(4), seat(6), seat(3)), "1:open.1.2")
    assert ORDERS.keypad(LADY_LUCK.view(poor, None))[-1] == ("1.1.bid.6", LimitLabel(6))
    won = go(state, "2:pass", "3:pass", "4:pass")
    assert ORDERS.keypad(LADY_LUCK.view(won, None)) == (), "the card is laid"


def test_a_key_counts_for_its_own_auction() -> None:
    state = go(bidding(), "1:open.1.2")
    assert ORDERS.read(state, 2, "1.1.bid.4") == "1.1.bid.4"
    assert ORDERS.read(state, 2, "1.2.bid.4") is None
    assert ORDERS.read(state, 2, "x.bid.4") is None
    assert ORDERS.read(state, 2, "bid.4") == "1.1.bid.4"
