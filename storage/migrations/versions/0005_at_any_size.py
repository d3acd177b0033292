"""Compact receipts, lanes that know since when they wait, finished games as records.

Revision 0005, after 0004.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lane", sa.Column("since", sa.Float(), nullable=True))
    op.execute(sa.text("UPDATE lane SET since = due WHERE due IS NOT NULL"))


def downgrade() -> None:
    with op.batch_alter_table("lane") as lane:
        lane.drop_column("since")
