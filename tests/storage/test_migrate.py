"""Databases of every age: new, old, newer, and their copies."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, inspect, update

from core.house.ports import Draft
from core.kernel.text import announce, whisper
from core.table.places import Individual
from core.table.sayings import HalfTime, StillWaiting
from storage import migrate as migrating
from storage.database import Database, StoreError, Trouble
from storage.migrate import REVISIONS, Chain, alembic_config, open_store, revise, upgrade
from storage.rows import INSTANCE, Base
from tests import postgres
from tests.storage.things import AT, LEASE, dump, opened, press

FIXTURES = Path(__file__).parent / "fixtures"
NEXT = f"{int(REVISIONS[-1]) + 1:04}"  # the revision of a later release
THIRD = f"""
import sqlalchemy as sa
from alembic import op

revision = "{NEXT}"
down_revision = "{REVISIONS[-1]}"


def upgrade() -> None:
    with op.batch_alter_table("person") as person:
        person.add_column(sa.Column("colour", sa.Text(), nullable=False, server_default="red"))
"""


@pytest.fixture
def longer(tmp_path: Path) -> Chain:
    """The chain of a later release."""
    folder = tmp_path / "100% later"
    shutil.copytree(Chain().folder, folder)
    (folder / "versions" / f"{NEXT}_third.py").write_text(THIRD)
    return Chain((*REVISIONS, NEXT), folder)


@pytest.fixture
def migrated(empty_url: str) -> Iterator[Connection]:
    """A database made by the revisions alone."""
    database = Database(empty_url)
    with closing(database), database.begin() as connection:
        upgrade(connection, Chain())
        yield connection


def schema(connection: Connection) -> list[tuple[str, ...]]:
    """The tables and indexes as the database keeps them, without the spaces."""
    if connection.dialect.name == "sqlite":
        found = connection.exec_driver_sql("SELECT type, name, sql FROM sqlite_master").all()
        return sorted((kind, name, " ".join((sql or "").split())) for kind, name, sql in found)
    columns = connection.exec_driver_sql(
        "SELECT 'column', table_name, column_name, data_type, is_nullable, column_default "
        "FROM information_schema.columns WHERE table_schema = 'public'"
    ).all()
    indexes = connection.exec_driver_sql(
        "SELECT 'index', tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'"
    ).all()
    return sorted(tuple(map(str, row)) for row in (*columns, *indexes))


def names(connection: Connection) -> set[str]:
    """The tables that there are."""
    return set(inspect(connection).get_table_names())


def test_a_new_database_is_what_the_revisions_make(migrated: Connection) -> None:
    url = "sqlite://" if migrated.dialect.name == "sqlite" else postgres.fresh_url(empty=True)
    with closing(open_store(url)) as store, store.begin() as connection:
        made, tables = schema(connection), names(connection)
        version = connection.exec_driver_sql("SELECT * FROM alembic_version").all()
    assert made == schema(migrated)
    assert version == migrated.exec_driver_sql("SELECT * FROM alembic_version").all()
    assert tables > set(Base.metadata.tables)
    if not store.is_sqlite:
        postgres.drop(url)


def test_the_revisions_make_what_the_rows_say(migrated: Connection) -> None:
    context = MigrationContext.configure(migrated, opts={"compare_type": True})
    assert compare_metadata(context, Base.metadata) == []


def test_the_revisions_are_listed(migrated: Connection) -> None:
    scripts = ScriptDirectory.from_config(alembic_config(migrated, Chain()))
    chain = [script.revision for script in scripts.walk_revisions()]
    assert tuple(reversed(chain)) == REVISIONS
    assert sorted(REVISIONS) == list(REVISIONS)


def test_down_and_up_again(migrated: Connection) -> None:
    before = schema(migrated)
    command.downgrade(alembic_config(migrated, Chain()), "base")
    assert names(migrated) == {"alembic_version"}
    upgrade(migrated, Chain())
    assert schema(migrated) == before


def test_a_database_is_opened_again(url: str) -> None:
    with closing(open_store(url)) as store:
        opened(store)
        before = dump(store)
    with closing(open_store(url)) as store:
        assert dump(store) == before


def test_a_database_in_memory() -> None:
    with closing(open_store("sqlite://")) as store:
        opened(store)
        assert store.open_tables() == ["table1"]


def test_an_older_database_is_brought_up_to_date(url: str, longer: Chain) -> None:
    """While others are at work with it on PostgreSQL; they go on."""
    with closing(open_store(url)) as old:
        opened(old)
        old.run(press)
        old.remember(Individual("telegram:1", "Aki", "ja"))
        before = dump(old)
        with closing(open_store(url, chain=longer)) as store:
            assert _colours(store) == [("telegram:1", "red")]
            assert dump(store) == before
        old.remember(Individual("telegram:2", "Ben", "en"))
        assert old.run(lambda work: press(work, "r2", at=AT + 1))
    with closing(open_store(url, chain=longer)) as store:
        assert _colours(store) == [("telegram:1", "red"), ("telegram:2", "red")]


@pytest.mark.parametrize("works", [True, False])
def test_a_host_that_would_not_understand_it_must_have_ended(
    works: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It tells something every few seconds while it is at work."""
    monkeypatch.setattr(migrating, "FRESH", 0.2)
    url = postgres.fresh_url(empty=True)
    with closing(Database(url)) as database:
        with database.begin() as connection:
            command.upgrade(alembic_config(connection, Chain()), "0004")
        told = insert(INSTANCE).values(id="a", started_at=AT, at=time.time(), status="{}")
        with database.begin() as connection:
            connection.execute(told)

        def sleep(seconds: float) -> None:
            assert 0 < seconds <= 0.2
            with database.begin() as at_work:
                at_work.execute(update(INSTANCE).values(at=INSTANCE.c.at + int(works)))

        monkeypatch.setattr("storage.migrate.time.sleep", sleep)
        if works:
            with pytest.raises(StoreError) as refused:
                open_store(url)
            assert refused.value.kind is Trouble.WORKED_ON
        else:
            open_store(url).close()
        with database.look() as connection:
            assert migrating.revision(database, connection) == ("0004" if works else REVISIONS[-1])
    postgres.drop(url)


