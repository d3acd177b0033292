"""The names at a table that no room and no store knows."""

from __future__ import annotations

from adapters.names import context_of
from core.desk.reading import Reading
from core.table.places import StoredTable
from core.table.table import Table
from locales.tongue import Context


def context_at(table: Table, edition: str, language: str) -> Context:
    """How the people at a table and its cards are called in a language."""
    row = StoredTable(table.id, b"", 0, 0, 0.0)
    return context_of(Reading(row, table, (), edition), language)
