"""One command, one transaction: the door through which everything passes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

import msgspec

from core.desk.reading import Reading, reading
from core.desk.slips import PressAgain
from core.house.drafts import PressInput, press_row
from core.house.ports import Reads, Store, Work, person_lane, room_lane
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.kernel.text import Announce, Message, Note, Whisper, announce
from core.table import lobby
from core.table.bridge import NotLetIn
from core.table.commands import (
    Admit,
    Answer,
    Command,
    Open,
    Rematch,
    Rename,
    Rise,
    Sit,
    Tick,
)
from core.table.course import computers_due, ride
from core.table.failures import Late, Refused
from core.table.places import Room, StoredTable
from core.table.playing import step
from core.table.sayings import AlreadyOpen, NoTable, NotYetTime, SetAside, TableBroken, TooLate
from core.table.snapshot import Unreadable, freeze, thaw
from core.table.table import (
    Closed,
    Finished,
    Games,
    Lobby,
    Playing,
    Table,
    Tale,
)

replace = msgspec.structs.replace

LOBBY_LASTS = 3 * 3600.0  # seconds without anybody doing anything after which a lobby closes
LATEST_SHOWING = 180.0  # seconds after which a clock runs even if no prompt was shown


class Input(msgspec.Struct, frozen=True):
    """Something that reached the house.

    `receipt` names the input for ever (empty: it cannot come twice); `at` is now, in
    seconds since 1970; `said_at` is the platform's time of a typed word, if it is one.
    """

    command: Command
    at: float
    receipt: str = ""
    room: int | None = None
    table: str | None = None
    said_at: float | None = None


class Result(msgspec.Struct, frozen=True):
    """What became of an input, for the sender."""

    table: str | None = None
    refused: Message | None = None
    repeated: bool = False
    notes: tuple[Note, ...] = ()
    late: bool = False  # refused because it came too late
    asked: PressAgain | None = None


class Pause(msgspec.Struct, frozen=True):
    """How computers ride along: at once up to `most` moves, the rest each after `seconds`."""

    most: int = 50
    seconds: float = 0.0


class House:
    """Tables behind one door. It knows the time and chance only as they are handed in.

    `windows` may give a chance to object another length in some rooms. `deaf` tells that people
    in these rooms may have acted without being heard: then no time runs out. `lobby_lasts` is
    how long (seconds) a lobby stays in which nobody does anything; None: for ever.
    """

    def __init__(
        self,
        store: Store,
        games: Games,
        chance: Callable[[int], bytes],
        pause: Pause | None = None,
        windows: Callable[[Sequence[Room]], int] = lambda rooms: 0,
        deaf: Callable[[Sequence[Room]], bool] = lambda rooms: False,
        lobby_lasts: float | None = LOBBY_LASTS,
    ) -> None:
        self.store = store
        self.games = games
        self.chance = chance
        self._pause = pause or Pause()
        self._windows = windows
        self.deaf = deaf
        self._lobby_lasts = lobby_lasts

    def handle(self, heard: Input) -> Result:
        """Carry out a command in one transaction. A refusal keeps only the receipt."""
        return self.store.run(lambda work: self.within(work, heard))

    def within(self, work: Work, heard: Input) -> Result:
        """Carry out a command within a transaction."""
        if heard.receipt and not work.first_time(heard.receipt, heard.at):
            return Result(repeated=True)
        undo = work.undo_to_here()
        try:
            if isinstance(heard.command, Open | Rematch):
                return self._open(work, heard, heard.command)
            return self._change(work, heard)
        except Refused as refused:
            undo()
            late = isinstance(refused, Late)
            return Result(table=heard.table, refused=refused.message, late=late)
        except Unreadable:
            undo()
            return self.set_aside(work, heard)

    def _open(self, work: Work, heard: Input, command: Open | Rematch) -> Result:
        room = work.room(heard.room) if heard.room is not None else None
        if room is None:
            raise Refused(NoTable())
        if room.table is not None:
            raise Refused(AlreadyOpen())
        named = replace(command, table=self._new_id(), secret=self.chance(32).hex())
        notes: list[Note] = []
        others: Sequence[Room] = ()
        if isinstance(named, Open):
            named = replace(named, room=room.id)
            if named.game not in self.games:
                raise Refused(NoTable())
            table = _run(lobby.open_table(named), notes)
        else:
            old = self._finished(work, heard)
            table = _run(lobby.open_again(old, named), notes)
            played_in = work.rooms_of(old.id)
            if room.id in [other.id for other in played_in]:
                others = [other for other in played_in if other.id != room.id]
        row = StoredTable(named.table, freeze(table), 1, 0, heard.at, self.lobby_ends(heard.at))
        if not work.insert(row, room.id, named.secret):
            raise Refused(AlreadyOpen())
        for other in others:  # who played in another room plays again there, if it is free
            work.bridge(other.id, row.id)
        self._publish(work, row, table, named, notes, heard.at)
        return Result(table=named.table, notes=tuple(notes))

    def _finished(self, work: Work, heard: Input) -> Finished:
        """The game that is to be played again; it must be named, and be over."""
        table = thaw(self._row(work, heard).snapshot, self.games)
        if not isinstance(table, Finished):
            raise Refused(NoTable())
        return table

    def _change(self, work: Work, heard: Input) -> Result:
        row = self._row(work, heard)
        before = thaw(row.snapshot, self.games)
        self._in_time(work, row, before, heard)
        notes: list[Note] = []
        joining = heard.command
        if isinstance(joining, Sit):
            joining = replace(joining, room=heard.room or 0)
        table = _run(step(before, joining, self.games), notes)
        if isinstance(joining, Admit) and joining.yes and not work.bridge(joining.room, row.id):
            raise Refused(AlreadyOpen())
        if isinstance(joining, Admit) and not joining.yes:
            # no table of theirs: the line stands alone, and shows no board of a strange table
            work.tell(room_lane(joining.room), "", [announce(NotLetIn())], heard.at)
        if isinstance(heard.command, Rename):
            if table == before:
                return Result(table=row.id)
            after = replace(row, snapshot=freeze(table), version=row.version + 1)
        else:
            table = _run(self._ride(table, heard.command), notes)
            after = self._stored(row, before, table, heard.at, work.rooms_of(row.id))
        work.update(after)
        self._publish(work, after, table, heard.command, notes, heard.at)
        if isinstance(table, Finished | Closed):
            work.close(row.id)
        return Result(table=row.id, notes=tuple(notes))

    def _row(self, work: Work, heard: Input | PressInput) -> StoredTable:
        table_id = heard.table
        if table_id is None and isinstance(heard, Input) and heard.room is not None:
            room = work.room(heard.room)
            table_id = room.table if room is not None else None
        row = work.row(table_id) if table_id is not None else None
        if row is None:
            raise Refused(NoTable())
        if row.broken:
            raise Refused(TableBroken(row.id))
        return row

    def _ride(self, table: Table, command: Command) -> Tale[Table]:
        """Computers answer within the same input, or one by one at their own ticks."""
        if not isinstance(table, Playing):
            return table
        most = self._pause.most
        if most == 0 and isinstance(command, Tick):
            most = 1
        return (yield from ride(table, self.games[table.game], most))

    def _stored(
        self, row: StoredTable, before: Table, table: Table, at: float, rooms: Sequence[Room]
    ) -> StoredTable:
        """The row after a step: a new question has a new clock, an old one keeps its own."""
        after = replace(row, snapshot=freeze(table), version=row.version + 1)
        if isinstance(table, Lobby):
            return replace(after, asked_at=at, due=self.lobby_ends(at), remind_at=None)
        if not isinstance(table, Playing):
            return replace(after, due=None, remind_at=None)
        game = self.games[table.game]
        if computers_due(table, game):
            return replace(
                after,
                question=table.question,
                asked_at=row.asked_at if row.question == table.question else at,
                due=at + self._pause.seconds,
                remind_at=None,
            )
        if (
            isinstance(before, Playing)
            and before.question == table.question
            and before.asleep is table.asleep is False
            and not computers_due(before, game)
        ):
            return after
        limit = self.limit(table, rooms)
        latest = None
        if limit and len(rooms) > 1 and not table.asleep:
            latest = at + LATEST_SHOWING + limit
        return replace(after, question=table.question, asked_at=at, due=latest, remind_at=None)

    def lobby_ends(self, at: float) -> float | None:
        """When a lobby closes in which nobody does anything from now on; None: never."""
        return None if self._lobby_lasts is None else at + self._lobby_lasts

    def _in_time(self, work: Work, row: StoredTable, table: Table, heard: Input) -> None:
        """A typed answer may be older than the question, a tick younger than its deadline. While
        the house is deaf no person's time runs out."""
        said_at = heard.said_at if isinstance(heard.command, Answer) else None
        if said_at is not None and said_at < row.asked_at:
            raise Late(TooLate())
        if not isinstance(heard.command, Tick):
            return
        if row.due is None:
            raise Late(TooLate())
        if heard.at < row.due:
            raise Refused(NotYetTime(ceil(row.due)))
        computers = isinstance(table, Playing) and computers_due(table, self.games[table.game])
        if not computers and self.deaf(work.rooms_of(row.id)):
            raise Refused(NotYetTime(ceil(heard.at)))

    def _publish(
        self,
        work: Work,
        row: StoredTable,
        table: Table,
        command: Command,
        notes: Sequence[Note],
        at: float,
    ) -> None:
        """Queue what was told for every address, and write the journal."""
        kept = command
        if isinstance(kept, Open | Rematch):
            kept = replace(kept, secret="")  # it has a column of its own
        work.journal(row.id, row.version, at, msgspec.json.encode(kept))
        public = [note for note in notes if isinstance(note, Announce)]
        work.log(row.id, public, at)
        for room in work.rooms_of(row.id):
            work.tell(room_lane(room.id), row.id, public, at)
        private: dict[str, list[Note]] = {}
        for seat, chair in enumerate(table.chairs, 1):
            if chair.user is not None and (not chair.left or command == Rise(chair.user)):
                private[chair.user] = [
                    note for note in notes if isinstance(note, Whisper) and note.seat == seat
                ]
        work.seated(
            row.id,
            [
                str(chair.user)
                for chair in table.chairs
                if chair.user is not None and not chair.left
            ],
        )
        for user, own in private.items():
            work.tell(person_lane(user), row.id, own, at)

    def limit(self, table: Playing, rooms: Sequence[Room]) -> int:
        """The time for the open question in seconds where the table is played; 0 without a
        clock. `windows` may give a chance to object another length in some rooms."""
        game = self.games[table.game]
        own = time_limit(table, game)
        asked = game.ask(table.state)
        if own and isinstance(asked, Ask) and asked.window:
            return self._windows(rooms) or own
        return own

    def _new_id(self) -> str:
        """A short name for a table that nobody can guess (8 letters and digits)."""
        alphabet = "23456789abcdefghjkmnpqrstuvwxyz"
        return "".join(alphabet[byte % len(alphabet)] for byte in self.chance(8))

    def set_aside(self, work: Work, heard: Input | PressInput) -> Result:
        """A table that cannot be thawed is named and kept; its rooms are free again."""
        row = self._row(work, heard)
        for room in work.rooms_of(row.id):
            work.tell(room_lane(room.id), row.id, [announce(SetAside(row.id))], heard.at)
        work.update(replace(row, broken=True, due=None, remind_at=None))
        work.close(row.id)
        return Result(table=row.id, refused=TableBroken(row.id))

    def press(self, heard: PressInput) -> Result:
        """A press on a row of letters, seats or digits: it fills the person's draft, and the
        press that completes a legal move plays it. Nothing else of it is seen by anybody."""
        return self.store.run(lambda work: self._press(work, heard))

    def _press(self, work: Work, heard: PressInput) -> Result:
        if heard.receipt and not work.first_time(heard.receipt, heard.at):
            return Result(repeated=True)
        undo = work.undo_to_here()
        try:
            pressed = press_row(work, self.games, self._row(work, heard), heard)
            if pressed is None or isinstance(pressed, PressAgain):
                return Result(table=heard.table, asked=pressed)
            if isinstance(pressed, Announce):
                for room in work.rooms_of(heard.table):
                    work.tell(room_lane(room.id), heard.table, [pressed], heard.at)
                return Result(table=heard.table, notes=(pressed,))
            answer = Answer(heard.user, heard.question, pressed)
            return self._change(work, Input(answer, heard.at, table=heard.table))
        except Refused as refused:
            undo()
            late = isinstance(refused, Late)
            return Result(table=heard.table, refused=refused.message, late=late)
        except Unreadable:
            undo()
            return self.set_aside(work, heard)

    def tables_of(self, user: str) -> Sequence[str]:
        """The open tables at which a person sits, newest first."""
        return self.store.read(lambda work: work.tables_of(user))

    def read_seats(self, user: str) -> Sequence[Reading]:
        """The open tables at which a person sits, for reading, newest first."""

        def look(work: Reads) -> list[Reading]:
            found = [self.read_within(work, table_id) for table_id in work.tables_of(user)]
            return [each for each in found if each is not None]

        return self.store.read(look)

    def rooms_of(self, table_id: str) -> Sequence[Room]:
        """The rooms in which a table is played, oldest first."""
        return self.store.read(lambda work: work.rooms_of(table_id))

    def read(self, table_id: str) -> Reading | None:
        """A table for reading, without a lock. None if there is none or it cannot be read."""
        return self.store.read(lambda work: self.read_within(work, table_id))

    def read_within(self, work: Reads, table_id: str) -> Reading | None:
        """The same within a transaction."""
        row = work.row(table_id)
        if row is None or row.broken:
            return None
        try:
            table = thaw(row.snapshot, self.games)
        except Unreadable:
            return None
        rooms = work.rooms_of(table_id)
        limit = self.limit(table, rooms) if isinstance(table, Playing) else 0
        return reading(row, table, rooms, self.games, limit)


def time_limit(table: Playing, game: AnyGame) -> int:
    """The time for the open question in seconds; 0 without a clock."""
    asked = game.ask(table.state)
    return asked.patience * table.pace.factor if isinstance(asked, Ask) else 0


def _run(tale: Tale[Table], notes: list[Note]) -> Table:
    """Let a tale run to its end; its notes are added to the list."""
    while True:
        try:
            notes.append(next(tale))
        except StopIteration as end:
            table: Table = end.value
            return table