def test_an_older_file_is_copied_before(file_url: str, longer: Chain) -> None:
    old = open_store(file_url)
    opened(old)
    old.run(press)
    before = dump(old)
    file = old.file
    assert file is not None
    file.chmod(0o600)  # the log has not been merged: the first connection is still open
    open_store(file_url, chain=longer).close()
    old.close()
    [copy] = _copies(file)
    assert copy.name.startswith(f"tables.sqlite3-{REVISIONS[-1]}-20")
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(open_store(f"sqlite:///{copy}")) as store:
        assert dump(store) == before
    with closing(open_store(file_url, chain=longer)):
        assert len(_copies(file)) == 1  # nothing to do the second time


def test_no_copy_is_overwritten(tmp_path: Path, file_url: str, longer: Chain) -> None:
    file = tmp_path / "tables.sqlite3"
    for _ in range(2):
        open_store(file_url).close()
        open_store(file_url, chain=longer).close()
        file.unlink()
    first, second = _copies(file)
    assert second.name == f"{first.name}-2"


def test_an_upgrade_that_fails_changes_nothing(url: str, longer: Chain) -> None:
    script = longer.folder / "versions" / f"{NEXT}_third.py"
    script.write_text(THIRD + '    raise ValueError("in the middle")\n')
    with closing(open_store(url)) as store:
        opened(store)
        before = dump(store)
    with pytest.raises(ValueError, match="in the middle"):
        open_store(url, chain=longer)
    with closing(open_store(url)) as store:
        assert dump(store) == before
        with store.begin() as connection:
            assert "colour" not in str(schema(connection))


def test_a_copy_is_made_however_the_file_is_named(longer: Chain, tmp_path: Path) -> None:
    name = f"file:{tmp_path}/tables.sqlite3"
    with closing(open_store(f"sqlite:///{name}?uri=true")) as store:
        assert store.file is None
    with closing(open_store(f"sqlite:///{name}?uri=true", chain=longer)) as store:
        assert _colours(store) == []
    assert len(_copies(tmp_path / "tables.sqlite3")) == 1


