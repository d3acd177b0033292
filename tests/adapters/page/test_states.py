"""Every state of the page: nothing that axe finds, nothing wider than the window, nothing over one
another; in both languages, in light and dark, in forced colours, large and small."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.adapters.page.browser import (
    LYING,
    PHONE,
    WIDE,
    Host,
    boxes,
    browser_tests,
    chromium,
    looking,
    needs_axe,
    overflow,
    overlaps,
    settled,
    violations,
)
from tests.adapters.page.states import WAYS

pytestmark = [*browser_tests, needs_axe, pytest.mark.timeout(300)]

ZOOMED = (683, 384)  # the window of a laptop at 200 %
SIZES = {
    "wide": WIDE,
    "large": (1920, 1080),
    "zoomed": ZOOMED,
    "phone": PHONE,
    "small phone": (320, 568),
    "lying": LYING,
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as one:
        yield one


@pytest.fixture(scope="module", params=WAYS)
def host(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Host]:
    """A playground in one of the states."""
    folder: Path = tmp_path_factory.mktemp("state")
    one = Host(folder)
    one.start()
    one.drive(WAYS[request.param])
    yield one
    one.stop()


@pytest.mark.parametrize(
    ("locale", "scheme", "size"),
    [("ja-JP", "light", WIDE), ("en-US", "dark", PHONE)],
    ids=["ja-light-wide", "en-dark-phone"],
)
def test_axe_finds_nothing(
    browser: Browser, host: Host, locale: str, scheme: str, size: tuple[int, int]
) -> None:
    with looking(browser, host, locale, size, color_scheme=scheme) as page:
        settled(page)
        assert violations(page) == []


def test_in_forced_colours_every_key_can_be_told_from_the_ground(
    browser: Browser, host: Host
) -> None:
    with looking(browser, host, forced_colors="active") as page:
        settled(page)
        # the browser paints other colours there than the styles say, and axe reads the styles
        assert violations(page, but="color-contrast") == []
        bare = page.evaluate(
            """() => [...document.querySelectorAll("main button.key")]
              .filter((it) => it.checkVisibility())
              .filter((it) => getComputedStyle(it).borderTopStyle === "none")
              .map((it) => it.className)"""
        )
        assert bare == []


@pytest.mark.parametrize("locale", ["ja-JP", "en-US"])
def test_nothing_is_wider_than_the_window_or_over_something_else(
    browser: Browser, host: Host, locale: str
) -> None:
    wrong: list[str] = []
    with looking(browser, host, locale) as page:
        for name, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(300)
            settled(page)
            if overflow(page) > 0:
                wrong.append(f"{name}: {overflow(page)} px too wide")
            for parts in (".seats > li", ".near > .hand, .near > .question"):
                found = overlaps(boxes(page.locator(parts)))
                wrong += [f"{name}: {parts} overlap: {pair}" for pair in found]
    assert wrong == []
