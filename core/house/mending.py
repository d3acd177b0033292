"""Tables that cannot be thawed: rebuilt from their journals, or set aside; and the reason why."""

from __future__ import annotations

import msgspec

from core.house.ports import Reads, Work, room_lane
from core.house.rebuild import Finder, NotRebuilt, rebuild
from core.kernel.text import announce
from core.table.places import StoredTable
from core.table.sayings import SetAside
from core.table.snapshot import Newer, Unreadable, freeze, thaw
from core.table.table import Closed, Finished, Games, Playing, Table

replace = msgspec.structs.replace

REBUILT = "table:rebuilt:"
ASIDE = "table:aside:"
"""How the names begin under which it is kept what became of damaged tables."""


class Damage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table that could not be thawed, and when that was seen (seconds since 1970).

    `reason` says why not, and `lost` why it could not be rebuilt either and was set aside; empty
    if it was rebuilt. Both are for whoever hosts the house: they name no card and nobody.
    """

    table: str
    at: float
    reason: str
    lost: str = ""


def mend(work: Work, games: Games, row: StoredTable, at: float, broken: Unreadable) -> Damage:
    """Rebuild a table that cannot be thawed and store it; nobody at the table notices. If it
    cannot be rebuilt it is named and kept, and its rooms are free again. What a newer release has
    written is left as it is: raises `Newer`."""
    if isinstance(broken, Newer):
        raise broken
    try:
        snapshot = freeze(rebuilt_from_journal(work, games, row))
        thaw(snapshot, games)
    except Newer:
        raise
    except (NotRebuilt, Unreadable) as why:
        damage = Damage(row.id, at, str(broken), str(why))
        for room in work.rooms_of(row.id):
            work.tell(room_lane(room.id), row.id, [announce(SetAside(row.id))], at)
        work.update(replace(row, broken=True, due=None, remind_at=None))
        work.close(row.id, at)
        keep_damage(work, ASIDE, damage)
        return damage
    work.update(replace(row, snapshot=snapshot))
    damage = Damage(row.id, at, str(broken))
    keep_damage(work, REBUILT, damage)
    return damage


def keep_damage(work: Work, prefix: str, damage: Damage) -> None:
    """Keep what became of a damaged table (`REBUILT`, `ASIDE`)."""
    work.keep(f"{prefix}{damage.table}", msgspec.json.encode(damage).decode(), damage.at)


def read_damage(kept: str) -> Damage | None:
    """What was kept of a damaged table; None if this program cannot read it."""
    try:
        return msgspec.json.decode(kept, type=Damage)
    except msgspec.MsgspecError:
        return None


def finder(reads: Reads, games: Games) -> Finder:
    """Finds the game before this one, which may be damaged itself."""

    def finished(table_id: str) -> Finished | Closed:
        before = reads.row(table_id)
        if before is None:
            raise NotRebuilt("the game before is not known")
        try:
            table = thaw(before.snapshot, games)
        except Newer:
            raise
        except Unreadable:
            table = rebuilt_from_journal(reads, games, before)
        if not isinstance(table, Finished | Closed):
            raise NotRebuilt("the game before is not over")
        return table

    return finished


def rebuilt_from_journal(reads: Reads, games: Games, row: StoredTable) -> Table:
    """The table of a row, as its journal tells it. Raises `NotRebuilt`."""
    entries = reads.journal_of(row.id)
    table = rebuild(entries, reads.secret_of(row.id), games, finder(reads, games))
    if len(entries) != row.version:
        raise NotRebuilt("its last lines are missing")
    if isinstance(table, Playing) and table.question != row.question:
        raise NotRebuilt("it asks another question than was stored")
    return table
