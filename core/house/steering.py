"""What whoever runs the house does with one table: end it, repair it."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from core.house.clock import show_again
from core.house.house import House, Input, Result
from core.house.mending import (
    ASIDE,
    REBUILT,
    Damage,
    keep_damage,
    read_damage,
    rebuilt_from_journal,
)
from core.house.ports import Work, room_lane
from core.house.rebuild import NotRebuilt
from core.kernel.text import announce
from core.table.commands import Stop
from core.table.places import StoredTable
from core.table.sayings import MendedAgain
from core.table.snapshot import Newer, Unreadable, freeze, thaw
from core.table.table import Closed, Finished, Table

replace = msgspec.structs.replace


class Repair(StrEnum):
    """What became of a table that was to be repaired."""

    NONE = "none"  # there is no such table
    WHOLE = "whole"  # it can be read, and its journal leads to it
    DIFFERS = "differs"  # it can be read, but its journal leads elsewhere, or nowhere
    REBUILT = "rebuilt"  # it could not be read, and was made again from its journal
    BACK = "back"  # it had been set aside; it was made again and goes on
    OVER = "over"  # the same, and it is over
    TAKEN = "taken"  # the same, but where it was played another table is open now
    NEWER = "newer"  # a newer release has written it
    LOST = "lost"  # its journal does not lead to a table either


class Repaired(msgspec.Struct, frozen=True):
    """The same, and why not."""

    became: Repair
    why: str = ""


def end(house: House, table_id: str, at: float) -> Result:
    """End a table for everybody, whatever is played there."""
    return house.handle(Input(Stop(), at, table=table_id))


def repair(house: House, table_id: str, at: float) -> Repaired:
    """Make a table anew from its journal, if it was set aside or cannot be read."""

    def work_on(work: Work) -> Repaired:
        row = work.row(table_id)
        if row is None:
            return Repaired(Repair.NONE)
        if row.broken:
            return _bring_back(work, house, row, at)
        try:
            table = thaw(row.snapshot, house.games)
        except Newer:
            return Repaired(Repair.NEWER)
        except Unreadable:
            found = house.opened(work, row, at)
            kept = read_damage(work.kept(f"{ASIDE}{table_id}")) if found is None else None
            why = kept.lost if kept is not None else ""
            return Repaired(Repair.LOST, why) if found is None else Repaired(Repair.REBUILT)
        try:
            same = _as_told(rebuilt_from_journal(work, house.games, row)) == _as_told(table)
        except (NotRebuilt, Unreadable) as why:
            return Repaired(Repair.DIFFERS, str(why))
        return Repaired(Repair.WHOLE if same else Repair.DIFFERS)

    repaired = house.store.run(work_on)
    if repaired.became is Repair.BACK:
        show_again(house, table_id, at)
    house.on_change(table_id)
    return repaired


def _as_told(table: Table) -> Table:
    """What a journal says of a table: signs of life in a lobby stand in none."""
    chairs = tuple(replace(chair, seen=0, away=False) for chair in table.chairs)
    return replace(table, chairs=chairs)


def _bring_back(work: Work, house: House, row: StoredTable, at: float) -> Repaired:
    """A table that was set aside goes on where it was played, if nothing else is played there."""
    try:
        table = rebuilt_from_journal(work, house.games, row)
        thaw(freeze(table), house.games)
    except (NotRebuilt, Unreadable) as why:
        return Repaired(Repair.LOST, str(why))
    over, rooms = isinstance(table, Finished | Closed), work.rooms_of(row.id)
    if not over and any(room.table is not None for room in rooms):
        return Repaired(Repair.TAKEN)
    before = Closed(table.id, table.game)
    after = house.timing.after(row, before, table, at, rooms)
    work.update(replace(after, version=row.version, broken=False))
    damage = read_damage(work.kept(f"{ASIDE}{row.id}")) or Damage(row.id, at, "")
    work.keep(f"{ASIDE}{row.id}", "", at)
    keep_damage(work, REBUILT, replace(damage, lost="", at=at))
    if over:
        return Repaired(Repair.OVER)
    work.reopen(row.id)
    sitting = [chair.user for chair in table.chairs if chair.user and not chair.left]
    work.seated(row.id, sitting)
    note = announce(MendedAgain(row.id))
    work.log(row.id, [note], at)
    for room in rooms:
        work.tell(room_lane(room.id), row.id, [note], at)
    return Repaired(Repair.BACK)
