"""What stands above the table or comes and goes: axe finds nothing there either, and who wants
nothing to move sees nothing move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page

from tests.adapters.page import ground
from tests.adapters.page.alone import text
from tests.adapters.page.browser import (
    PHONE,
    WAIT,
    Host,
    browser_tests,
    chromium,
    looking,
    needs_axe,
    overflow,
    settled,
    violations,
)
from tests.adapters.page.states import WAYS, watched

pytestmark = [*browser_tests, needs_axe, pytest.mark.timeout(300)]

MOST_TURNS = 60


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    one = Host(tmp_path)
    one.start()
    yield one
    one.stop()


def fine(page: Page) -> None:
    """Nothing is found, and nothing is too wide."""
    settled(page)
    assert violations(page) == []
    assert overflow(page) <= 0


def test_menu_sheets_and_tabs(browser: Browser, host: Host) -> None:
    host.drive(WAYS["love-letter"])
    with looking(browser, host, "ja-JP") as page:
        for part in ("talk", "cards"):
            page.get_by_role("tab", name=text(part, "ja")).click()
            fine(page)
        menu = page.get_by_role("button", name=text("menu", "ja"))
        menu.click()
        dialog = page.get_by_role("dialog")
        dialog.wait_for(timeout=WAIT)
        fine(page)
        dialog.get_by_role("button", name="ルール").first.click()
        page.get_by_role("dialog", name="ルール").wait_for(timeout=WAIT)
        fine(page)
        page.keyboard.press("Escape")
        dialog.wait_for(state="detached", timeout=WAIT)
        assert page.evaluate("document.activeElement !== document.body"), "the focus comes back"


def test_the_drawer_of_a_phone(browser: Browser, host: Host) -> None:
    host.drive(WAYS["love-letter"])
    with looking(browser, host, "en-US", PHONE) as page:
        page.locator("button.latest").click()
        page.get_by_role("dialog").wait_for(timeout=WAIT)
        fine(page)


def test_who_watches_sees_no_hand(browser: Browser, host: Host) -> None:
    host.drive(watched)
    with looking(browser, host, "en-US") as page:
        page.evaluate("sessionStorage.setItem('fumibako.person', 'play:2')")
        page.reload()
        page.wait_for_selector("main.watching", timeout=WAIT)
        fine(page)
        assert page.get_by_role("group", name=text("your-hand", "en")).count() == 0


def test_the_end_of_a_round(browser: Browser, host: Host) -> None:
    async def one_turn(page: ground.Page) -> None:
        await ground.turn(page, Random(4))

    host.drive(WAYS["love-letter"])
    with looking(browser, host, "ja-JP", PHONE) as page:
        for _ in range(MOST_TURNS):
            if page.locator(".ends.round").count():
                break
            host.drive(one_turn)
            page.wait_for_timeout(100)
            skip = page.get_by_role("button", name=text("skip", "ja"))
            if skip.count() and not page.locator(".ends.round").count():
                page.wait_for_timeout(400)
        page.wait_for_selector(".ends.round", timeout=WAIT)
        fine(page)


def test_a_lesson(browser: Browser, host: Host) -> None:
    with looking(browser, host, "ja-JP", PHONE) as page:
        page.get_by_role("button", name="あそびかた").first.click()
        games = page.get_by_role("dialog", name="あそびかた")
        games.wait_for(timeout=WAIT)
        fine(page)
        games.get_by_role("button", name="ラブレター", exact=True).click()
        page.get_by_role("complementary", name=text("guide", "ja")).wait_for(timeout=WAIT)
        fine(page)


def test_nothing_moves_for_who_wants_that(browser: Browser, host: Host) -> None:
    async def one_turn(page: ground.Page) -> None:
        await ground.turn(page, Random(5))

    host.drive(WAYS["love-letter"])
    with looking(browser, host, "en-US") as page:
        page.evaluate(
            """() => {
              window.longest = 0;
              const look = () => {
                for (const it of document.getAnimations()) {
                  window.longest = Math.max(window.longest, it.effect.getComputedTiming().endTime);
                }
                requestAnimationFrame(look);
              };
              look();
            }"""
        )
        host.drive(one_turn)
        page.wait_for_timeout(1500)
        assert page.evaluate("window.longest") < 50
