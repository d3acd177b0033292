"""How high what a group is sent stands on a phone of 390 pixels."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from typing import Any

from playwright.sync_api import sync_playwright

from core.kernel.dice import Dice
from tests.adapters.line.crowd import at_table, play_on
from tests.adapters.line.drawn import page
from tests.adapters.line.fake import Data
from tests.adapters.line.stage import Stage

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
WIDTH = 390


def heights(messages: Sequence[Data]) -> list[int]:
    """The height in pixels of each message, as the app would draw it."""
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM)
        tab: Any = browser.new_page(viewport={"width": WIDTH, "height": 844})
        tab.set_content(page(*messages))
        found = tab.evaluate(
            "() => [...document.body.children].filter(e => e.tagName === 'DIV')"
            ".map(e => Math.ceil(e.getBoundingClientRect().height))"
        )
        browser.close()
    assert len(found) == len(messages)
    return [int(each) for each in found]


async def whole(stage: Stage, game: str, people: int, seed: str, most: int = 1500) -> list[Data]:
    """Everything that the group is sent in a match, from its first board on."""
    match = await at_table(stage, game, people)
    since = len(stage.entries(match.chat)) - 1
    since -= stage.entries(match.chat)[since - 1].message["type"] != "flex"
    await play_on(match, Dice(seed.encode()), most)
    return [each.message for each in stage.entries(match.chat)[since:] if each.by == "bot"]
