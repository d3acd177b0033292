"""What a room is used to: kept when its table is agreed upon, chosen again at its next one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from core.house.ports import Work
from core.table.commands import Choose, Command, Open, Start
from core.table.places import Habits, Room
from core.table.sayings import Pace
from core.table.table import Games, Lobby, Table, spell

replace = msgspec.structs.replace


def opened_as_usual(command: Open, habits: Habits, games: Games) -> Open:
    """The command to open a table with the clock of last time and, where no game is named, its
    game; the first one that there is if that is gone."""
    game = command.game or habits.game
    if game not in games and not command.game:
        game = next(iter(games))
    pace = Pace(habits.pace) if habits.pace in tuple(Pace) else command.pace
    return replace(command, game=game, pace=pace)


def usual_choices(command: Open, habits: Habits) -> Iterator[Choose]:
    """What the host of a table has to choose to play that game as last time. What is spelled
    there need not exist any more."""
    if command.game != habits.game:
        return
    if habits.preset:
        yield Choose(command.user, "preset", habits.preset)
    if habits.level:
        yield Choose(command.user, "level", habits.level)
    for name, value in habits.switches.items():
        yield Choose(command.user, name, value)


def keep_habits(
    work: Work, rooms: Sequence[Room], command: Command, before: Table, table: Table
) -> None:
    """A choice of the host, or the start, is what the rooms of the table are used to from now
    on."""
    agreed = table if isinstance(table, Lobby) else before
    chosen = isinstance(command, Choose) and command.what != "panel"
    if not isinstance(agreed, Lobby) or not (chosen or isinstance(command, Start)):
        return
    for room in sorted(rooms, key=lambda room: room.id):
        habits = work.habits_locked(room.id)
        now = replace(
            habits,
            game=agreed.game,
            preset=agreed.preset,
            switches={name: spell(value) for name, value in agreed.switches.items()},
            pace=agreed.pace.value,
            level=agreed.level.value,
        )
        if now != habits:
            work.put_habits(room.id, now)
