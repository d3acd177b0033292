"""The games of a house as it was when a transcript was written."""

from __future__ import annotations

from core.games import GAMES
from core.table.table import Games

FIRST = 3  # the games there were when the first transcripts were written


def shelf(name: str) -> Games:
    """The games up to the one of this name: one that comes later changes no older transcript."""
    place = [game.name for game in GAMES].index(name)
    return {game.name: game for game in GAMES[: max(FIRST, place + 1)]}