def test_a_running_table_of_the_first_revision(tmp_path: Path) -> None:
    """What a host of the first release was doing goes on in this one."""
    file = tmp_path / "tables.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((FIXTURES / "0001.sql").read_text())
    with closing(open_store(f"sqlite:///{file}")) as store:
        row = store.run(lambda work: work.row("table1"))
        assert row is not None
        assert (row.snapshot, row.version, row.due) == (b'{"a":1}', 2, AT + 120)
        assert store.enter("telegram", "-1", "en").table == "table1"
        assert store.run(lambda work: work.tables_of("telegram:2")) == ["table1"]
        assert store.run(lambda work: work.draft("table1", "telegram:1")) == Draft()
        assert not store.run(lambda work: work.first_time("r1", AT))
        batches = {batch.lane: batch for batch in store.claim(AT, LEASE, 10)}
        notes = [pending.note for pending in batches["room:1"].notes]
        assert notes == [announce(StillWaiting((1,))), announce(StillWaiting((2, 3)))]
        [nudge] = batches["person:telegram:2"].notes
        assert nudge.note == whisper(2, HalfTime())
        assert "person:telegram:1" in batches
        assert store.person("telegram:1").name == "あき"
        assert [letter.payload for letter in store.letters("room:1")] == ['"一"']
        assert [line.version for line in store.journal_of("table1")] == [2]
        assert [pending.note for pending in store.told("table1", 9)] == notes
        assert store.kept("key") == "value"


def test_the_start_does_not_wait_for_alembic(url: str) -> None:
    program = (
        "import sys; from storage.migrate import open_store; open_store(sys.argv[1]).close();"
        "open_store(sys.argv[1]).close(); sys.exit('alembic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, url], check=True, cwd=FIXTURES.parents[2])


def test_the_next_revision_is_drafted(longer: Chain) -> None:
    (longer.folder / "versions" / f"{NEXT}_third.py").unlink()
    revise("Nothing new", Chain(REVISIONS, longer.folder))
    [script] = (longer.folder / "versions").glob(f"{NEXT}_*.py")
    text = script.read_text()
    assert script.name == f"{NEXT}_nothing_new.py"
    assert f'revision = "{NEXT}"\ndown_revision = "{REVISIONS[-1]}"\n' in text
    assert text.count("    pass\n") == 2
    with closing(Database("sqlite://")) as database, database.begin() as connection:
        upgrade(connection, Chain((*REVISIONS, NEXT), longer.folder))
        assert connection.exec_driver_sql("SELECT * FROM alembic_version").all() == [(NEXT,)]


def _copies(file: Path) -> list[Path]:
    return sorted(file.parent.glob(f"{file.name}-0*"))


def _colours(store: Database) -> list[tuple[str, str]]:
    with store.begin() as connection:
        found = connection.exec_driver_sql('SELECT "user", colour FROM person ORDER BY 1').all()
        return [(user, colour) for user, colour in found]


def test_members_get_a_table_of_their_own(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/x.db")
    with closing(database), database.begin() as connection:
        config = alembic_config(connection, Chain())
        command.upgrade(config, "0002")
        names = ("line.in:7:Ua", "line.in:7:Ub", "line.in:12:Ua", "line.met:line:Ua", "line.in:odd")
        for name in names:
            connection.exec_driver_sql("INSERT INTO kept VALUES (?, '1', 5.0)", (name,))
        command.upgrade(config, "0003")
        members = connection.exec_driver_sql("SELECT * FROM member").all()
        assert sorted(members) == [(7, "line:Ua"), (7, "line:Ub"), (12, "line:Ua")]
        kept = connection.exec_driver_sql("SELECT key FROM kept").scalars().all()
        assert kept == ["line.met:line:Ua"]
        command.downgrade(config, "0002")
        kept = connection.exec_driver_sql("SELECT key FROM kept").scalars().all()
        assert sorted(kept) == sorted(set(names) - {"line.in:odd"})
