"""Hands that a step leaves as they are need not be shown again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.desk.board import board_of
from core.desk.hand import hand_of
from core.kernel.text import Note
from core.table.table import Games, Lobby, Playing, Table, chair_of

replace = msgspec.structs.replace


def stays(
    before: Table | None, after: Table, games: Games, user: str, told: Sequence[Note]
) -> bool:
    """Whether what a person is shown in private is the same before and after a step at which
    this was `told` to everybody or to them. What everybody is told stands on a hand as well,
    once the game runs."""
    if before is None or chair_of(before.chairs, user) is None:
        return False  # they are shown something for the first time
    if isinstance(before, Lobby) and isinstance(after, Lobby):
        # before the deal a hand names nobody but its owner
        was, now = (replace(hand_of(t, games, user), sitters=()) for t in (before, after))
        return was == now
    if told or not (isinstance(before, Playing) and isinstance(after, Playing)):
        return False
    return (
        _people(before) == _people(after)
        and before.asleep is after.asleep
        and hand_of(before, games, user) == hand_of(after, games, user)
        and board_of(before, games) == board_of(after, games)
    )


def _people(table: Playing) -> list[tuple[object, ...]]:
    """Who sits where, under which name, and who chooses for them."""
    return [
        (chair.user, chair.name, chair.letters, chair.decides, chair.left) for chair in table.chairs
    ]
