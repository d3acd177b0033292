"""The computer players of Coup, and standing orders."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from core.games.coup import COUP, board_words
from core.games.coup.model import Options
from core.games.coup.names import Role
from core.games.coup.orders import AllowOthers
from core.kernel.asks import Over
from core.kernel.dice import Dice, bot_dice
from core.kernel.minds import DEFAULT
from tests.games.coup.play import Told, run, seat, table
from tests.games.coup.worlds import states

A = seat(2, "duke captain")
B = seat(2, "assassin contessa")
C = seat(2, "captain ambassador")
KILLER = seat(3, "assassin duke")


def says(game: Told, number: int, bot: str = "clever", seed: int = 1) -> str:
    view, moves = COUP.view(game.state, number), COUP.moves(game.state, number)
    return str(COUP.bots[bot](view, moves, bot_dice(b"x", seed, number)).code)


def always(game: Told, number: int) -> set[str]:
    return {says(game, number, seed=seed) for seed in range(40)}


def test_idle_is_first_and_clever_the_default() -> None:
    assert COUP.default_bot == DEFAULT
    assert list(COUP.bots)[:2] == ["idle", "clever"]


@pytest.mark.parametrize("seed", range(40))
def test_swapping_hidden_cards_of_others_changes_nothing(seed: int) -> None:
    dice = Dice(b"swap" + bytes([seed]))
    for state in states(seed, leaving=0):
        asked = COUP.ask(state)
        if isinstance(asked, Over):
            break
        number = min(asked.seats)
        for bot in COUP.bots.values():
            chosen = set()
            for world in (state, *(COUP.imagine(state, number, dice) for _ in range(2))):
                moves = COUP.moves(world, number)
                move = bot(COUP.view(world, number), moves, Dice(b"same"))
                assert move in moves
                chosen.add(move.code)
            assert len(chosen) == 1


@pytest.mark.parametrize("seats", [2, 3, 6, 10])
def test_games_of_computers_end(seats: int) -> None:
    chance = random.Random(seats)
    for seed in range(12):
        dice = Dice(bytes([seats, seed]))
        diplomat, order = bool(seed % 2), ("combined", "sequential")[seed // 2 % 2]
        table_of: Any = dict(table_size=10, diplomat=diplomat, response_timing=order)
        state = run(COUP.setup(seats, Options(prove="choice", **table_of), dice))
        question = 0
        while not isinstance(asked := COUP.ask(state), Over):
            question += 1
            number = chance.choice(sorted(asked.seats))
            view, moves = COUP.view(state, number), COUP.moves(state, number)
            move = COUP.bots["clever"](view, moves, bot_dice(b"end", question, number))
            state = run(COUP.play(state, number, move, dice))
        assert state.number <= 300


def test_clever_never_loses_a_card_it_need_not() -> None:
    game = table(KILLER, B, C)
    game.do("1:assassinate.2")
    assert not any(code == "allow" for code in always(game, 2)), "it holds the Contessa"
    choice = table(A, B, C, prove="choice")
    choice.do("1:tax", "2:challenge")
    assert always(choice, 1) == {"show.duke"}
    game = table(seat(7, "duke captain"), seat(2, "duke duke"), C)
    game.do("1:coup.2")
    assert always(game, 2) == {"lose.duke"}


def test_clever_gives_up_the_lesser_card() -> None:
    game = table(seat(7, "duke captain"), seat(2, "duke ambassador"), C)
    game.do("1:coup.2")
    assert always(game, 2) == {"lose.ambassador"}
    liar = table(seat(2, "ambassador captain"), B, C, prove="choice")
    liar.do("1:tax", "2:challenge")
    assert always(liar, 1) == {"show.ambassador"}


def test_clever_challenges_what_cannot_be_true() -> None:
    game = table(seat(2, "captain ambassador"), seat(2, "duke duke"), seat(2, "captain", "duke"))
    game.do("1:tax")
    assert always(game, 2) == {"challenge"}
    caught = table(seat(2, "captain contessa"), B, seat(2, "ambassador captain"))
    caught.do("1:tax", "2:challenge", "1:lose.captain", "2:income", "3:income", "1:tax")
    assert always(caught, 3) == {"challenge"}, "everybody knows that seat 1 has no Duke"


def test_clever_does_not_challenge_what_must_be_true() -> None:
    """All that seat 3 has not seen are Dukes."""
    game = table(seat(2, "duke captain"), B, C)
    game.do("1:tax")
    assert always(game, 3) == {"allow"}


def test_clever_bluffs_a_contessa_rather_than_die() -> None:
    game = table(KILLER, seat(2, "captain", "duke"), C)
    game.do("1:assassinate.2")
    assert always(game, 2) <= {"block.contessa", "challenge"}


def test_clever_never_repeats_a_bluff_that_everybody_knows() -> None:
    rows = (seat(2, "captain", "contessa"), seat(5, "assassin", "contessa"))
    game = table(*rows, seat(2, "duke", "contessa"), turn=2)
    game.do("2:assassinate.1")
    assert always(game, 1) == {"challenge"}, "no Contessa is left to claim"


def test_clever_launches_a_coup_when_it_can() -> None:
    game = table(seat(7, "duke captain"), B, seat(6, "captain ambassador"))
    assert always(game, 1) == {"coup.3"}
    game = table(seat(10, "duke captain"), B, seat(6, "captain ambassador"))
    assert always(game, 1) == {"coup.3"}


def test_clever_gets_on_with_a_long_game() -> None:
    game = table(A, B, C)
    game.state = msgspec.structs.replace(game.state, number=101)
    assert always(game, 1) == {"income"}
    game = table(seat(8, "duke captain"), B, C)
    game.state = msgspec.structs.replace(game.state, number=101)
    assert always(game, 1) <= {"coup.2", "coup.3"}


def test_clever_weighs_blocks_of_its_own_actions() -> None:
    known = (seat(2, "ambassador captain"), seat(2, "contessa", "captain"))
    game = table(seat(2, "captain duke"), *known)
    game.do("1:steal.2", "2:block.captain")
    assert always(game, 1) <= {"allow", "challenge"}
    aid = table(seat(2, "duke duke"), seat(2, "captain", "duke"), C)
    aid.do("1:aid", "2:block.duke")
    assert always(aid, 1) == {"challenge"}
    kill = table(seat(3, "assassin contessa"), B, C)
    kill.do("1:assassinate.2", "2:block.contessa")
    assert always(kill, 1) <= {"allow", "challenge"}
    assert always(kill, 3) == {"allow"}


def test_clever_uses_every_kind_of_action() -> None:
    """Also as Diplomat."""
    seen = set()
    for hand in (
        "diplomat contessa",
        "captain contessa",
        "ambassador ambassador",
        "assassin assassin",
    ):
        game = table(seat(4, hand), seat(4, "contessa", "diplomat"), C, diplomat=True)
        seen |= {code.partition(".")[0] for code in always(game, 1)}
    assert {"cooperate", "steal", "exchange", "assassinate"} <= seen


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
