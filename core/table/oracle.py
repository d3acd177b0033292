"""What decides where neither the rules nor a person do: chance, and who answers unasked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from core.kernel.dice import Dice, bot_dice
from core.kernel.game import AnyGame
from core.kernel.notation import Move
from core.table.table import Playing


def put(table: Playing, game: AnyGame, seat: int) -> tuple[Any, Sequence[Any], Dice]:
    """What a computer player is asked: what its seat sees, what it may do, and its own dice."""
    chance = bot_dice(table.seed_bytes, table.question, seat)
    return game.view(table.state, seat), game.moves(table.state, seat), chance


class Oracle:
    """Chance from the table's seed, and computers that are asked. The rest of a command follows
    from the table alone; so another oracle (the draws that a record prescribes, the moves that a
    journal tells) makes of the same command the same table."""

    def dice(self, table: Playing) -> Dice:
        """The dice of the next move."""
        return Dice(table.seed_bytes, table.drawn)

    def answer(self, table: Playing, game: AnyGame, seat: int, kind: str) -> Move:
        """The legal move that a computer player of that kind makes for a seat."""
        move: Move = game.bots[kind](*put(table, game, seat))
        return move


FAIR = Oracle()
"""The one that is asked when people play."""
