"""Whole matches over the page's socket, pressed at random: every frame is judged by the schema, in
both directions, and every press is acknowledged."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from core.games import GAMES
from tests.adapters.page.ground import Ground, choose, invite, start, turn, visit

MOST_PRESSES = 400


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_match_is_played_over_the_socket(game: str, tmp_path: Path) -> None:
    chance = Random(game)

    async def play(ground: Ground) -> None:
        async with ground.page("ja") as page:
            await choose(page, game)
            await invite(page, "Ken", in_place_of_computer=game == "lady-luck")
            await start(page)
            for _ in range(MOST_PRESSES):
                if not await turn(page, chance):
                    break
            assert page.table.phase == "finished"
            assert page.table.scene is not None
            assert any(seat.winner for seat in page.table.scene.seats)
            kinds = {type(frame).__name__ for frame in page.frames}
            assert kinds >= {"Hello", "People", "Table", "Story", "Chat", "Done"}

    visit(tmp_path, play)
