"""Instances that hold leases; copies whose fate is unknown; a table's secret apart.

Revision 0002, after 0001. The secret leaves the journal, where every opening had it.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "instance",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_instance"),
    )
    with op.batch_alter_table("lane") as lane:
        lane.add_column(_filled("holder", sa.Text(), ""))
        lane.add_column(_filled("tries", sa.Integer(), "0"))
    with op.batch_alter_table("table") as table:
        table.add_column(_filled("secret", sa.Text(), ""))
    op.create_index(
        "ix_table_broken",
        "table",
        ["id"],
        sqlite_where=sa.text("broken"),
        postgresql_where=sa.text("broken"),
    )
    _part_secrets(op.get_bind())


def downgrade() -> None:
    connection = op.get_bind()
    table = sa.table("table", *map(sa.column, ("id", "secret")))
    journal = sa.table("journal", *map(sa.column, ("table", "version", "entry")))
    for name, secret in connection.execute(sa.select(table.c.id, table.c.secret)).all():
        first = sa.and_(journal.c.table == name, journal.c.version == 1)
        entry = connection.execute(sa.select(journal.c.entry).where(first)).scalar()
        if secret and entry:
            text = _written(json.loads(entry) | {"secret": secret})
            connection.execute(sa.update(journal).where(first).values(entry=text))
    op.drop_index("ix_table_broken", "table")
    with op.batch_alter_table("table") as changed:
        changed.drop_column("secret")
    with op.batch_alter_table("lane") as lane:
        lane.drop_column("holder")
        lane.drop_column("tries")
    op.drop_table("instance")


def _written(command: dict[str, Any]) -> str:
    return json.dumps(command, ensure_ascii=False, separators=(",", ":"))


def _filled(name: str, kind: Any, value: str) -> sa.Column[Any]:
    return sa.Column(name, kind, nullable=False, server_default=value)


def _part_secrets(connection: sa.Connection) -> None:
    """Move the secrets of all tables from their first journal line to the new column."""
    journal = sa.table("journal", *map(sa.column, ("table", "version", "entry")))
    table = sa.table("table", *map(sa.column, ("id", "secret")))
    found = connection.execute(
        sa.select(journal.c.table, journal.c.version, journal.c.entry).where(journal.c.version == 1)
    ).all()
    for name, version, entry in found:
        command = json.loads(entry)
        secret = command.get("secret")
        if not isinstance(secret, str) or not secret:
            continue
        text = _written(command | {"secret": ""})
        connection.execute(
            sa.update(journal)
            .where(journal.c.table == name, journal.c.version == version)
            .values(entry=text)
        )
        connection.execute(sa.update(table).where(table.c.id == name).values(secret=secret))
