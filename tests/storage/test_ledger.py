"""What is spent in a month stays within the budget, whoever spends it."""

from __future__ import annotations

from sqlalchemy.dialects import postgresql

from storage.store import SqlStore
from storage.upserts import Upserts

MONTH, NEXT = "2026-11-01", "2026-12-01"


def test_a_budget_is_never_passed(store: SqlStore) -> None:
    assert store.spent(MONTH, "push") == 0
    assert store.spend(MONTH, "push", 3, 5)
    assert not store.spend(MONTH, "push", 3, 5)
    assert store.spent(MONTH, "push") == 3
    assert store.spend(MONTH, "push", 2, 5)
    assert not store.spend(MONTH, "push", 1, 5)
    assert store.spent(MONTH, "push") == 5


def test_the_first_may_not_be_too_much_either(store: SqlStore) -> None:
    assert not store.spend(MONTH, "push", 6, 5)
    assert not store.spend(MONTH, "push", 1, 0)
    assert store.spent(MONTH, "push") == 0


def test_months_and_things_are_counted_apart(store: SqlStore) -> None:
    assert store.spend(MONTH, "push", 5, 5)
    assert store.spend(NEXT, "push", 5, 5)
    assert store.spend(MONTH, "other", 5, 5)
    assert store.spent(NEXT, "push") == 5


def test_both_databases_check_in_the_same_statement() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    statement = " ".join(str(Upserts("postgresql").spent.compile(dialect=dialect)).split())
    assert "DO UPDATE SET number = (ledger.number + excluded.number)" in statement
    assert "WHERE ledger.number + excluded.number <= " in statement
    assert statement.endswith("RETURNING ledger.number")
