"""What every test from outside may ask for: the servers of both platforms, and hosts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.outside.line_server import LineServer
from tests.outside.telegram_server import TelegramServer


@pytest.fixture
def telegram() -> Iterator[TelegramServer]:
    """A Telegram on this machine."""
    with TelegramServer() as server:
        yield server


@pytest.fixture
def line() -> Iterator[LineServer]:
    """A LINE on this machine."""
    with LineServer() as server:
        yield server
