"""Who plays Coup for the house: kinds of players, the absent, standing orders."""

from __future__ import annotations

import random
from typing import Any

import pytest

from core.games.coup import COUP, board_words
from core.games.coup.model import Options
from core.games.coup.names import Role
from core.games.coup.orders import AllowOthers
from core.kernel.asks import Over
from core.kernel.dice import Dice, bot_dice
from core.kernel.minds import DEFAULT, beside
from tests.games.coup.minds import KILLER, A, B, C, says
from tests.games.coup.play import run, seat, table
from tests.games.coup.worlds import states

QUICK = [kind for kind in COUP.bots if not beside(kind)]


def test_idle_is_first_and_normal_the_default() -> None:
    assert COUP.default_bot == DEFAULT
    assert list(COUP.bots)[:2] == ["idle", "clever"]
    assert COUP.bots["clever"] is COUP.bots[DEFAULT]


@pytest.mark.parametrize("seed", range(20))
def test_swapping_hidden_cards_of_others_changes_nothing(seed: int) -> None:
    dice = Dice(b"swap" + bytes([seed]))
    for state in states(seed, leaving=0):
        asked = COUP.ask(state)
        if isinstance(asked, Over):
            break
        number = min(asked.seats)
        for kind in QUICK:
            chosen = set()
            for world in (state, *(COUP.imagine(state, number, dice) for _ in range(2))):
                moves = COUP.moves(world, number)
                move = COUP.bots[kind](COUP.view(world, number), moves, Dice(b"same"))
                assert move in moves
                chosen.add(move.code)
            assert len(chosen) == 1


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_games_of_computers_end(level: str, seats: int) -> None:
    chance = random.Random(seats)
    for seed in range(4):
        dice = Dice(bytes([seats, seed]))
        diplomat, order = bool(seed % 2), ("combined", "sequential")[seed // 2 % 2]
        table_of: Any = dict(table_size=10, diplomat=diplomat, response_timing=order)
        state = run(COUP.setup(seats, Options(prove="choice", **table_of), dice))
        question = 0
        while not isinstance(asked := COUP.ask(state), Over):
            question += 1
            number = chance.choice(sorted(asked.seats))
            view, moves = COUP.view(state, number), COUP.moves(state, number)
            manner = ("bold", "careful", "patient")[number % 3]
            move = COUP.bots[f"{level}.{manner}"](view, moves, bot_dice(b"end", question, number))
            state = run(COUP.play(state, number, move, dice))
        assert state.number <= 300


orders = AllowOthers()


def test_standing_order_allows_what_is_not_aimed() -> None:
    game = table(KILLER, B, C)
    assert orders.answer(game.state, 3, "allow") is None
    game.do("1:assassinate.2")
    allow = orders.answer(game.state, 3, "allow")
    assert allow is not None
    assert allow.code == "allow"
    assert orders.answer(game.state, 2, "allow") is None, "the target decides"
    assert orders.answer(game.state, 1, "allow") is None, "not awaited"
    assert orders.answer(game.state, 3, "") is None
    game.do("2:block.contessa")
    assert orders.answer(game.state, 3, "allow") is not None
    assert orders.answer(game.state, 1, "allow") is None, "the own action is blocked"
    aid = table(A, B, C)
    aid.do("1:aid")
    assert orders.answer(aid.state, 2, "allow") is not None


def test_standing_order_lapses_with_its_turn() -> None:
    game = table(A, B, seat(0, "", "captain ambassador"))
    assert orders.lapses(game.state, 1, "allow")
    assert not orders.lapses(game.state, 2, "allow")
    assert orders.lapses(game.state, 3, "allow")
    game.do("1:tax")
    assert not orders.lapses(game.state, 1, "allow"), "the turn has gone on"
    game.do("2:allow")
    assert orders.lapses(game.state, 2, "allow")
    game.do("2:leave")
    assert orders.lapses(game.state, 1, "allow")


def test_standing_order_is_offered_where_it_holds() -> None:
    game = table(A, B, seat(0, "", "captain ambassador"))
    button = (("allow", board_words.AllowOthers()),)
    offers = [tuple(orders.offers(COUP.view(game.state, who))) for who in (None, 1, 2, 3)]
    assert offers == [(), (), button, ()]
    assert orders.keypad(COUP.view(game.state, None)) == ()
    assert orders.read(game.state, 2, "allow") == "allow"
    assert orders.read(game.state, 2, "challenge") is None
    assert orders.read(game.state, 1, "allow") is None
    assert orders.shown("allow") == board_words.AllowsOthers()
    assert COUP.orders is not None


def test_idle_answers() -> None:
    game = table(seat(11, "duke captain"), B, C, turn=1)
    assert says(game, 1, "idle") == "coup.2"
    wrap = table(A, B, seat(11, "captain ambassador"), turn=3)
    assert says(wrap, 3, "idle") == "coup.1"
    assert Role.DUKE in wrap.state.players[0].hidden
