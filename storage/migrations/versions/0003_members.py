"""Members of rooms in a table of their own.

Revision 0003, after 0002. Until then each of them was kept under a name (`line.in:ROOM:USER`),
and whoever asked for those of one room looked through all names.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

PREFIX = "line.in:"
PLATFORM = "line:"


def upgrade() -> None:
    op.create_table(
        "member",
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("room", "user", name="pk_member"),
    )
    connection = op.get_bind()
    kept = sa.table("kept", *map(sa.column, ("key", "value", "at")))
    ours = sa.func.substr(kept.c.key, 1, len(PREFIX)) == PREFIX
    found = []
    for (key,) in connection.execute(sa.select(kept.c.key).where(ours)).all():
        room, _, user = key.removeprefix(PREFIX).partition(":")
        if room.isdecimal() and user:
            found.append({"room": int(room), "user": PLATFORM + user})
    if found:
        member = sa.table("member", *map(sa.column, ("room", "user")))
        connection.execute(sa.insert(member), found)
    connection.execute(sa.delete(kept).where(ours))


def downgrade() -> None:
    connection = op.get_bind()
    member = sa.table("member", *map(sa.column, ("room", "user")))
    kept = sa.table("kept", *map(sa.column, ("key", "value", "at")))
    found = [
        {"key": f"{PREFIX}{room}:{user.removeprefix(PLATFORM)}", "value": "1", "at": 0.0}
        for room, user in connection.execute(sa.select(member.c.room, member.c.user)).all()
    ]
    if found:
        connection.execute(sa.insert(kept), found)
    op.drop_table("member")
