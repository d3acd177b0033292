"""Letters are written from the newest state of their tables when they are sent."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from adapters.letter import (
    BoardShown,
    HandShown,
    Letter,
    PersonLetter,
    RoomLetter,
    Told,
)
from adapters.names import context_of, private_context
from core.desk.board import board_of
from core.desk.hand import hand_of
from core.desk.reading import Reading, language_for
from core.desk.score_board import with_score
from core.desk.sheets import Hand
from core.house.house import House
from core.house.ports import Batch, Pending, Reads, room_lane
from core.kernel.drawn import Moment
from core.kernel.text import Announce, Message, Public
from core.table.failures import OurTrouble
from core.table.places import Individual, Room, Showing
from core.table.table import Finished, Playing, Table
from locales.files import SOURCE
from locales.tongue import Context

MOST_TOLD = 40  # things told before that a card may show again

Remark = Callable[[Table, Sequence[Room], Room], Sequence[Public]]
"""What platforms add to the board in a room of a table."""


def no_remarks(table: Table, rooms: Sequence[Room], room: Room) -> Sequence[Public]:
    """Nothing."""
    return ()


class OfNewer(OurTrouble):
    """What waits in a lane is for a worker of a newer release to tell."""


class _Found(msgspec.Struct, frozen=True):
    """What some letters are written from, all of it as it stood at one moment: the tables that
    can be read, what was told there, the rooms by their lanes, and the people."""

    tables: dict[str, Reading | None]
    told: dict[str, Sequence[Pending]]
    rooms: dict[str, Room]
    people: dict[str, Individual]
    newer: frozenset[str] = frozenset()  # tables of a newer release

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
        here = [tables[name] for name in shown]
        users += [
            chair.user
            for read in here
            if read is not None
            for chair in read.table.chairs
            if chair.letters and chair.user is not None
        ]
        unread = [name for name, read in tables.items() if read is None]
        newer = frozenset(name for name in unread if house.of_newer(reads, name))
        return cls(tables, told, rooms, reads.people(users), newer)


def _tables_of(batch: Batch) -> list[str]:
    """The tables that a batch is about."""
    tables = [card.table for card in batch.cards] + [note.table for note in batch.notes]
    return list(dict.fromkeys(tables))


class Scribe:
    """Writes letters. Everything here runs in the writer's thread."""

    def __init__(
        self, house: House, now: Callable[[], float], remarks: Remark = no_remarks
    ) -> None:
        self.house = house
        self.now = now
        self.remarks = remarks

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

    def hand_now(
        self,
        table_id: str,
        user: str,
        language: str,
        said: Sequence[str] = (),
        *,
        by_buttons: bool = False,
    ) -> HandShown | None:
        """The hand of a person as it is now, whatever waits for them; None if its table cannot be
        read. The rest is as for `hand_of`."""

        def shown(table: Table) -> Hand:
            return hand_of(table, self.house.games, user, said, by_buttons=by_buttons)

        return self._now(table_id, user, language, shown)

    def hand_beside_board(self, table_id: str, user: str, language: str) -> HandShown | None:
        """The same as it is shown in a group: with what letters mean, and with buttons."""

        def shown(table: Table) -> Hand:
            free = hand_of(table, self.house.games, user, by_buttons=True)
            return msgspec.structs.replace(
                hand_of(table, self.house.games, user), choice=free.choice
            )

        return self._now(table_id, user, language, shown)

    def _now(
        self, table_id: str, user: str, language: str, shown: Callable[[Table], Hand]
    ) -> HandShown | None:

        def look(reads: Reads) -> tuple[Reading | None, Sequence[Pending]]:
            return self.house.read_within(reads, table_id), reads.told(table_id, MOST_TOLD)

        read, told = self.house.store.read(look)
        if read is None:
            return None
        context, hand = private_context(read, language, user), shown(read.table)
        before = self._before(told, read, context)
        return HandShown(Showing(table_id), hand, context, self._due(read), before, read.rooms)

    def _written(self, batch: Batch, found: _Found) -> Letter | Exception:
        try:
            return self._letter(batch, found)
        except Exception as error:
            return error

    def _letter(self, batch: Batch, found: _Found) -> Letter:
        if found.newer & {*_tables_of(batch)}:
            raise OfNewer("a table of a newer release")
        room = found.rooms.get(batch.lane)
        if room is not None:
            return self._to_room(batch, room, found)
        user = batch.lane.partition(":")[2]
        return self._to_person(batch, user, found.people[user], found)

    def _to_room(self, batch: Batch, room: Room, found: _Found) -> RoomLetter:
        lines = [
            self._told_all(each, found.tables[each.table], room.language, room)
            for each in batch.notes
        ]
        shown = [
            self._board(card, read, found, room)
            for card in batch.cards
            if (read := found.tables[card.table]) is not None and card.outdated
        ]
        return RoomLetter(batch.lane, room.language, tuple(lines), tuple(shown), room)

    def _to_person(
        self, batch: Batch, user: str, person: Individual, found: _Found
    ) -> PersonLetter:
        """Each person reads in their own language, else in that of their table's room."""
        reads = (found.tables[name] for name in _tables_of(batch))
        rooms = next((read.rooms for read in reads if read is not None and read.rooms), ())
        language = language_for(person, rooms) or SOURCE
        lines = [
            self._told_one(each, found.tables[each.table], language, user) for each in batch.notes
        ]
        shown = [
            self._hand(card, read, found.told[card.table], language, user)
            for card in batch.cards
            if (read := found.tables[card.table]) is not None and card.outdated
        ]
        return PersonLetter(batch.lane, language, tuple(lines), tuple(shown), user, person)

    def _board(self, showing: Showing, read: Reading, found: _Found, room: Room) -> BoardShown:
        table, rooms, told = read.table, read.rooms, found.told[showing.table]
        more = tuple(self.remarks(table, rooms, room))
        context = context_of(read, room.language, room)
        board = with_score(board_of(table, self.house.games), read.scores.get(room.id))
        return BoardShown(
            showing,
            msgspec.structs.replace(board, remarks=more),
            context,
            self._due(read),
            read.limit,
            self._before(told, read, context),
            rooms,
            frozenset(seat for seat, chair in enumerate(table.chairs, 1) if chair.order),
            {
                seat: found.people[chair.user].wishes
                for seat, chair in enumerate(table.chairs, 1)
                if chair.letters and chair.user is not None
            },
        )

    def _hand(
        self, showing: Showing, read: Reading, told: Sequence[Pending], language: str, user: str
    ) -> HandShown:
        context = private_context(read, language, user)
        hand = hand_of(read.table, self.house.games, user)
        due = self._due(read)
        return HandShown(showing, hand, context, due, self._before(told, read, context), read.rooms)

    def _told_all(
        self, pending: Pending, read: Reading | None, language: str, room: Room
    ) -> Told[Public]:
        note = pending.note
        assert isinstance(note, Announce), "a room is told only what all may hear"
        context = context_of(read, language, room)
        moment = self._moment(read, note.message)
        return Told(pending.id, pending.table, note.message, context, moment)

    def _told_one(
        self, pending: Pending, read: Reading | None, language: str, user: str
    ) -> Told[Message]:
        message = pending.note.message
        context = private_context(read, language, user)
        return Told(pending.id, pending.table, message, context, self._moment(read, message))

    def _before(
        self, told: Sequence[Pending], read: Reading, context: Context
    ) -> tuple[Told[Public], ...]:
        """What everybody was told last."""
        found = []
        for each in told:
            assert isinstance(each.note, Announce), "a table's log is for everybody"
            message = each.note.message
            found.append(Told(each.id, each.table, message, context, self._moment(read, message)))
        return tuple(found)

    def _moment(self, read: Reading | None, message: Message) -> Moment | None:
        """What a note tells as it can be shown; before the deal notes are words only."""
        if read is None or not isinstance(read.table, Playing | Finished):
            return None
        return self.house.games[read.table.game].moment(read.table.options, message)

    def _due(self, read: Reading) -> float | None:
        """When the time is over if what is written now is sent now."""
        if not isinstance(read.table, Playing):
            return read.row.due
        if not read.limit:
            return None
        starts = read.row.remind_at is None and not read.table.asleep
        return self.now() + read.limit if starts else read.row.due
