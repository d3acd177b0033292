"""Reminders worth a billed message: of people who hold up a turn when half its time is over."""

from __future__ import annotations

import msgspec

from adapters.letter import Letter
from adapters.line.people import PLATFORM
from core.house.house import House
from core.kernel.asks import Ask
from core.table.course import people_awaited
from core.table.sayings import HalfTime
from core.table.table import Playing, chair_of


class Nudge(msgspec.Struct, frozen=True):
    """A reminder that is still true: its number in the outbox, and how many people of LINE play
    at its table, for whose hands something must be left."""

    line: int
    people: int


def nudges_of(house: House, letter: Letter) -> list[Nudge]:
    """In the writer's thread: the reminders of a letter that are still true. In a window silence
    is an answer: nobody is reminded of it."""
    found = []
    for line in letter.lines:
        read = house.read(line.table) if isinstance(line.message, HalfTime) else None
        table = read.table if read is not None else None
        if not isinstance(table, Playing):
            continue
        game, index = house.games[table.game], chair_of(table.chairs, letter.user)
        asked = game.ask(table.state)
        if index is None or not isinstance(asked, Ask) or asked.window:
            continue
        if index + 1 in people_awaited(table, game):
            people = [str(chair.user) for chair in table.chairs if chair.decides]
            ours = sum(user.startswith(f"{PLATFORM}:") for user in people)
            found.append(Nudge(line.id, ours))
    return found
