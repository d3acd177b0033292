"""Computers that think beside: what one is asked, what it answers, and who answers instead.

A transaction never waits for one of them. Its question follows from the table alone, so it can be
asked again at any time, and by any process.
"""

from __future__ import annotations

from typing import Any

import msgspec

from core.house.house import House
from core.kernel.dice import Dice
from core.kernel.minds import stand_in
from core.table.commands import Thought
from core.table.course import kind_at, thinker
from core.table.oracle import put
from core.table.table import Playing


class Thinking(msgspec.Struct, frozen=True):
    """What a computer at a table thinks over. It holds what its seat sees, and no more.

    `made` is how many moves there were before; `view`, `moves` and `dice` are what every
    computer player is handed. `due` is when its answer may be told, in seconds since 1970.
    """

    table: str
    question: int
    made: int
    seat: int
    game: str
    kind: str
    view: Any
    moves: tuple[Any, ...]
    dice: Dice
    due: float

    def answered(self, move: str) -> Thought:
        """The command that carries its move to the table."""
        return Thought(self.question, self.made, self.seat, move, self.kind)


def thinking_at(house: House, table_id: str) -> Thinking | None:
    """What the table waits for a computer to think over; None if it waits for none."""
    read = house.read(table_id)
    if read is None or not isinstance(read.table, Playing):
        return None
    table, game = read.table, house.games[read.table.game]
    seat = thinker(table, game)
    if not seat:
        return None
    view, moves, dice = put(table, game, seat)
    return Thinking(
        *(table.id, table.question, len(table.moves), seat),
        *(table.game, kind_at(table, game, seat)),
        view,
        tuple(moves),
        dice,
        read.row.due or 0.0,
    )


def answered_instead(house: House, thinking: Thinking) -> Thought:
    """The move of the stand-in, which thinks over the same."""
    kind = stand_in(thinking.kind)
    fresh = Dice(thinking.dice.seed)  # whoever thought before may have used some
    move = house.games[thinking.game].bots[kind](thinking.view, thinking.moves, fresh)
    return msgspec.structs.replace(thinking.answered(move.code), kind=kind)
