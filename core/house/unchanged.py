"""Hands that a step leaves as they are need not be shown again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.desk.board import board_of
from core.desk.hand import hand_of
from core.kernel.text import Note
from core.table.table import Games, Lobby, Playing, Table, chair_of


def may_stay(before: Table | None, after: Table, games: Games, told: Sequence[Note]) -> bool:
    """Whether some hand may be the same before and after a step at which this was `told` to
    everybody. Once the game runs that, and what everybody sees, stands on every hand as well."""
    if isinstance(before, Lobby):
        return isinstance(after, Lobby)
    if told or not (isinstance(before, Playing) and isinstance(after, Playing)):
        return False
    return board_of(before, games) == board_of(after, games)


def stays(before: Table, after: Table, games: Games, user: str) -> bool:
    """Whether the hand of a person is the same before and after, where it may be."""
    if chair_of(before.chairs, user) is None:
        return False  # they are shown something for the first time
    was, now = hand_of(before, games, user), hand_of(after, games, user)
    if isinstance(before, Lobby):  # there a hand names nobody but its owner
        was = msgspec.structs.replace(was, sitters=now.sitters)
    return was == now
