"""What a store says to its database, written down, and said once more without the store."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import event

from storage.store import SqlStore


class Said(msgspec.Struct, frozen=True):
    """A statement with its values, for one row or for many; or an end of a transaction."""

    text: str
    values: Any = ()
    many: bool = False


class Script:
    """Listens to a store, transaction by transaction."""

    def __init__(self, store: SqlStore) -> None:
        self._said: list[tuple[str, Any, bool]] = []
        engine = store.engine
        event.listen(engine, "before_cursor_execute", self._heard)
        ends = ("begin", "commit", "rollback")
        # on SQLite the store itself says how a transaction begins, as a statement like others
        for end in ends[engine.dialect.name == "sqlite" :]:
            event.listen(engine, end, self._ended(end))

    def take(self) -> list[Said]:
        """What was said since the last time."""
        said, self._said = self._said, []
        return [Said(*each) for each in said]

    def _heard(self, _: Any, __: Any, text: str, values: Any, ___: Any, many: bool) -> None:
        self._said.append((text, values, many))

    def _ended(self, end: str) -> Callable[[Any], None]:
        return lambda _: self._said.append((end.upper(), (), False))


def on_sqlite(connection: sqlite3.Connection, said: list[Said]) -> None:
    """Say it to the bare module, and read what is answered."""
    for each in said:
        if each.many:
            connection.executemany(each.text, each.values)
        else:
            connection.execute(each.text, each.values).fetchall()


def on_postgres(connection: Any, said: list[Said]) -> None:
    """Say it to psycopg (a connection of its own, in autocommit), and read what is answered."""
    cursor = connection.cursor()
    for each in said:
        if each.many:
            cursor.executemany(each.text, each.values)
        else:
            cursor.execute(each.text, each.values or None)
            if cursor.description is not None:
                cursor.fetchall()
