"""The states of the page, each reached at a real playground by other means than the page itself."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from random import Random

from adapters.page import wire
from tests.adapters.page import ground

MOST_TURNS = 200

Way = Callable[[ground.Page], Awaitable[None]]
Wanted = Callable[[ground.Page], bool]


async def lobby(page: ground.Page) -> None:
    """The first screen as it is."""


def asked(page: ground.Page) -> bool:
    """The first person is to move."""
    choice = page.table.choice
    return choice is not None and not choice.window and page.table.phase == "playing"


def window(page: ground.Page) -> bool:
    """Something is claimed, and may be answered."""
    return page.table.choice is not None and page.table.choice.window


def bidding(page: ground.Page) -> bool:
    """A number is asked for."""
    choice = page.table.choice
    return choice is not None and any(
        node.kind == "number" for top in choice.then for node in (top, *top.then)
    )


def over(page: ground.Page) -> bool:
    """The match has ended."""
    return page.table.phase == "finished"


def until(game: str, wanted: Wanted, least: int = 0) -> Way:
    """Play a game until something holds; not before so many turns."""

    async def way(page: ground.Page) -> None:
        chance = Random(7)
        await ground.choose(page, game)
        await ground.start(page)
        for number in range(MOST_TURNS):
            while page.table.phase == "playing" and page.table.choice is None:
                await page.next()
            if wanted(page) and number >= least:
                return
            if not await ground.turn(page, chance):
                break
        assert wanted(page), f"{game} did not come to that"

    return way


def crowd(game: str, seats: int) -> Way:
    """A table of so many, all but one of them computers; the first person is to move."""

    async def way(page: ground.Page) -> None:
        await ground.choose(page, game)
        if game == "coup":
            for verb in ("panel.switches", "set.table_size.8", "set.table_size.10", "panel."):
                await page.when(partial(page.offers, verb))
                await page.press(page.button(verb))
        for _ in range(seats - 4):
            await page.when(lambda: page.offers("bot"))
            await page.press(page.button("bot"))
        await ground.start(page)
        while page.table.choice is None:
            await page.next()

    return way


async def watched(page: ground.Page) -> None:
    """A table of computers and one person, at which somebody else of the screen looks on."""
    await ground.start(page)
    while page.table.choice is None:
        await page.next()
    await page.send(wire.Invite(name="Ken"))  # too late to sit down
    await page.when(lambda: len(page.people) == 2)


WAYS: dict[str, Way] = {
    "lobby": lobby,
    "love-letter": until("love-letter", asked, 1),
    "love-letter-over": until("love-letter", over),
    "coup": until("coup", asked, 1),
    "coup-claim": until("coup", window),
    "coup-ten": crowd("coup", 10),
    "lady-luck": until("lady-luck", bidding),
    "old-maid": until("old-maid", asked, 1),
}
