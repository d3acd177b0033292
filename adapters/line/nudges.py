"""Reminders worth a billed message: of people who hold up a turn when half its time is over."""

from __future__ import annotations

import msgspec

from adapters.letter import PersonLetter
from adapters.line.people import PLATFORM
from core.desk.alert import holds_up
from core.house.house import House
from core.table.sayings import HalfTime


class Nudge(msgspec.Struct, frozen=True):
    """A reminder that is still true: its number in the outbox, and how many people of LINE play
    at its table, for whose hands something must be left."""

    line: int
    people: int


def nudges_of(house: House, letter: PersonLetter) -> list[Nudge]:
    """In the writer's thread: the reminders of a letter that are still true. In a window silence
    is an answer: nobody is reminded of it."""
    found = []
    for line in letter.lines:
        read = house.read(line.table) if isinstance(line.message, HalfTime) else None
        if read is not None and holds_up(read, house.games, letter.user):
            people = [str(chair.user) for chair in read.table.chairs if chair.decides]
            ours = sum(user.startswith(f"{PLATFORM}:") for user in people)
            found.append(Nudge(line.id, ours))
    return found
