"""The match in four panels on the page: its captions, and the picture as soon as it is painted."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from typing import Any, cast

from adapters.heard import PanelsLater
from adapters.page.answers import Answers
from adapters.page.pictured import Pictured, no_picture
from adapters.page.viewer import Viewer
from adapters.page.who import Who
from adapters.page.wire import Done, Press
from adapters.picture.gallery import drawing
from core.desk.acts import Act
from core.desk.bluffs import NoBluff
from core.desk.presses import datum, read_datum
from core.games import GAMES
from core.table.sayings import NotSeated
from tests.adapters.page.test_watching_again import play
from tests.adapters.table import Parlour
from tests.adapters.test_pictures import panels

PNG = b"\x89PNG\r\n\x1a\n picture"


async def painted(svg: str) -> bytes:
    return PNG


def test_the_sheet_has_the_words_and_the_picture() -> None:
    for game in GAMES:
        drawn = drawing(panels(game, 1, "ja"), "ja")
        sheet = asyncio.run(Pictured(drawn).sheet(painted))
        assert sheet.title == drawn.told.title
        assert [line for block in sheet.blocks for line in block.lines] == list(drawn.told.lines)
        kind, _, content = sheet.picture.partition(",")
        assert (kind, b64decode(content)) == ("data:image/png;base64", PNG)


def test_without_a_picture_the_words_stand_alone() -> None:
    drawn = drawing(panels(GAMES[0], 2, "en"), "en")
    sheet = asyncio.run(Pictured(drawn).sheet(no_picture))
    assert sheet.picture == "" and len(sheet.blocks) == 4


def test_a_press_brings_it_as_often_as_one_likes() -> None:
    """To whoever looks; the group has its own, once."""
    room = Parlour()
    room.start("Aki", "Ben", "Chie", game="old-maid")
    table = play(room)
    viewer = Viewer(cast(Any, None), Who("link", "test:Aki", table), "ja")
    answers = Answers(room.speech, lambda: room.at)
    for number in range(2):
        press = Press(id=f"p-{number}", data=datum(table, 0, Act.PANELS))
        done, shown = answers.do(viewer, press, read_datum(press.data))
        assert isinstance(done, Done) and done.outcome == "done"
        assert isinstance(shown, Pictured)
        assert "起" in shown.drawing.words
    assert room.press("Ben", "panels").panels is not None, "the group has not had it"
    assert room.press("Chie", "panels").panels is None


def test_panels_are_for_those_who_saw_the_match() -> None:
    room = Parlour()
    room.start("Aki", "Ben", "Chie", game="old-maid")
    assert isinstance(room.press("Aki", "panels").message, PanelsLater)
    play(room)
    assert room.press("Aki", "panels", private=True).panels is not None
    assert isinstance(room.press("Zoe", "panels", private=True).message, NotSeated)
    assert isinstance(room.press("Aki", "own-up", private=True).message, NoBluff)
