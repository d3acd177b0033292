"""The people in a lobby, where something can be done about some of them."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from core.desk.presses import Unseat
from core.desk.sheets import Button, Rows
from core.kernel.plain import SeatLabel
from core.kernel.text import N_, Public, Seat
from core.table.presence import quiet
from core.table.table import Lobby, mark_of


class NothingHeard(Public, frozen=True, tag="lobby.nothing-heard"):
    """The others need not wait for these."""

    text: ClassVar[str] = N_("Nothing heard for ten minutes: {seats}")
    seats: tuple[Seat, ...]


def those_there(lobby: Lobby) -> Lobby | None:
    """The lobby with those only of whom something is heard; None if that is everybody, or if
    nobody is there to start without the others."""
    gone = quiet(lobby)
    chairs = tuple(chair for chair in lobby.chairs if chair.user not in gone)
    if not gone or all(chair.user is None for chair in chairs):
        return None
    return msgspec.structs.replace(lobby, chairs=chairs)


def nothing_heard(lobby: Lobby) -> NothingHeard:
    """Of whom nothing is heard."""
    gone = quiet(lobby)
    return NothingHeard(
        tuple(seat for seat, chair in enumerate(lobby.chairs, 1) if chair.user in gone)
    )


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
