"""One table in several rooms: a code invites another room, the host lets it in by name."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from core.kernel.text import N_, Code, Person, Public, Said, Secret, announce
from core.table.commands import Admit, Knock
from core.table.sayings import HostOnly, NotSeated, Refusal
from core.table.table import (
    Knocking,
    Lobby,
    Refused,
    Tale,
    chair_of,
)

CODE_LASTS = 600.0  # seconds
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
CODE_LENGTH = 6


class BridgeCode(Secret, frozen=True, tag="bridge.code"):
    text: ClassVar[str] = N_(
        "To play with another group, write this there within 10 minutes: {command} "
        "You are then asked whether that group may join."
    )
    command: Code


class RoomAsks(Public, frozen=True, tag="bridge.asks"):
    text: ClassVar[str] = N_("The group “{room}” asks to join this table. {host} decides.")
    room: Said
    host: Person


class Connected(Public, frozen=True, tag="bridge.connected"):
    text: ClassVar[str] = N_(
        "This table is now played in “{first}” and in “{second}”. "
        "What people write in one group is not shown in the other."
    )
    first: Said
    second: Said


class RoomTurnedAway(Public, frozen=True, tag="bridge.turned-away"):
    text: ClassVar[str] = N_("The group “{room}” does not join this table.")
    room: Said


class NotLetIn(Public, frozen=True, tag="bridge.not-let-in"):
    """The same, told to the group that asked."""

    text: ClassVar[str] = N_("The host of the other table did not let this group join.")


class HostIsAsked(Secret, frozen=True, tag="bridge.host-is-asked"):
    text: ClassVar[str] = N_("The host of the other table is asked whether this group may join.")


class NoSuchCode(Refusal, frozen=True, tag="no.no-such-code"):
    text: ClassVar[str] = N_("This code is not known, or it was used, or its 10 minutes are over.")


class AsksAlready(Refusal, frozen=True, tag="no.asks-already"):
    text: ClassVar[str] = N_("The host has already been asked.")


class Invitation(msgspec.Struct, frozen=True):
    """What a code stands for, until a time in seconds since 1970."""

    table: str
    until: float


def key_of(code: str) -> str:
    """Under which name a code is kept."""
    return f"bridge:{code}"


def read_code(said: str) -> str:
    """A code as it was typed; empty if it can be none."""
    code = said.strip().upper()
    fits = len(code) == CODE_LENGTH and all(char in ALPHABET for char in code)
    return code if fits else ""


def knock(lobby: Lobby, command: Knock) -> Tale[Lobby]:
    """Another room asks to join; whoever hosts the table decides."""
    if any(other.room == command.room for other in lobby.knocking):
        raise Refused(AsksAlready())
    yield announce(RoomAsks(command.title, _host_name(lobby)))
    asking = Knocking(command.room, command.title, command.into)
    return msgspec.structs.replace(lobby, knocking=(*lobby.knocking, asking))


def admit(lobby: Lobby, command: Admit) -> Tale[Lobby]:
    """The host lets a room in, or turns it away. The house joins the room to the table."""
    if chair_of(lobby.chairs, command.user) is None:
        raise Refused(NotSeated())
    if command.user != lobby.host:
        raise Refused(HostOnly(_host_name(lobby)))
    asking = next((each for each in lobby.knocking if each.room == command.room), None)
    if asking is None:
        raise Refused(NoSuchCode())
    if command.yes:
        yield announce(Connected(asking.into, asking.title))
    else:
        yield announce(RoomTurnedAway(asking.title))
    rest = tuple(each for each in lobby.knocking if each is not asking)
    return msgspec.structs.replace(lobby, knocking=rest)


def _host_name(lobby: Lobby) -> str:
    index = chair_of(lobby.chairs, lobby.host)
    assert index is not None, "the host always sits"
    return lobby.chairs[index].name
