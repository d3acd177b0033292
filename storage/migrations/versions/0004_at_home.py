"""What a room is used to, what a person wishes, the score of a room, and its next game.

Revision 0004, after 0003.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("room", sa.Column("second", sa.Text(), nullable=False, server_default=""))
    op.add_column("room", sa.Column("habits", sa.Text(), nullable=False, server_default=""))
    op.add_column("person", sa.Column("wishes", sa.Text(), nullable=False, server_default=""))
    op.create_table(
        "score",
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("room", "table", "user", name="pk_score"),
    )
    op.create_index("ix_score_user", "score", ["user"])
    op.create_table(
        "reserved",
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("room", "user", name="pk_reserved"),
    )
    op.create_index("ix_reserved_user", "reserved", ["user"])


def downgrade() -> None:
    op.drop_table("reserved")
    op.drop_table("score")
    with op.batch_alter_table("person") as person:
        person.drop_column("wishes")
    with op.batch_alter_table("room") as room:
        room.drop_column("habits")
        room.drop_column("second")
