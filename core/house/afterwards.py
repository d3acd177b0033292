"""What people do with a game that is over, besides playing another."""

from __future__ import annotations

from core.desk.bluffs import NoBluff, ToldAlready, unasked_bluff
from core.house.house import House, Result
from core.house.ports import Work, room_lane
from core.kernel.text import announce
from core.table.table import Finished

ON_THE_WAY = 120.0
"""Seconds after which nobody waits any more for panels of which nothing was heard: more than a
platform takes for its turn, the picture and the call together."""
SHOWN = "shown"
PANELS = "panels:"
OWNED_UP = "owned-up:"
"""How names begin under which is kept what became of them."""


def own_up(house: House, user: str, table_id: str, at: float, receipt: str) -> Result:
    """Somebody tells the group of a bluff of theirs that nobody asked about: once."""

    def tell(work: Work) -> Result:
        if receipt and not work.first_time(receipt, at):
            return Result(repeated=True)
        read = house.read_within(work, table_id)
        seat = read.seat_of(user) if read is not None else None
        if read is None or not isinstance(read.table, Finished) or seat is None:
            return Result(table=table_id, refused=NoBluff())
        bluff = unasked_bluff(read.table, house.games[read.table.game], seat)
        if bluff is None:
            return Result(table=table_id, refused=NoBluff())
        name = f"{OWNED_UP}{table_id}:{seat}"
        if work.kept(name):
            return Result(table=table_id, refused=ToldAlready())
        work.keep(name, "1", at)
        note = announce(bluff)
        work.log(table_id, [note], at)
        for room in read.rooms:
            work.tell(room_lane(room.id), table_id, [note], at)
        return Result(table=table_id, notes=(note,))

    return house.store.run(tell)


def take_panels(house: House, table_id: str, room: int, at: float) -> bool:
    """Whether the panels of a match are still to be shown in a room. Whoever is told so shows them
    there now, and says what became of that; if nothing is said they may be asked for again after a
    while."""

    def take(work: Work) -> bool:
        name = _shown(table_id, room)
        kept = work.kept(name)
        if kept == SHOWN or (kept and at - float(kept) < ON_THE_WAY):
            return False
        work.keep(name, f"{at:.3f}", at)
        return True

    return house.store.run(take)


def panels_done(house: House, table_id: str, room: int, at: float, *, shown: bool) -> None:
    """They stand there (or may), or they surely do not and may be asked for again."""
    house.store.run(lambda work: work.keep(_shown(table_id, room), SHOWN if shown else "", at))


def _shown(table_id: str, room: int) -> str:
    return f"{PANELS}{table_id}:{room}"
