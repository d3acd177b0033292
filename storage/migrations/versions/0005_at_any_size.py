"""Compact receipts, lanes that know since when they wait, finished games as records.

Revision 0005, after 0004.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from storage.receipts import number_of

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

KEPT_FOR = 2 * 86400.0  # seconds for which a receipt can be needed
MANY = 5000  # receipts at once
_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("lane", sa.Column("since", sa.Float(), nullable=True))
    op.add_column("lane", sa.Column("keeper", sa.Text(), server_default="", nullable=False))
    op.add_column("lane", sa.Column("kept_until", sa.Float(), server_default="0", nullable=False))
    op.execute(sa.text("UPDATE lane SET since = due WHERE due IS NOT NULL"))
    op.drop_index("ix_lane_due", "lane")
    _partial("ix_lane_since", ["since", "address"], "due IS NOT NULL", "lane")
    op.add_column("person", sa.Column("idle_since", sa.Float(), nullable=True))
    op.create_index("ix_member_user", "member", ["user"])
    op.add_column("room", sa.Column("guest", sa.Text(), nullable=False, server_default=""))
    outside = sa.text("guest <> ''")
    op.create_index(
        "ix_room_guest", "room", ["guest"], sqlite_where=outside, postgresql_where=outside
    )
    _tables()
    op.create_table(
        "archive",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.Float(), nullable=False),
        sa.Column("people", sa.Text(), nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_archive"),
    )
    op.create_index("ix_archive_ended_at", "archive", ["ended_at"])
    _receipts()
    if op.get_bind().dialect.name == "postgresql":
        op.execute(sa.text('ALTER TABLE kept ALTER COLUMN key TYPE text COLLATE "C"'))


def _tables() -> None:
    """Tables that are over know since when: since the last line of their journal."""
    op.add_column("table", sa.Column("ended_at", sa.Float(), nullable=True))
    op.execute(
        sa.text(
            'UPDATE "table" SET ended_at = coalesce((SELECT max(journal.at) FROM journal '
            'WHERE journal."table" = "table".id), opened_at) WHERE NOT open'
        )
    )
    _partial("ix_table_ended", ["ended_at"], "ended_at IS NOT NULL")
    _partial("ix_table_remind", ["remind_at"], "remind_at < due")
    _anew("ix_table_open", "table", ["opened_at", "id", "question", "broken"], "open")
    _anew("ix_table_broken", "table", ["id"], "broken")
    _anew("ix_room_table_open", "room_table", ["room"], "open", unique=True)


def _anew(name: str, table: str, columns: list[str], truth: str, *, unique: bool = False) -> None:
    """SQLite uses a partial index only where its condition is asked for word by word."""
    op.drop_index(name, table)
    op.create_index(
        *(name, table, columns),
        unique=unique,
        sqlite_where=sa.text(f"{truth} = 1"),
        postgresql_where=sa.text(truth),
    )


def _partial(name: str, columns: list[str], where: str, table: str = "table") -> None:
    condition = sa.text(where)
    op.create_index(name, table, columns, sqlite_where=condition, postgresql_where=condition)


def _receipts() -> None:
    """Each receipt becomes a number: no press acts twice because it came before the upgrade and
    comes again after it."""
    connection = op.get_bind()
    before = sa.table("seen", sa.column("receipt", sa.Text), sa.column("at", sa.Float))
    newest = connection.execute(sa.select(sa.func.max(before.c.at))).scalar() or 0.0
    fresh = sa.select(before.c.receipt, before.c.at).where(before.c.at >= newest - KEPT_FOR)
    found = [(number_of(receipt), int(at)) for receipt, at in connection.execute(fresh)]
    op.drop_table("seen")
    op.create_table(
        "seen",
        sa.Column("receipt", _NUMBER, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("receipt", name="pk_seen"),
    )
    seen = sa.table("seen", sa.column("receipt", _NUMBER), sa.column("at", sa.BigInteger))
    for first in range(0, len(found), MANY):
        rows = [{"receipt": number, "at": at} for number, at in found[first : first + MANY]]
        connection.execute(sa.insert(seen), rows)


def downgrade() -> None:
    """Games in the archive and receipts are lost: an older release cannot read either."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(sa.text('ALTER TABLE kept ALTER COLUMN key TYPE text COLLATE "default"'))
    op.drop_table("seen")
    op.create_table(
        "seen",
        sa.Column("receipt", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("receipt", name="pk_seen"),
    )
    op.drop_table("archive")
    for name in ("ix_table_open", "ix_table_broken", "ix_table_remind", "ix_table_ended"):
        op.drop_index(name, "table")
    _partial("ix_table_open", ["opened_at"], "open")
    _partial("ix_table_broken", ["id"], "broken")
    with op.batch_alter_table("table") as table:
        table.drop_column("ended_at")
    op.drop_index("ix_member_user", "member")
    with op.batch_alter_table("person") as person:
        person.drop_column("idle_since")
    op.drop_index("ix_lane_since", "lane")
    op.drop_index("ix_room_guest", "room")
    with op.batch_alter_table("room") as room:
        room.drop_column("guest")
    with op.batch_alter_table("lane") as lane:
        lane.drop_column("kept_until")
        lane.drop_column("keeper")
        lane.drop_column("since")
    _partial("ix_lane_due", ["due"], "due IS NOT NULL", "lane")
