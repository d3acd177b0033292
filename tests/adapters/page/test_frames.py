"""Every frame is as the schema says; it judges strictly."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.games import GAMES
from core.kernel.game import AnyGame
from tests.adapters.page.drawing import check, frames, table_frame, validator
from tests.police.walk import Casting, deals, play_out
from tests.test_every_game import quietly


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@given(data=st.data())
@quietly(4)
def test_whole_matches_are_told_by_the_schema(game: AnyGame, data: st.DataObject) -> None:
    match = play_out(game, data.draw(deals(game)))
    language = data.draw(st.sampled_from(("en", "ja")))
    kinds = set()
    for _, frame in frames(game, match, language):
        check(msgspec.json.encode(frame))
        kinds.add(type(frame).__name__)
    assert kinds == {"Table", "Story"}


def test_the_schema_judges_strictly() -> None:
    game = GAMES[0]
    deal = Casting(next(iter(game.presets)), {}, 3, b"strict", ("random",) * 3, 1)
    match = play_out(game, deal)
    whole = msgspec.to_builtins(table_frame(game, match, match.first, 1))
    judge = validator("FromServer")
    assert judge.is_valid(whole)
    assert not judge.is_valid({**whole, "secret": "5e"})
    assert not judge.is_valid({**whole, "phase": "dealing"})
    for field in whole:
        assert not judge.is_valid({key: whole[key] for key in whole if key != field}), field
    theirs = validator("Sent")
    assert theirs.is_valid({"type": "press", "id": "a-1", "data": "x"})
    assert not theirs.is_valid({"type": "press", "id": "<b>", "data": "x"})
    assert not theirs.is_valid({"type": "press", "id": "a-1", "data": "x", "user": "user:2"})
