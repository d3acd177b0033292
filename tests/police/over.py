"""Matches as finished tables, as a house would leave them: with the draw of the seats before."""

from __future__ import annotations

from random import Random
from typing import Any

from core.kernel.asks import Over
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from core.table.editions import options_of
from core.table.seating import seated
from core.table.table import Chair, Deal, Finished
from tests.police.walk import BOUND, NAMES, SECRET, Casting, choice, run


def played_out(game: AnyGame, deal: Casting, *, leaves: int = 0) -> Finished:
    """A match from its deal to its end, as a table. After `leaves` moves seat 1 goes."""
    options = options_of(deal.preset, deal.switches, game)
    dice = Dice(deal.seed)
    chairs = tuple(Chair(NAMES[i], user=f"user:{i + 1}") for i in range(deal.seats))
    seated(chairs, dice, ())
    state, _ = run(game.setup(deal.seats, options, dice))
    whims, moves = Random(deal.whims), list[str]()
    while not isinstance(asked := game.ask(state), Over):
        assert len(moves) < BOUND, "no end"
        if leaves and len(moves) == leaves and 1 in game.active(state):
            state, _ = run(game.leave(state, 1, dice))
            moves.append("1:leave")
            continue
        seat = whims.choice(sorted(asked.seats))
        legal = game.moves(state, seat)
        move = choice(game, deal.kinds[seat - 1], state, seat, legal, whims, len(moves))
        state, _ = run(game.play(state, seat, move, dice))
        moves.append(f"{seat}:{move.code}")
    return finished(game, deal, options, chairs, state, moves, tuple(sorted(asked.winners)))


def finished(
    game: AnyGame,
    deal: Casting,
    options: Any,
    chairs: tuple[Chair, ...],
    state: Any,
    moves: list[str],
    winners: tuple[int, ...],
) -> Finished:
    """The table of a match that is over."""
    terms = Deal(
        id="k7mq2xw9",
        game=game.name,
        secret=SECRET,
        preset=deal.preset,
        preset_chosen=True,
        switches=deal.switches,
        seed=deal.seed.hex(),
        options=options,
        joined=tuple(chair.name for chair in chairs),
    )
    return Finished(terms, "user:1", chairs, state, len(moves) + 1, tuple(moves), winners=winners)
