"""What a record expects is compared as the format says."""

from __future__ import annotations

from typing import Any

import pytest

from core.records.expect import check
from core.records.faults import (
    Differs,
    NoneExpected,
)
from core.records.record import is_at, read, wanted_error
from core.records.replay import replay
from core.table.table import (
    Games,
)
from tests.recorded.made import (
    BY_NAME,
    Data,
    Picky,
    failures,
    game_by_decks,
    game_by_position,
    played,
)

# ------------------------------------------------------------------ expectations

EXPECTATIONS: dict[str, tuple[Data, list[str]]] = {
    "nothing": ({}, []),
    "all is well": (
        {
            "position": {
                "round": 1,
                "turn": 3,
                "deck": 8,
                "aside": "guard",
                "seats": [{"out": False, "hand": ["handmaid"]}, {}, {"discards": ["baron"]}],
            },
            "awaited": [3],
            "winners": [],
            "round_winners": [],
            "legal": {"1": [], "3": ["guard.1.handmaid"]},
        },
        ["legal.3"],
    ),
    "another deck": ({"position": {"deck": ["guard"]}}, ["position.deck"]),
    "a number of cards": ({"position": {"deck": 99}}, ["position.deck"]),
    "a truth is no number": ({"position": {"round": True}}, ["position.round"]),
    "a key that no position has": ({"position": {"coins": 3}}, ["position.coins"]),
    "a hand": ({"position": {"seats": [{"hand": ["king"]}, {}, {}]}}, ["position.seats[0].hand"]),
    "a hand that is none": (
        {"position": {"seats": [{"hand": None}, {}, {}]}},
        ["position.seats[0].hand"],
    ),
    "discards in order": (
        {"position": {"seats": [{}, {"discards": []}, {}]}},
        ["position.seats[1].discards"],
    ),
    "fewer seats": ({"position": {"seats": [{}]}}, ["position.seats"]),
    "seats in other words": ({"position": {"seats": [1, {}, {}]}}, ["position.seats[0]"]),
    "no seats": ({"position": {"seats": 3}}, ["position.seats"]),
    "somebody awaited": ({"awaited": [1, 2]}, ["awaited"]),
    "somebody won": ({"winners": [1]}, ["winners"]),
    "somebody won the round": ({"round_winners": [1]}, ["round_winners"]),
    "more legal moves": ({"legal": {"2": ["spy"]}}, ["legal.2"]),
    "an offer": ({"offers": {"3": ["princess"]}}, ["offers.3"]),
    "told in private": ({"told": {"2": ["priest", "prince"]}}, []),
    "told to nobody": ({"told": {"3": ["princess"]}}, ["told.3"]),
    "told to the group": ({"told": {"group": ["guard", "baron", "prince"]}}, []),
    "never told to the group": ({"told": {"group": ["countess"]}}, ["told.group"]),
    "untold": ({"untold": {"group": ["king", "priest"], "1": ["priest"]}}, []),
    "untold to a seat, told to the group": ({"untold": {"1": ["prince"]}}, ["untold.1"]),
    "untold, but on a card": ({"untold": {"2": ["priest", "king"]}}, ["untold.2"]),
}


@pytest.mark.parametrize("name", EXPECTATIONS)
def test_expectation(name: str) -> None:
    expect, keys = EXPECTATIONS[name]
    data = game_by_decks()
    data["expect"] = expect
    assert [found.key for found in failures(data)] == keys  # type: ignore[attr-defined]


def test_hands_and_the_deck_compare_in_any_order() -> None:
    data = game_by_decks()
    game = BY_NAME["love-letter"]
    position = game.dump(played(data).table.state)
    position["deck"].reverse()
    for seat in position["seats"]:
        seat["hand"].reverse()
    data["expect"] = {"position": position}
    assert failures(data) == ()
    position["deck"].append("guard")
    position["seats"][2]["discards"].append("guard")
    assert [found.key for found in failures(data)] == [  # type: ignore[attr-defined]
        "position.deck",
        "position.seats[2].discards",
    ]


def test_moves_that_must_not_be_offered() -> None:
    data = game_by_position()
    data["expect"] = {"never": {"2": ["princess", "spy"]}, "offers": {"2": ["princess"]}}
    (found,) = failures(data)
    assert found == NoneExpected("never.2", '["princess","spy"]', '["princess"]')


def test_after_the_end_turn_and_awaited_are_not_compared() -> None:
    data = game_by_decks()
    data["moves"] = ["2:leave", "3:leave"]
    data["expect"] = {
        "position": {"turn": 2, "seats": [{"protected": True}, {}, {}]},
        "awaited": [3],
        "winners": [1],
    }
    assert failures(data) == ()
    data["expect"]["winners"] = []
    assert failures(data) == (Differs("winners", "[]", "[1]"),)


def test_an_expected_error_is_no_expectation_of_the_game() -> None:
    data = game_by_decks()
    data["expect"] = {"error": "moves[0]"}
    assert failures(data) == ()
    assert wanted_error(data) == "moves[0]"
    assert is_at("moves[0]", "moves[0]")
    assert is_at("start.position.seats[0]", "start.position")
    assert not is_at("moves[10]", "moves[1]")


def test_a_game_without_rounds_has_no_winners_of_a_round() -> None:
    class NoRounds(Picky):
        def round_winners(self, _: Any) -> None:
            return None

    games: Games = {"love-letter": NoRounds("")}  # type: ignore[dict-item]
    data = game_by_decks()
    data["expect"] = {"round_winners": []}
    assert check(replay(read(data, games), games), games) == (
        Differs("round_winners", "[]", "null"),
    )
