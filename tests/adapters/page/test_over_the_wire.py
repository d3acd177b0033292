"""Whole matches over the page's socket, pressed at random: every frame is judged by the schema, in
both directions, and every press is acknowledged."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from adapters.page import wire
from core.games import GAMES
from tests.adapters.page.ground import Ground, Page, moves, visit

MOST_PRESSES = 400


async def set_up(page: Page, game: str) -> None:
    """A game is chosen, another person sits down, and it begins."""
    await page.press(page.button("panel.game"))
    await page.when(lambda: page.offers(f"set.game.{game}"))
    await page.press(page.button(f"set.game.{game}"))
    await page.press(page.button("panel."))
    await page.when(lambda: page.offers("start"))
    await page.send(wire.Invite(name="Ken"))
    await page.when(lambda: len(page.people) == 2)
    await page.be(page.people[1].user)
    if game == "lady-luck":
        await page.press(page.button("unbot"))
    await page.press(page.button("join"))
    await page.be(page.people[0].user)
    assert (await page.press(page.button("start"))).outcome == "done"
    await page.when(lambda: page.table.phase == "playing")


async def turn(page: Page, chance: Random) -> bool:
    """Whoever is asked makes a move; tells whether the match goes on."""
    while page.table.phase == "playing" and page.table.choice is None:
        asked = [each.user for each in page.people if each.asked]
        if asked:
            await page.be(asked[0])
        else:
            await page.next()
    choice = page.table.choice
    if choice is None:
        return False
    done = await page.press(chance.choice(sorted(moves(choice))))
    assert done.outcome == "done"
    asked_again = choice.question
    await page.when(lambda: page.table.choice is None or page.table.choice.question != asked_again)
    return True


@pytest.mark.parametrize("game", [game.name for game in GAMES])
def test_a_match_is_played_over_the_socket(game: str, tmp_path: Path) -> None:
    chance = Random(game)

    async def play(ground: Ground) -> None:
        async with ground.page("ja") as page:
            await set_up(page, game)
            for _ in range(MOST_PRESSES):
                if not await turn(page, chance):
                    break
            assert page.table.phase == "finished"
            assert page.table.scene is not None
            assert any(seat.winner for seat in page.table.scene.seats)
            kinds = {type(frame).__name__ for frame in page.frames}
            assert kinds >= {"Hello", "People", "Table", "Story", "Chat", "Done"}

    visit(tmp_path, play)
