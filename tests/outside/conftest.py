"""The tests from outside meet the product as the world does.

`install.py` builds the wheel and installs it into an empty environment. `host.py` starts its
command in an empty home with the settings of the hosting pages. `telegram_server.py` and
`line_server.py` are the platforms on this machine, in `trouble.py` where a test wants it;
`people.py` and `people_line.py` are who plays there, `playing.py` and `playing_line.py` how. Each
begins with a few lines that show its use.

Tests here are ordinary functions: servers and host run beside them, and whoever waits for
something says `telegram.until(…)`, `line.until(…)` or `host.until(…)`. What takes more than twenty
seconds is marked with `soak`.
"""

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
