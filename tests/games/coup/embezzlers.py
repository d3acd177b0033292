"""The tables at which the tests of Embezzle are played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.coup.play import Told, public, seat, table

TRUE = seat(2, "captain assassin")
LIAR = seat(2, "captain duke")
TWICE = seat(2, "duke duke")
B = seat(2, "ambassador contessa")
C = seat(2, "duke assassin")
OPEN: dict[str, Any] = {"embezzle_bluff": "open_hand"}
CONCEDE: dict[str, Any] = {"embezzle_bluff": "concede", "prove": "auto"}
CHOICE: dict[str, Any] = {"embezzle_bluff": "concede", "prove": "choice"}
BLUFFS = (OPEN, {**OPEN, "prove": "choice"}, CONCEDE, CHOICE)
every_way = pytest.mark.parametrize("ways", BLUFFS, ids=["open", "open-choice", "concede", "asked"])


def house(*rows: dict[str, Any], **more: Any) -> Told:
    """A game with factions, seats 1 and 3 against seat 2, with three coins in the almshouse."""
    return table(*rows, factions=True, **{"reserve": 3, **more})


def kinds(told: list[Any]) -> list[type]:
    return [type(message) for message in public(told)]
