"""Sections 1 to 5 of the rules: cards, setup and auctions."""

from __future__ import annotations

from collections import Counter

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.events import (
    BecameHelper,
    Bought,
    BoughtCardSeen,
    BoughtFaceDown,
    Dealt,
    GotLast,
    GotLastFaceDown,
    HelpersCalled,
    LaidAsScore,
    LaidUnseen,
    Opened,
    OpenedFaceDown,
    Passed,
    PassedUnasked,
    Raised,
)
from core.games.lady_luck.names import KIND, STARS, Card, Kind
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.text import Note
from tests.games.lady_luck.runner import run
from tests.games.lady_luck.tables import (
    STANDARD,
    bidding,
    codes,
    go,
    position,
    private,
    public,
    seat,
    switched,
    told,
    turn,
    why,
)


def test_1_1_there_are_32_cards_with_76_stars() -> None:
    copies = Counter(KIND.values())
    assert [copies[kind] for kind in Kind] == [2, 2, 2, 4, 4, 4, 4, 10]
    assert sum(STARS.values()) == 76


def test_1_2_cards_are_numbered_in_the_order_of_the_rulebook() -> None:
    assert "".join(list(Card)[:7]) == "pr1pr2no1no2ge1ge2mg1"
    assert list(Card)[31] is Card.MD10


def test_2_1_three_or_four_play() -> None:
    assert list(LADY_LUCK.seats(STANDARD)) == [3, 4]


@pytest.mark.parametrize(("seats", "box", "deck"), [(4, 0, 28), (3, 8, 21)])
def test_3_setup(seats: int, box: int, deck: int) -> None:
    notes: list[Note] = []
    state = run(LADY_LUCK.setup(seats, STANDARD, Dice(b"setup")), notes)
    assert (len(state.box), len(state.deck), len(state.castle)) == (box, deck, seats)
    assert [player.ap for player in state.players] == [10] * seats
    cards = [*state.box, *state.deck, *state.castle]
    assert Counter(cards) == Counter(Card)
    (dealt,) = public(notes)
    assert dealt == Dealt(10, state.castle[:-1], state.parent)  # type: ignore[arg-type]
    assert state.turn == state.parent


def test_3_4_the_lot_makes_everybody_parent_at_times() -> None:
    tales = (LADY_LUCK.setup(4, STANDARD, Dice(b"lot %d" % number)) for number in range(40))
    assert {run(tale).parent for tale in tales} == {1, 2, 3, 4}


def test_5_1_a_parent_opens_any_card_at_any_bid_but_cannot_pass() -> None:
    state = bidding(seat(2), seat(10), seat(10), seat(10))
    assert codes(state, 1) == [f"open.{slot}.{bid}" for slot in range(1, 5) for bid in range(3)]
    assert why(state, "1:pass") == "OpeningWasDue"
    assert public(told(state, "1:open.1.2")) == [Opened(1, Card.KN1, 2)]
    assert public(told(state, "1:open.4.0")) == [OpenedFaceDown(1, 0)]


def test_5_2_bidding_goes_clockwise_and_higher() -> None:
    state = go(bidding(), "1:open.1.1", "2:bid.4")
    assert turn(state) == 3
    assert codes(state, 3) == ["bid.5", "bid.6", "bid.7", "bid.8", "bid.9", "bid.10", "pass"]
    state = go(state, "3:pass", "4:bid.5", "1:pass", "2:bid.6")
    assert turn(state) == 4, "who has passed is skipped"
    assert public(told(state, "4:bid.7")) == [Raised(4, 7)]


def test_5_3_the_winner_alone_pays() -> None:
    state = go(bidding(), "1:open.1.2", "2:bid.3", "3:pass", "4:pass")
    notes = told(state, "1:pass")
    assert public(notes) == [Passed(1), Bought(2, Card.KN1, 3)]
    state = go(state, "1:pass")
    assert [player.ap for player in state.players] == [10, 7, 10, 10]
    assert position(state)["won"] == [2]


def test_5_3_if_nobody_raises_the_parent_wins() -> None:
    state = go(bidding(), "1:open.3.0", "2:pass", "3:pass", "4:pass", "1:score")
    assert state.player(1).scores == (Card.PR1,)
    assert state.player(1).ap == 10


def test_5_4_who_cannot_raise_passes_automatically() -> None:
    state = bidding(seat(10), seat(3), seat(3), seat(10))
    notes = told(state, "1:open.1.3")
    assert public(notes) == [Opened(1, Card.KN1, 3), PassedUnasked((2, 3))]
    assert turn(go(state, "1:open.1.3")) == 4


def test_5_4_without_the_switch_they_press_pass_themselves() -> None:
    state = go(
        bidding(seat(10), seat(3), seat(3), seat(3), options=switched(auto_pass=False)),
        "1:open.1.3",
    )
    assert codes(state, 2) == ["pass"]
    state = go(state, "2:pass", "3:pass", "4:pass")
    assert codes(state, 1) == ["helper", "score"]


