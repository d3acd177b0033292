"""Positions of records: what is read, what is rejected and where, what is written."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import COUP
from core.kernel.dice import Dice
from core.kernel.game import PositionError
from tests.games.coup.play import options, run, seat, table

TWO = [{"hidden": ["duke", "captain"]}, {"hidden": ["assassin", "contessa"]}]


def load(position: dict[str, Any], seats: int = 2, **switches: Any) -> dict[str, Any]:
    state = run(COUP.load(position, seats, options(**switches), Dice(b"")))
    return COUP.dump(state)


def test_defaults() -> None:
    got = load({"seats": TWO})
    assert got["turn"] == 1
    assert [row["coins"] for row in got["seats"]] == [2, 2]
    assert len(got["deck"]) == 11
    assert got["drawn"] == []
    assert load(got)["seats"] == got["seats"]
    assert load(got)["deck"] == got["deck"]


def test_listed_cards_lie_on_top() -> None:
    got = load({"seats": TWO, "deck": ["duke", "ambassador"]})
    assert got["deck"][:2] == ["duke", "ambassador"]
    assert sorted(got["deck"]) == sorted(
        ["duke"] * 2 + ["captain"] * 2 + ["assassin"] * 2 + ["contessa"] * 2 + ["ambassador"] * 3
    )


def test_open_exchange_is_written() -> None:
    game = table(seat(2, "ambassador contessa"), seat(2, "duke duke"), draws="duke captain")
    game.do("1:exchange", "2:allow")
    got = COUP.dump(game.state)
    assert got["drawn"] == ["duke", "captain"]
    assert len(got["deck"]) == 9


def two(**change: Any) -> list[dict[str, Any]]:
    return [{**TWO[0], **change}, TWO[1]]


@pytest.mark.parametrize(
    ("position", "place"),
    [
        ({}, "seats"),
        ({"seats": TWO[:1]}, "seats"),
        ({"seats": [TWO[0], "x"]}, "seats[1]"),
        ({"seats": TWO, "phase": "act"}, "phase"),
        ({"seats": two(left=True)}, "seats[0].left"),
        ({"seats": two(coins=-1)}, "seats[0].coins"),
        ({"seats": two(coins=13)}, "seats[0].coins"),
        ({"seats": two(coins=True)}, "seats[0].coins"),
        ({"seats": two(hidden="duke")}, "seats[0].hidden"),
        ({"seats": two(hidden=["duke", "king"])}, "seats[0].hidden[1]"),
        ({"seats": two(hidden=["duke", 3])}, "seats[0].hidden[1]"),
        ({"seats": two(hidden=["duke", "diplomat"])}, "seats[0].hidden[1]"),
        ({"seats": two(hidden=["duke"])}, "seats[0]"),
        ({"seats": two(lost=["duke"])}, "seats[0]"),
        ({"seats": two(hidden=[], lost=["duke", "duke"]), "turn": 2}, "seats"),
        ({"seats": two(hidden=[], lost=["duke", "duke"])}, "turn"),
        ({"seats": TWO, "turn": 3}, "turn"),
        ({"seats": TWO, "turn": 0}, "turn"),
        ({"seats": TWO, "turn": "1"}, "turn"),
        ({"seats": TWO, "deck": ["duke"] * 3}, "deck"),
        ({"seats": TWO, "deck": 9}, "deck"),
        ({"seats": TWO, "drawn": ["duke", "duke"]}, "drawn"),
    ],
)
def test_rejected(position: dict[str, Any], place: str) -> None:
    with pytest.raises(PositionError) as error:
        load(position)
    assert error.value.place == place


def test_too_many_cards_in_hands() -> None:
    duke = {"hidden": ["duke", "duke"]}
    with pytest.raises(PositionError) as error:
        load({"seats": [duke, duke]})
    assert error.value.place == "seats"


def test_diplomat_positions() -> None:
    rows = [{"hidden": ["diplomat", "captain"], "coins": 14}, TWO[1]]
    assert load({"seats": rows}, diplomat=True)["seats"][0]["coins"] == 14
    with pytest.raises(PositionError) as error:
        load({"seats": TWO}, diplomat=True)
    assert error.value.place == "seats[0].hidden[0]"
    with pytest.raises(PositionError):
        load({"seats": two(hidden=["diplomat", "captain"], coins=-1)}, diplomat=True)


def test_somebody_out_may_still_have_coins_until_the_turn_ends() -> None:
    rows = [*TWO, {"hidden": [], "lost": ["duke", "captain"]}]
    game = table(*[seat(2, " ".join(row["hidden"]), " ".join(row.get("lost", []))) for row in rows])
    assert game.state.players[2].coins == 2
    game.do("1:income")
    assert game.state.players[2].coins == 0


THREE = [*TWO, {"hidden": ["ambassador", "ambassador"]}]
INQUISITORS = [TWO[0], TWO[1], {"hidden": ["inquisitor", "inquisitor"]}]


def test_positions_of_the_base_game_have_no_keys_of_the_variants() -> None:
    got = load({"seats": TWO})
    assert list(got) == ["turn", "deck", "drawn", "seats"]
    assert list(got["seats"][0]) == ["coins", "hidden", "lost"]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_factions_that_are_left_out_alternate(seats: int) -> None:
    rows = [
        {"hidden": ["duke", "captain"]},
        *[{"hidden": [], "lost": ["assassin", "contessa"]}] * 2,
    ]
    rows += [{"hidden": ["captain", "ambassador"]}, {"hidden": ["ambassador", "duke"]}]
    rows[1] = {"hidden": ["duke", "ambassador"]}
    got = load({"seats": rows[:seats], "turn": 2}, seats, factions=True)
    assert [row["faction"] for row in got["seats"]] == [
        "monarchist" if number % 2 else "populist" for number in range(1, seats + 1)
    ]
    assert got["reserve"] == 0
    assert "examined" not in got


def test_factions_and_the_reserve_are_read_and_written() -> None:
    rows = [{**row, "faction": "populist"} for row in THREE]
    rows[1]["faction"] = "monarchist"
    got = load({"seats": rows, "reserve": 14}, 3, factions=True)
    assert [row["faction"] for row in got["seats"]] == ["populist", "monarchist", "populist"]
    assert got["reserve"] == 14
    assert load(got, 3, factions=True) == got


def test_coins_have_no_bound_with_factions() -> None:
    rows = [{**THREE[0], "coins": 40}, *THREE[1:]]
    assert load({"seats": rows}, 3, factions=True)["seats"][0]["coins"] == 40


def test_an_open_examine_is_written() -> None:
    game = table(
        seat(2, "inquisitor duke"), seat(2, "captain duke"), seat(2, "captain duke"),
        inquisitor=True,
    )  # fmt: skip
    assert COUP.dump(game.state)["examined"] is None
    game.do("1:examine.2", "2:allow", "3:allow")
    assert COUP.dump(game.state)["examined"] is None
    game.do("2:choose.duke")
    got = COUP.dump(game.state)
    assert got["examined"] == {"seat": 2, "card": "duke"}
    assert got["seats"][1]["hidden"] == ["captain", "duke"], "still in the hand"
    assert "reserve" not in got
    game.do("1:return")
    assert COUP.dump(game.state)["examined"] is None


def test_null_is_no_open_examine() -> None:
    got = load({"seats": INQUISITORS, "examined": None}, 3, inquisitor=True)
    assert got["examined"] is None
    assert "faction" not in got["seats"][0]


EXAMINED = {"seat": 2, "card": "duke"}


@pytest.mark.parametrize(
    ("position", "switches", "place"),
    [
        ({"seats": INQUISITORS, "examined": EXAMINED}, {"inquisitor": True}, "examined"),
        ({"seats": THREE, "examined": None}, {"factions": True}, "examined"),
        ({"seats": THREE, "examined": None}, {}, "examined"),
        ({"seats": THREE, "reserve": 0}, {}, "reserve"),
        ({"seats": INQUISITORS, "reserve": 0}, {"inquisitor": True}, "reserve"),
        ({"seats": THREE, "reserve": -1}, {"factions": True}, "reserve"),
        ({"seats": THREE, "reserve": True}, {"factions": True}, "reserve"),
        ({"seats": THREE, "reserve": "3"}, {"factions": True}, "reserve"),
        ({"seats": [*TWO, {**THREE[2], "faction": "populist"}]}, {}, "seats[2].faction"),
        (
            {"seats": [*TWO, {**THREE[2], "faction": "loyalist"}]},
            {"factions": True},
            "seats[2].faction",
        ),
        ({"seats": [*TWO, {**THREE[2], "faction": 1}]}, {"factions": True}, "seats[2].faction"),
        (
            {"seats": [*TWO, {**THREE[2], "faction": None}]},
            {"factions": True},
            "seats[2].faction",
        ),
        ({"seats": THREE}, {"inquisitor": True}, "seats[2].hidden[0]"),
        ({"seats": INQUISITORS}, {"factions": True}, "seats[2].hidden[0]"),
    ],
)
def test_rejected_with_variants(
    position: dict[str, Any], switches: dict[str, Any], place: str
) -> None:
    with pytest.raises(PositionError) as error:
        load(position, 3, **switches)
    assert error.value.place == place
