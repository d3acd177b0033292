"""The first tables.

Revision 0001, after none.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "room",
        _number("id"),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("zone", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_room"),
    )
    op.create_table(
        "room_alias",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "chat", name="pk_room_alias"),
    )
    op.create_table(
        "room_table",
        _number("id"),
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_room_table"),
    )
    _index("ix_room_table_open", "room_table", ["room"], where="open", unique=True)
    op.create_index("ix_room_table_table", "room_table", ["table"])
    op.create_table(
        "person",
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("reachable", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user", name="pk_person"),
    )
    op.create_table(
        "table",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("snapshot", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("question", sa.Integer(), nullable=False),
        sa.Column("asked_at", sa.Float(), nullable=False),
        sa.Column("due", sa.Float(), nullable=True),
        sa.Column("remind_at", sa.Float(), nullable=True),
        sa.Column("broken", sa.Boolean(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("opened_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_table"),
    )
    _index("ix_table_due", "table", ["due"], where="due IS NOT NULL")
    _index("ix_table_open", "table", ["opened_at"], where="open")
    op.create_table(
        "seat",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("table", "user", name="pk_seat"),
    )
    op.create_index("ix_seat_user", "seat", ["user"])
    op.create_table(
        "journal",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table", "version", name="pk_journal"),
    )
    op.create_table(
        "outbox",
        _number("id"),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_lane_id", "outbox", ["lane", "id"])
    op.create_table(
        "lane",
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("claimed", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.Float(), nullable=True),
        sa.Column("lease_until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("address", name="pk_lane"),
    )
    _index("ix_lane_due", "lane", ["due"], where="due IS NOT NULL")
    op.create_table(
        "card",
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("outdated", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("lane", "table", name="pk_card"),
    )
    op.create_table(
        "draft",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table", "user", name="pk_draft"),
    )
    op.create_table(
        "seen",
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("receipt", name="pk_seen"),
    )
    op.create_table(
        "ledger",
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "what", name="pk_ledger"),
    )
    op.create_table(
        "letter",
        _number("id"),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_letter"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_letter_address_id", "letter", ["address", "id"])
    op.create_table(
        "told",
        _number("id"),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_told"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_told_table_id", "told", ["table", "id"])
    op.create_table(
        "kept",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_kept"),
    )


def downgrade() -> None:
    for table in (
        "kept",
        "told",
        "letter",
        "ledger",
        "seen",
        "draft",
        "card",
        "lane",
        "outbox",
        "journal",
        "seat",
        "table",
        "person",
        "room_table",
        "room_alias",
        "room",
    ):
        op.drop_table(table)


def _number(name: str) -> sa.Column[int]:
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    return sa.Column(name, kind, nullable=False)


def _index(name: str, table: str, columns: list[str], *, where: str, unique: bool = False) -> None:
    condition = sa.text(where)
    op.create_index(
        name, table, columns, unique=unique, sqlite_where=condition, postgresql_where=condition
    )
