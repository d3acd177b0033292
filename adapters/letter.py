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
from core.house.ports import Batch, Pending, Reads, room_lane
from core.kernel.text import Announce, Message, Public, Whisper
from core.table.places import Individual, Room, Showing
from core.table.table import Playing, Table
from locales.files import SOURCE
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
"""What a platform adds to the board in another room of a table."""


class _Found(msgspec.Struct, frozen=True):
    """What some letters are written from, all of it as it stood at one moment: the tables that
    can be read, what was told there, the rooms by their lanes, and the people."""

    tables: dict[str, Reading | None]
    told: dict[str, Sequence[Pending]]
    rooms: dict[str, Room]
    people: dict[str, Individual]

    @classmethod
    def of(cls, house: House, reads: Reads, batches: Sequence[Batch]) -> _Found:
        """Looked up in the store."""
        names = list(dict.fromkeys(name for batch in batches for name in _tables_of(batch)))
        tables = {name: house.read_within(reads, name) for name in names}
        shown = {card.table for batch in batches for card in batch.cards if card.outdated}
        told = {name: reads.told(name, MOST_TOLD) for name in names if name in shown}
        where = [room for read in tables.values() if read is not None for room in read.rooms]
        rooms = {room_lane(room.id): room for room in where}
        users = []
        for lane in (batch.lane for batch in batches if batch.lane not in rooms):
            kind, _, key = lane.partition(":")
            room = reads.room(int(key)) if kind == "room" else None
            if room is not None:
                rooms[lane] = room
            else:
                users.append(key)
        return cls(tables, told, rooms, reads.people(users))


def _tables_of(batch: Batch) -> list[str]:
    """The tables that a batch is about."""
    tables = [card.table for card in batch.cards] + [note.table for note in batch.notes]
    return list(dict.fromkeys(tables))


class Scribe:
    """Writes letters. Everything here runs in the writer's thread."""

    def __init__(self, house: House, now: Callable[[], float]) -> None:
        self.house = house
        self.now = now
        self.remarks: list[Remark] = []

    def letter(self, batch: Batch) -> Letter:
        """Render what waits at an address from the newest state of its tables."""
        [letter] = self.letters([batch])
        if isinstance(letter, Exception):
            raise letter
        return letter

    def letters(self, batches: Sequence[Batch]) -> list[Letter | Exception]:
        """The same for several addresses, from one look at the store, in which each table is
        read once. What breaks one letter stands in its place. Raises `OurTrouble`."""
        found = self.house.store.read(lambda reads: _Found.of(self.house, reads, batches))
        return [self._written(batch, found) for batch in batches]

    def _written(self, batch: Batch, found: _Found) -> Letter | Exception:
        try:
            return self._letter(batch, found)
        except Exception as error:
            return error

    def _letter(self, batch: Batch, found: _Found) -> Letter:
        room, user = found.rooms.get(batch.lane), ""
        if room is None:
            user = batch.lane.partition(":")[2]
        seen = {table: found.tables[table] for table in _tables_of(batch)}
        person = found.people[user] if room is None else None
        language = room.language if room is not None else _language(person, seen.values())
        lines, cards = [], []
        for pending in batch.notes:
            lines.append(_line(pending, _context(seen[pending.table], language, room, user)))
        for card in batch.cards:
            read = seen[card.table]
            if read is not None and card.outdated:
                told = found.told[card.table]
                cards.append(self._shown(card, read, told, language, room, user))
        return Letter(batch.lane, language, tuple(lines), tuple(cards), room, user, person)

    def _shown(
        self,
        card: Showing,
        read: Reading,
        told_before: Sequence[Pending],
        language: str,
        room: Room | None,
        user: str,
    ) -> Shown:
        table, rooms = read.table, read.rooms
        games = self.house.games
        if room is not None:
            sheet = group_sheet(table, games)
            more = [each for remark in self.remarks for each in remark(table, rooms, room)]
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
        told = tuple(_line(each, context) for each in told_before)
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
