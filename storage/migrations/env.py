"""How Alembic runs the revisions: on the connection it is handed, within its transaction.

It is never run by itself: `storage.migrate` opens the database, holds the lock, makes the copy.
"""

from __future__ import annotations

from alembic import context

from storage.rows import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,  # SQLite changes a table by making a new one
    compare_type=True,
)
with context.begin_transaction():
    context.run_migrations()
