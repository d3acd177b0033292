"""Statements that are said with every press, ready for the driver.

SQLAlchemy builds their text once for each kind of database, so that tables and columns stand in one
place (`rows.py`); the driver's own cursor carries them out. What SQLAlchemy does each time besides
(contexts, results, compiled forms looked for) takes several times as long as SQLite itself.

All else is as with `Connection.execute`: values pass through the types of their columns, listeners
of the engine hear the statement, and what the driver raises leaves a transaction of `Database` as
SQLAlchemy would raise it (`errors_of`). Lists of values (`expanding`) cannot be prepared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.exc import DBAPIError

from storage import server

Values = Mapping[str, Any]
Change = Callable[[Any], Any]


class Prepared:
    """A statement. What it is given are the values of its parameters, by their names; what it
    returns are plain tuples. An INSERT names the `columns` that it is given."""

    def __init__(self, statement: Executable, columns: Sequence[str] | None = None) -> None:
        self._statement = statement
        self._columns = columns
        self._texts: dict[str, _Text] = {}

    def all(self, connection: Connection, values: Values) -> Sequence[tuple[Any, ...]]:
        """Every row."""
        text = self._text(connection)
        cursor = _carry_out(connection, text.text, text.filled(values))
        found: Sequence[tuple[Any, ...]] = cursor.fetchall()
        if found and text.reads is None:
            text.reads = self._reads(connection.dialect, cursor.description)
        return [_read(text.reads, row) for row in found] if text.reads else found

    def first(self, connection: Connection, values: Values) -> tuple[Any, ...] | None:
        """The first row; None if there is none."""
        return next(iter(self.all(connection, values)), None)

    def change(self, connection: Connection, values: Values) -> int:
        """Tells how many rows were changed; not of an INSERT that may meet a row."""
        text = self._text(connection)
        changed: int = _carry_out(connection, text.text, text.filled(values)).rowcount
        return changed

    def many(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Once for each of these, in their order."""
        text = self._text(connection)
        _carry_out(connection, text.text, [text.filled(row) for row in rows], many=True)

    def _text(self, connection: Connection) -> _Text:
        dialect = connection.dialect
        found = self._texts.get(dialect.name)
        if found is None:  # two threads may make it at once, and make the same
            found = self._texts[dialect.name] = _Text(self._statement, self._columns, dialect)
        return found

    def _reads(self, dialect: Dialect, described: Any) -> dict[int, Change]:
        """How to read the columns that the driver does not hand over as they are meant."""
        columns: Any = self._statement.exported_columns  # type: ignore[attr-defined]
        found = {
            number: column.type.dialect_impl(dialect).result_processor(dialect, about[1])
            for number, (column, about) in enumerate(zip(columns, described, strict=True))
        }
        return {number: change for number, change in found.items() if change is not None}


class _Text:
    """A statement as one kind of database is told it."""

    def __init__(
        self, statement: Executable, columns: Sequence[str] | None, dialect: Dialect
    ) -> None:
        compiled: Any = statement.compile(  # type: ignore[attr-defined]
            dialect=dialect, column_keys=columns
        )
        self.text: str = compiled.string
        self.reads: dict[int, Change] | None = None  # known with the first row
        found = {
            name: bind.type.dialect_impl(dialect).bind_processor(dialect)
            for bind, name in compiled.bind_names.items()
        }
        writes = {name: change for name, change in found.items() if change is not None}
        self._fixed = {
            name: writes[name](bind.effective_value) if name in writes else bind.effective_value
            for bind, name in compiled.bind_names.items()
            if not bind.required
        }
        self._writes = [(name, writes[name]) for name in writes if name not in self._fixed]
        self._order: Sequence[str] | None = compiled.positiontup

    def filled(self, values: Values) -> Any:
        """The values as the driver takes them. Raises `KeyError` if one is missing."""
        whole = {**self._fixed, **values}
        for name, change in self._writes:
            whole[name] = change(whole[name])
        return whole if self._order is None else [whole[name] for name in self._order]


def _read(reads: Mapping[int, Change], row: Sequence[Any]) -> tuple[Any, ...]:
    columns = [*row]
    for number, change in reads.items():
        columns[number] = change(columns[number])
    return tuple(columns)


def say(connection: Connection, text: str) -> None:
    """Carry out a statement without values and without rows, as it is written."""
    _carry_out(connection, text, ())


def _carry_out(connection: Connection, text: str, values: Any, *, many: bool = False) -> Any:
    """The cursor that has carried it out. Who hears the engine's statements hears this one."""
    cursor = connection.connection.cursor()
    heard = connection.engine.dispatch
    for hears in heard.before_cursor_execute:
        hears(connection, cursor, text, values, None, many)
    if many:
        cursor.executemany(text, values)
    else:
        cursor.execute(text, values)
    for hears in heard.after_cursor_execute:
        hears(connection, cursor, text, values, None, many)
    return cursor


class errors_of:  # noqa: N801  it is used like a function
    """Within this block an error of the driver becomes what SQLAlchemy would make of it: without
    statement and values, which are secret. A connection that was lost is used no more."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        base: Any = self._connection.dialect.loaded_dbapi.Error
        if isinstance(error, base):
            raise _wrapped(self._connection, error, base) from error


def _wrapped(connection: Connection, error: Any, base: Any) -> BaseException:
    dialect, lost = connection.dialect, False
    if not connection.invalidated:
        driver: Any = connection.connection
        lost = dialect.is_disconnect(error, driver, None)
    if lost:
        connection.invalidate(error)
    server.without_rows(error)
    found: Any = DBAPIError.instance(
        None, None, error, base, hide_parameters=True, connection_invalidated=lost, dialect=dialect
    )
    return found  # type: ignore[no-any-return]
