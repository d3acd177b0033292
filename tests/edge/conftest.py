"""Each test has a folder with a database, two clocks, and as many processes as it starts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.edge.host import Host, Hosts, Time, hosts


@pytest.fixture
def time() -> Time:
    """The clocks of the machine."""
    return Time()


@pytest.fixture
def begin(tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hosts]:
    """Start a process on the database of the test."""
    with hosts(tmp_path, time, monkeypatch) as start:
        yield start


@pytest.fixture
def host(begin: Hosts) -> Host:
    """A process that has just started."""
    return begin()
