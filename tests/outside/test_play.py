"""The playground of the installed program in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, sync_playwright

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
        page.goto(address)
        yield page, answers
        browser.close()
        assert wrong == []


def move(page: Page) -> None:
    """Press through one move: the first choice of each level, but nothing that loses at once if
    there is another."""
    card = page.locator('[data-role="hand"][data-part="foot"]:visible')
    before = card.get_attribute("data-question")
    for _ in range(5):
        choices = card.locator('button[data-kind="move"]')
        data = [str(choices.nth(i).get_attribute("data-data")) for i in range(choices.count())]
        loses = (":m:princess", ":?:princess")
        wanted = [i for i, datum in enumerate(data) if not datum.endswith(loses)] or [0]
        choices.nth(wanted[0]).click()
        if ":m:" in data[wanted[0]]:
            asked = f'body.my-turn [data-role="hand"][data-question="{before}"]'
            page.wait_for_selector(asked, state="detached", timeout=WAIT)
            return
        page.wait_for_selector(f'button[data-data="{data[wanted[0]]}"]', state="detached")
    raise AssertionError("a move has at most five levels")


def test_a_person_plays(tmp_path: Path) -> None:
    with Host(tmp_path, play=True) as host:
        with browsing(host.address) as (page, answers):
            page.wait_for_selector('body[data-ready="1"]', timeout=WAIT)
            page.click('[data-role="board"] button[data-data$=":start"]')
            for _ in range(2):
                page.wait_for_selector("body.my-turn", timeout=WAIT)
                move(page)
            assert page.locator(".log .note").count() > 4
            assert {answer.status for answer in answers} <= {101, 200}
            served = {each.url.removeprefix(host.address).partition("?")[0] for each in answers}
            assert {"/", "/static/base.css", "/static/page.js"} <= served
            policy = answers[0].header_value("content-security-policy") or ""
            assert "default-src 'self'" in policy
        assert host.stop() == 0
    assert "Traceback" not in host.log()
