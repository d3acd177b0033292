"""What `fumibako tables` and `fumibako table` say, to whoever runs the host."""

from __future__ import annotations

from typing import Annotated, ClassVar

from core.kernel.text import (
    N2_,
    N_,
    P_,
    Code,
    Date,
    Message,
    Moment,
    Named,
    Person,
    Players,
    Public,
    Said,
    Word,
)

Computers = Annotated[int, N2_("{n} computer", "{n} computers")]


class TableState(Word):
    """What a table does."""

    LOBBY = "lobby"
    DRAWING = "drawing"
    PLAYING = "playing"
    ASLEEP = "asleep"
    FINISHED = "finished"
    CLOSED = "closed"

    def named(self, edition: str) -> Named:
        return _STATES[self]


_STATES = {
    TableState.LOBBY: P_("table", "gathering players"),
    TableState.DRAWING: P_("table", "waiting for the public beacon"),
    TableState.PLAYING: P_("table", "playing"),
    TableState.ASLEEP: P_("table", "asleep, everybody is away"),
    TableState.FINISHED: P_("table", "over"),
    TableState.CLOSED: P_("table", "closed"),
}


class SeatState(Word):
    """Who plays a seat, where its person does not do so themselves."""

    COMPUTER = "computer"
    FOR_PERSON = "for-person"
    AWAY = "away"
    LEFT = "left"

    def named(self, edition: str) -> Named:
        return _SEATS[self]


_SEATS = {
    SeatState.COMPUTER: P_("seat", "a computer"),
    SeatState.FOR_PERSON: P_("seat", "lets a computer play"),
    SeatState.AWAY: P_("seat", "away"),
    SeatState.LEFT: P_("seat", "has left"),
}


class NoTables(Public, frozen=True, tag="tables.none"):
    text: ClassVar[str] = N_("No table is open.")


class InRoom(Public, frozen=True, tag="tables.room"):
    """A group: its platform and its title."""

    text: ClassVar[str] = N_("{platform} “{title}”")
    platform: Code
    title: Said


class TableLine(Public, frozen=True, tag="tables.line"):
    text: ClassVar[str] = N_(
        "{table}  {game}, {state} ({people}, {computers}); {rooms}; since {since}"
    )
    table: Code
    game: Public
    state: TableState
    people: Players
    computers: Computers
    rooms: tuple[Public, ...]
    since: Date


class WaitsFor(Public, frozen=True, tag="tables.waits"):
    text: ClassVar[str] = N_("Waiting for {people}, without a clock.")
    people: tuple[Person, ...]


class WaitsUntil(Public, frozen=True, tag="tables.waits-until"):
    text: ClassVar[str] = N_("Waiting for {people} until {until}.")
    people: tuple[Person, ...]
    until: Moment


class ClosesAt(Public, frozen=True, tag="tables.closes"):
    text: ClassVar[str] = N_("Closes at {until}, if nobody does anything.")
    until: Moment


class AsideLine(Public, frozen=True, tag="tables.aside"):
    """A table that cannot be read."""

    text: ClassVar[str] = N_(
        "{table}  cannot be read and was set aside on {since}. “{command}” tries to repair it."
    )
    table: Code
    since: Date
    command: Code


class NoSuchTable(Public, frozen=True, tag="tables.unknown"):
    text: ClassVar[str] = N_("There is no table {table}. “{command}” lists those that are open.")
    table: Code
    command: Code


class NotReadable(Public, frozen=True, tag="tables.unreadable"):
    text: ClassVar[str] = N_("Table {table} cannot be read. “{command}” tries to repair it.")
    table: Code
    command: Code


class SeatOf(Public, frozen=True, tag="tables.seat"):
    text: ClassVar[str] = N_("{number}. {name}")
    number: int
    name: Person


class SeatAs(Public, frozen=True, tag="tables.seat-as"):
    text: ClassVar[str] = N_("{number}. {name} ({state})")
    number: int
    name: Person
    state: SeatState


class LastMoves(Public, frozen=True, tag="tables.moves"):
    text: ClassVar[str] = N_("The last things that the group was told:")


class SecretsFollow(Public, frozen=True, tag="tables.secrets"):
    """A warning before hidden cards are shown in a terminal."""

    text: ClassVar[str] = N_(
        "What follows are hidden cards of a running game. Whoever sees them must not play there, "
        "nor tell anybody who does."
    )


class HiddenOf(Public, frozen=True, tag="tables.hidden"):
    text: ClassVar[str] = N_("Seat {number}, {name}:")
    number: int
    name: Person


class Indented(Public, frozen=True, tag="tables.indented"):
    text: ClassVar[str] = N_("    {what}")
    what: Message
