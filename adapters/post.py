"""The outbox goes out: lane by lane, notes in order, cards rendered at the last moment."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypeVar

import msgspec

from adapters.names import context_of
from core import watch
from core.board import group_sheet, hand_sheet
from core.house import House
from core.ports import Batch, Card, Directory, Individual, Lanes, Pending, Room, Row
from core.sheets import Sheet
from core.table import Finished, Playing, Table
from core.text import Announce, Message, Public, Whisper
from locales.tongue import Context

log = logging.getLogger("fumibako.post")
R = TypeVar("R")
Look = tuple[Row, Table, Sequence[Room]]

LEASE = 30.0  # seconds that a lane belongs to whoever sends it
MOST_TOLD = 40  # things told before that a card may show again
MOST_LANES = 20  # lanes taken at once
RETRY = 5.0  # seconds before a lane is tried again after an unexpected error


class Line(msgspec.Struct, frozen=True):
    """A note to tell: its number in the outbox, its table, and in what context it reads."""

    id: int
    table: str
    message: Message
    context: Context


class Shown(msgspec.Struct, frozen=True):
    """A card to show, as it is right now. `due` is when the time is over, if a clock runs."""

    card: Card
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
    comes.
    """

    notes: tuple[int, ...] = ()
    cards: tuple[Card, ...] = ()
    wait: float = 0.0


class Say(Protocol):
    """How a platform delivers a letter."""

    async def send(self, letter: Letter) -> Sent:
        """Deliver what the platform allows now. Errors of the platform are its own affair."""


Remark = Callable[[Table, Sequence[Room], Room], Sequence[Public]]
"""What a platform adds to the board in another room of a table."""


