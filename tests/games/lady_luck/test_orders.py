"""Standing orders: bids and passes given in advance for the running auction."""

from __future__ import annotations

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import Bid, Pass
from tests.games.lady_luck.tables import bidding, go, helping, seat


def test_orders_are_kept_with_their_auction() -> None:
    state = go(bidding(), "1:open.3.0")
    assert LADY_LUCK.take_order(state, 4, "bid.4") == "1.3.bid.4"
    assert LADY_LUCK.take_order(state, 1, "pass.0") == "1.3.pass.0"


@pytest.mark.parametrize("said", ["", "bid", "bid.x", "bid.-1", "bid.1.2", "allow.1", "bid.1000"])
def test_what_is_no_order_is_not_taken(said: str) -> None:
    assert LADY_LUCK.take_order(go(bidding(), "1:open.3.0"), 2, said) is None


def test_orders_need_a_running_auction_and_a_seat_in_it() -> None:
    state = bidding()
    assert LADY_LUCK.take_order(state, 2, "bid.4") is None
    state = go(state, "1:open.1.0", "2:pass")
    assert LADY_LUCK.take_order(state, 2, "bid.4") is None
    state = go(state, "3:pass", "4:pass")
    assert LADY_LUCK.take_order(state, 1, "bid.4") is None, "the winner lays the card"
    assert LADY_LUCK.take_order(helping(seat(1, "md1"), seat(), seat()), 1, "bid.1") is None


def test_bid_for_me_up_to_a_limit() -> None:
    state = go(bidding(), "1:open.1.2")
    assert LADY_LUCK.standing(state, 2, "1.1.bid.4") == Bid(3), "the least raise"
    assert LADY_LUCK.standing(state, 2, "bid.4") == Bid(3)
    assert LADY_LUCK.standing(state, 2, "1.1.bid.2") == Pass()
    assert LADY_LUCK.standing(state, 3, "1.1.bid.4") is None, "not on turn"


def test_bid_for_me_never_over_the_own_ap() -> None:
    state = go(bidding(seat(10), seat(4), seat(10), seat(10)), "1:open.1.2", "2:bid.3")
    state = go(state, "3:pass", "4:pass", "1:bid.4")
    assert LADY_LUCK.ask(state) == LADY_LUCK.ask(go(state)), "seat 2 has passed automatically"
    tight = go(bidding(seat(10), seat(4), seat(10), seat(10)), "1:open.1.3")
    assert LADY_LUCK.standing(tight, 2, "1.1.bid.99") == Bid(4)


def test_pass_for_me_beyond_a_limit() -> None:
    state = go(bidding(), "1:open.1.2")
    assert LADY_LUCK.standing(state, 2, "1.1.pass.3") is None, "the seat decides itself"
    assert LADY_LUCK.standing(state, 2, "1.1.pass.2") == Pass()
    assert LADY_LUCK.standing(state, 2, "1.1.pass.0") == Pass()


def test_an_order_lapses_with_its_auction() -> None:
    state = go(bidding(), "1:open.1.2")
    order = "1.1.bid.4"
    assert not LADY_LUCK.order_lapses(state, 2, order)
    assert not LADY_LUCK.order_lapses(state, 2)
    assert LADY_LUCK.order_lapses(go(state, "2:pass"), 2, order)
    state = go(state, "2:pass", "3:pass", "4:pass")
    assert LADY_LUCK.order_lapses(state, 1, order)
    state = go(state, "1:score", "2:open.2.0")
    assert LADY_LUCK.order_lapses(state, 3, order), "another auction"
    assert LADY_LUCK.standing(state, 3, order) is None


def test_two_orders_settle_an_auction() -> None:
    """The higher limit wins, for as little as it takes."""
    state = go(bidding(), "1:open.1.0")
    orders = {2: "1.1.bid.4", 3: "1.1.bid.6", 4: "1.1.pass.0", 1: "1.1.pass.0"}
    while (auction := state.auction) is not None and not state.placing:
        move = LADY_LUCK.standing(state, state.turn, orders[state.turn])
        assert move is not None
        state = go(state, f"{state.turn}:{move.code}")
    assert auction is not None
    assert (auction.by, auction.bid) == (3, 4)
