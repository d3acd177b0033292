"""The tables at which the tests of the Inquisitor are played."""

from __future__ import annotations

from typing import Any

from tests.games.coup.play import Told, seat, table

A = seat(2, "inquisitor duke")
B = seat(2, "assassin contessa")
C = seat(2, "captain duke")
LIAR = seat(2, "assassin duke")
FOE = seat(2, "assassin captain")


def court(*rows: dict[str, Any], **more: Any) -> Told:
    return table(*rows, inquisitor=True, **more)
