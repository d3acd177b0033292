"""What a group on LINE could learn of an examined card and of a doubted embezzler: nothing.

Worlds that differ in hidden cards alone are played side by side (13.2.10, 13.3.10).
"""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.adapters.line.coup_tables import VARIANTS, put, seat
from tests.adapters.line.crowd import ask_of, at_table, do_move, user_at
from tests.adapters.line.fake import texts
from tests.adapters.line.stage import Stage
from tests.adapters.line.test_coup import letters_of
from tests.adapters.line.test_coup_variants import CONCEDE

HANDS = ["inquisitor captain", "duke captain", "duke assassin"]
NAMES = {
    "en": ("Duke", "Assassin", "Contessa", "Captain"),
    "ja": ("公爵", "刺客", "女伯", "船長"),
}

SEEN = {"en": "card: {}.", "ja": "カードを見ました：{}"}


class World:
    """A table at which seat 2 holds what is different. Seat 1 is on turn."""

    def __init__(self, hand: str, language: str, own: str = HANDS[0]) -> None:
        self.hand, self.own, self.language = hand, own, language

    async def open(self) -> None:
        self.stage = Stage("worlds", language=self.language)
        self.match = await at_table(self.stage, "coup", 4, **VARIANTS, **CONCEDE)
        hands = [self.own, self.hand, *HANDS[1:]]
        put(self.match, *[seat(4, hand) for hand in hands], reserve=3)
        await self.stage.say(self.match.users[0], "/status", self.match.chat)
        self.first = len(self.stage.entries(self.match.chat))

    async def press(self, number: int, mark: str) -> None:
        """A letter of the board, by somebody who has looked at what the letters mean."""
        user = user_at(self.match, number)
        await self.match.look(user)
        await self.match.tap(user, 1, mark)

    def group(self) -> list[Any]:
        """All that the group could read since the beginning, and when it came."""
        entries = self.stage.entries(self.match.chat)[self.first :]
        return [(entry.by, entry.at, entry.silent, entry.message) for entry in entries]

    async def hand_of(self, number: int) -> list[Any]:
        """What somebody reads who asks for their hand."""
        user = user_at(self.match, number)
        before = len(self.stage.entries(user.id))
        await self.stage.say(user, "hand")
        return [entry.message for entry in self.stage.entries(user.id)[before:]]

    def words(self) -> str:
        """The texts of the group, without any other datum."""
        entries = self.stage.entries(self.match.chat)[self.first :]
        return "\n".join(text for entry in entries for text in texts(entry.message))


def worlds(language: str, *hands: str, own: tuple[str, ...] = (HANDS[0],)) -> list[World]:
    """One world for each hand of seat 2, or for each of seat 1."""
    return [World(hand, language, mine) for hand in hands for mine in own]


async def examine(world: World, verdict: str) -> None:
    """Seat 1 examines seat 2, who shows the card behind the second letter."""
    await world.open()
    match = world.match
    await do_move(match, 1, "examine.2")
    for number in sorted(ask_of(match).seats):
        await do_move(match, number, "allow")
    marks = [mark.partition(".")[2] for mark in letters_of(match)]
    assert len(marks) == 2
    await world.press(2, marks[1])
    assert ask_of(match).seats == {1}, "it has been shown"
    if verdict:
        await do_move(match, 1, verdict)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("verdict", ["", "return", "force"])
def test_the_group_learns_nothing_of_an_examined_card(language: str, verdict: str) -> None:
    """EXAMINED, EXAMINE and after it: texts, keys, data, times; and those who only watch."""

    async def run() -> None:
        both = worlds(language, "assassin contessa", "captain duke")
        for world in both:
            await examine(world, verdict)
        first, second = both
        assert first.group() == second.group()
        for watcher in (3, 4):
            assert await first.hand_of(watcher) == await second.hand_of(watcher)
        told = [str(await world.hand_of(1)) for world in both]
        for text, card in zip(told, (2, 0), strict=True):
            other = NAMES[language][2 - card]
            assert SEEN[language].format(NAMES[language][card]) in text, "the actor is told"
            assert SEEN[language].format(other) not in text
        later = [str(await world.hand_of(1)) for world in both]
        assert (later[0] == later[1]) is (verdict == "force"), "what went away is not shown again"

    asyncio.run(run())


async def doubted(world: World, mark: int) -> None:
    """Seat 1 embezzles, seat 3 doubts it, and a letter is pressed (none for -1)."""
    await world.open()
    await do_move(world.match, 1, "embezzle")
    await do_move(world.match, 3, "challenge")
    marks = [each.partition(".")[2] for each in letters_of(world.match)]
    assert len(marks) == 3, "as many for a liar as for somebody honest"
    if mark >= 0:
        await world.press(1, marks[mark])


async def meant(language: str, own: str) -> dict[str, int]:
    """What each letter would do in such a world: the move, and the number of its letter."""
    found = {}
    for mark in range(3):
        world = World("assassin contessa", language, own)
        await doubted(world, mark)
        found[world.stage.playing(world.match.chat).moves[-1].partition(":")[2]] = mark
    return found


HONEST, LIAR = "contessa captain", "contessa duke"


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_doubted_embezzler_is_asked_alike_whether_honest_or_not(language: str) -> None:
    """PROVE: everything that the group and the others read is the same, byte for byte."""

    async def run() -> None:
        both = worlds(language, "assassin contessa", own=(HONEST, LIAR))
        for world in both:
            await doubted(world, -1)
        first, second = both
        assert first.group() == second.group()
        for watcher in (2, 3, 4):
            assert await first.hand_of(watcher) == await second.hand_of(watcher)
        own = [str(await world.hand_of(1)) for world in both]
        assert own[0] != own[1]

    asyncio.run(run())


@pytest.mark.parametrize("language", ["ja", "en"])
def test_who_concedes_shows_nothing_but_the_card_that_is_lost(language: str) -> None:
    """Somebody honest and a liar concede with the same card by the same letter."""

    async def run() -> None:
        honest, liar = await meant(language, HONEST), await meant(language, LIAR)
        assert set(honest) == {"show.all", "lose.contessa", "lose.captain"}
        assert set(liar) == {"lose.contessa", "lose.duke"}
        assert honest["lose.contessa"] == liar["lose.contessa"]
        both = worlds(language, "assassin contessa", own=(HONEST, LIAR))
        for world in both:
            await doubted(world, honest["lose.contessa"])
        assert both[0].group() == both[1].group()
        told = both[0].words()
        assert NAMES[language][2] in told, "the card that was lost"
        assert (await both[0].hand_of(3)) == (await both[1].hand_of(3))

    asyncio.run(run())
