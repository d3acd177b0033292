"""The statements on the other database: PostgreSQL locks rows where SQLite locks everything."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import Dialect, Executable
from sqlalchemy.dialects import postgresql, sqlite

from storage import lanes, work
from storage.database import Database, StoreError, Trouble
from storage.prepared import Prepared
from storage.upserts import Upserts

DIALECT = postgresql.dialect()  # type: ignore[no-untyped-call]
SQLITE = sqlite.dialect()


def sql(statement: Executable | Prepared, dialect: Dialect = DIALECT) -> str:
    if isinstance(statement, Prepared):
        return " ".join(statement.text(dialect).text.split())
    compiled = statement.compile(dialect=dialect)  # type: ignore[attr-defined]
    return " ".join(str(compiled).split())


def test_rows_are_locked() -> None:
    assert sql(work.ROW_OF).endswith("FOR UPDATE")
    assert sql(work.SEQ).endswith("FOR UPDATE")


def test_two_who_claim_skip_each_other() -> None:
    claim = sql(lanes.claim_of(locks=True))
    assert "lane.address = ANY (array((SELECT" in claim
    assert "FOR UPDATE SKIP LOCKED)" in claim
    assert claim.endswith("RETURNING lane.address, lane.seq, lane.since, lane.tries")


@pytest.mark.parametrize("name", ["seen", "alias", "played"])
def test_what_went_in_comes_back(name: str) -> None:
    statement = sql(getattr(Upserts("postgresql"), name))
    assert "ON CONFLICT DO NOTHING RETURNING" in statement


@pytest.mark.parametrize("name", ["draft", "card", "outdated", "kept", "lane", "instance"])
def test_both_databases_change_a_row_alike(name: str) -> None:
    on_postgresql = sql(getattr(Upserts("postgresql"), name))
    assert "ON CONFLICT (" in on_postgresql
    on_sqlite = sql(getattr(Upserts("sqlite"), name), SQLITE)
    assert _change(on_postgresql) == _change(on_sqlite)


def _change(statement: str) -> str:
    """What happens to the row that is there, without quotes and names of parameters."""
    change = statement.partition("ON CONFLICT")[2].replace('"', "")
    return re.sub(r"%\(\w+\)s::\w+", "?", change)


@pytest.mark.parametrize("url", ["", "fumibako.sqlite3", "mysql://u:geheim@host/db"])
def test_other_databases_are_refused(url: str) -> None:
    with pytest.raises(StoreError) as refused:
        Database(url)
    assert refused.value.kind is Trouble.ADDRESS
    assert "geheim" not in str(refused.value)
