"""What is stored: one SQLModel class for each table of the database.

These classes declare the tables; the house reads and writes through the Core tables below them,
without an ORM session. Times are seconds since 1970 (UTC). Users are written as the platforms'
adapters write them. Columns that hold JSON are text: the database never looks inside.

SQLite uses a partial index only for a condition that is spelled as in the index; SQLAlchemy spells
a truth as `= 1` there.

There are no foreign keys: everything is written by the few statements of this package (what is
deleted goes with all that refers to it, see `tidying.py`), and on PostgreSQL each reference would
lock a second row.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text, text
from sqlmodel import Field, SQLModel


def _number() -> Column[int]:
    """A key that the database counts up. SQLite counts only in columns of type INTEGER."""
    return Column(BigInteger().with_variant(Integer(), "sqlite"), primary_key=True)


def _words() -> Column[str]:
    """A key of which beginnings are looked for: byte by byte on either database, so that its index
    finds them. PostgreSQL would order it by a language."""
    return Column(Text().with_variant(Text(collation="C"), "postgresql"), primary_key=True)


class Base(SQLModel):
    """The tables of this program and no others."""

    metadata = MetaData(
        naming_convention={
            "pk": "pk_%(table_name)s",
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        }
    )


class RoomRow(Base, table=True):
    """A place where people talk. `chat` is the newest of its aliases, `second` its other language
    (empty: none), `habits` how it likes to play, as JSON (empty: as usual), `guest` where it stands
    (empty: it is let in)."""

    __tablename__ = "room"
    __table_args__ = (
        Index(
            "ix_room_guest",
            "guest",
            sqlite_where=text("guest <> ''"),
            postgresql_where=text("guest <> ''"),
        ),
    )

    id: int | None = Field(default=None, sa_column=_number())
    platform: str = Field(sa_type=Text)
    chat: str = Field(sa_type=Text)
    language: str = Field(sa_type=Text)
    zone: str = Field(sa_type=Text)
    title: str = Field(sa_type=Text)
    second: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})
    habits: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})
    guest: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})


class AliasRow(Base, table=True):
    """A name that a platform has given to the chat of a room."""

    __tablename__ = "room_alias"

    platform: str = Field(sa_type=Text, primary_key=True)
    chat: str = Field(sa_type=Text, primary_key=True)
    room: int = Field(sa_type=BigInteger)


class MemberRow(Base, table=True):
    """A person was heard in the chat of a room, and has not left it since."""

    __tablename__ = "member"

    room: int = Field(sa_type=BigInteger, primary_key=True)
    user: str = Field(sa_type=Text, primary_key=True, index=True)


class PlayedRow(Base, table=True):
    """A table is (or was) played in a room. A room has at most one open table."""

    __tablename__ = "room_table"
    __table_args__ = (
        Index(
            "ix_room_table_open",
            "room",
            unique=True,
            sqlite_where=text("open = 1"),
            postgresql_where=text("open"),
        ),
    )

    id: int | None = Field(default=None, sa_column=_number())
    room: int = Field(sa_type=BigInteger)
    table: str = Field(sa_type=Text, index=True)
    open: bool


class PersonRow(Base, table=True):
    """What is known of a person; `language` is empty until they choose one, `wishes` are JSON
    (empty: none). `idle_since`: when it was first seen that nothing here has to do with them any
    more (None: something has, or nobody has looked)."""

    __tablename__ = "person"

    user: str = Field(sa_type=Text, primary_key=True)
    name: str = Field(sa_type=Text)
    language: str = Field(sa_type=Text)
    reachable: bool
    wishes: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})
    idle_since: float | None


class ReservedRow(Base, table=True):
    """A person has a place in the next game of a room, since they asked for it."""

    __tablename__ = "reserved"

    room: int = Field(sa_type=BigInteger, primary_key=True)
    user: str = Field(sa_type=Text, primary_key=True, index=True)
    name: str = Field(sa_type=Text)
    at: float


class ScoreRow(Base, table=True):
    """How a person did in a finished match, in a room that keeps a score: their place (from 1) of
    how many seats."""

    __tablename__ = "score"

    room: int = Field(sa_type=BigInteger, primary_key=True)
    table: str = Field(sa_type=Text, primary_key=True)
    user: str = Field(sa_type=Text, primary_key=True, index=True)
    game: str = Field(sa_type=Text)
    place: int
    seats: int
    won: bool
    at: float


class TableRow(Base, table=True):
    """A table, open or over not long ago. `opened_at` is when the room opened it, `ended_at` when
    it was over (None: it is open); `secret` (hex) is what its chance was sealed with: it stands
    nowhere in the journal."""

    __tablename__ = "table"
    __table_args__ = (
        Index(
            "ix_table_due",
            "due",
            sqlite_where=text("due IS NOT NULL"),
            postgresql_where=text("due IS NOT NULL"),
        ),
        # Who has to be reminded; SQLite would read all that have a deadline.
        Index(
            "ix_table_remind",
            "remind_at",
            sqlite_where=text("remind_at < due"),
            postgresql_where=text("remind_at < due"),
        ),
        # With all that is counted: a row reaches over several pages.
        Index(
            "ix_table_open",
            *("opened_at", "id", "question", "broken"),
            sqlite_where=text("open = 1"),
            postgresql_where=text("open"),
        ),
        Index(
            "ix_table_ended",
            "ended_at",
            sqlite_where=text("ended_at IS NOT NULL"),
            postgresql_where=text("ended_at IS NOT NULL"),
        ),
        Index(
            "ix_table_broken",
            "id",
            sqlite_where=text("broken = 1"),
            postgresql_where=text("broken"),
        ),
    )

    id: str = Field(sa_type=Text, primary_key=True)
    snapshot: str = Field(sa_type=Text)
    version: int
    question: int
    asked_at: float
    due: float | None
    remind_at: float | None
    broken: bool
    open: bool
    opened_at: float
    secret: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})
    ended_at: float | None


class ArchiveRow(Base, table=True):
    """A game that is over, with all that belongs to it, in one compressed piece (`archive.py`).
    `people` are the ids of everybody whom it names, as a JSON list."""

    __tablename__ = "archive"

    table: str = Field(sa_type=Text, primary_key=True)
    ended_at: float = Field(index=True)
    people: str = Field(sa_type=Text)
    record: bytes = Field(sa_type=LargeBinary)


class SeatRow(Base, table=True):
    """A person sits at an open table; `position` counts the chairs from 1."""

    __tablename__ = "seat"

    table: str = Field(sa_type=Text, primary_key=True)
    user: str = Field(sa_type=Text, primary_key=True, index=True)
    position: int


class JournalRow(Base, table=True):
    """A command that made a version of a table, as JSON."""

    __tablename__ = "journal"

    table: str = Field(sa_type=Text, primary_key=True)
    version: int = Field(primary_key=True)
    at: float
    entry: str = Field(sa_type=Text)


class OutboxRow(Base, table=True):
    """A note that an address has not been told yet, as JSON."""

    __tablename__ = "outbox"
    # A number is never used again: who settles late must not throw away a newer note.
    __table_args__ = (Index(None, "lane", "id"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, sa_column=_number())
    lane: str = Field(sa_type=Text)
    table: str = Field(sa_type=Text)
    note: str = Field(sa_type=Text)
    at: float


class LaneRow(Base, table=True):
    """The order, the lease and the pause of an address (`lanes.py` explains them)."""

    __tablename__ = "lane"
    __table_args__ = (
        Index(
            "ix_lane_since",
            "since",
            "address",
            sqlite_where=text("due IS NOT NULL"),
            postgresql_where=text("due IS NOT NULL"),
        ),
    )

    address: str = Field(sa_type=Text, primary_key=True)
    seq: int = Field(sa_type=BigInteger)
    claimed: int = Field(sa_type=BigInteger)
    due: float | None
    lease_until: float
    holder: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})
    tries: int = Field(sa_column_kwargs={"server_default": "0"})
    since: float | None
    keeper: str = Field(sa_type=Text, sa_column_kwargs={"server_default": ""})
    kept_until: float = Field(sa_column_kwargs={"server_default": "0"})


class CardRow(Base, table=True):
    """The message that shows a table at an address, and the hash of what it shows."""

    __tablename__ = "card"

    lane: str = Field(sa_type=Text, primary_key=True)
    table: str = Field(sa_type=Text, primary_key=True)
    message: str = Field(sa_type=Text)
    hash: str = Field(sa_type=Text)
    outdated: bool


class DraftRow(Base, table=True):
    """What a person has pressed so far of a secret choice, as JSON."""

    __tablename__ = "draft"

    table: str = Field(sa_type=Text, primary_key=True)
    user: str = Field(sa_type=Text, primary_key=True)
    content: str = Field(sa_type=Text)


class SeenRow(Base, table=True):
    """The receipt of an input that has been carried out or refused, as a number made of it
    (`receipts.py`), and when (whole seconds). There are very many of them: a row takes some twenty
    bytes, and has no second index."""

    __tablename__ = "seen"

    receipt: int = Field(sa_column=_number())
    at: int = Field(sa_type=BigInteger)


class LedgerRow(Base, table=True):
    """What was counted on a day (written 2025-12-31)."""

    __tablename__ = "ledger"

    day: str = Field(sa_type=Text, primary_key=True)
    what: str = Field(sa_type=Text, primary_key=True)
    number: int = Field(sa_type=BigInteger)


class ToldRow(Base, table=True):
    """A note that everybody at a table was told, as JSON; `id` gives the order."""

    __tablename__ = "told"
    __table_args__ = (Index(None, "table", "id"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, sa_column=_number())
    table: str = Field(sa_type=Text)
    note: str = Field(sa_type=Text)
    at: float


class KeptRow(Base, table=True):
    """A small thing that somebody keeps under a name of their own."""

    __tablename__ = "kept"

    key: str = Field(sa_column=_words())
    value: str = Field(sa_type=Text)
    at: float


class InstanceRow(Base, table=True):
    """A process that hosts (or hosted) this database, and what it tells about itself, as JSON."""

    __tablename__ = "instance"

    id: str = Field(sa_type=Text, primary_key=True)
    started_at: float
    at: float
    status: str = Field(sa_type=Text)


class LetterRow(Base, table=True):
    """Something that the playground has shown at an address."""

    __tablename__ = "letter"
    __table_args__ = (Index(None, "address", "id"), {"sqlite_autoincrement": True})

    id: int | None = Field(default=None, sa_column=_number())
    address: str = Field(sa_type=Text)
    table: str = Field(sa_type=Text)
    kind: str = Field(sa_type=Text)
    payload: str = Field(sa_type=Text)
    at: float


def _table(name: str) -> Table:
    return Base.metadata.tables[name]


ROOM = _table("room")
ALIAS = _table("room_alias")
MEMBER = _table("member")
PLAYED = _table("room_table")
PERSON = _table("person")
TABLE = _table("table")
ARCHIVE = _table("archive")
SEAT = _table("seat")
JOURNAL = _table("journal")
OUTBOX = _table("outbox")
LANE = _table("lane")
CARD = _table("card")
DRAFT = _table("draft")
SEEN = _table("seen")
LEDGER = _table("ledger")
TOLD = _table("told")
KEPT = _table("kept")
LETTER = _table("letter")
SCORE = _table("score")
RESERVED = _table("reserved")
INSTANCE = _table("instance")
