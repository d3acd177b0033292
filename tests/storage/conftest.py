"""A fresh database for each test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from storage.migrate import open_store
from storage.store import SqlStore
from tests import postgres
from tests.fresh import fresh_store


@pytest.fixture
def file_url(tmp_path: Path) -> str:
    """The address of a SQLite database that does not exist yet."""
    return f"sqlite:///{tmp_path}/tables.sqlite3"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new database, on either kind. On PostgreSQL it has its tables."""
    with postgres.new(request.param, tmp_path) as address:
        yield address


@pytest.fixture(params=["sqlite", "postgresql"])
def empty_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a database without anything in it, on either kind."""
    with postgres.new(request.param, tmp_path, empty=True) as address:
        yield address


@pytest.fixture
def file_store(file_url: str) -> Iterator[SqlStore]:
    """A new store in a file."""
    store = fresh_store(file_url)
    yield store
    store.close()


@pytest.fixture
def store(url: str) -> Iterator[SqlStore]:
    """A new store."""
    store = fresh_store(url)
    yield store
    store.close()


@pytest.fixture
def another(store: SqlStore, url: str) -> Iterator[Callable[[], SqlStore]]:
    """Further processes on the same database: each call opens a store of its own."""
    with ExitStack() as stores:

        def open_another() -> SqlStore:
            other = open_store(url)
            stores.callback(other.close)
            return other

        yield open_another
