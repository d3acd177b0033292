"""A hall for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.house.timing import Pause
from tests.kernel.hall import Hall


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A room without a table; computers ride along."""
    hall = Hall()
    yield hall
    hall.store.close()


@pytest.fixture
def slow_hall() -> Iterator[Hall]:
    """A room in which computers move one by one, every two seconds."""
    hall = Hall(pause=Pause(0, 2.0))
    yield hall
    hall.store.close()
