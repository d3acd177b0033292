"""What a game that is over still gives: its four panels, and a bluff that is owned up to."""

from __future__ import annotations

from adapters.heard import Heard, NoPanels, Panels, PanelsAbove, PanelsLater, Reply
from adapters.looks import sat
from core.desk.bluffs import NoBluff, NowTheyKnow
from core.desk.reading import Reading
from core.house.afterwards import own_up, take_panels
from core.house.house import House
from core.records.panels import strip_of
from core.table.sayings import NoTable, NotSeated
from core.table.table import Closed, Finished


def panels(house: House, heard: Heard, read: Reading | None) -> Reply:
    """A match in four panels: once for a room in which it was played, and for those who sat there
    in private as often as they like."""
    if read is None:
        return Reply(NoTable())
    table, room = read.table, heard.room
    if room is not None and room.id not in [each.id for each in read.rooms]:
        return Reply(NoTable())
    if not isinstance(table, Finished | Closed):
        return Reply(PanelsLater(), table=table.id)
    if room is None and not sat(table, heard.user):
        return Reply(NotSeated(), table=table.id)
    strip = strip_of(table, house.games[table.game]) if isinstance(table, Finished) else None
    if strip is None:
        return Reply(NoPanels(), table=table.id)
    if room is None or heard.apart:
        return Reply(table=table.id, panels=Panels(strip, read))
    if not take_panels(house, table.id, room.id, heard.at):
        return Reply(PanelsAbove(), table=table.id)
    return Reply(table=table.id, panels=Panels(strip, read, room))


def owned_up(house: House, heard: Heard, table_id: str | None) -> Reply:
    """Somebody tells the group of a bluff of theirs that nobody asked about."""
    if table_id is None:
        return Reply(NoBluff())
    result = own_up(house, heard.user, table_id, heard.at, heard.receipt)
    done = result.refused is None and not result.repeated
    return Reply(NowTheyKnow() if done else result.refused, table=table_id, result=result)
