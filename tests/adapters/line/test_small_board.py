"""The board of a group that has the page: one filled key, and everything else behind another."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.sync_api import sync_playwright

from adapters.line.colours import colours_of
from adapters.page.links import Addresses
from core.kernel.dice import Dice
from locales import tongue
from tests.adapters.line.crowd import at_table, play_on
from tests.adapters.line.drawn import page
from tests.adapters.line.fake import Data
from tests.adapters.line.fake_limits import walk
from tests.adapters.line.players import Match, actions_of
from tests.adapters.line.stage import Stage

ADDRESS = "https://cards.example"
LIFF = "https://liff.line.me/123-abc?t="
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
HIGHEST = 350  # pixels of a board while four play


class Paged(Stage):
    """A host with a public address."""

    address = ADDRESS


class Liffed(Paged):
    """A host with a LIFF app too."""

    def open(self) -> None:
        super().open()
        self.links.addresses = Addresses(ADDRESS, liff="123-abc")


def play(
    run: Callable[[Stage, Match], Awaitable[None]],
    game: str = "love-letter",
    kind: type[Stage] = Paged,
    language: str = "ja",
) -> None:
    async def whole() -> None:
        stage = kind("small", language=language)
        await run(stage, await at_table(stage, game, 4))
        assert stage.line.billed == 0 and not stage.line.refusals

    asyncio.run(whole())


def verbs(match: Match) -> list[str]:
    """What the keys of the newest board do."""
    return [
        each.get("uri") or each["data"].split(":", 2)[-1]
        for each in actions_of(match.stage, match.chat)
    ]


def filled(message: Data) -> list[str]:
    """The words on filled keys."""
    keys = [each for each in walk(message) if "action" in each and "contents" in each]
    deep = colours_of("love-letter").deep, colours_of("coup").deep
    return [each["contents"][0]["text"] for each in keys if each.get("backgroundColor") in deep]


@pytest.mark.parametrize("kind", [Paged, Liffed])
def test_a_secret_question_has_one_filled_key(kind: type[Stage]) -> None:
    async def run(stage: Stage, match: Match) -> None:
        table = stage.playing(match.chat)
        address = f"{LIFF}{table.id}" if kind is Liffed else f"{ADDRESS}/t/{table.id}"
        assert verbs(match) == [address, "otherwise", "help", "next"]
        assert filled(stage.line.bubble(match.chat)) == ["🃏 手札を見て出す"]

    play(run, kind=kind)


def test_an_open_question_keeps_its_keys() -> None:
    async def run(stage: Stage, match: Match) -> None:
        table = stage.playing(match.chat)
        found = verbs(match)
        assert f"{ADDRESS}/t/{table.id}" in found and "m:income" in found
        assert filled(stage.line.bubble(match.chat)) == ["🃏 手札と卓を見る"]

    play(run, "coup")


def test_without_the_page_the_way_to_the_hand_is_filled() -> None:
    async def run(stage: Stage, match: Match) -> None:
        assert filled(stage.line.bubble(match.chat)) == ["手札を見る"]
        assert "~0.E" in verbs(match) and "otherwise" not in verbs(match)

    play(run, kind=Stage)


def test_the_other_ways_are_one_press_away() -> None:
    """Whoever presses: the same reply has the letters, and by them a move is made."""

    async def run(stage: Stage, match: Match) -> None:
        table = stage.playing(match.chat)
        await match.verb(match.users[2], "otherwise")
        found = verbs(match)
        assert f"{ADDRESS}/t/{table.id}" in found
        assert {"~0.E", "~1.2", "status", "rules", "lang", "next"} <= set(found)
        assert any("oaMessage" in each for each in found)
        await match.turn(stage.playing(match.chat))
        assert "otherwise" in verbs(match), "the next question is asked in small again"

    play(run)


def test_they_are_for_the_table_of_the_group_and_the_question_of_now() -> None:
    async def run(stage: Stage, match: Match) -> None:
        old = match.find("otherwise")
        assert old is not None
        before = len(stage.entries(match.chat))
        stranger = {"type": "postback", "data": "elsewhere:1:otherwise"}
        await stage.do(match.users[0], match.chat, stranger)
        assert len(stage.entries(match.chat)) == before
        await match.turn(stage.playing(match.chat))
        await stage.do(match.users[0], match.chat, old)
        assert "otherwise" in verbs(match)

    play(run)


@pytest.mark.parametrize("kind", [Stage, Paged])
def test_how_it_works_tells_of_the_page_where_there_is_one(kind: type[Stage]) -> None:
    async def run(stage: Stage, match: Match) -> None:
        asked = {"type": "postback", "data": "-:0:how"}
        since = len(stage.entries(match.chat))
        await stage.do(match.users[0], match.chat, asked)
        said = "".join(stage.read(match.chat, since))
        assert ("「🃏 手札を見て出す」を押すと" in said) is (kind is Paged)

    play(run, kind=kind)


def test_they_come_where_line_does_not_tell_who_presses() -> None:
    async def run(stage: Stage, match: Match) -> None:
        found = match.find("otherwise")
        assert found is not None
        postback = {"data": found["data"]}
        event = stage.line.event("postback", match.chat, "", postback=postback)
        event["source"].pop("userId", None)
        await stage.send(event)
        assert "~0.E" in verbs(match)

    play(run)


def test_words_count_as_ever() -> None:
    async def run(stage: Stage, match: Match) -> None:
        match.speaks = True
        table = stage.playing(match.chat)
        await match.turn(table)
        assert stage.playing(match.chat).question != table.question

    play(run)


@pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed (apt install chromium)")
def test_a_small_board_is_not_half_a_screen_high() -> None:
    found: list[Data] = []

    async def run(stage: Stage, match: Match) -> None:
        await play_on(match, Dice(b"small"), 8)
        found.append(stage.line.bubble(match.chat))

    for language in tongue.languages():
        play(run, language=language)
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=CHROMIUM)
        tab: Any = browser.new_page(viewport={"width": 390, "height": 844})
        tab.set_content(page(*found))
        boxes = [each.bounding_box() for each in tab.locator(".bubble").all()]
        browser.close()
    assert len(boxes) == len(found) and all(box["height"] <= HIGHEST for box in boxes), boxes
