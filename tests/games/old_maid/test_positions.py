"""Positions of records, and what cannot be one."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.old_maid import OLD_MAID as GAME
from core.kernel.dice import Dice
from core.kernel.game import PositionError
from tests.games.old_maid.playing import FULL, Playing
from tests.police.walk import run


def load(*hands: str, **rest: Any) -> Any:
    seats = [{"hand": hand.split()} for hand in hands]
    return run(GAME.load({"seats": seats, **rest}, 2, FULL, Dice(b"load")))[0]


def test_what_is_dumped_can_be_loaded() -> None:
    game = Playing("2c", "2d", "joker 3c", "3d 5c", "5d", draws="2d").draw(1).leave(3)
    position = GAME.dump(game.state)
    again, _ = run(GAME.load(position, 5, FULL, Dice(b"again")))
    same = GAME.dump(again)
    assert {**same, "laid": sorted(same["laid"])} == {**position, "laid": sorted(position["laid"])}


def test_cards_that_are_not_named_have_been_laid_down() -> None:
    state = load("5c joker", "5d")
    assert len(state.laid) == 50


@pytest.mark.parametrize(
    ("hands", "rest", "why"),
    [
        (("5c joker",), {}, "there are 2 seats"),
        (("5c joker 6c", "5d 6c"), {}, "too many"),
        (("5c joker", "5d"), {"laid": ["5c", "5h"]}, "too many"),
        (("5c joker", "6d"), {}, "only pairs"),
        (("5c", "5d"), {}, "only pairs"),
        (("", "joker"), {}, "the seat in turn"),
        (("5c joker", "5d"), {"turn": 3}, "the seat in turn"),
        (("5c joker", "5d"), {"places": [2]}, "only seats without cards"),
        (("joker", ""), {"places": [2, 2]}, "only seats without cards"),
        (("5c joker", "5d"), {"places": [3]}, "only seats without cards"),
        (("5c joker", "5d"), {"deck": []}, "unknown field"),
        (("5c joker", "1d"), {}, "Invalid enum value"),
    ],
)
def test_what_is_no_position(hands: tuple[str, ...], rest: dict[str, Any], why: str) -> None:
    with pytest.raises(PositionError, match=f"^start.position: .*{why}"):
        load(*hands, **rest)


def test_a_seat_that_has_left_holds_nothing() -> None:
    seats = [{"hand": ["5c", "joker"]}, {"hand": ["5d"], "left": True}]
    with pytest.raises(PositionError, match="only seats without cards"):
        run(GAME.load({"seats": seats}, 2, FULL, Dice(b"load")))
