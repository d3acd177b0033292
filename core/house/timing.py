"""How long things last: the time of a question, of a lobby, and how computers pause."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

import msgspec

from core.house.ports import Work
from core.kernel.asks import Ask
from core.kernel.game import AnyGame
from core.table.commands import Answer, Command, Tick
from core.table.course import computers_due, thinker, waiving
from core.table.failures import Late, Refused
from core.table.levels import ComputerThinks
from core.table.places import Room, StoredTable
from core.table.presence import next_quiet
from core.table.sayings import NotYetTime, TooLate
from core.table.snapshot import freeze
from core.table.table import Drawing, Games, Lobby, Playing, Table

replace = msgspec.structs.replace

LOBBY_LASTS = 3 * 3600.0  # seconds without anybody doing anything after which a lobby closes
DRAWING_LASTS = 20.0  # seconds for which a deal waits for its beacon
MORE_TIME = 3  # times as long, for those who wish it
LATEST_SHOWING = 180.0  # seconds after which a clock runs even if no prompt was shown


class Pause(msgspec.Struct, frozen=True):
    """How computers ride along: at once up to `most` moves, the rest each after `seconds`."""

    most: int = 50
    seconds: float = 0.0


class Timing(msgspec.Struct, frozen=True):
    """The clocks of a house.

    `windows` may give a chance to object another length in some rooms (0: as the game says).
    `deaf` tells that people in these rooms may have acted without being heard: then no time runs
    out. `lobby_lasts` is how long (seconds) a lobby stays in which nobody does anything; None:
    for ever.
    """

    games: Games
    pause: Pause = Pause()
    windows: Callable[[Sequence[Room]], int] = lambda rooms: 0
    deaf: Callable[[Sequence[Room]], bool] = lambda rooms: False
    lobby_lasts: float | None = LOBBY_LASTS

    def after(
        self, row: StoredTable, before: Table, table: Table, at: float, rooms: Sequence[Room]
    ) -> StoredTable:
        """The row after a step: a new question has a new clock, an old one keeps its own."""
        after = replace(row, snapshot=freeze(table), version=row.version + 1)
        if isinstance(table, Lobby):
            due = self.lobby_ends(at)
            looks = self.next_look(table, due)
            return replace(after, asked_at=at, due=due, remind_at=looks)
        if isinstance(table, Drawing):
            return (
                after
                if isinstance(before, Drawing)
                else replace(after, asked_at=at, due=at + DRAWING_LASTS, remind_at=None)
            )
        if not isinstance(table, Playing):
            return replace(after, due=None, remind_at=None)
        game = self.games[table.game]
        if computers_due(table, game):
            return replace(
                after,
                question=table.question,
                asked_at=row.asked_at if row.question == table.question else at,
                due=at + self.pause.seconds,
                remind_at=None,
            )
        if (
            isinstance(before, Playing)
            and before.question == table.question
            and before.asleep is table.asleep is False
            and not computers_due(before, game)
        ):
            return after
        limit = self.limit(table, rooms)
        latest = None
        if limit and len(rooms) > 1 and not table.asleep:
            latest = at + LATEST_SHOWING + limit
        return replace(after, question=table.question, asked_at=at, due=latest, remind_at=None)

    def lobby_ends(self, at: float) -> float | None:
        """When a lobby closes in which nobody does anything from now on; None: never."""
        return None if self.lobby_lasts is None else at + self.lobby_lasts

    def next_look(self, lobby: Lobby, due: float | None) -> float | None:
        """When it is to be looked who is still there in a lobby that ends at `due`; None: never,
        as where nobody waits for anybody."""
        when = next_quiet(lobby)
        return when if when is not None and due is not None and when < due else None

    def check(
        self,
        work: Work,
        row: StoredTable,
        table: Table,
        heard: Command,
        at: float,
        said_at: float | None,
    ) -> None:
        """A typed answer may be older than the question, a tick younger than its deadline. While
        the house is deaf no person's time runs out."""
        if isinstance(heard, Answer) and said_at is not None and said_at < row.asked_at:
            raise Late(TooLate())
        if not isinstance(heard, Tick):
            return
        if row.due is None:
            raise Late(TooLate())
        if at < row.due:
            raise Refused(NotYetTime(ceil(row.due)))
        nobody = isinstance(table, Drawing) or (
            isinstance(table, Playing) and computers_due(table, self.games[table.game])
        )
        if isinstance(table, Playing) and thinker(table, self.games[table.game]):
            raise Refused(ComputerThinks())  # its own answer will come
        if not nobody and self.deaf(work.rooms_of(row.id)):
            raise Refused(NotYetTime(ceil(at)))

    def limit(self, table: Playing, rooms: Sequence[Room]) -> int:
        """The time for the open question in seconds where the table is played; 0 without a
        clock. `windows` may give a chance to object another length in some rooms; with somebody
        among those asked who takes more time it is as long as theirs."""
        game = self.games[table.game]
        own = time_limit(table, game)
        asked = game.ask(table.state)
        if not own or not isinstance(asked, Ask):
            return own
        if asked.window:
            own = self.windows(rooms) or own
        chairs = [table.chairs[seat - 1] for seat in asked.seats - waiving(table, asked)]
        # whoever has given an order counts too: that they have one is their secret
        slow = any(chair.more_time and chair.decides for chair in chairs)
        return own * MORE_TIME if slow else own

    def taken(
        self,
        row: StoredTable,
        before: Playing,
        table: Playing,
        at: float,
        rooms: Sequence[Room],
    ) -> StoredTable:
        """The row after somebody took more time: a clock that runs for them runs longer, but not
        longer than if they had taken it before. Nobody's is ever cut short."""
        after = replace(row, snapshot=freeze(table), version=row.version + 1)
        limit = self.limit(table, rooms)
        more = float(limit - self.limit(before, rooms))
        if row.due is None or more <= 0 or computers_due(table, self.games[table.game]):
            return after
        remind_at = row.remind_at
        most = row.asked_at + LATEST_SHOWING + limit
        if remind_at is not None and remind_at < row.due:  # in the middle of the time
            most = 2 * remind_at - row.due + limit
        elif remind_at is not None:
            most = min(most, at + limit)
        more = max(0.0, min(more, most - row.due))
        if remind_at is not None:  # whoever was reminded is not reminded again
            remind_at += more if remind_at >= row.due else more / 2
        return replace(after, due=row.due + more, remind_at=remind_at)

    def rides(self, command: Command) -> int:
        """How many moves computers may make within the same input, if not one by one at their
        own ticks."""
        most = self.pause.most
        return 1 if most == 0 and isinstance(command, Tick) else most


def time_limit(table: Playing, game: AnyGame) -> int:
    """The time for the open question in seconds; 0 without a clock."""
    asked = game.ask(table.state)
    return asked.patience * table.pace.factor if isinstance(asked, Ask) else 0
