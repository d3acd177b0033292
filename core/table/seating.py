"""Who sits where: a fair draw; people who play from one room sit side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from core.kernel.dice import Dice
from core.table.sayings import NotSeated
from core.table.table import Chair, Drawing, Lobby, Playing, Refused, SaidCut, chair_of, put

T = TypeVar("T")


def rooms_of(chairs: Sequence[Chair]) -> tuple[int, ...]:
    """For each chair the number of the room it is played from, counted from 1 in the order of
    joining, 0 for computers; empty where there is one room only."""
    numbers = {
        room: number
        for number, room in enumerate(
            dict.fromkeys(chair.room for chair in chairs if chair.user is not None), 1
        )
    }
    if len(numbers) < 2:
        return ()
    return tuple(numbers[chair.room] if chair.user is not None else 0 for chair in chairs)


def seated(joined: Sequence[T], dice: Dice, rooms: Sequence[int] = ()) -> tuple[T, ...]:
    """Who sits on seat 1, 2, …: the first draw of the stream.

    With several rooms the rooms come in the order in which the draw names them, and each
    room's people in the order of the draw, so that a round goes from room to room as rarely as
    it can; a computer stays behind whom it was drawn behind.
    """
    order = dice.order(tuple(range(len(joined))))
    if len(rooms) == len(joined):
        groups: dict[int, list[int]] = {}
        here = next(rooms[index] for index in order if rooms[index])
        for index in order:
            here = rooms[index] or here
            groups.setdefault(here, []).append(index)
        order = tuple(index for group in groups.values() for index in group)
    return tuple(joined[index] for index in order)


def renamed(table: Lobby | Drawing | Playing, user: str, name: str) -> Lobby | Drawing | Playing:
    """The table with another name for a person who sits there. What the start has bound keeps
    the old one; with proof 1 that is nothing, and it changes beside their cuts and among those
    who joined. Raises `Refused`."""
    index = chair_of(table.chairs, user)
    if index is None:
        raise Refused(NotSeated())
    old = table.chairs[index]
    if not name or old.name == name:
        return table
    chairs = put(table.chairs, index, msgspec.structs.replace(old, name=name))
    deal = table.deal
    if deal.proof > 1:
        return msgspec.structs.replace(table, chairs=chairs)
    cuts = deal.cuts
    if old.name and [chair.name for chair in table.chairs].count(old.name) == 1:
        cuts = tuple(SaidCut(name, cut.text) if cut.name == old.name else cut for cut in cuts)
    joined = list(deal.joined)
    if isinstance(table, Playing):
        order = seated(tuple(range(len(chairs))), Dice(table.seed_bytes), deal.rooms)
        joined[order[index]] = name
    deal = msgspec.structs.replace(deal, cuts=cuts, joined=tuple(joined))
    return msgspec.structs.replace(table, deal=deal, chairs=chairs)


def with_time(
    table: Lobby | Drawing | Playing, user: str, *, on: bool
) -> Lobby | Drawing | Playing:
    """The table at which a person has more time, or no longer. Raises `Refused`."""
    index = chair_of(table.chairs, user)
    if index is None:
        raise Refused(NotSeated())
    chair = msgspec.structs.replace(table.chairs[index], more_time=on)
    return msgspec.structs.replace(table, chairs=put(table.chairs, index, chair))
