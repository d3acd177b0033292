"""Signs of life: what is heard of people at a table, as far as it matters."""

from __future__ import annotations

from core.house.house import House
from core.house.signs import FRESH, heard_there

MOST = 2000  # people and tables that are remembered


class Alive:
    """Tells the house of signs of life in lobbies, no more often than they count. A table that has
    begun is asked about no more."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._heard: dict[tuple[str, str], float] = {}
        self._begun: dict[str, None] = {}

    def heard(self, user: str, table: str, at: float) -> None:
        """Something is heard of a person where a table is, whatever it is."""
        last = self._heard.get((user, table))
        if not user or not table or table in self._begun:
            return
        if last is not None and last <= at < last + FRESH:
            return
        if len(self._heard) + len(self._begun) > MOST:
            self._heard.clear()
            self._begun.clear()
        self._heard[user, table] = at
        if not heard_there(self._house, table, user, at):
            self._begun[table] = None
