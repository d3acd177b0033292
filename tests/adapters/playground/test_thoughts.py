"""Computers that think beside, on the playground: a whole game, killed and restarted in it."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from core.desk.presses import Play, datum
from core.house.thinking import thinking_at
from core.table.course import people_awaited
from core.table.table import Finished, Playing, Table
from tests.adapters.playground.site import Page, Site, visit
from tests.adapters.thinking import until

CHOICES = ("set.game.coup", "set.level.hard", "start")


def now(site: Site, table: str) -> Table:
    """The table as it is stored."""
    read = site.app.house.read(table)
    assert read is not None
    return read.table


async def begin(site: Site, page: Page) -> str:
    """Choose Coup and hard computers, and start. Tells the table."""
    name = str((await page.table(lambda frame: frame["lobby"]))["id"])
    for verb in CHOICES:
        await page.press(f"{name}:0:{verb}")
    await until(lambda: isinstance(now(site, name), Playing))
    return name


async def move(site: Site, page: Page, table: str) -> bool:
    """The person makes their last legal move as soon as they are asked. False at the end."""

    def asked() -> bool:
        there = now(site, table)
        game = site.app.house.games[there.game]
        return not isinstance(there, Playing) or bool(people_awaited(there, game))

    await until(asked)
    there = now(site, table)
    if not isinstance(there, Playing):
        return False
    game = site.app.house.games[there.game]
    (seat,) = people_awaited(there, game)
    code = game.moves(there.state, seat)[-1].code
    data = datum(table, there.question, Play(code))
    await page.press(data)
    await until(lambda: len(getattr(now(site, table), "moves", ())) > len(there.moves))
    return True


def test_a_whole_game_with_a_kill_and_a_restart_in_it(tmp_path: Path) -> None:
    found: list[str] = []

    async def first(site: Site) -> None:
        async with site.page() as page:
            found.append(await begin(site, page))
            for _ in range(2):
                assert await move(site, page, found[0])
                for pid in site.app.thinker.pool.pids:
                    os.kill(pid, signal.SIGKILL)
            # nobody hears that one is to think: as if the process had ended that very moment
            site.app.house.on_thinking = lambda table: None
            site.app.clock.thinks = lambda table: True
            await until(lambda: not site.app.thinker.waiting)
            while thinking_at(site.app.house, found[0]) is None:
                assert await move(site, page, found[0])

    async def second(site: Site) -> None:
        async with site.page() as page:
            while await move(site, page, found[0]):
                pass
            assert isinstance(now(site, found[0]), Finished)
            over = await page.table(lambda frame: frame["phase"] == "finished")
            assert any(button["verb"] == "again" for button in over["foot"])
            assert any(b'"thought"' in line.entry for line in site.app.store.journal_of(found[0]))

    visit(tmp_path, first)
    visit(tmp_path, second)
