"""The people in a lobby, where something can be done about one of them."""

from __future__ import annotations

from core.desk.presses import Unseat
from core.desk.sheets import Button, Rows
from core.kernel.plain import SeatLabel
from core.kernel.text import Public
from core.table.table import Lobby, mark_of


def name_at(seat: int) -> Public:
    """What whoever sits at a place is called."""
    return SeatLabel(seat)


def people_rows(lobby: Lobby) -> Rows[Public]:
    """A key for everybody but the host, by which the host takes them off the table."""
    return tuple(
        (Button(name_at(seat), lobby.id, 0, Unseat(seat, mark_of(lobby.id, chair))),)
        for seat, chair in enumerate(lobby.chairs, 1)
        if chair.user != lobby.host
    )
