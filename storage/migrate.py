"""A database is opened: made when it is new, copied and brought up to date when it is old.

`python -m storage.migrate "what changes"` writes the next revision from what `rows.py` says now;
read it, correct it, and add its number to `REVISIONS`.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import (
    Column,
    Connection,
    MetaData,
    String,
    Table,
    func,
    insert,
    inspect,
    select,
    update,
)

from storage import server
from storage.database import PATIENCE, Database, StoreError, Trouble, trouble_of
from storage.rows import INSTANCE, Base
from storage.store import SqlStore

if TYPE_CHECKING:
    from alembic.config import Config

REVISIONS = ("0001", "0002", "0003", "0004", "0005")
"""All revisions, oldest first. Written by hand: looking into the folder takes Alembic, whose
import takes longer than the start of the host."""


ADDS_FROM = "0005"
"""From this revision on the next ones only add: a host of the release before goes on."""
FRESH = 30.0  # seconds within which a host that is at work tells something about itself
LOOK = 1.0  # seconds between two looks whether it does


class Migrated(NamedTuple):
    """From which revision (empty: there was nothing) a database came to which, and the copy that
    was made of it before."""

    before: str
    after: str
    copy: Path | None = None


class Chain(NamedTuple):
    """Revisions, and the folder of their scripts."""

    revisions: tuple[str, ...] = REVISIONS
    folder: Path = Path(__file__).parent / "migrations"


_VERSION = Table(
    "alembic_version",
    MetaData(naming_convention={"pk": "%(table_name)s_pkc"}),
    Column("version_num", String(32), primary_key=True),
)
"""Alembic's own table, as Alembic makes it."""


def open_store(url: str, patience: float = PATIENCE, chain: Chain | None = None) -> SqlStore:
    """The store at an address such as `sqlite:///fumibako.sqlite3`, brought to this release as
    `migrate` does. Raises `StoreError` if that cannot be."""
    store = SqlStore(url, patience)
    try:
        migrate(store, chain or Chain())
    except BaseException:
        store.close()
        raise
    return store


def migrate(store: Database, chain: Chain | None = None) -> Migrated:
    """Make the tables of a new database; bring one of an older release up to date, in one
    transaction.

    A SQLite file is copied beside itself before, as `NAME-REVISION-DATE`. On PostgreSQL of
    several processes one does it and the others wait; those of an older release that are at work
    go on, because from 0005 on a revision only ever adds. What changes before that they would not
    understand: nothing is done while one is at work. Raises `StoreError` if that cannot be.
    """
    chain = chain or Chain()
    _check_folder(store)
    with store.begin() as connection:
        done = _prepare(store, connection, chain)
    if done.before not in ("", done.after):
        store.scrub()  # what the upgrade has made smaller takes less room, now or the next time
    return done


def up_to_date(store: Database) -> bool:
    """Whether a database has the tables of this release. Raises `StoreError`."""
    with store.look() as connection:
        return revision(store, connection) == REVISIONS[-1]


def _check_folder(store: Database) -> None:
    """A missing folder is told apart from a file that cannot be opened."""
    file = store.file
    if file is not None and not file.parent.exists():
        raise StoreError(Trouble.FOLDER, store.path)


def _prepare(store: Database, connection: Connection, chain: Chain) -> Migrated:
    """Make or upgrade the tables, while nobody else writes."""
    newest, copy = chain.revisions[-1], None
    found = revision(store, connection)
    if not store.is_sqlite and found != newest:
        server.alone(connection, store.patience)
        found = revision(store, connection)
    if not found:
        if not store.is_sqlite and not server.holds_every_text(connection):
            raise StoreError(Trouble.ENCODING, store.path)
        Base.metadata.create_all(connection)
        _VERSION.create(connection)
        connection.execute(insert(_VERSION), {"version_num": newest})
    elif found == newest:
        # A read-only database lets a transaction begin; it is better to know at the start.
        connection.execute(update(_VERSION).values(version_num=newest))
    elif found in chain.revisions:
        if not store.is_sqlite and found < ADDS_FROM:
            _wait_for_its_end(store, connection)
        copy = _keep_copy(store, connection, found)
        upgrade(connection, chain)
    else:
        newer = found.isdecimal() and found > newest
        raise StoreError(Trouble.NEWER if newer else Trouble.FOREIGN, store.path)
    return Migrated(found, newest, copy)


def _wait_for_its_end(store: Database, connection: Connection) -> None:
    """Wait until no host can be at work: who has ended just now says nothing more, and is not
    waited for longer than `FRESH`. Raises `StoreError` if one tells something."""
    if not inspect(connection).has_table(INSTANCE.name):
        return
    last = select(func.max(INSTANCE.c.at))
    told: float | None = connection.execute(last).scalar()
    until = time.monotonic() + min(FRESH, (told or 0.0) + FRESH - time.time())
    while (rest := until - time.monotonic()) > 0:
        time.sleep(min(LOOK, rest))
        if connection.execute(last).scalar() != told:
            raise StoreError(Trouble.WORKED_ON, store.path)


def revision(store: Database, connection: Connection) -> str:
    """The revision of a database; empty if there is nothing in it. Raises `StoreError` if it is
    another program's."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return ""
    found = ""
    if _VERSION.name in tables:
        found = connection.execute(select(_VERSION.c.version_num)).scalar() or ""
    if not found:
        raise StoreError(Trouble.FOREIGN, store.path)
    return found


def upgrade(connection: Connection, chain: Chain) -> None:
    """Bring the tables to the newest revision, within the open transaction."""
    from alembic import command

    command.upgrade(alembic_config(connection, chain), chain.revisions[-1])


def alembic_config(connection: Connection, chain: Chain) -> Config:
    """Alembic's settings for an open connection."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(chain.folder).replace("%", "%%"))
    config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


def _keep_copy(store: Database, connection: Connection, revision: str) -> Path | None:
    """Copy the file of a database beside itself, with what still stands in its log.

    The transaction that is open keeps writers away. A copy is whole or not there, no earlier
    copy is overwritten, and nobody may read it who may not read the original.
    """
    if not store.is_sqlite:
        return None
    file = Path(connection.exec_driver_sql("PRAGMA database_list").one()[2])
    part = file.with_name(f"{file.name}-part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
        shutil.copymode(file, part)
        return part.rename(_free_name(file, revision))
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            part.unlink()
        raise StoreError(trouble_of(error) or Trouble.DISK, str(part)) from error


def _free_name(file: Path, revision: str) -> Path:
    """The name of a copy made today."""
    name = f"{file.name}-{revision}-{datetime.now(UTC):%Y-%m-%d}"
    names = (file.with_name(f"{name}-{number}" if number > 1 else name) for number in count(1))
    return next(path for path in names if not path.exists())


def revise(title: str, chain: Chain) -> None:
    """Write the script of the next revision: what `rows.py` has and the newest one has not."""
    from alembic import command

    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/empty.sqlite3")
        with closing(database), database.begin() as connection:
            upgrade(connection, chain)
            command.revision(
                alembic_config(connection, chain),
                title,
                autogenerate=True,
                rev_id=f"{int(chain.revisions[-1]) + 1:04}",
            )


if __name__ == "__main__":
    revise(" ".join(sys.argv[1:]), Chain())
