"""A game that is over, played again from its seed and its moves: what was told, state by state.

Nobody is asked anew, and no board is drawn. Both what everybody saw and what only the rules know
is in it: whoever tells of it must choose.
"""

from __future__ import annotations

from typing import Any

import msgspec

from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.kernel.notation import Move, find
from core.kernel.text import Announce, Note, Public
from core.table.seating import seated
from core.table.table import Finished, run


class NotPlayedAgain(Exception):
    """The rules of now make another game of these moves: an older release played it."""


class Turn(msgspec.Struct, frozen=True):
    """A move: the state before it (None: the deal), the seat (0: the deal), how it is spelled
    ("leave": the seat left), who made it if its person did not, what was told, and the state after
    it."""

    before: Any
    seat: int
    code: str
    by: str
    notes: tuple[Note, ...]
    after: Any

    @property
    def told(self) -> tuple[Public, ...]:
        """What everybody was told."""
        return tuple(note.message for note in self.notes if isinstance(note, Announce))


def played_again(table: Finished, game: AnyGame) -> tuple[Turn, ...]:
    """The deal and every move of a game. Raises `NotPlayedAgain`."""
    try:
        turns = _turns(table, game)
    except Exception as strange:  # of rules that have changed since
        raise NotPlayedAgain(type(strange).__name__) from strange
    if turns[-1].after != table.state:
        raise NotPlayedAgain("another end")
    return turns


def _turns(table: Finished, game: AnyGame) -> tuple[Turn, ...]:
    deal = table.deal
    dice = Dice(table.seed_bytes, last_winner=deal.last_winner)
    seated(table.chairs, dice, deal.rooms)
    notes: list[Note] = []
    state = run(game.setup(len(table.chairs), table.options, dice), notes)
    turns = [Turn(None, 0, "", "", tuple(notes), state)]
    for number, line in enumerate(table.moves):
        before, (who, _, code) = state, line.partition(":")
        seat, notes = int(who), []
        if code == "leave":
            story = game.leave(state, seat, dice)
        else:
            moves: list[Move] = list(game.moves(state, seat))
            move = find(moves, code)
            if move is None:
                raise LookupError(line)
            story = game.play(state, seat, move, dice)
        state = run(story, notes)
        by = table.by[number] if number < len(table.by) else ""
        turns.append(Turn(before, seat, code, by, tuple(notes), state))
    return tuple(turns)
