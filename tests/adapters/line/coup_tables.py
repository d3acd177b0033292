"""Tables of Coup on the fake LINE that stand where a test wants them."""

from __future__ import annotations

from typing import Any

from tests.adapters import coup_positions
from tests.adapters.coup_positions import at as seat
from tests.adapters.line.players import Match

__all__ = ["VARIANTS", "put", "seat"]

VARIANTS = {"inquisitor": "true", "factions": "true"}


def put(match: Match, *rows: dict[str, Any], turn: int = 1, **more: Any) -> None:
    """Let the table of a match stand at a position."""
    name = match.stage.table(match.chat).id
    coup_positions.put(match.stage.house, name, *rows, turn=turn, **more)
