"""What a press costs, counted at the driver."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import event

from core.table import snapshot
from storage.store import SqlStore


class Costs(msgspec.Struct):
    """Transactions and statements at the driver, and tables that were thawed. A transaction
    that changes a row is a writing one, whatever it was begun as; any other one is a read."""

    writes: int = 0
    reads: int = 0
    statements: int = 0
    thaws: int = 0
    said: list[str] = []

    def __str__(self) -> str:
        counts = f"{self.writes} writing commits, {self.reads} reads, {self.thaws} thaws"
        return f"{counts}, {self.statements} statements"


class Counting:
    """Watches every connection of a store that stands on a file."""

    def __init__(self, store: SqlStore) -> None:
        assert store.file is not None, "in memory there is one connection for all"
        self.costs = Costs()
        for engine in (store.engine, store._lookers):
            event.listen(engine, "connect", lambda connection, _: self._watch(connection))
        store.close()  # what is open is opened anew, and watched

    @contextmanager
    def fresh(self) -> Iterator[Costs]:
        """What happens within is counted from the beginning."""
        self.costs = Costs()
        thaw = snapshot._thaw

        def counted(*arguments: Any) -> Any:
            self.costs.thaws += 1
            return thaw(*arguments)

        snapshot._thaw = counted  # type: ignore[assignment]
        try:
            yield self.costs
        finally:
            snapshot._thaw = thaw
            self.costs = Costs()  # what comes after it is none of it

    def _watch(self, connection: sqlite3.Connection) -> None:
        changed = 0

        def traced(statement: str) -> None:
            nonlocal changed
            costs, words = self.costs, statement.upper().split()
            if words[0] == "BEGIN":
                changed = connection.total_changes
            elif words[0] == "COMMIT" and connection.total_changes > changed:
                costs.writes += 1
            elif words[0] == "COMMIT" or words == ["ROLLBACK"]:
                costs.reads += 1
            elif words[0] != "PRAGMA":
                costs.statements += 1
            costs.said.append(" ".join(statement.split()))

        connection.set_trace_callback(traced)


def most_said(costs: Costs) -> str:
    """The statements by their beginnings, the most frequent first."""
    said = Counter(text[:100] for text in costs.said)
    return "\n".join(f"{number:4} {text}" for text, number in said.most_common())
