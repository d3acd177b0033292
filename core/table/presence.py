"""Who is still there while a lobby gathers players: signs of life, and who gives none."""

from __future__ import annotations

import msgspec

from core.table.commands import Command, Knock, Open, Rematch, Rename
from core.table.table import Chair, Lobby, Table, chair_of, put

replace = msgspec.structs.replace

QUIET = 600  # seconds without a sign of somebody after which the others need not wait for them


def signed(table: Table, command: Command, at: float) -> Table:
    """The table after a command: in a lobby that is a sign of life of whoever gave it. Whoever is
    seated by it is there too."""
    if not isinstance(table, Lobby) or isinstance(command, Knock | Rename):
        return table
    if isinstance(command, Open | Rematch):
        return all_signed(table, at)
    return heard_of(table, getattr(command, "user", ""), at)


def heard_of(lobby: Lobby, user: str, at: float) -> Lobby:
    """The lobby after a sign of life of somebody, if they sit there."""
    index = chair_of(lobby.chairs, user)
    if index is None:
        return lobby
    chair = replace(lobby.chairs[index], seen=int(at), away=False)
    return replace(lobby, chairs=put(lobby.chairs, index, chair))


def all_signed(lobby: Lobby, at: float) -> Lobby:
    """The lobby as if something had been heard of everybody just now."""
    chairs = tuple(
        replace(chair, seen=int(at), away=False) if chair.user is not None else chair
        for chair in lobby.chairs
    )
    return replace(lobby, chairs=chairs)


def looked_over(lobby: Lobby, at: float) -> Lobby:
    """The lobby with everybody marked of whom nothing was heard for too long."""
    chairs = tuple(
        replace(chair, away=True)
        if _turns_quiet(chair) is not None and chair.seen + QUIET <= at
        else chair
        for chair in lobby.chairs
    )
    return replace(lobby, chairs=chairs)


def next_quiet(lobby: Lobby) -> float | None:
    """When the next one is to be marked, if nothing is heard of them; None if nobody is."""
    times = [when for chair in lobby.chairs if (when := _turns_quiet(chair)) is not None]
    return min(times, default=None)


def quiet(lobby: Lobby, but: str = "") -> tuple[str, ...]:
    """The users who are marked, less one of whom something is heard right now."""
    return tuple(
        chair.user for chair in lobby.chairs if chair.user not in (None, but) and chair.away
    )


def _turns_quiet(chair: Chair) -> float | None:
    """When a chair is to be marked; None for one that cannot be, or is."""
    if chair.user is None or chair.away or not chair.seen:
        return None
    return float(chair.seen + QUIET)
