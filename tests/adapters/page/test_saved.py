"""[Record] on a page: the file, and the page that plays the game again."""

from __future__ import annotations

import asyncio
import json
from typing import Any, cast

from adapters.page.answers import Answers
from adapters.page.draw import Voice
from adapters.page.saved import Saved
from adapters.page.viewer import Viewer
from adapters.page.who import Who
from adapters.page.wire import Done, Press
from core.desk.acts import Act
from core.desk.presses import datum, read_datum
from locales.tongue import Context
from tests.adapters.page.test_watching_again import play
from tests.adapters.table import Parlour


def test_both_files_come_with_a_press() -> None:
    room = Parlour()
    room.start("Aki", "Ben", "Chie", game="old-maid")
    table = play(room)
    viewer = Viewer(cast(Any, None), Who("link", "test:Aki", table), "en")
    press = Press(id="a-1", data=datum(table, 0, Act.RECORD))
    done, saved = Answers(room.speech, lambda: room.at).do(viewer, press, read_datum(press.data))
    assert isinstance(done, Done) and done.outcome == "done"
    assert isinstance(saved, Saved)
    sheet = asyncio.run(saved.sheet())
    page, record = sheet.files
    assert (page.name, record.name) == (f"fumibako-{table}.html", f"fumibako-{table}.json")
    assert page.text.startswith("<!doctype html>")
    assert json.loads(record.text)["game"] == "old-maid"
    assert sheet.blocks[0].lines


def test_the_record_comes_alone_where_its_page_cannot_be_made() -> None:
    def broken() -> bytes:
        raise RuntimeError("no page")

    for again in (broken, None, lambda: b""):
        saved = Saved("fumibako-x.json", "{}", again, Voice("en", Context()))
        sheet = asyncio.run(saved.sheet())
        assert [file.name for file in sheet.files] == ["fumibako-x.json"]
        assert not sheet.blocks[0].lines
