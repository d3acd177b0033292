"""Positions of records: what is taken, what is refused, and how automatic steps follow."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.names import Card
from core.kernel.dice import Dice
from core.kernel.game import PositionError
from tests.games.lady_luck.runner import check, play, run
from tests.games.lady_luck.tables import (
    AUCTION,
    CASTLE,
    STANDARD,
    bidding,
    codes,
    go,
    helping,
    load,
    position,
    seat,
    switched,
    turn,
)

FOUR = [seat(10)] * 4
OFFER = {"slot": 1, "bid": 2, "by": 1, "in": [1, 2, 3, 4]}


def test_what_is_left_out_takes_its_value() -> None:
    state = load({"castle": AUCTION, "seats": [{}] * 4})
    assert position(state)["seats"][3] == {"ap": 10, "helpers": [], "scores": [], "left": False}
    assert (state.round, turn(state), state.parent, state.deck) == (1, 1, 1, ())
    assert load({"castle": AUCTION}, seats=4) == state


def test_cards_listed_nowhere_are_out_of_play() -> None:
    state = bidding()
    assert len(state.box) == 28
    assert Card.KN1 not in state.box


def test_a_start_while_a_winner_chooses() -> None:
    state = load(
        {
            "castle": AUCTION,
            "auction": {"slot": 4, "bid": 3, "by": 2, "in": [2]},
            "won": [2],
            "turn": 2,
            "seats": FOUR,
        }
    )
    assert codes(state, 2) == ["helper", "score"]
    assert position(state)["auction"] == {"slot": 4, "bid": 3, "by": 2, "in": [2]}


def test_a_start_while_a_noble_waits() -> None:
    noble = {"card": "no1", "by": 1, "on": 2}
    state = helping(
        seat(helpers="no1"), seat(scores="pr1 md1"), seat(), seat(), noble=noble, turn=2
    )
    assert codes(state, 2) == ["reveal.pr1", "reveal.md1"]
    assert position(state)["noble"] == noble


def test_automatic_steps_follow_a_start() -> None:
    state = bidding(castle=[None, None, None, "?mg1"], won=[1, 2, 3], turn=4)
    assert codes(state, 4) == ["helper", "score"], "the free card"
    state = bidding(seat(10), seat(2), seat(2), seat(2), auction=OFFER, turn=2)
    assert codes(state, 1) == ["helper", "score"], "nobody can raise"
    state = bidding(auction={**OFFER, "in": [1]}, turn=1)
    assert codes(state, 1) == ["helper", "score"], "nobody else is in"
    state = helping(seat(), seat(), seat(helpers="md1"), seat())
    assert turn(state) == 3
    state = bidding(seat(10, left=True), seat(10), seat(10), seat(10))
    assert turn(state) == 2, "the seat that has left has opened"
    state = load(
        {
            "castle": [None] * 4,
            "won": [1, 2, 3, 4],
            "parent": 3,
            "deck": ["md2", "md3", "md4", "md5"],
            "seats": [seat(1, "kn1"), seat(1), seat(1, "kn2"), seat(1)],
        }
    )
    assert (turn(state), state.phase.value) == (3, "helper")


AUCTION_FAULTS: list[dict[str, Any]] = [
    {"round": 0},
    {"round": 9},
    {"round": "1"},
    {"round": True},
    {"turn": 5},
    {"phase": "over"},
    {"phase": "noble"},
    {"castle": AUCTION[1:]},
    {"castle": [*AUCTION[:3], "mg1"]},
    {"castle": ["?kn1", *AUCTION[1:]]},
    {"castle": [None, *AUCTION[1:]]},
    {"castle": "kn1"},
    {"castle": [*AUCTION[:3], "?zz1"]},
    {"castle": [1, *AUCTION[1:]]},
    {"deck": ["kn1"]},
    {"deck": ["md2", "md2"]},
    {"deck": ["guard"]},
    {"hand": []},
    {"seats": FOUR[:3]},
    {"seats": [*FOUR[:3], 4]},
    {"seats": [*FOUR[:3], {"hand": []}]},
    {"seats": [*FOUR[:3], {"ap": -1}]},
    {"seats": [*FOUR[:3], {"left": 1}]},
    {"seats": [*FOUR[:3], {"helpers": ["kn1"]}]},
    {"seats": [*FOUR[:3], {"helpers": [["kn2"]]}]},
    {"seats": [seat(left=True)] * 3 + FOUR[:1]},
    {"won": [1]},
    {"won": [2]},
    {"won": [2, 2]},
    {"passed": [1]},
    {"uses": {"pr2": 1}},
    {"uses": {"kn2": 1}},
    {"uses": {"pr2": 2}},
    {"uses": {"pr9": 1}},
    {"noble": {"card": "no1", "by": 1, "on": 2}},
    {"auction": {"slot": 1, "bid": 2}},
    {"auction": OFFER},
    {"auction": {**OFFER, "in": [2, 3]}, "turn": 2},
    {"auction": {**OFFER, "in": [1, 2]}, "turn": 3},
    {"auction": {**OFFER, "bid": 11}, "turn": 2},
    {"auction": OFFER, "turn": 2, "castle": [None, *AUCTION[1:]], "won": [4]},
    {"auction": {**OFFER, "slot": 2}, "turn": 2, "castle": [None, *AUCTION[1:]], "won": [4]},
    {"auction": {**OFFER, "slot": 0}, "turn": 2},
    {"auction": {**OFFER, "slot": 5}, "turn": 2},
    {"auction": {**OFFER, "bid": -1}, "turn": 2},
    {"auction": {**OFFER, "in": [0, 1, 2]}, "turn": 2},
    {"turn": 0, "parent": 1},
    {"parent": 0},
    {"parent": 5},
    {"won": [0], "castle": [None, *AUCTION[1:]]},
    {"auction": {**OFFER, "in": [1, 2]}, "turn": 1, "won": [1]},
    {"auction": {**OFFER, "in": [1]}, "turn": 2, "won": [1]},
]


@pytest.mark.parametrize("given", AUCTION_FAULTS, ids=str)
def test_impossible_positions_of_the_action_phase(given: dict[str, Any]) -> None:
    whole = {"castle": AUCTION, "seats": FOUR, **given}
    with pytest.raises(PositionError) as caught:
        run(LADY_LUCK.load(whole, 4, STANDARD, Dice(b"")))
    assert caught.value.place == "start.position"


NOBLE = {"card": "no1", "by": 1, "on": 2}
TWO = seat(1, "", "pr1 md1")
HELPER_FAULTS: list[dict[str, Any]] = [
    {"castle": []},
    {"castle": [None, *CASTLE[1:]]},
    {"round": 8},
    {"won": [1]},
    {"auction": OFFER},
    {"passed": [1]},
    {"noble": {"card": "no1", "by": 1}},
    {"noble": NOBLE},
    {"noble": {**NOBLE, "card": "kn1"}, "turn": 2},
    {"noble": {**NOBLE, "card": "no2"}, "turn": 2},
    {"noble": {**NOBLE, "on": 3}, "turn": 3},
    {"noble": NOBLE, "turn": 2, "passed": [1]},
    {"noble": {**NOBLE, "by": 0}, "turn": 2, "seats": [seat(), TWO, seat(), seat(1, "no1 kn1")]},
    {"passed": [0]},
]


@pytest.mark.parametrize("given", HELPER_FAULTS, ids=str)
def test_impossible_positions_of_the_helper_phase(given: dict[str, Any]) -> None:
    seats = [seat(1, "no1 kn1"), TWO, seat(), seat()]
    whole = {"phase": "helper", "castle": CASTLE, "seats": seats, **given}
    with pytest.raises(PositionError) as caught:
        run(LADY_LUCK.load(whole, 4, STANDARD, Dice(b"")))
    assert caught.value.place == "start.position"


def test_two_uses_would_have_ended_the_game() -> None:
    seats = [seat(1, "pr1 pr2 md1"), seat(), seat(), seat()]
    state = helping(*seats, uses={"pr1": 1, "pr2": 1})
    assert position(state)["uses"] == {"pr1": 1, "pr2": 1}
    with pytest.raises(PositionError):
        helping(*seats, uses={"pr1": 1, "pr2": 1}, options=switched(princess_scope="same_player"))


def test_no_uses_are_left_out() -> None:
    assert position(helping(seat(1, "pr1"), seat(), seat(), uses={"pr1": 0}))["uses"] == {}


RECORD: dict[str, Any] = {
    "options": {},
    "seats": ["Ada", "Ben", "Cleo", "Dan"],
    "start": {"position": {"castle": AUCTION, "seats": FOUR}},
    "moves": ["1:open.1.2", "!2:bid.2"],
}


@pytest.mark.parametrize(
    "expect",
    [
        {"position": {"round": 2}},
        {"position": {"deck": 3}},
        {"position": {"deck": ["kn1"]}},
        {"position": {"seats": [{"helpers": ["md1"]}, {}, {}, {}]}},
        {"awaited": [3]},
        {"winners": [1]},
        {"legal": {"2": ["pass"]}},
        {"offers": {"2": ["bid.2"]}},
        {"never": {"2": ["pass"]}},
        {"told": {"group": ["ps1"]}},
        {"untold": {"3": ["kn1"]}},
        {"error": "moves[0]"},
    ],
    ids=str,
)
def test_the_runner_finds_what_does_not_hold(expect: dict[str, Any]) -> None:
    assert len(check({**RECORD, "expect": expect})) == 1
    assert check({**RECORD, "expect": {}}) == []


def test_the_runner_finds_moves_that_are_legal_or_not() -> None:
    wrong = {**RECORD, "moves": ["!1:open.1.2", "1:open.9.9"]}
    assert len(play(wrong).faults) == 2


def test_draws_of_a_record_are_prescribed() -> None:
    deck = ["md2", "md3", "md4", "md5", "ps1"]
    start = {
        "castle": [None, None, None, "?mg1"],
        "won": [2, 3, 4],
        "deck": deck,
        "seats": FOUR,
    }
    record = {**RECORD, "start": {"position": start}, "moves": ["1:helper"]}
    state = play({**record, "draws": ["ps1", "md5"]}).state
    assert position(state)["castle"] == ["ps1", "md5", "md2", "?md3"]
    assert go(state, "1:use.mg1").round == 2
