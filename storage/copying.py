"""Copies of a database on a server: the same kind of file as of any other."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from storage.backup import Source
from storage.database import Database
from storage.migrate import open_store
from storage.moving import move


def of_server(database: Database) -> Source:
    """The rows of a database on a server as they stood at one moment, as a SQLite file."""

    def copy(target: Path) -> None:
        target.unlink()
        with closing(open_store(f"sqlite:///{target}")) as store:
            move(database, store, _quietly)

    return copy


def into_empty(file: Path, url: str) -> None:
    """The rows of a SQLite file into a database on a server. Raises `storage.moving.NotEmpty`,
    `StoreError`."""
    source = open_store(f"sqlite:///{file}")
    with closing(source), closing(open_store(url)) as store:
        move(source, store, _quietly)


def _quietly(_table: str, _number: int, _count: int) -> None:
    """Nobody looks on."""
