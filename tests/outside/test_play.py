"""The playground of the installed program in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, sync_playwright
from playwright.sync_api import TimeoutError as TookTooLong

from tests.outside.host import Host

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS = [
    *["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    *["--disable-background-networking", "--disable-component-update", "--disable-sync"],
]
WAIT = 30_000  # milliseconds

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed (apt install chromium)"),
]


@contextmanager
def browsing(address: str, locale: str = "en-US") -> Iterator[tuple[Page, list[Response]]]:
    """A page in Chromium, and the answers that it got; nothing may be wrong with it in the end."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = browser.new_page(locale=locale, viewport={"width": 1280, "height": 800})
        wrong: list[str] = []
        answers: list[Response] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on(
            "console",
            lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None,
        )
        page.on("requestfailed", lambda request: wrong.append(f"{request.url} failed"))
        page.on("response", lambda answer: answers.append(answer))
        page.add_init_script("localStorage.setItem('fumibako.toured', '1')")
        page.goto(address)
        yield page, answers
        browser.close()
        assert wrong == []


def my_turn(page: Page) -> None:
    """Wait until the person is asked; what is shown before that is skipped, and so is the end of a
    round."""
    for _ in range(WAIT // 100):
        if page.title().startswith("●"):
            return
        onward = page.locator(".ends.round .key.main, .question.waiting .way")
        if onward.count():
            with suppress(TookTooLong):  # it may end by itself meanwhile
                onward.first.click(timeout=500)
        page.wait_for_timeout(100)
    raise AssertionError("nobody asks")


def start(page: Page) -> None:
    """Begin the game of the first screen."""
    page.locator(".lobby .start").click(timeout=WAIT)


def move(page: Page) -> None:
    """Touch what answers the question until the move is made; tells of it by the story."""
    told = "document.querySelectorAll('.story .line').length"
    before = page.evaluate(told)
    for _ in range(8):
        keys = page.locator(".near .question .keys button:enabled")
        main = keys.and_(page.locator(".main"))
        found = main.first if main.count() else keys.last
        if not keys.count():
            found = page.locator(".near .hand button:enabled").last
        found.click(timeout=WAIT)
        page.wait_for_timeout(900)
        if page.evaluate(told) > before:
            return
    raise AssertionError("a move has at most eight touches")


def test_a_person_plays(tmp_path: Path) -> None:
    with Host(tmp_path, play=True) as host:
        with browsing(host.address) as (page, answers):
            start(page)
            for _ in range(2):
                my_turn(page)
                move(page)
            assert page.locator(".story .line").count() > 4
            assert {answer.status for answer in answers} <= {101, 200}
            served = [each.url.removeprefix(host.address).partition("?")[0] for each in answers]
            assert served[0] == "/" and any(each.endswith("/all.js") for each in served)
            assert all(each.startswith(("/page/", "/")) for each in served)
            policy = answers[0].header_value("content-security-policy") or ""
            assert "default-src 'self'" in policy or "script-src 'self'" in policy
        assert host.stop() == 0
    assert "Traceback" not in host.log()