class Post:
    """Delivers letters. `rooms` and `people` are told by the beginning of their address."""

    def __init__(
        self,
        house: House,
        lanes: Lanes,
        directory: Directory,
        platforms: Mapping[str, Say],
        writer: ThreadPoolExecutor,
        now: Callable[[], float],
    ) -> None:
        self.house = house
        self.lanes = lanes
        self.directory = directory
        self.platforms = platforms
        self.now = now
        self._writer = writer
        self.remarks: list[Remark] = []
        self._bell = asyncio.Event()

    def ring(self) -> None:
        """Something new waits."""
        self._bell.set()

    async def run(self) -> None:
        """Deliver until cancelled. A lane that takes long holds up no other."""
        busy: set[asyncio.Task[None]] = set()
        try:
            while True:
                self._bell.clear()
                if len(busy) < MOST_LANES and await self._begin(busy):
                    continue
                # not wait_for: on Python 3.11 it can lose a cancellation to the bell
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(1.0):
                        await self._bell.wait()
        finally:
            for task in busy:
                task.cancel()
            await asyncio.gather(*busy, return_exceptions=True)

    async def _begin(self, busy: set[asyncio.Task[None]]) -> bool:
        """Claim what is due and begin to deliver it. Tells whether there was anything."""

        def done(task: asyncio.Task[None]) -> None:
            busy.discard(task)
            self._bell.set()

        try:
            most = MOST_LANES - len(busy)
            batches = await self._call(self.lanes.claim, self.now(), LEASE, most)
        except Exception:
            log.exception("the outbox could not be looked through")
            return False
        # what everybody reads goes first: a hand alone would tell the end of a story
        for batch in sorted(batches, key=lambda batch: batch.lane.startswith("person:")):
            task = asyncio.create_task(self.deliver(batch))
            busy.add(task)
            task.add_done_callback(done)
        return bool(batches)

    async def deliver(self, batch: Batch) -> None:
        """Send one lane and settle it. An error delays this lane only."""
        try:
            letter = await self._call(self._letter, batch)
            say = self.platforms.get(letter.room.platform if letter.room else _of(letter.user))
            if say is None:
                await self._call(self.lanes.postpone, batch.lane, float("inf"))
                return
            sent = await say.send(letter)
            await self._call(self._settle, batch, letter, sent)
        except Exception:
            log.exception("lane %s could not be served", batch.lane)
            await self._call(self.lanes.postpone, batch.lane, self.now() + RETRY)

    async def _call(self, function: Callable[..., R], *arguments: object) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._writer, function, *arguments)

    # In the writer's thread

    def _letter(self, batch: Batch) -> Letter:
        """Render what waits at an address from the newest state of its tables."""
        kind, _, key = batch.lane.partition(":")
        room = self.directory.room(int(key)) if kind == "room" else None
        user = "" if room is not None else key
        seen = {
            table: self.house.look(table)
            for table in {card.table for card in batch.cards} | {n.table for n in batch.notes}
        }
        person = self.directory.person(user) if room is None else None
        language = room.language if room is not None else _language(person, seen.values())
        lines, cards = [], []
        for pending in batch.notes:
            look = seen[pending.table]
            lines.append(
                _line(pending, self._context(look, language, room, user) if look else Context())
            )
        for card in batch.cards:
            look = seen[card.table]
            if look is not None and card.outdated:
                cards.append(self._shown(card, look, language, room, user))
        return Letter(batch.lane, language, tuple(lines), tuple(cards), room, user, person)

    def _shown(self, card: Card, look: Look, language: str, room: Room | None, user: str) -> Shown:
        row, table, rooms = look
        games = self.house.games
        if room is not None:
            sheet = group_sheet(table, games)
            more = [each for remark in self.remarks for each in remark(table, rooms, room)]
            sheet = msgspec.structs.replace(sheet, asked=(*sheet.asked, *more))
        else:
            sheet = hand_sheet(table, games, user)
        due = row.due
        if isinstance(table, Playing):
            limit = self.house.limit(table, rooms)
            if limit and row.remind_at is None and not table.asleep:
                due = self.now() + limit
            if not limit:
                due = None
        context = self._context(look, language, room, user)
        told = tuple(_line(each, context) for each in self.lanes.told(table.id, MOST_TOLD))
        return Shown(card, sheet, context, table, due, room is not None, told, tuple(rooms))

    def _context(self, look: Look, language: str, room: Room | None, user: str) -> Context:
        """In private, cards also bear the names that they have in a room of another language."""
        _, table, rooms = look
        edition = ""
        if isinstance(table, Playing | Finished):
            edition = self.house.games[table.game].edition(table.options)
        place = room or (home(rooms, user) if rooms else None)
        context = context_of(table, edition, language, place.zone if place else "Asia/Tokyo")
        if place is not None and place.language != language:
            return msgspec.structs.replace(context, also=place.language)
        return context

    def _settle(self, batch: Batch, letter: Letter, sent: Sent) -> None:
        """Mark what was sent; start the clock of what was shown."""
        at = self.now()
        kept = {shown.card.table for shown in letter.cards}
        # A table that can no longer be read has no card to send: its lane must not stay due.
        lost = tuple(
            msgspec.structs.replace(card, outdated=False)
            for card in batch.cards
            if card.outdated and card.table not in kept
        )
        self.lanes.settle(batch, sent.notes, (*sent.cards, *lost), at)
        if sent.wait:
            self.lanes.postpone(batch.lane, at + sent.wait)
        shown = {card.table for card in sent.cards if not card.outdated}
        for each in letter.cards:
            table = each.table
            if table.id not in shown or not isinstance(table, Playing):
                continue
            sheet = each.sheet
            if each.board or letter.user in _awaited_users(table, sheet):
                watch.shown(self.house, table.id, sheet.question, at)
            if sheet.letters >= 0 and letter.user:
                watch.letters_shown(self.house, table.id, letter.user, sheet.letters)


def _line(pending: Pending, context: Context) -> Line:
    note = pending.note
    assert isinstance(note, Announce | Whisper)
    return Line(pending.id, pending.table, note.message, context)


def _language(person: Individual | None, looks: Iterable[Look | None]) -> str:
    """A private chat: the person's own choice, else the language of the table's room."""
    if person is not None and person.language:
        return person.language
    for look in looks:
        if look is not None and look[2]:
            return home(look[2], person.user if person is not None else "").language
    return "en"


def home(rooms: Sequence[Room], user: str) -> Room:
    """The room from which a person plays: the first one on their platform, else the first."""
    own = [room for room in rooms if room.platform == _of(user)]
    return (own or rooms)[0]


def _of(user: str) -> str:
    return user.partition(":")[0]


def _awaited_users(table: Playing, sheet: Sheet) -> set[str]:
    return {str(table.chairs[seat - 1].user) for seat in sheet.awaited}
