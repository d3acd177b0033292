"""Whoever sits in a lobby goes again: by themselves, or because the host takes them off it."""

from __future__ import annotations

import msgspec

from core.kernel.text import announce
from core.table.commands import Remove
from core.table.failures import Late, Refused
from core.table.sayings import (
    BotLeft,
    BotName,
    ClosedEmpty,
    HostChanged,
    HostOnly,
    LeftOut,
    NoSuchBot,
    NotSeated,
    NotThere,
    Removed,
    Rose,
)
from core.table.table import Chair, Lobby, Table, Tale, chair_of, closed, mark_of

replace = msgspec.structs.replace


def sitting(lobby: Lobby, user: str) -> Chair:
    """The chair of somebody who sits in the lobby. Raises `Refused`."""
    index = chair_of(lobby.chairs, user)
    if index is None:
        raise Refused(NotSeated())
    return lobby.chairs[index]


def hosting(lobby: Lobby, user: str) -> Chair:
    """The chair of the host, who does something. Raises `Refused` for anybody else."""
    chair = sitting(lobby, user)
    if user != lobby.host:
        index = chair_of(lobby.chairs, lobby.host)
        assert index is not None, "the host always sits"
        raise Refused(HostOnly(lobby.chairs[index].name))
    return chair


def rise(lobby: Lobby, user: str) -> Tale[Table]:
    """Somebody leaves the lobby; the next person hosts it, if it was the host."""
    chair = sitting(lobby, user)
    yield announce(Rose(chair.name))
    rest = tuple(other for other in lobby.chairs if other.user != user)
    people = [other for other in rest if other.user is not None]
    if not people:
        yield announce(ClosedEmpty())
        return closed(lobby)
    host = lobby.host
    if host == user:
        host = str(people[0].user)
        yield announce(HostChanged(people[0].name))
    return replace(lobby, chairs=rest, host=host)


def unseat_bot(lobby: Lobby, user: str) -> Tale[Lobby]:
    """The computer that came last goes."""
    sitting(lobby, user)
    for index in reversed(range(len(lobby.chairs))):
        chair = lobby.chairs[index]
        if chair.user is None:
            yield announce(BotLeft(BotName(chair.name)))
            return _without(lobby, index)
    raise Refused(NoSuchBot())


def remove(lobby: Lobby, command: Remove) -> Tale[Table]:
    """The host takes somebody off the table: a person, who may join again, or a computer. Who
    means themselves leaves. Raises `Refused`."""
    host = hosting(lobby, command.user)
    index = command.seat - 1
    chair = lobby.chairs[index] if 0 <= index < len(lobby.chairs) else None
    if chair is None or mark_of(lobby.id, chair) != command.mark:
        raise Late(NotThere())
    if chair is host:
        return (yield from rise(lobby, command.user))
    gone = BotLeft(BotName(chair.name)) if chair.user is None else Removed(host.name, chair.name)
    yield announce(gone)
    return _without(lobby, index)


def leave_out(lobby: Lobby, users: tuple[str, ...]) -> Tale[Lobby]:
    """The game begins without some, of whom nothing is heard. Somebody who is there hosts it."""
    gone = [chair for chair in lobby.chairs if chair.user in users]
    rest = tuple(chair for chair in lobby.chairs if chair.user not in users)
    yield announce(LeftOut(tuple(chair.name for chair in gone)))
    if lobby.host not in users:
        return replace(lobby, chairs=rest)
    heir = next(chair for chair in rest if chair.user is not None)
    yield announce(HostChanged(heir.name))
    return replace(lobby, chairs=rest, host=str(heir.user))


def _without(lobby: Lobby, index: int) -> Lobby:
    return replace(lobby, chairs=lobby.chairs[:index] + lobby.chairs[index + 1 :])
