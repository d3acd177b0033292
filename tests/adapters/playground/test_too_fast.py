"""Somebody presses faster than any player on a page: each press is refused, none is carried out."""

from __future__ import annotations

import asyncio
from pathlib import Path

from adapters.shares import PERSON
from tests.adapters.playground.site import Page, Site, lobby_datum, visit


def test_presses(tmp_path: Path) -> None:
    async def work(site: Site) -> None:
        site.app.edge.shares._missed = 0.0  # as some minutes after the start
        async with site.page() as page, site.page() as other:
            lobby = await page.table(lambda frame: frame["lobby"])
            datum = lobby_datum(lobby, "start").rpartition(":")[0] + ":rules"
            outcomes = [await _pressed(page, datum) for _ in range(int(PERSON[0]) * 3)]
            first = outcomes.index("refused")
            assert first >= PERSON[0] - 10
            assert outcomes[first:].count("refused") > PERSON[0]
            await page.socket.send_str('{"type": "ping"}')
            await page.until(lambda frame: frame["type"] == "pong")
            await other.hello()

    visit(tmp_path, work)


async def _pressed(page: Page, datum: str) -> str:
    done = await page.press(datum)
    if done["outcome"] == "refused":
        assert "more than I can keep up with" in done["text"]
    outcome: str = done["outcome"]
    return outcome


def test_what_takes_long_is_made_for_a_page_one_after_the_other(tmp_path: Path) -> None:
    """Others wait for pictures too."""

    async def work(site: Site) -> None:
        server = site.playground.page
        made: list[str] = []
        most = {"a": 0, "b": 0}
        running = {"a": 0, "b": 0}

        async def make(who: str) -> None:
            running[who] += 1
            most[who] = max(most[who], running[who])
            await asyncio.sleep(0.01)
            running[who] -= 1
            made.append(who)

        async with site.page() as page, site.page() as other:
            await page.hello()
            await other.hello()
            one, two = server.hub.everyone()
            for _ in range(5):
                server._later(one, make("a"))
            server._later(two, make("b"))
            while len(made) < 6:
                await asyncio.sleep(0.01)
        assert most == {"a": 1, "b": 1}
        assert made.index("b") <= 1

    visit(tmp_path, work)
