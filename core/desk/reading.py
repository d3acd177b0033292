"""A table as its readers need it: read once, without a lock, and handed through."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from core.table.places import Individual, Room, StoredTable
from core.table.score import RoomScore
from core.table.table import Finished, Games, Playing, Table, chair_of


class Reading(msgspec.Struct, frozen=True):
    """A table as it stood at one moment, and where it is played.

    `rooms` come oldest first; `edition` is that of the cards (empty before the deal); `limit`
    is the time for the open question in seconds where the table is played (0: no clock). `scores`
    tells of a match that is over what each of its rooms (by id) shows of its score.
    """

    row: StoredTable
    table: Table
    rooms: tuple[Room, ...] = ()
    edition: str = ""
    limit: int = 0
    scores: Mapping[int, RoomScore] = {}

    @property
    def id(self) -> str:
        """The name of the table."""
        return self.row.id

    def seat_of(self, user: str) -> int | None:
        """The seat of a person who has not left (before the deal: their place in the order of
        joining)."""
        index = chair_of(self.table.chairs, user)
        return None if index is None else index + 1

    def home(self, user: str) -> Room | None:
        """The room from which a person plays: the first one on their platform, else the first;
        None if the table is played nowhere."""
        return home(self.rooms, user)


def reading(
    row: StoredTable, table: Table, rooms: Sequence[Room], games: Games, limit: int
) -> Reading:
    """What is read of a table that was thawed."""
    edition = ""
    if isinstance(table, Playing | Finished):
        edition = games[table.game].edition(table.options)
    return Reading(row, table, tuple(rooms), edition, limit)


def home(rooms: Sequence[Room], user: str) -> Room | None:
    """The first of these rooms on the platform of a person, else the first."""
    platform = user.partition(":")[0]
    return next((room for room in rooms if room.platform == platform), next(iter(rooms), None))


def language_for(person: Individual, rooms: Sequence[Room], app: str = "") -> str:
    """What a person reads in private: their own choice, else the language of their `app` if the
    platform tells it and we speak it, else that of the room from which they play; empty if
    nothing is known."""
    place = home(rooms, person.user)
    return person.language or app or (place.language if place is not None else "")
