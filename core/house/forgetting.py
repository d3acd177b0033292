"""What is kept of a person: shown to them, and erased when they ask for it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from core.desk.bluffs import forget_bluffs
from core.house.house import House
from core.house.journal import Entry
from core.house.ports import Reads, Traces, Work
from core.kernel.text import N_, Note, Public, nameless
from core.table.forgetting import (
    GONE,
    Forgotten,
    forget_at,
    forget_in_command,
    marks_of,
    names_at,
    names_in,
)
from core.table.places import Individual, Room, StoredTable
from core.table.sayings import OpenAnswer
from core.table.snapshot import Unreadable, forget_thawed, freeze, thaw
from core.table.table import Table

replace = msgspec.structs.replace

GONE_BYTES = 16
FORGOTTEN = "people.forgotten"
"""Under this name is kept what stands for whoever was forgotten last."""
SCRUB_EVERY = 600.0
"""Seconds between two times at which the file is written anew, which takes a while."""


class Erased(OpenAnswer, frozen=True, tag="forget.erased"):
    text: ClassVar[str] = N_(
        "Done: you are forgotten here. Games already played keep a nameless player in your place. "
        "Whatever you write or press from now on begins anew."
    )


class StillSeated(OpenAnswer, frozen=True, tag="forget.seated"):
    """Somebody who is to be forgotten sits at tables still; those are named."""

    text: ClassVar[str] = N_(
        "You sit at a table still. Leave it first, then you can be forgotten: {tables}."
    )
    tables: tuple[Public, ...]


class BeingSent(OpenAnswer, frozen=True, tag="forget.being-sent"):
    text: ClassVar[str] = N_(
        "Something is just being sent to you. Please ask again in half a minute."
    )


class OneSeat(Public, frozen=True, tag="forget.one-seat"):
    """An open table: its game, and the group in which it is played."""

    text: ClassVar[str] = N_("{game} (in {room})")
    game: Public
    room: str


class OneSeatNowhere(Public, frozen=True, tag="forget.one-seat-nowhere"):
    """The same where the group has no title."""

    text: ClassVar[str] = N_("{game}")
    game: Public


class Kept(msgspec.Struct, frozen=True):
    """What is kept of a person: who they are for us, the rooms in which they were heard, the
    tables at which they sit, how many others name them, how many results were counted."""

    person: Individual
    rooms: tuple[Room, ...]
    seats: tuple[Public, ...]
    tables: int
    scores: int
    traces: Traces

    @property
    def nothing(self) -> bool:
        """A stranger, or somebody who was forgotten."""
        known = self.person != Individual(self.person.user) or self.traces != Traces()
        return not (known or self.rooms or self.seats or self.tables or self.scores)


def kept_of(house: House, user: str) -> Kept:
    """What is kept of a person, as it stands."""

    def look(reads: Reads) -> Kept:
        seats = _seats(reads, house, user)
        return Kept(
            reads.people([user])[user],
            tuple(reads.rooms_with(user)),
            seats,
            len(set(reads.naming(user)) - set(reads.tables_of(user))),
            len(reads.score_of(user)),
            reads.traces(user),
        )

    return house.store.read(look)


def forget(house: House, user: str, at: float) -> OpenAnswer:
    """Erase what is kept of a person, in one transaction; or say why that cannot be now."""

    stranger = kept_of(house, user).nothing

    def erase(work: Work) -> tuple[OpenAnswer, Collection[str]]:
        if seats := _seats(work, house, user):
            return StillSeated(seats), ()
        named = _all_named(work, house, user)
        called = {work.people([user])[user].name}.union(*(each.called(user) for each in named))
        gone = GONE + house.chance(GONE_BYTES).hex()
        who = Forgotten(user, frozenset(called - {""}), gone)
        if not work.erase(user, who.names, at, [each.row.id for each in named]):
            return BeingSent(), ()
        before = {each.row.id: each.table for each in named}
        for each in named:
            each.forget(work, who, before)
        work.reword(list(before), lambda note: _reworded(note, who))
        work.keep(FORGOTTEN, gone, at)
        return Erased(), before

    told, tables = house.store.run(erase)
    if isinstance(told, Erased):
        notice(house)
        if not stranger:
            house.unscrubbed = True
            scrub(house, at)
        for table_id in tables:
            house.on_change(table_id)
    return told


def notice(house: House) -> None:
    """Somebody may have been forgotten, by this process or another one on the same database:
    whatever is remembered here and may bear their name is thrown away."""
    mark = house.store.read(lambda reads: reads.kept(FORGOTTEN))
    if mark != house.last_forgotten:
        house.last_forgotten = mark
        house.forgotten += 1
        forget_bluffs()
        forget_thawed()


def scrub(house: House, at: float) -> None:
    """Leave nothing in the file of what was erased; if that was done just now, when it is asked
    for again after a while."""
    if house.unscrubbed and abs(at - house.scrubbed_at) >= SCRUB_EVERY:
        house.unscrubbed, house.scrubbed_at = False, at
        house.store.scrub()


def _all_named(work: Work, house: House, user: str) -> list[_Named]:
    """The tables that name somebody, locked. While they are looked for the host may be tidied up:
    one is gone, or comes out of the archive or goes there. So who has locked them looks again."""
    looked: set[str] = set()
    named: list[_Named] = []
    while new := sorted(set(work.naming(user)) - looked):
        looked.update(new)
        found = (_Named.of(work, house, name) for name in new)
        named += (each for each in found if each is not None)
    return named


class _Named(msgspec.Struct, frozen=True):
    """A stored table that names somebody, and its journal. `table` is None where this program
    cannot read it: it was set aside."""

    row: StoredTable
    entries: Sequence[Entry]
    table: Table | None

    @classmethod
    def of(cls, work: Work, house: House, table_id: str) -> _Named | None:
        """Looked up; None if it is gone."""
        row = work.row(table_id)
        if row is None:
            return None
        try:
            table = thaw(row.snapshot, house.games)
        except Unreadable:
            table = None
        return cls(row, work.journal_of(table_id), table)

    def called(self, user: str) -> set[str]:
        """All that a person was called there."""
        names = names_at(self.table, user) if self.table is not None else set()
        commands = (_command(msgspec.json.decode(entry.entry)) for entry in self.entries)
        return names.union(*(names_in(each, user) for each in commands))

    def forget(self, work: Work, who: Forgotten, before: Mapping[str, Table | None]) -> None:
        """Store it without a person. `before` are the tables as they were."""
        marks = marks_of(self.table) if self.table is not None else {}
        for entry in self.entries:
            line = msgspec.json.decode(entry.entry)
            command = _command(line)
            old = before.get(command.get("finished", ""))
            new = forget_in_command(command, who, marks, self.row.id, old)
            if new != command:
                text = msgspec.json.encode(line | {"command": new} if "journal" in line else new)
                work.put_entry(self.row.id, replace(entry, entry=text))
        if self.table is not None:
            snapshot = freeze(forget_at(self.table, who))
        else:
            snapshot = _blindly(self.row.snapshot, who)
        work.update(replace(self.row, snapshot=snapshot))


def _command(line: dict[str, Any]) -> dict[str, Any]:
    """The command of a line of a journal, as plain data. Until 0.2.0 it was the line."""
    found: dict[str, Any] = line["command"] if "journal" in line else line
    return found


def _blindly(snapshot: bytes, who: Forgotten) -> bytes:
    """The snapshot of a table that was set aside: nobody knows what it means, so whatever is
    spelled like the person goes."""
    for word, put in ((who.user, who.gone), *((name, "") for name in sorted(who.names))):
        snapshot = snapshot.replace(msgspec.json.encode(word), msgspec.json.encode(put))
    return snapshot


def _reworded(note: Note, who: Forgotten) -> Note:
    return replace(note, message=nameless(note.message, {*who.names, who.user}))


def _seats(reads: Reads, house: House, user: str) -> tuple[Public, ...]:
    """The open tables at which a person sits: game and group."""
    found: list[Public] = []
    for name in reads.tables_of(user):
        read = house.read_within(reads, name)
        if read is not None:
            game, room = house.games[read.table.game].title, read.home(user)
            titled = room is not None and room.title
            found.append(OneSeat(game, room.title) if room and titled else OneSeatNowhere(game))
    return tuple(found)
