"""A whole match of Love Letter by the keyboard alone, and another by what a screen reader hears."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.adapters.page import ground
from tests.adapters.page.alone import AtKeyboard, Listening, play
from tests.adapters.page.browser import Host, browser_tests, chromium, looking

pytestmark = [*browser_tests, pytest.mark.timeout(600)]

MOST_CHOICES = 400


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    """A playground on which the cards of a match have been dealt."""
    one = Host(tmp_path)
    one.start()

    async def begin(page: ground.Page) -> None:
        await ground.choose(page, "love-letter")
        await ground.start(page)

    one.drive(begin)
    yield one
    one.stop()


def test_a_match_is_played_by_keyboard_alone(host: Host) -> None:
    with chromium() as browser, looking(browser, host, "en-US") as page:
        person = AtKeyboard(page, "en", Random(1))
        assert play(person, page, MOST_CHOICES) > 3
        names = [stop.name for stop in person.stops()]
        assert len(names) > 3, "after the end there are ways on"


def test_a_match_is_played_by_what_is_read_aloud(host: Host) -> None:
    with chromium() as browser, looking(browser, host, "ja-JP") as page:
        person = Listening(page, "ja", Random(2))
        assert play(person, page, MOST_CHOICES) > 3
        assert person.told(), "what happened was said aloud"
