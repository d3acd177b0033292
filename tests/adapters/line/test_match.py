"""Whole matches on LINE: nothing is billed, everybody reads what they may."""

from __future__ import annotations

import asyncio
from itertools import product

import pytest

from core.games import GAMES
from core.table.table import Finished
from tests.adapters.line.players import Match
from tests.adapters.line.stage import Stage
from tests.sample import sampled

LOVE_LETTER = GAMES[0]


@pytest.mark.parametrize(
    ("language", "preset"),
    sampled(
        product(["ja", "en"], sorted(LOVE_LETTER.presets)),
        [("ja", "aeg"), ("en", "bga"), ("ja", "jp"), ("en", "z19")],
    ),
)
def test_a_whole_match_costs_nothing(preset: str, language: str) -> None:
    async def play() -> Stage:
        stage = Stage(f"{preset}.{language}", language=language)
        seats = LOVE_LETTER.seats(LOVE_LETTER.presets[preset])
        names = ["ミナ", "Aki", "けん", "Bob", "Yui", "Jo"][: min(seats.stop - 1, 4)]
        users = [stage.person(name) for name in names]
        chat = await stage.group(*users)
        match = Match(stage, chat, users, language)
        short = preset != "bga"  # the others end with the second point
        await match.gather(preset, {"target": "2"} if short else None)
        await match.play()
        assert isinstance(stage.table(chat), Finished)
        return stage

    stage = asyncio.run(play())
    assert stage.line.billed == 0
    assert not stage.line.refusals
    assert stage.line.slowest < 2
