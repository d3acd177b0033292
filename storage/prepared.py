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
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import Any

from sqlalchemy import Connection, Dialect, Executable
from sqlalchemy.exc import DBAPIError

from storage import server

Values = Mapping[str, Any]
Row = tuple[Any, ...]
Change = Callable[[Any], Any]
Checked = Callable[[int], None]

MANY = 2  # statements from which on it pays to say them at once
IDLE = 0  # as libpq numbers it: the driver is about to say that a transaction begins


class Prepared:
    """A statement, and the `columns` that it is given if it is an INSERT."""

    def __init__(self, statement: Executable, columns: Sequence[str] | None = None) -> None:
        self.statement = statement
        self._columns = columns
        self._texts: dict[str, _Text] = {}

    def text(self, dialect: Dialect) -> _Text:
        """As this kind of database is told it."""
        found = self._texts.get(dialect.name)
        if found is None:  # two threads may make it at once, and make the same
            found = self._texts[dialect.name] = _Text(self.statement, self._columns, dialect)
        return found


class Statements:
    """What a transaction says: values by the names of their parameters; rows come back as plain
    tuples.

    What only writes may be said `later`: then it goes, in its order, with the next statement that
    is to be answered, and at the latest with `flush`. On PostgreSQL all that goes at once is one
    way to the server and back (its pipeline mode). So whoever reads finds all that was written
    before, and what is wrong with a statement is raised then.
    """

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._driver: Any = connection.connection.driver_connection
        heard = connection.engine.dispatch
        self._before, self._after = [*heard.before_cursor_execute], [*heard.after_cursor_execute]
        self._later: list[tuple[str, Any, bool, Checked | None]] = []

    @property
    def connection(self) -> Connection:
        """For statements that are not prepared; all that was said before is carried out."""
        self.flush()
        return self._connection

    def all(self, prepared: Prepared, values: Values) -> Sequence[Row]:
        """Every row."""
        text = prepared.text(self._connection.dialect)
        cursor = self._said(text.text, text.filled(values))
        found: Sequence[Row] = cursor.fetchall()
        return text.read(found, cursor) if found else found

    def first(self, prepared: Prepared, values: Values) -> Row | None:
        """The first row; None if there is none."""
        found = self.all(prepared, values)
        return found[0] if found else None

    def later(self, prepared: Prepared, values: Values, check: Checked | None = None) -> None:
        """Say it later; `check` is told then how many rows were changed."""
        text = prepared.text(self._connection.dialect)
        self._later.append((text.text, text.filled(values), False, check))

    def later_each(self, prepared: Prepared, rows: Sequence[Values]) -> None:
        """Say it later, once for each of these, in their order."""
        text = prepared.text(self._connection.dialect)
        self._later.append((text.text, [text.filled(row) for row in rows], True, None))

    def later_plain(self, text: str) -> None:
        """Say later something without values and without rows, as it is written."""
        self._later.append((text, None, False, None))

    def alone(self, text: str) -> None:
        """Say something without values and without rows now, behind all that was to be said before
        and together with nothing. With a ROLLBACK, also of a savepoint, psycopg forgets what it
        has prepared; in the middle of a pipeline it would do so too late, and take for prepared
        what the server does not know any more."""
        self.flush()
        self._carry_out(text, None)

    def flush(self) -> None:
        """Say all that was to be said later."""
        if self._later:
            self._said()

    def _said(self, *last: Any) -> Any:
        """The cursor of the last one: this, after all that was to be said before it."""
        waiting, self._later = self._later, []
        with self._at_once(len(waiting) + bool(last)):
            cursors = [self._carry_out(*each[:3]) for each in waiting]
            cursor = self._carry_out(*last) if last else None
        for (*_, check), done in zip(waiting, cursors, strict=True):
            if check is not None:
                check(done.rowcount)
        return cursor

    def _at_once(self, count: int) -> AbstractContextManager[Any]:
        """Within this block the server is told everything before it has answered anything."""
        if self._connection.dialect.name == "sqlite" or not _pipelines():
            return nullcontext()
        if count < MANY and self._driver.pgconn.transaction_status != IDLE:
            return nullcontext()
        found: AbstractContextManager[Any] = self._driver.pipeline()
        return found

    def _carry_out(self, text: str, values: Any, many: bool = False) -> Any:
        """The cursor that has carried it out. Who hears the engine's statements hears this one."""
        cursor = self._driver.cursor()
        for hears in self._before:
            hears(self._connection, cursor, text, values or (), None, many)
        if many:
            cursor.executemany(text, values)
        elif values is None:
            cursor.execute(text)
        else:
            cursor.execute(text, values)
        for hears in self._after:
            hears(self._connection, cursor, text, values or (), None, many)
        return cursor


@cache
def _pipelines() -> bool:
    """Whether the client's library knows them (libpq 14)."""
    import psycopg

    return psycopg.Pipeline.is_supported()


class _Text:
    """A statement as one kind of database is told it."""

    def __init__(
        self, statement: Executable, columns: Sequence[str] | None, dialect: Dialect
    ) -> None:
        compiled: Any = statement.compile(  # type: ignore[attr-defined]
            dialect=dialect, column_keys=columns
        )
        self.text: str = compiled.string
        self._statement, self._dialect = statement, dialect
        self._reads: list[tuple[int, Change]] | None = None  # known with the first row
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
        self._names = [*compiled.bind_names.values()]

    def filled(self, values: Values) -> Any:
        """The values as the driver takes them. Raises `KeyError` if one is missing."""
        whole = {**self._fixed, **values}
        for name, change in self._writes:
            whole[name] = change(whole[name])
        if self._order is None:
            return {name: whole[name] for name in self._names}
        return [whole[name] for name in self._order]

    def read(self, rows: Sequence[Row], cursor: Any) -> Sequence[Row]:
        """The rows as they are meant, of what the driver hands over."""
        if self._reads is None:
            self._reads = self._readers(cursor.description)
        return [self._changed(self._reads, row) for row in rows] if self._reads else rows

    def _readers(self, described: Any) -> list[tuple[int, Change]]:
        columns: Any = self._statement.exported_columns  # type: ignore[attr-defined]
        found = []
        for number, (column, about) in enumerate(zip(columns, described, strict=True)):
            kind = column.type.dialect_impl(self._dialect)
            change = kind.result_processor(self._dialect, about[1])
            if change is not None:
                found.append((number, change))
        return found

    @staticmethod
    def _changed(reads: Sequence[tuple[int, Change]], row: Row) -> Row:
        columns = [*row]
        for number, change in reads:
            columns[number] = change(columns[number])
        return tuple(columns)


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
