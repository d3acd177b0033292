"""The hand in very few words, for an alert."""

from __future__ import annotations

from collections.abc import Sequence

from core.desk.hand import OrderStands, letters_of
from core.desk.reading import Reading
from core.kernel.asks import Ask
from core.kernel.text import Message
from core.table.course import people_awaited
from core.table.table import Games, Playing, Table, chair_of


def brief(table: Table, games: Games, user: str) -> tuple[Sequence[Message], int]:
    """A person's hand and what they have learnt, and what the letters on the group's board
    mean to them now. Also the version of the hand whose letters are shown (-1: none)."""
    index = chair_of(table.chairs, user)
    if not isinstance(table, Playing) or index is None:
        return (), -1
    seat, game = index + 1, games[table.game]
    view = game.view(table.state, seat)
    lines = list(game.brief(view))
    if table.chairs[index].order and game.orders is not None:
        lines.append(OrderStands(game.orders.shown(table.chairs[index].order)))
    asked = game.ask(table.state)
    chair = table.chairs[index]
    if not isinstance(asked, Ask) or seat not in asked.seats or not asked.secret:
        return lines, -1
    if not chair.letters or not chair.decides:
        return lines, -1
    version, letters = letters_of(table, game, seat, view)
    return [*letters, *lines], version


def holds_up(read: Reading, games: Games, user: str) -> bool:
    """A person is asked, and nobody else answers for them. In a window silence is an answer:
    nobody holds it up."""
    table, seat = read.table, read.seat_of(user)
    if not isinstance(table, Playing) or seat is None:
        return False
    game = games[table.game]
    asked = game.ask(table.state)
    return isinstance(asked, Ask) and not asked.window and seat in people_awaited(table, game)
