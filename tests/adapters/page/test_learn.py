"""A guided first round over the page's socket: step by step, refused moves, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from adapters.page import wire
from core.games import GAMES
from core.kernel.lessons import Lesson
from tests.adapters.page.ground import Ground, Page, start, visit

LESSONS: dict[str, Lesson] = {game.name: game.lesson for game in GAMES if game.lesson is not None}


async def learn(page: Page, game: str, step: int = 0, code: str = "") -> wire.Guide:
    """Ask for a step, and what the guide says then."""
    await page.send(wire.Learn(game=game, step=step, code=code))
    await page.until(lambda frame: isinstance(frame, wire.Table))
    assert page.table.guide is not None
    return page.table.guide


def codes(nodes: list[wire.Node], said: tuple[str, ...] = ()) -> set[str]:
    found: set[str] = set()
    for node in nodes:
        here = (*said, node.word)
        found |= codes(node.then, here) | ({".".join(here)} if node.data else set())
    return found


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_is_drawn_step_by_step(name: str, tmp_path: Path) -> None:
    lesson = LESSONS[name]

    async def work(ground: Ground) -> None:
        async with ground.page("en") as page:
            guide = await learn(page, name)
            assert (guide.step, guide.of) == (0, len(lesson.beats))
            assert page.table.scene is not None and page.table.scene.me == 1
            assert page.table.scene.game == name
            count = len(page.lines)
            for step, beat in enumerate(lesson.beats):
                assert guide.wanted == (beat.code if beat.own else "")
                choice = page.table.choice
                assert (choice is not None) is beat.own
                if choice is not None:
                    assert guide.wanted in codes(choice.then) and not choice.orders
                    guide = await learn(page, name, step, beat.code)
                else:
                    guide = await learn(page, name, step + 1)
                assert guide.step == step + 1
                told = page.frames[-2]
                assert isinstance(told, wire.Story) and told.fresh
                assert len(page.lines) > count
                count = len(page.lines)
            assert [line.id for line in page.lines] == list(range(1, count + 1))
            assert {line.seat for line in page.lines} <= {0, 1}, "others' secrets stay theirs"
            assert not guide.wanted and page.table.choice is None
            data = [button.data for button in page.table.foot]
            assert f"-:0:learn.{name}.{len(lesson.beats) - 1}" in data

    visit(tmp_path, work)


def test_another_move_is_answered_and_changes_nothing(tmp_path: Path) -> None:
    async def work(ground: Ground) -> None:
        async with ground.page("en") as page:
            first = await learn(page, "love-letter")
            scene = page.table.scene
            other = await learn(page, "love-letter", 0, "guard.2.king")
            assert other.step == 0 and "blind guess" in other.text
            assert page.table.scene == scene
            assert (await learn(page, "love-letter", 0, "nonsense")).text == first.text
            back = await learn(page, "love-letter", 2)
            assert back.step == 2
            told = page.frames[-2]
            assert isinstance(told, wire.Story) and not told.fresh, "a leap tells all of it"

    visit(tmp_path, work)


def test_the_table_stands_behind_and_comes_back(tmp_path: Path) -> None:
    async def work(ground: Ground) -> None:
        async with ground.page("ja") as page:
            lobby = page.table
            done = await page.press(page.button("learn"))
            assert done.outcome == "done"
            sheet = await page.until(lambda frame: isinstance(frame, wire.Sheet))
            assert isinstance(sheet, wire.Sheet)
            games = [button.data for row in sheet.rows for button in row]
            assert games == [f"-:0:learn.{name}.0" for name in LESSONS]
            await page.press(games[0])
            await page.until(lambda frame: isinstance(frame, wire.Table))
            assert page.table.guide is not None and "姫" in page.table.guide.text
            await page.send(wire.Speak(language="en"))
            await page.when(
                lambda: page.table.guide is not None and "Princess" in page.table.guide.text
            )
            await page.send(wire.Rename(name="Mina"))
            await page.send(wire.Ping())
            await page.until(lambda frame: isinstance(frame, wire.Pong))
            assert page.table.guide is not None, "what happens behind does not disturb"
            await page.press(page.button("table"))
            await page.when(lambda: page.table.guide is None)
            assert page.table.id == lobby.id and page.table.phase == "lobby"

    visit(tmp_path, work)


def test_a_question_of_the_table_ends_the_lesson(tmp_path: Path) -> None:
    async def work(ground: Ground) -> None:
        async with ground.page("en") as page:
            data = page.button("start")
            await learn(page, "coup")
            assert (await page.press(data)).outcome == "done"
            await page.when(lambda: page.table.guide is None and page.table.phase == "playing")
            await page.when(lambda: page.table.choice is not None)

    visit(tmp_path, work)


def test_a_lesson_may_be_looked_at_while_ones_own_table_asks(tmp_path: Path) -> None:
    async def work(ground: Ground) -> None:
        async with ground.page("en") as page:
            await start(page)
            await page.when(lambda: page.table.choice is not None)
            assert (await learn(page, "coup")).step == 0
            await page.send(wire.Rename(name="Mina"))
            await page.send(wire.Ping())
            await page.until(lambda frame: isinstance(frame, wire.Pong))
            assert page.table.guide is not None

    visit(tmp_path, work)


def test_words_for_the_host_open_the_choice_too(tmp_path: Path) -> None:
    async def work(ground: Ground) -> None:
        async with ground.page("ja") as page:
            await page.send(wire.Say(id="say-1", text="/あそびかた"))
            await page.until(lambda frame: isinstance(frame, wire.Sheet))

    visit(tmp_path, work)
