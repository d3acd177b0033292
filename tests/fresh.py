"""New stores from a template: their tables are made once in a run, not once for each test."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from storage.migrate import open_store
from storage.store import SqlStore

R = TypeVar("R")


def fresh_store(url: str = "sqlite://") -> SqlStore:
    """The store at an address, as `open_store` gives it; one that is new (a file that does not
    exist yet, or a database in memory) is a copy of the template. On PostgreSQL `tests.postgres`
    sees to that."""
    store = SqlStore(url)
    if not store.is_sqlite:
        store.close()
        return open_store(url)
    if store.file is None:
        _driver(store, lambda driver: driver.deserialize(_image()))
        return store
    store.close()
    if not store.file.exists():
        store.file.write_bytes(_file())
    return open_store(url)


@cache
def _image() -> bytes:
    """A new database in memory."""
    with closing(open_store("sqlite://")) as store:
        return _driver(store, lambda driver: driver.serialize())


@cache
def _file() -> bytes:
    """A new database in a file: its header says that it has a write-ahead log."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "template.sqlite3"
        open_store(f"sqlite:///{file}").close()
        return file.read_bytes()


def _driver(store: SqlStore, work: Callable[[sqlite3.Connection], R]) -> R:
    """Something is done on the one connection of a store in memory."""
    with store.engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        return work(driver)