def test_5_5_helper_or_score() -> None:
    state = go(bidding(), "1:open.1.0", "2:pass", "3:pass", "4:pass")
    assert public(told(state, "1:helper")) == [BecameHelper(1, Card.KN1)]
    assert position(go(state, "1:helper"))["seats"][0]["helpers"] == ["kn1"]
    assert public(told(state, "1:score")) == [LaidAsScore(1, Card.KN1)]


def test_5_6_the_face_down_card_is_seen_by_its_winner_alone() -> None:
    state = go(bidding(), "1:open.4.0", "2:pass", "3:pass")
    notes = told(state, "4:pass")
    assert public(notes) == [Passed(4), BoughtFaceDown(1, 0)]
    assert private(notes) == [(1, BoughtCardSeen(Card.MG1, 3))]
    state = go(state, "4:pass")
    assert LADY_LUCK.view(state, 1).peek is Card.MG1
    assert LADY_LUCK.view(state, 2).peek is None
    assert public(told(state, "1:score")) == [LaidUnseen(1)]
    assert public(told(state, "1:helper")) == [BecameHelper(1, Card.MG1)]


def test_5_7_the_next_parent_is_the_next_without_a_card() -> None:
    state = go(bidding(), "1:open.1.0", "2:pass", "3:bid.1", "4:pass", "1:pass", "3:helper")
    assert turn(state) == 4
    state = go(state, "4:open.2.0", "1:bid.1", "2:pass", "4:pass", "1:helper")
    assert turn(state) == 2, "seat 1 has a card"


def test_5_8_the_last_one_takes_the_last_card_for_nothing() -> None:
    state = bidding(
        seat(10),
        seat(10),
        seat(10),
        seat(10),
        castle=[None, None, "pr1", "?mg1"],
        won=[1, 2],
        turn=3,
        deck=["md2", "md3", "md4", "md5"],
    )
    state = go(state, "3:open.4.1", "4:pass")
    notes = told(state, "3:helper")
    assert public(notes) == [BecameHelper(3, Card.MG1), GotLast(4, Card.PR1)]
    state = go(state, "3:helper")
    assert (turn(state), codes(state, 4)) == (4, ["helper", "score"])
    assert position(state)["auction"] == {"slot": 3, "bid": 0, "by": 4, "in": [4]}
    notes = told(state, "4:helper")
    called = HelpersCalled((Card.MD2, Card.MD3, Card.MD4))
    assert public(notes) == [BecameHelper(4, Card.PR1), called]


def test_5_8_the_last_one_looks_at_a_face_down_card() -> None:
    state = bidding(
        seat(10),
        seat(10),
        seat(10),
        seat(10),
        castle=[None, None, "pr1", "?mg1"],
        won=[1, 2],
        turn=3,
    )
    notes = told(state, "3:open.3.0", "4:pass", "3:score")
    assert public(notes)[-1] == GotLastFaceDown(4)
    assert (4, BoughtCardSeen(Card.MG1, 3)) in private(notes)


def test_5_9_everybody_gets_one_card_and_the_castle_is_empty() -> None:
    state = run(LADY_LUCK.setup(3, STANDARD, Dice(b"round")))
    while state.round == 1:
        state = go(state, "tick")
    assert [len(player.scores) for player in state.players] == [1, 1, 1]


def test_12_1_a_bid_has_45_seconds_and_all_else_90() -> None:
    state = bidding()
    asked = [LADY_LUCK.ask(state)]
    for entry in ("1:open.1.0", "2:pass", "3:pass", "4:pass"):
        state = go(state, entry)
        asked.append(LADY_LUCK.ask(state))
    times = [question.patience for question in asked if isinstance(question, Ask)]
    assert times == [90, 45, 45, 45, 90]


def test_12_1_time_outs_in_auctions() -> None:
    state = go(bidding(), "tick")
    assert position(state)["auction"] == {"slot": 1, "bid": 0, "by": 1, "in": [1, 2, 3, 4]}
    state = go(state, "tick", "tick", "tick")
    assert codes(state, 1) == ["helper", "score"]
    assert go(state, "tick").player(1).scores == (Card.KN1,)


def test_12_1_the_face_down_card_is_opened_if_it_is_the_only_one() -> None:
    state = bidding(castle=[None, None, "pr1", "?mg1"], won=[1, 2], turn=3)
    assert go(state, "tick").auction is not None
    only = bidding(
        seat(5),
        seat(5),
        seat(5, left=True),
        castle=[None, "kn1", "?mg1"],
        won=[3],
    )
    state = go(only, "1:open.2.1", "2:pass", "1:helper")
    assert position(state)["castle"] == [None, None, "?mg1"]
