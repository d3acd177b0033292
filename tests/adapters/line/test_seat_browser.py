"""The seat page in a real browser, from the real command: at the address of the machine, and
behind a proxy with https, whatever name that proxy asks for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from adapters.line.seat import FRESH
from tests.adapters.line.away import NAME, Away
from tests.adapters.line.fake import SECRET, TOKEN, Group, User, actions, texts
from tests.adapters.playground.test_browser import CHROMIUM, FLAGS, ROOT, WAIT

PEOPLE = ("U" + "1" * 32, "U" + "2" * 32)
GROUP = "C" + "3" * 32
WAYS = {"here": None, "the proxy keeps the name": "", "the proxy asks for us": "127.0.0.1:8000"}

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed (apt install chromium)"),
    pytest.mark.skipif(not shutil.which("openssl"), reason="openssl is not installed"),
]


@contextmanager
def hosting(folder: Path, away: Away) -> Iterator[subprocess.Popen[str]]:
    """`fumibako run` with the settings of a LINE host behind a proxy."""
    environment = {
        **os.environ,
        "DATABASE": str(folder / "line.db"),
        "PORT": "0",
        "LANGUAGE": "en",
        "PUBLIC_URL": f"https://{NAME}",
        "LINE_CHANNEL_SECRET": SECRET,
        "LINE_CHANNEL_ACCESS_TOKEN": TOKEN,
        "LINE_API": away.address,
    }
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "adapters.cli", "run"],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
        try:
            assert process.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:(\d+)/", process.stdout.readline())
            assert found
            away.port = int(found[1])
            yield process
        finally:
            process.kill()
            process.communicate(timeout=10)
    assert "Traceback" not in (folder / "log").read_text()


def start(away: Away) -> None:
    """Two people in a group, and a match between them."""
    line = away.line
    for user, name in zip(PEOPLE, ("Mina", "Ken"), strict=True):
        line.users[user] = User(user, name, friend=True)
    line.groups[GROUP] = Group(GROUP, "Cards", members=list(PEOPLE), bot="fumibako")
    away.say(PEOPLE[0], "/play", GROUP)
    away.say(PEOPLE[1], "/join", GROUP)
    away.say(PEOPLE[0], "/start", GROUP)


def seat(away: Away, user: str) -> str:
    """The path of the page of a seat: its link stands under the hand that LINE shows."""
    for _ in range(20):
        away.say(user, "/hand")
        found = [
            each.get("uri", "")
            for entry in away.line.seen_in(user)
            if entry.by == "bot"
            for each in actions(entry.message)
        ]
        links = [uri for uri in found if "/line/seat/" in uri]
        if links:
            assert links[-1].startswith(f"https://{NAME}/"), links
            return str(links[-1]).removeprefix(f"https://{NAME}")
        time.sleep(0.2)
    raise AssertionError([texts(entry.message) for entry in away.line.seen_in(user)])


@contextmanager
def browsing(away: Away, way: str | None, *flags: str) -> Iterator[tuple[Page, str]]:
    """A browser, and the address of the host for it."""
    base = f"http://127.0.0.1:{away.port}"
    if way is not None:
        base = f"https://{NAME}"
        flags = (*flags, f"--host-resolver-rules=MAP {NAME}:443 127.0.0.1:{away.proxy(way)}")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *flags])
        page = browser.new_page(locale="en-US", ignore_https_errors=True)
        wrong: list[str] = []
        page.on("console", lambda it: wrong.append(it.text) if it.type == "error" else None)
        yield page, base
        browser.close()
        assert [each for each in wrong if "favicon" not in each and "404" not in each] == []


MOVES = 'button[value*=":m:"], button[value*=":?:"]'


def choose(page: Page) -> str:
    """Press the first choice that is not the Princess; tells its datum."""
    found = page.locator(MOVES)
    data = [str(found.nth(i).get_attribute("value")) for i in range(found.count())]
    wanted = [i for i, one in enumerate(data) if not one.endswith(("princess", ":?:"))]
    found.nth(wanted[0]).click()
    return data[wanted[0]]


def asked(page: Page, base: str, paths: list[str]) -> str:
    """Open the page of whoever is asked."""
    for path in paths:
        page.goto(base + path)
        if page.locator(MOVES).count():
            return path
    raise AssertionError("nobody is asked")


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_seat_is_played_by_clicking(tmp_path: Path, way: str | None) -> None:
    with Away(tmp_path) as away, hosting(tmp_path, away):
        start(away)
        paths = [seat(away, user) for user in PEOPLE]
        with browsing(away, way) as (page, base):
            turns = 0
            for _ in range(40):
                if turns == 3:
                    break
                asked(page, base, paths)
                data = choose(page)
                for _ in range(4):
                    if ":m:" in data:
                        break
                    page.wait_for_url(f"**?said=*.{data.split(':')[-1]}", timeout=WAIT)
                    data = choose(page)
                page.wait_for_selector('[role="status"]', timeout=WAIT)
                assert "The group hears it" in page.inner_text('[role="status"]')
                turns += 1
                told = page.content()
                page.reload()
                assert page.content() == told, "nothing is pressed a second time"
            assert turns == 3
            page.locator('button[value$=":rules"]').first.click()
            page.wait_for_selector("h2", timeout=WAIT)
            assert "Rules" in page.inner_text("h2")
            page.goto(base + paths[0])
            page.locator('button[value$=":revoke"]').click()
            page.wait_for_selector("body:not(:has(button))", timeout=WAIT)
            for path, status in zip(paths, (404, 200), strict=True):
                answer = page.goto(base + path)
                assert answer is not None and answer.status == status


def test_a_half_made_choice_outlives_the_refresh(tmp_path: Path) -> None:
    with Away(tmp_path) as away, hosting(tmp_path, away):
        start(away)
        paths = [seat(away, user) for user in PEOPLE]
        with browsing(away, None) as (page, base):
            for _ in range(40):
                asked(page, base, paths)
                if ":?:" in choose(page):
                    break
                page.wait_for_selector('[role="status"]', timeout=WAIT)
            page.wait_for_url("**?said=*", timeout=WAIT)
            before = page.locator(MOVES).evaluate_all("all => all.map(one => one.value)")
            page.evaluate("document.body.dataset.old = '1'")
            page.wait_for_selector("body:not([data-old])", timeout=(FRESH + 10) * 1000)
            after = page.locator(MOVES).evaluate_all("all => all.map(one => one.value)")
            assert after == before


def test_a_new_page_takes_no_click_at_once(tmp_path: Path) -> None:
    """Seen through a slow glass: animations take twenty times as long."""
    with Away(tmp_path) as away, hosting(tmp_path, away):
        start(away)
        paths = [seat(away, user) for user in PEOPLE]
        with browsing(away, None) as (page, base):
            path = asked(page, base, paths)
            wire = page.context.new_cdp_session(page)
            wire.send("Animation.enable")
            wire.send("Animation.setPlaybackRate", {"playbackRate": 0.05})
            page.goto(base + path)
            box = page.locator(MOVES).first.bounding_box()
            assert box is not None
            at = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.mouse.click(*at)
            page.wait_for_timeout(1000)
            assert page.url == base + path, "the click hit nothing"
            page.locator(MOVES).first.focus()
            page.keyboard.press("Enter")
            page.wait_for_url(lambda url: "?" in url, timeout=WAIT)
