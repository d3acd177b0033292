"""The hand in very few words, for an alert."""

from __future__ import annotations

from collections.abc import Sequence

from core.desk.board import LetterMeans, OrderStands, before
from core.desk.letters import meaning
from core.kernel.asks import Ask
from core.kernel.text import Message
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
    codes = [move.code for move in game.moves(table.state, seat)]
    hidden = game.hidden(table.state, seat)
    meant = meaning(table.secret, seat, hidden)
    letters = [
        LetterMeans(mark, game.label(view, before(codes, word), word))
        for mark, word in meant.items()
    ]
    return [*letters, *lines], hidden.version
