"""One command, one transaction: the door through which everything passes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from core.desk.reading import Reading, reading
from core.desk.slips import PressAgain
from core.house.beacon import Rounds
from core.house.drafts import PressInput, press_row
from core.house.habits import keep_habits, opened_as_usual, usual_choices
from core.house.joining import call_next, join, keep_places
from core.house.journal import Written, moves_of
from core.house.limits import at_their_limit, make_room
from core.house.mending import Damage, mend
from core.house.ports import Reads, Store, Work, room_lane
from core.house.publishing import Step, publish
from core.house.score import count_match, ended_key, score_shown
from core.house.timing import LOBBY_LASTS, Pause, Timing
from core.kernel.proof import PROTOCOL, SALT_BYTES
from core.kernel.text import Announce, Message, Note
from core.table import lobby
from core.table.commands import (
    Answer,
    Choose,
    Command,
    Open,
    Rematch,
    Rename,
    Sit,
    Start,
    TakeBack,
    TakeTime,
)
from core.table.course import thinker, waives
from core.table.failures import AgainstRules, Late, OurTrouble, Refused
from core.table.forgetting import gone_from
from core.table.lobby import seated_again
from core.table.places import Habits, Room, StoredTable
from core.table.playing import advance, completed
from core.table.presence import all_signed, signed
from core.table.sayings import AlreadyOpen, NoTable, TableBroken, TableOfNewer
from core.table.snapshot import Newer, Unreadable, freeze, thaw
from core.table.table import (
    Closed,
    Finished,
    Games,
    Lobby,
    Playing,
    Table,
    run,
)

replace = msgspec.structs.replace


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
    thinks: bool = False  # a computer that thinks beside is to answer
    late: bool = False  # refused because it came too late
    by_rules: bool = False  # refused by the rules: only its owner may see why
    asked: PressAgain | None = None


class House:
    """Tables behind one door. It knows the time and chance only as they are handed in.

    `windows`, `deaf` and `lobby_lasts` are those of its `Timing`. With `beacon` every deal waits
    for a round of it. `on_damage` is told of every table that could not be thawed, within the
    transaction; `on_thinking` of every table at which a computer that thinks beside is to answer,
    and `on_change` of every one that has changed, both after the commit.
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
        on_damage: Callable[[Damage], None] = lambda damage: None,
        beacon: Rounds | None = None,
        on_thinking: Callable[[str], None] = lambda table: None,
        on_change: Callable[[str], None] = lambda table: None,
    ) -> None:
        self.store = store
        self.games = games
        self.chance = chance
        self.timing = Timing(games, pause or Pause(), windows, deaf, lobby_lasts)
        self._on_damage = on_damage
        self._beacon = beacon
        self.on_thinking = on_thinking
        self.on_change = on_change
        self.newer: Callable[[], bool] = lambda: False
        """Whether a worker of a newer release is alive: what it has written it shall hear."""
        self.unscrubbed = False  # something was erased that may lie in the file still
        self.scrubbed_at = float("-inf")
        self.last_forgotten = ""  # what stands for whoever that was
        self.forgotten = 0  # how often anybody was: who remembers what was told must look anew

    def handle(self, heard: Input) -> Result:
        """Carry out a command in one transaction. A refusal keeps only the receipt."""
        return self._stored(heard, self.store.run(lambda work: self.within(work, heard)))

    def _stored(self, heard: Input | PressInput, result: Result) -> Result:
        """The same as `after`. What comes again may have been stored when nobody could know it (the
        database was lost in that moment): pages are shown it now."""
        if result.repeated and heard.table is not None:
            self.on_change(heard.table)
        return self.after(result)

    def after(self, result: Result) -> Result:
        """What was done is stored."""
        if result.table is not None and result.refused is None:
            self.on_change(result.table)
        if result.thinks and result.table is not None:
            self.on_thinking(result.table)
        return result

    def within(self, work: Work, heard: Input) -> Result:
        """Carry out a command within a transaction."""
        if heard.receipt and not work.first_time(heard.receipt, heard.at):
            return Result(repeated=True)
        return self._try(work, heard, lambda: self._carry_out(work, heard))

    def _try(self, work: Work, heard: Input | PressInput, act: Callable[[], Result]) -> Result:
        """Do something at a table; a refusal leaves nothing of it. If the table cannot be thawed
        it is mended, and then it is tried again."""
        undo = work.undo_to_here()
        try:
            return act()
        except Refused as refused:
            undo()
            return _refused(heard.table, refused)
        except Unreadable as broken:
            undo()
            row = self._row(work, heard)
            try:
                damage = self._mend(work, row, heard.at, broken)
            except Newer as newer:
                undo()
                return self._left(row.id, newer)
            if damage.lost:
                return Result(table=row.id, refused=TableBroken(row.id))
        return self._try(work, heard, act)

    def _left(self, table: str, newer: Newer) -> Result:
        """What becomes of an input at a table of a newer release. Raises `OurTrouble` where a
        worker of it is alive: the platform brings the input again, and that one hears it."""
        if self.newer():
            raise OurTrouble("a table of a newer release") from newer
        return Result(table=table, refused=TableOfNewer(table))

    def _carry_out(self, work: Work, heard: Input) -> Result:
        if isinstance(heard.command, Open | Rematch):
            return self._open(work, heard, heard.command)
        return self._change(work, heard)

    def _open(self, work: Work, heard: Input, command: Open | Rematch) -> Result:
        room = work.room(heard.room) if heard.room is not None else None
        if room is None:
            raise Refused(NoTable())
        if room.table is not None:
            raise Refused(AlreadyOpen())
        make_room(work, command.user)
        named = replace(command, table=self._new_id(), secret=self.chance(32).hex())
        notes: list[Note] = []
        others: Sequence[Room] = ()
        habits = work.habits(room.id)
        if isinstance(named, Open):
            named = opened_as_usual(named, habits, self.games)
            slow = unhurried(work, [named.user])
            named = replace(named, room=room.id, salt=self._salt(), more_time=bool(slow))
            if named.game not in self.games:
                raise Refused(NoTable())
            table = run(lobby.open_table(named), notes)
        else:
            old = self._over(work, heard, named)
            without = (*gone_from(old), *at_their_limit(work, old.chairs, named.user))
            again = [str(chair.user) for chair in seated_again(old, without)]
            salts, slow = tuple(self._salt() for _ in again), unhurried(work, again)
            named = replace(named, salts=salts, without=without, unhurried=slow)
            taken = lobby.taken_over(old, named)
            named = replace(named, taken=taken)
            table = run(lobby.open_again(taken, named), notes)
            played_in = work.rooms_of(old.id)
            if room.id in [other.id for other in played_in]:
                others = [other for other in played_in if other.id != room.id]
            named = replace(named, finished=old.id, rooms=(room.id,))
        lobby_ends = self.timing.lobby_ends(heard.at)
        opened = all_signed(table, heard.at)
        looks = self.timing.next_look(opened, lobby_ends)
        row = StoredTable(named.table, freeze(opened), 1, 0, heard.at, lobby_ends, looks)
        if not work.insert(row, room.id, named.secret):
            raise Refused(AlreadyOpen())
        for other in others:  # who played in another room plays again there, if it is free
            if work.bridge(other.id, row.id) and isinstance(named, Rematch):
                named = replace(named, rooms=(*named.rooms, other.id))
        rooms = work.rooms_of(row.id)
        publish(work, self.games, Step(row, opened, None, rooms, Written(named), notes), heard.at)
        for each in rooms:
            call_next(work, each.id, opened, heard.at)
        if isinstance(named, Open):
            self._choose_again(work, named, habits, heard.at)
        return Result(table=named.table, notes=tuple(notes))

    def _choose_again(self, work: Work, opened: Open, habits: Habits, at: float) -> None:
        """What the room is used to, by commands of the host like any other. What no longer exists
        is refused before anything is written, and left; what only another choice allows comes
        after it."""
        choices, left = [*usual_choices(opened, habits)], -1
        while choices and len(choices) != left:
            left = len(choices)
            choices = [each for each in choices if not self._chosen(work, opened.table, each, at)]

    def _chosen(self, work: Work, table: str, choice: Choose, at: float) -> bool:
        try:
            self._change(work, Input(choice, at, table=table))
        except Refused:
            return False
        return True

    def _filled(self, work: Work, heard: Input, table: Table) -> Command:
        """The command with all that the house knows of it, and with what it alone decides: salts,
        and the round that a deal waits for. Tables of older releases know of neither."""
        command = completed(heard.command, table, self.games, heard.room or 0)
        if isinstance(command, Sit):
            command = replace(command, more_time=bool(unhurried(work, [command.user])))
        if not isinstance(table, Lobby) or table.deal.proof != PROTOCOL:
            return command
        if isinstance(command, Sit):
            return replace(command, salt=self._salt())
        if isinstance(command, Start) and self._beacon is not None:
            number = self._beacon.awaited(heard.at)
            comes_at = self._beacon.comes_at(number)
            return replace(command, chain=self._beacon.chain, round=number, comes_at=comes_at)
        return command

    def _salt(self) -> str:
        return self.chance(SALT_BYTES).hex()

    def _over(self, work: Work, heard: Input, command: Rematch) -> Finished | Closed:
        """The game that is to be played again; it must be named, and be over, or the table that
        was stopped."""
        table = thaw(self._row(work, heard).snapshot, self.games)
        if not isinstance(table, Finished if command.winners is None else Closed):
            raise Refused(NoTable())
        return table

    def _change(self, work: Work, heard: Input) -> Result:
        row = self._row(work, heard)
        before = thaw(row.snapshot, self.games)
        self.timing.check(work, row, before, heard.command, heard.at, heard.said_at)
        if isinstance(heard.command, Sit):
            make_room(work, heard.command.user, row.id)
        command = self._filled(work, heard, before)
        rides = self.timing.rides(command)
        notes: list[Note] = []
        table = signed(run(advance(before, command, self.games, rides), notes), command, heard.at)
        if isinstance(command, Rename) and table == before:
            return Result(table=row.id)
        join(work, row, command, table, heard.at)
        rooms = work.rooms_of(row.id)
        if isinstance(command, Rename):
            after = replace(row, snapshot=freeze(table), version=row.version + 1)
        elif isinstance(command, TakeTime) and isinstance(before, Playing):
            assert isinstance(table, Playing), "time is no move"
            after = self.timing.taken(row, before, table, heard.at, rooms)
        else:
            after = self.timing.after(row, before, table, heard.at, rooms)
        work.update(after)
        keep_habits(work, rooms, command, before, table)
        keep_places(work, rooms, command, before, heard.at)
        mind = self.games[before.game].mind
        line = Written(command, moves_of(table)[len(moves_of(before)) :], rides, mind)
        publish(work, self.games, Step(after, table, before, rooms, line, notes), heard.at)
        if isinstance(table, Finished | Closed):
            work.close(row.id, heard.at)
            for room in rooms:
                work.keep(_ended_in(room.id), row.id, heard.at)
            if isinstance(table, Finished) and not isinstance(before, Finished):
                count_match(work, self.games, table, rooms, heard.at)
            # in one order, for they may sit together at another table that ends just now
            for user in sorted(chair.user for chair in table.chairs if chair.user is not None):
                work.keep(ended_key(user), row.id, heard.at)
        thinks = bool(isinstance(table, Playing) and thinker(table, self.games[table.game]))
        return Result(table=row.id, notes=tuple(notes), thinks=thinks)

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

    def _new_id(self) -> str:
        """A short name for a table that nobody can guess (8 letters and digits)."""
        alphabet = "23456789abcdefghjkmnpqrstuvwxyz"
        return "".join(alphabet[byte % len(alphabet)] for byte in self.chance(8))

    def opened(
        self, work: Work, row: StoredTable | None, at: float
    ) -> tuple[StoredTable, Table] | None:
        """A table that is stored so, and its row, for whoever changes it. One that cannot be
        thawed is mended; None if that does not help, if a newer release has written it, or if
        there is no such table."""
        if row is None or row.broken:
            return None
        try:
            return row, thaw(row.snapshot, self.games)
        except Unreadable as broken:
            try:
                self._mend(work, row, at, broken)
            except Newer:
                return None
            return self.opened(work, work.row(row.id), at)

    def _mend(self, work: Work, row: StoredTable, at: float, broken: Unreadable) -> Damage:
        """Rebuild a table that cannot be thawed, or set it aside."""
        damage = mend(work, self.games, row, at, broken)
        self._on_damage(damage)
        return damage

    def press(self, heard: PressInput) -> Result:
        """A press on a row of letters, seats or digits: it fills the person's draft, and the
        press that completes a legal move plays it. Nothing else of it is seen by anybody."""
        return self._stored(heard, self.store.run(lambda work: self._press(work, heard)))

    def _press(self, work: Work, heard: PressInput) -> Result:
        if heard.receipt and not work.first_time(heard.receipt, heard.at):
            return Result(repeated=True)
        return self._try(work, heard, lambda: self._fill(work, heard))

    def _fill(self, work: Work, heard: PressInput) -> Result:
        row = self._row(work, heard)
        pressed = press_row(work, self.games, row, heard)
        if isinstance(pressed, str):
            answer = Answer(heard.user, heard.question, pressed)
            return self._change(work, Input(answer, heard.at, table=heard.table))
        if waives(thaw(row.snapshot, self.games), heard.user):
            self._change(work, Input(TakeBack(heard.user), heard.at, table=heard.table))
        if isinstance(pressed, Announce):
            for room in work.rooms_of(heard.table):
                work.tell(room_lane(room.id), heard.table, [pressed], heard.at)
            return Result(table=heard.table, notes=(pressed,))
        return Result(table=heard.table, asked=pressed)

    def tables_of(self, user: str) -> Sequence[str]:
        """The open tables at which a person sits, newest first."""
        return self.store.read(lambda work: work.tables_of(user))

    def ended_for(self, user: str) -> str:
        """The table of a person that ended last; empty if none has."""
        return self.store.read(lambda reads: reads.kept(ended_key(user)))

    def ended_in(self, room: int) -> str:
        """The table of a room that ended last; empty if none has."""
        return self.store.read(lambda reads: reads.kept(_ended_in(room)))

    def read_seats(self, user: str) -> Sequence[Reading]:
        """The open tables at which a person sits, for reading, newest first."""

        def look(work: Reads) -> list[Reading]:
            found = [self.read_within(work, table_id) for table_id in work.tables_of(user)]
            return [each for each in found if each is not None]

        return self.store.read(look)

    def knows(self, table_id: str) -> bool:
        """Whether there is such a table, open or over; games are not kept for ever."""
        return self.store.read(lambda reads: reads.row(table_id) is not None)

    def rooms_of(self, table_id: str) -> Sequence[Room]:
        """The rooms in which a table is played, oldest first."""
        return self.store.read(lambda work: work.rooms_of(table_id))

    def read(self, table_id: str) -> Reading | None:
        """A table for reading, without a lock. None if there is none or it cannot be read."""
        return self.store.read(lambda work: self.read_within(work, table_id))

    def read_mended(self, table_id: str, at: float) -> Reading | None:
        """The same for somebody who does something there: a damaged table is mended first. Raises
        `OurTrouble` at a table of a newer release if a worker of it is alive, to hear it there."""
        try:
            return self.store.read(lambda work: self._read(work, table_id))
        except Newer as newer:
            if self.newer():
                raise OurTrouble("a table of a newer release") from newer
            return None
        except Unreadable:
            self.store.run(lambda work: self.opened(work, work.row(table_id), at))
            return self.read(table_id)

    def read_within(self, work: Reads, table_id: str) -> Reading | None:
        """The same within a transaction."""
        try:
            return self._read(work, table_id)
        except Unreadable:
            return None

    def of_newer(self, work: Reads, table_id: str) -> bool:
        """Whether a newer release has written a table, so that this one must leave it alone."""
        try:
            self._read(work, table_id)
        except Newer:
            return True
        except Unreadable:
            pass
        return False

    def _read(self, work: Reads, table_id: str) -> Reading | None:
        """A table for reading. None if there is none or it was set aside; raises `Unreadable`."""
        row = work.row(table_id)
        if row is None or row.broken:
            return None
        table = thaw(row.snapshot, self.games)
        rooms = work.rooms_of(table_id)
        limit = self.timing.limit(table, rooms) if isinstance(table, Playing) else 0
        read = reading(row, table, rooms, self.games, limit)
        return score_shown(work, read)


def unhurried(reads: Reads, users: Sequence[str]) -> tuple[str, ...]:
    """Those of some people who wish more time at all tables."""
    return tuple(user for user, who in reads.people(users).items() if who.wishes.more_time)


def _refused(table: str | None, refused: Refused) -> Result:
    """What the sender is told of a refusal."""
    late, by_rules = isinstance(refused, Late), isinstance(refused, AgainstRules)
    return Result(table, refused.message, late=late, by_rules=by_rules)


def _ended_in(room: int) -> str:
    """The name under which is kept which table of a room ended last."""
    return f"room.ended:{room}"
