"""A house moves to another database: everything is copied, and compared row by row.

Both databases are of this release, and nobody works with either. All is written in one
transaction: a house arrives whole, or the other database stays empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Function,
    Table,
    Text,
    exists,
    func,
    insert,
    select,
    text,
)

from storage.database import Database
from storage.rows import Base

MANY = 2000  # rows at once

Row = tuple[Any, ...]


class NotEmpty(Exception):
    """Something stands in the database to which a house was to move."""


class Differs(Exception):
    """What was written is not what was read: in this table."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class NotHeld(Exception):
    """Somebody else may have worked with a database while a house moved."""


Tell = Callable[[str, int, int], None]
"""Is told of progress: a table, how many of its rows are there and the same, of how many."""


def is_empty(database: Database) -> bool:
    """Whether nothing is stored in a database of this release."""
    with database.look() as connection:
        return not any(
            connection.execute(select(exists(select(table)))).scalar() for table in _tables()
        )


def move(
    source: Database, target: Database, tell: Tell, held: Callable[[], bool] = lambda: True
) -> int:
    """Copy everything. Returns the number of rows. `held` tells whether nobody else can have worked
    with either until now.

    Raises `NotEmpty`, `Differs`, `NotHeld`, `StoreError`; then nothing stands in the target.
    """
    if not is_empty(target):
        raise NotEmpty
    number = 0
    with source.look() as old, target.begin() as new:
        for table in _tables():
            count = old.execute(select(func.count()).select_from(table)).scalar_one()
            names, read = table.c.keys(), _Print()
            for rows in _rows(old, table):
                whole = [tuple(map(_storable, row)) for row in rows]
                read.add(whole)
                new.execute(insert(table), [dict(zip(names, row, strict=True)) for row in whole])
                if read.number < count:
                    tell(table.name, read.number, count)
            _count_on(old, new, table)
            written = _Print()
            for rows in _rows(new, table):
                written.add(rows)
            if written != read or read.number != count:
                raise Differs(table.name)
            tell(table.name, count, count)
            number += count
        if not held():
            raise NotHeld
    return number


def _tables() -> Sequence[Table]:
    return Base.metadata.sorted_tables


class _Print:
    """What tells the content of a table from any other: the number of its rows, and the hash of
    all of them in the order of their keys."""

    def __init__(self) -> None:
        self.number = 0
        self._hash = sha256()

    def add(self, rows: Sequence[Row]) -> None:
        self.number += len(rows)
        for row in rows:
            self._hash.update(repr(row).encode())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Print) and self._told() == other._told()

    def _told(self) -> tuple[int, bytes]:
        return self.number, self._hash.digest()

    __hash__ = None  # type: ignore[assignment]


def _rows(connection: Connection, table: Table) -> Iterator[Sequence[Row]]:
    """All rows, in the order of their keys: every database has its own order of texts, so that of
    their code points is asked for."""
    by_code = connection.dialect.name == "postgresql"
    keys = [
        key.collate("C") if by_code and isinstance(key.type, Text) else key
        for key in table.primary_key.columns
    ]
    query = select(table).order_by(*keys).execution_options(yield_per=MANY)
    for rows in connection.execute(query).partitions():
        yield [tuple(row) for row in rows]


def _storable(value: Any) -> Any:
    """PostgreSQL holds every character but one."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value


def _count_on(old: Connection, new: Connection, table: Table) -> None:
    """A number that was used once is never used again, although its row may be gone."""
    if "id" not in table.c or not isinstance(table.c.id.type, BigInteger):
        return
    last = _last(old, table)
    if new.dialect.name == "postgresql":
        if last:
            new.execute(select(func.setval(_sequence(table), last)))
    elif table.dialect_options["sqlite"]["autoincrement"]:
        named = {"name": table.name, "last": last}
        new.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), named)
        new.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)"), named)


def _last(connection: Connection, table: Table) -> int:
    """The last number that was given out; 0 if none ever was."""
    found = [connection.execute(select(func.max(table.c.id))).scalar() or 0]
    if connection.dialect.name == "postgresql":
        name = connection.execute(select(_sequence(table))).scalar_one()
        query = text(f"SELECT last_value FROM {name} WHERE is_called")
        found.append(connection.execute(query).scalar() or 0)
    elif table.dialect_options["sqlite"]["autoincrement"]:
        query = text("SELECT seq FROM sqlite_sequence WHERE name = :name")
        found.append(connection.execute(query, {"name": table.name}).scalar() or 0)
    return max(found)


def _sequence(table: Table) -> Function[str]:
    return func.pg_get_serial_sequence(f'"{table.name}"', "id")
