"""Where the chat of the playground is kept."""

from __future__ import annotations

from typing import Any, Protocol


class History(Protocol):
    """What was said at an address, in order."""

    def say(self, address: str, table: str, kind: str, payload: str, at: float) -> int:
        """Keep something; tells its number."""

    def letters(self, address: str, after_id: int = 0, most: int = 500) -> list[Any]:
        """What is kept for an address: rows with id, table, kind, payload, at."""
