"""What people do with the score of their room: keep one, look at it, not be counted in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import ClassVar

import msgspec

from core.house import journal
from core.house.house import House, Result
from core.house.ports import Reads, Work, room_lane
from core.house.score import count_match, ended_key, uncounted_key
from core.kernel.text import N_, Person, Public, announce
from core.table.commands import Rename
from core.table.places import Room
from core.table.sayings import NoTable, OpenAnswer
from core.table.score import Counted
from core.table.snapshot import Unreadable, thaw
from core.table.table import Finished, Games, Table

replace = msgspec.structs.replace


class ScoreOn(Public, frozen=True, tag="score.on"):
    """Told to a group whose score somebody has switched on."""

    text: ClassVar[str] = N_(
        "🏆 {name} has switched the score on: from this game on wins and places are kept in this "
        "group. Who does not want that presses “Not me”."
    )
    name: Person


class ScoreOff(Public, frozen=True, tag="score.off"):
    text: ClassVar[str] = N_(
        "{name} has switched the score off: nothing more is counted in this group."
    )
    name: Person


class ScoreIsOn(OpenAnswer, frozen=True, tag="score.is-on"):
    text: ClassVar[str] = N_("The score is kept in this group already.")


class ScoreIsOff(OpenAnswer, frozen=True, tag="score.is-off"):
    text: ClassVar[str] = N_("No score is kept in this group.")


class PlayHereFirst(OpenAnswer, frozen=True, tag="score.play-here-first"):
    """Somebody who has never played in a group wants to change how it keeps its score."""

    text: ClassVar[str] = N_("Who has played in this group decides about its score.")


class NotCounted(OpenAnswer, frozen=True, tag="score.not-counted"):
    text: ClassVar[str] = N_(
        "{name} is not counted in the score of this group any more; what was counted is erased. "
        "Do it again to be counted from then on."
    )
    name: Person


class CountedAgain(OpenAnswer, frozen=True, tag="score.counted-again"):
    text: ClassVar[str] = N_("{name} is counted in the score of this group again, from now on.")
    name: Person


class Who(msgspec.Struct, frozen=True):
    """Somebody who does something with the score of a room; `table` is the one whose result they
    pressed (None: they typed). A receipt is known for ever."""

    user: str
    name: str
    room: int
    at: float
    table: str | None = None
    receipt: str = ""


class RoomScores(msgspec.Struct, frozen=True):
    """The score of a room as it stands: the names of all who are counted, by user."""

    room: Room
    on: bool
    entries: Sequence[Counted]
    names: Mapping[str, str]


def keep_score(house: House, who: Who, on: bool) -> Result:
    """Switch the score of a room on or off. The match whose result it is pressed on is the first
    that counts."""

    def switch(work: Work) -> Result:
        if who.receipt and not work.first_time(who.receipt, who.at):
            return Result(repeated=True)
        room, tables = work.room(who.room), _tables(work, house, who)
        if room is None:
            return Result(refused=NoTable())
        if not _has_played(work, who, tables):
            return Result(refused=PlayHereFirst())
        habits = work.habits_locked(room.id)
        if habits.scores == on:
            return Result(refused=ScoreIsOn() if on else ScoreIsOff())
        work.put_habits(room.id, replace(habits, scores=on))
        table = next(iter(tables), None)
        if on and isinstance(table, Finished):
            count_match(work, house.games, table, [room], _ended_at(work, table.id))
        told = announce(ScoreOn(who.name) if on else ScoreOff(who.name))
        shown = table.id if table is not None and room.table in (None, table.id) else ""
        work.tell(room_lane(room.id), shown, [told], who.at)
        return Result(table=shown or None, notes=(told,))

    return house.after(house.store.run(switch))


def count_me_out(house: House, who: Who) -> Result:
    """A person is not counted in a room any more, and what was counted is erased; or is counted
    again from now on. What others have is as it was."""

    def turn(work: Work) -> Result:
        if who.receipt and not work.first_time(who.receipt, who.at):
            return Result(repeated=True)
        room = work.room(who.room)
        if room is None:
            return Result(refused=NoTable())
        key = uncounted_key(room.id, who.user)
        out = not work.kept(key)
        work.keep(key, "1" if out else "", who.at)
        if out:
            work.uncount(room.id, who.user)
        told = announce(NotCounted(who.name) if out else CountedAgain(who.name))
        if who.table and room.table is None and any(_tables(work, house, who)):
            work.touch(room_lane(room.id), who.table, who.at)
        return Result(table=who.table, notes=(told,))

    return house.after(house.store.run(turn))


def score_of_room(reads: Reads, room_id: int, games: Games) -> RoomScores | None:
    """The score of a room; None if there is no such room."""
    room = reads.room(room_id)
    if room is None:
        return None
    entries = reads.score(room_id)
    people = reads.people({entry.user for entry in entries})
    names = {user: person.name for user, person in people.items() if person.name}
    for entry in reversed(entries):
        if entry.user not in names:  # whoever only ever played in the group
            names = _seated(reads, entry.table, games) | names
    return RoomScores(room, reads.habits(room_id).scores, entries, names)


def scores_of_person(reads: Reads, user: str) -> list[tuple[Room, list[Counted]]]:
    """What was counted of a person, by rooms, in the order in which they first played there."""
    found: dict[int, list[Counted]] = {}
    for room_id, entry in reads.score_of(user):
        found.setdefault(room_id, []).append(entry)
    rooms = ((reads.room(room_id), entries) for room_id, entries in found.items())
    return [(room, entries) for room, entries in rooms if room is not None]


def _seated(reads: Reads, name: str, games: Games) -> dict[str, str]:
    """What those who sit at a table are called there, by user; nothing if it cannot be read."""
    row = reads.row(name)
    with suppress(Unreadable):
        chairs = thaw(row.snapshot, games).chairs if row is not None else ()
        return {chair.user: chair.name for chair in chairs if chair.user is not None}
    return {}


def _tables(work: Work, house: House, who: Who) -> list[Table]:
    """The tables of that room that are meant: the one that was pressed on, the one that is open
    there, the one of the person that ended last."""
    room = work.room(who.room)
    names = (who.table, room.table if room is not None else None, work.kept(ended_key(who.user)))
    rows = {name: work.row(name) for name in sorted({*filter(None, names)})}
    found: dict[str, Table] = {}
    for name in filter(None, names):
        row = rows[name]
        if row is None or all(each.id != who.room for each in work.rooms_of(name)):
            continue
        with suppress(Unreadable):  # who opens it mends it
            found[name] = thaw(row.snapshot, house.games)
    return list(found.values())


def _has_played(work: Work, who: Who, tables: Sequence[Table]) -> bool:
    """Whether a person sits or sat at a table of the room, or is counted there."""
    sat = any(chair.user == who.user for table in tables for chair in table.chairs)
    return sat or any(room == who.room for room, _ in work.score_of(who.user))


def _ended_at(work: Work, table_id: str) -> float:
    """When a match ended: at the last line of its journal that is more than another name."""
    entries = work.journal_of(table_id)
    return [entry.at for entry in entries if not _renames(journal.read(entry.entry))][-1]


def _renames(line: journal.Written | None) -> bool:
    return line is not None and isinstance(line.command, Rename)
