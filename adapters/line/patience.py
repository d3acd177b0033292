"""When time ends on LINE, where nothing can be said unasked. Runs in the writer's thread."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from adapters.line.chats import Chats
from adapters.line.events import Event
from adapters.line.people import PLATFORM
from adapters.line.texts import LineHearsLater
from adapters.speech import Speech
from core.house.house import Input
from core.kernel.asks import Ask
from core.kernel.text import Public
from core.table.commands import Tick
from core.table.course import computers_due, people_awaited
from core.table.places import Room
from core.table.table import Playing, Table

MOST_HELD = 10_000  # tables whose deadline waits until somebody asks for it


class Patience:
    """Knows which deadlines have to wait. `pulse` is a monotonic clock."""

    def __init__(
        self,
        speech: Speech,
        chats: Chats,
        now: Callable[[], float],
        pulse: Callable[[], float],
    ) -> None:
        self.speech = speech
        self.chats = chats
        self.now = now
        self._pulse = pulse
        self._held: dict[str, int] = {}

    def holds(self, table_id: str, question: int) -> bool:
        """Whether a deadline has to wait: where nobody could be told of it."""
        if self._held.get(table_id) == question:
            return True
        read = self.speech.house.read(table_id)
        if read is None or not isinstance(read.table, Playing):
            return False
        table, rooms = read.table, read.rooms
        game = self.speech.house.games[table.game]
        asked = game.ask(table.state)
        if any(room.platform != PLATFORM for room in rooms) or computers_due(table, game):
            return False
        if isinstance(asked, Ask) and asked.window:
            return not any(self._heard_in(room) for room in rooms)
        self._held.pop(table_id, None)
        self._held[table_id] = question
        while len(self._held) > MOST_HELD:
            del self._held[next(iter(self._held))]
        return True

    def close_window(self, event: Event, room: Room) -> bool:
        """A window whose time is over closes at the first word that can announce it. Tells
        whether one did."""
        read = self.speech.house.read(room.table) if room.table is not None else None
        if read is None or not event.token or not isinstance(read.table, Playing):
            return False
        row, table, rooms = read.row, read.table, read.rooms
        asked = self.speech.house.games[table.game].ask(table.state)
        if row.due is None or row.due > self.now() or not isinstance(asked, Ask):
            return False
        if not asked.window or not self._heard_in(room):
            return False
        if any(each.platform != PLATFORM for each in rooms):
            return False
        self.speech.house.handle(Input(Tick(table.question), self.now(), table=table.id))
        return True

    def remark(self, table: Table, rooms: Sequence[Room], room: Room) -> Sequence[Public]:
        """For boards elsewhere: whoever is asked on LINE hears of it at its next message."""
        if not isinstance(table, Playing) or room.platform == PLATFORM:
            return ()
        asked = people_awaited(table, self.speech.house.games[table.game])
        here = [seat for seat in asked if str(table.chairs[seat - 1].user).startswith("line:")]
        ours = [each for each in rooms if each.platform == PLATFORM]
        if not here or any(self._heard_in(each) for each in ours):
            return ()
        return (LineHearsLater(),)

    def _heard_in(self, room: Room) -> bool:
        """Whether something could be said there now."""
        return self.chats.alive_anywhere(room.chat, self._pulse())
