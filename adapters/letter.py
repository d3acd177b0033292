"""What waits at an address, rendered from the newest state of its tables when it is sent."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Protocol

import msgspec

from adapters.names import context_of, private_context
from core.desk.board import group_sheet, hand_sheet
from core.desk.reading import Reading, language_for
from core.desk.sheets import Sheet
from core.house.house import House
from core.house.ports import Batch, Directory, Lanes, Pending
from core.kernel.text import Announce, Message, Public, Whisper
from core.table.places import Individual, Room, Showing
from core.table.table import Playing, Table
from locales.catalogue import SOURCE
from locales.tongue import Context

MOST_TOLD = 40  # things told before that a card may show again


class Line(msgspec.Struct, frozen=True):
    """A note to tell: its number in the outbox, its table, and in what context it reads."""

    id: int
    table: str
    message: Message
    context: Context


class Shown(msgspec.Struct, frozen=True):
    """A card to show, as it is right now. `due` is when the time is over, if a clock runs."""

    card: Showing
    sheet: Sheet
    context: Context
    table: Table
    due: float | None
    board: bool
    told: tuple[Line, ...] = ()  # the last things that everybody at the table was told
    rooms: tuple[Room, ...] = ()  # where the table is played, oldest first


class Letter(msgspec.Struct, frozen=True):
    """Everything that waits for one address."""

    lane: str
    language: str
    lines: tuple[Line, ...]
    cards: tuple[Shown, ...]
    room: Room | None = None
    user: str = ""
    person: Individual | None = None  # whose private chat it is


class Sent(msgspec.Struct, frozen=True):
    """What of a letter was sent: numbers of notes, and cards as they are shown now.

    `wait` (seconds) asks for a pause of this lane; infinity parks it until something new
    comes. `unsure`: the last thing that was tried may or may not have arrived.
    """

    notes: tuple[int, ...] = ()
    cards: tuple[Showing, ...] = ()
    wait: float = 0.0
    unsure: bool = False


Settle = Callable[[Sent], Awaitable[None]]
"""Stores what was sent so far. To be called after each page that went out."""


class Say(Protocol):
    """How a platform delivers a letter."""

    async def send(self, letter: Letter, settle: Settle) -> Sent:
        """Deliver what the platform allows now. Errors of the platform are its own affair. What
        goes out before the last page is settled at once; what is returned is settled by the
        post (settling something twice does no harm)."""

    async def alive(self) -> bool:
        """Ask the platform for a sign of life, by a call that nobody sees."""


Remark = Callable[[Table, Sequence[Room], Room], Sequence[Public]]
"""What platforms add to the board in a room of a table."""


def no_remarks(table: Table, rooms: Sequence[Room], room: Room) -> Sequence[Public]:
    """Nothing."""
    return ()


class Scribe:
    """Writes letters. Everything here runs in the writer's thread."""

    def __init__(
        self,
        house: House,
        lanes: Lanes,
        directory: Directory,
        now: Callable[[], float],
        remarks: Remark = no_remarks,
    ) -> None:
        self.house = house
        self.lanes = lanes
        self.directory = directory
        self.now = now
        self.remarks = remarks

    def letter(self, batch: Batch) -> Letter:
        """Render what waits at an address from the newest state of its tables."""
        kind, _, key = batch.lane.partition(":")
        room = self.directory.room(int(key)) if kind == "room" else None
        user = "" if room is not None else key
        seen = {
            table: self.house.read(table)
            for table in {card.table for card in batch.cards} | {n.table for n in batch.notes}
        }
        person = self.directory.person(user) if room is None else None
        language = room.language if room is not None else _language(person, seen.values())
        lines, cards = [], []
        for pending in batch.notes:
            lines.append(_line(pending, _context(seen[pending.table], language, room, user)))
        for card in batch.cards:
            read = seen[card.table]
            if read is not None and card.outdated:
                cards.append(self._shown(card, read, language, room, user))
        return Letter(batch.lane, language, tuple(lines), tuple(cards), room, user, person)

    def _shown(
        self, card: Showing, read: Reading, language: str, room: Room | None, user: str
    ) -> Shown:
        table, rooms = read.table, read.rooms
        games = self.house.games
        if room is not None:
            sheet = group_sheet(table, games)
            more = self.remarks(table, rooms, room)
            sheet = msgspec.structs.replace(sheet, asked=(*sheet.asked, *more))
        else:
            sheet = hand_sheet(table, games, user)
        due = read.row.due
        if isinstance(table, Playing):
            if read.limit and read.row.remind_at is None and not table.asleep:
                due = self.now() + read.limit
            if not read.limit:
                due = None
        context = _context(read, language, room, user)
        told = tuple(_line(each, context) for each in self.lanes.told(table.id, MOST_TOLD))
        return Shown(card, sheet, context, table, due, room is not None, told, rooms)


def _line(pending: Pending, context: Context) -> Line:
    note = pending.note
    assert isinstance(note, Announce | Whisper)
    return Line(pending.id, pending.table, note.message, context)


def _language(person: Individual | None, reads: Iterable[Reading | None]) -> str:
    """A private chat: the person's own choice, else the language of their table's room."""
    if person is None:
        return SOURCE
    rooms = next((read.rooms for read in reads if read is not None and read.rooms), ())
    return language_for(person, rooms) or SOURCE


def _context(read: Reading | None, language: str, room: Room | None, user: str) -> Context:
    return context_of(read, language, room) if room else private_context(read, language, user)


def platform_of(user: str) -> str:
    """The platform of a person."""
    return user.partition(":")[0]
