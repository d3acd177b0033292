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


def test_rejected_with_the_variants() -> None:
    three = [*TWO, {"hidden": ["captain", "duke"]}]
    cases: tuple[tuple[dict[str, Any], str], ...] = (
        ({"seats": three, "examined": {"seat": 2, "card": "assassin"}}, "examined"),
        ({"seats": [{**three[0], "faction": "royalist"}, *three[1:]]}, "seats[0].faction"),
    )
    for position, place in cases:
        with pytest.raises(PositionError) as error:
            load(position, 3, inquisitor=True, factions=True)
        assert error.value.place == place
