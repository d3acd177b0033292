"""The host tells LINE where it is, once a start, and takes the channel from nobody later."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from adapters.line.api import NOBODY
from adapters.line.webhook import ENDPOINT, lead_here, wanted
from tests.adapters.line.fake import Clock, FakeApi, FakeLine

HERE = "https://cards.example.org/line/webhook"


class Asked(FakeApi):
    """The fake; `refuses` are answers that come instead, by method."""

    def __init__(self, line: FakeLine, **refuses: tuple[int, dict[str, Any]]) -> None:
        super().__init__(line)
        self.refuses = refuses
        self.methods: list[str] = []

    async def ask(
        self, path: str, method: str = "GET", timeout: float = 5.0, body: Any = None
    ) -> tuple[int, dict[str, Any]]:
        assert path == ENDPOINT
        self.methods.append(method)
        if method in self.refuses:
            return self.refuses[method]
        return await super().ask(path, method, timeout, body)


def line(endpoint: str) -> FakeLine:
    fake = FakeLine(Clock())
    fake.endpoint = {"endpoint": endpoint, "active": True}
    return fake


def test_the_address_follows_from_the_public_one() -> None:
    assert wanted("https://cards.example.org") == HERE
    assert wanted("") == ""


@pytest.mark.parametrize("before", ["", "https://old.example/line/webhook"])
def test_it_is_set_where_another_stands(before: str) -> None:
    fake = line(before)
    api = Asked(fake)
    assert asyncio.run(lead_here(api, HERE))
    assert fake.endpoint == {"endpoint": HERE, "active": True}
    assert asyncio.run(lead_here(api, HERE))
    assert api.methods == ["GET", "PUT", "GET"]  # the second time nothing was to be done


def test_a_channel_without_any_is_given_one() -> None:
    fake = line("")
    assert asyncio.run(lead_here(Asked(fake, GET=(404, {})), HERE))
    assert fake.endpoint["endpoint"] == HERE


def test_what_line_does_not_take_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    fake = line("https://old.example/line/webhook")
    assert not asyncio.run(lead_here(Asked(fake, GET=(NOBODY, {})), HERE))
    assert not asyncio.run(lead_here(Asked(fake, PUT=(400, {})), HERE))
    assert fake.endpoint["endpoint"] == "https://old.example/line/webhook"
    assert "could not be set (400)" in caplog.text
