"""A real browser at a real playground, which is the program as a person starts it."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocket, sync_playwright

from tests.adapters.page import ground
from tests.adapters.page.drawing import faults

T = TypeVar("T")

ROOT = Path(__file__).parents[3]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
FLAGS = [
    *["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    *["--disable-background-networking", "--disable-component-update", "--disable-sync"],
]
AXE = ROOT / "tests" / "page" / "node_modules" / "axe-core" / "axe.min.js"
WAIT = 30_000  # milliseconds
WIDE = (1366, 768)
PHONE = (390, 844)
LYING = (844, 390)

browser_tests = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM, reason="Chromium is not installed (apt install chromium)"),
]
needs_axe = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not there (make check)")


class Host:
    """The program as a person starts it, on a port that it keeps."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[str] | None = None
        self.address = ""
        self.port = "0"

    def start(self) -> None:
        """Start (or start again)."""
        environment = {
            **os.environ,
            "DATABASE": str(self.folder / "play.db"),
            "PORT": self.port,
            "LANGUAGE": "en",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "adapters.cli", "play", "--no-browser"],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        told = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", told)
        assert found, told
        self.address, self.port = found[0], found[1]

    def kill(self) -> None:
        """As if the machine had lost its power."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        """As a person stops it."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(10)

    def drive(self, work: Callable[[ground.Page], Awaitable[T]]) -> T:
        """Do something at another page of the same screen, which speaks the wire by itself."""

        async def go() -> T:
            async with ground.opened(self.address) as page:
                return await work(page)

        # a browser that is driven has a loop of its own in this thread
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, go()).result()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def looking(
    browser: Browser,
    host: Host,
    locale: str = "en-US",
    size: tuple[int, int] = WIDE,
    *,
    part: str = "",
    tour: bool = False,
    cut_off: bool = False,
    **options: Any,
) -> Iterator[Page]:
    """The page of a host as somebody sees it; nothing in it may go wrong. `part` follows the
    address. Without `tour` they have been here before. `cut_off`: the connection is going to be
    lost, of which the browser complains."""
    width, height = size
    options.setdefault("reduced_motion", "reduce")
    context = browser.new_context(
        locale=locale, viewport={"width": width, "height": height}, **options
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda told: errors.append(told.text) if told.type == "error" else None)
    page.on("websocket", lambda wire: judge(wire, errors))
    if not tour:
        page.add_init_script("localStorage.setItem('fumibako.toured', '1')")
    page.goto(host.address + part)
    ready(page)
    yield page
    context.close()
    complaints = ("WebSocket connection", "Failed to load resource: net::ERR_INTERNET_DISCONNECTED")
    assert [text for text in errors if not (cut_off and text.startswith(complaints))] == []


def judge(wire: WebSocket, errors: list[str]) -> None:
    """Judge by the schema what goes over a page's wire."""

    def judged(end: str) -> Callable[[str | bytes], None]:
        def look(text: str | bytes) -> None:
            errors.extend(faults(text, end))

        return look

    wire.on("framesent", judged("Sent"))
    wire.on("framereceived", judged("FromServer"))


def ready(page: Page) -> None:
    """Wait until the page stands."""
    page.wait_for_selector("#page main", timeout=WAIT)


MOVES = """() => document.getAnimations().some((it) => it.playState === "running"
  && it.effect.getComputedTiming().iterations !== Infinity)"""


def settled(page: Page) -> None:
    """Wait until nothing moves any more."""
    for _ in range(WAIT // 50):
        if not page.evaluate(MOVES):
            return
        page.wait_for_timeout(50)
    raise AssertionError("something moves for ever")


def violations(page: Page, *, but: str = "") -> list[str]:
    """What axe finds wrong with the page as it stands, but for one rule: the rule, and where."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    rules = {but: {"enabled": False}} if but else {}
    found: dict[str, Any] = page.evaluate("(rules) => axe.run(document, { rules })", rules)
    return [
        f"{each['id']}: {node['target']} {node['html'][:200]}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than its window."""
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


Box = tuple[float, float, float, float]


def boxes(found: Locator) -> list[Box]:
    """Where things are: left, top, right, bottom; those that are not to be seen left out."""
    places = [each.bounding_box() for each in found.all() if each.is_visible()]
    return [
        (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
        for box in places
        if box is not None and box["width"] and box["height"]
    ]


def overlaps(places: list[Box], slack: float = 1.0) -> list[tuple[Box, Box]]:
    """Which of some places lie over one another."""
    return [
        (one, other)
        for number, one in enumerate(places)
        for other in places[number + 1 :]
        if one[0] + slack < other[2]
        and other[0] + slack < one[2]
        and one[1] + slack < other[3]
        and other[1] + slack < one[3]
    ]
