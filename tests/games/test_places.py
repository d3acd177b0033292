"""Who came in where, at the ends that are worth telling apart."""

from __future__ import annotations

from typing import Any

import msgspec

from core.games.coup import COUP
from core.games.lady_luck import LADY_LUCK
from core.games.lady_luck.model import End, Phase
from core.games.lady_luck.names import Card
from core.games.love_letter import LOVE_LETTER
from core.games.old_maid import OLD_MAID
from core.kernel.dice import Dice
from core.kernel.game import AnyGame
from tests.police.walk import run

replace = msgspec.structs.replace


def dealt(game: AnyGame, seats: int) -> Any:
    return run(game.setup(seats, game.presets[game.preset_for(seats)], Dice(b"places")))[0]


def test_old_maid_counts_the_order_of_going_out() -> None:
    state = replace(dealt(OLD_MAID, 5), places=(3, 1), gone=(5,), loser=2)
    assert OLD_MAID.places(state, 5) == (2, 3, 1, 3, 5)


def test_love_letter_counts_tokens_behind_the_winner() -> None:
    state = dealt(LOVE_LETTER, 4)
    level = replace(state, tokens=(2, 4, 2, 0), winners=(2,), phase="over")
    assert LOVE_LETTER.places(level, 4) == (2, 1, 2, 4)
    alone = replace(state, tokens=(0, 3, 1, 2), winners=(1,), gone=(2, 3, 4), phase="over")
    assert LOVE_LETTER.places(alone, 4) == (1, 2, 4, 3)


def test_lady_luck_counts_points_that_were_counted() -> None:
    state = dealt(LADY_LUCK, 4)
    cards = list(Card)
    players = [replace(player, ap=3 * seat, scores=()) for seat, player in enumerate(state.players)]
    players[1] = replace(players[1], ap=0)
    over = replace(state, players=tuple(players), phase=Phase.OVER, winners=(4,), end=End.POINTS)
    assert LADY_LUCK.places(over, 4) == (3, 3, 2, 1)
    players[0] = replace(players[0], left=True, scores=(cards[0],))
    left = replace(over, players=tuple(players))
    assert LADY_LUCK.places(left, 4) == (4, 3, 2, 1)
    princess = replace(over, end=End.PRINCESS, winners=(2,))
    assert LADY_LUCK.places(princess, 4) == (2, 1, 2, 2), "nobody has seen the others' cards"


def test_coup_has_one_winner() -> None:
    state = dealt(COUP, 3)
    while not hasattr(state.step, "winner"):
        seat = min(COUP.active(state))
        state = run(COUP.leave(state, seat, Dice(b"leaves")))[0]
    assert COUP.places(state, 3) == (2, 2, 1)
