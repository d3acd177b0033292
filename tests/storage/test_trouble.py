"""Databases that cannot be used, and what people are told then."""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic
from typing import cast

import pytest
from sqlalchemy.exc import IntegrityError

from storage.database import Database, StoreError, Trouble, trouble_of
from storage.file import write_ahead
from storage.migrate import REVISIONS, Chain, open_store
from storage.store import SqlStore
from tests.storage.things import AT, a_row, dump, opened

NOBODY = 65534
NEXT = f"{int(REVISIONS[-1]) + 1:04}"  # the revision of a later release


def refusal(url: str, patience: float = 0.1) -> StoreError:
    with pytest.raises(StoreError) as refused:
        open_store(url, patience)
    return refused.value


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A database that was used and closed."""
    file = tmp_path / "tables.sqlite3"
    with closing(open_store(f"sqlite:///{file}")) as store:
        opened(store)
    return file


@pytest.mark.parametrize("kind", Trouble)
def test_one_line_says_what_is_wrong(kind: Trouble) -> None:
    error = StoreError(kind, "tables.sqlite3")
    assert (error.kind, error.path) == (kind, "tables.sqlite3")
    assert "tables.sqlite3" in str(error)
    assert str(error).endswith(".") or kind is Trouble.ADDRESS
    assert "\n" not in str(error)


def test_a_missing_folder(tmp_path: Path) -> None:
    error = refusal(f"sqlite:///{tmp_path}/no/tables.sqlite3")
    assert (error.kind, error.path) == (Trouble.FOLDER, str(tmp_path / "no/tables.sqlite3"))
    assert not (tmp_path / "no").exists()


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    error = refusal(f"sqlite:///{tmp_path}")
    assert (error.kind, error.path) == (Trouble.CLOSED, str(tmp_path))


def test_a_file_is_no_folder(file: Path) -> None:
    assert refusal(f"sqlite:///{file}/tables.sqlite3").kind is Trouble.CLOSED


def test_a_letter_is_no_database(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear reader, " * 400)
    error = refusal(f"sqlite:///{file}")
    assert (error.kind, error.path) == (Trouble.BROKEN, str(file))
    assert file.read_text().startswith("Dear reader")


def test_a_damaged_database(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[100:4096] = b"\xff" * 3996
    file.write_bytes(content)
    assert refusal(f"sqlite:///{file}").kind is Trouble.BROKEN


def test_a_database_that_is_damaged_while_it_is_used(file: Path) -> None:
    with closing(open_store(f"sqlite:///{file}")) as store:
        content = bytearray(file.read_bytes())
        content[4096:] = b"\xff" * (len(content) - 4096)
        file.write_bytes(content)
        with pytest.raises(StoreError) as refused:
            dump(store)
        assert (refused.value.kind, refused.value.path) == (Trouble.BROKEN, str(file))


def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite3"
    file.touch()
    with closing(open_store(f"sqlite:///{file}")) as store:
        assert store.open_tables() == []


def test_a_database_of_another_program(tmp_path: Path) -> None:
    file = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE song (title TEXT)")
    assert refusal(f"sqlite:///{file}").kind is Trouble.FOREIGN


@pytest.mark.parametrize(
    ("version", "kind"),
    [
        (f"UPDATE alembic_version SET version_num = '{NEXT}'", Trouble.NEWER),
        ("UPDATE alembic_version SET version_num = '9999'", Trouble.NEWER),
        ("UPDATE alembic_version SET version_num = 'ae1027a6acf'", Trouble.FOREIGN),
        ("UPDATE alembic_version SET version_num = '0000'", Trouble.FOREIGN),
        ("DELETE FROM alembic_version", Trouble.FOREIGN),
    ],
)
def test_a_database_of_another_release(file: Path, version: str, kind: Trouble) -> None:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(version)
    before = file.read_bytes()
    assert refusal(f"sqlite:///{file}").kind is kind
    assert file.read_bytes() == before


def test_a_read_only_database(file: Path) -> None:
    error = refusal(f"sqlite:///file:{file}?mode=ro&uri=true")
    assert error.kind is Trouble.READ_ONLY


def test_a_file_that_may_not_be_written() -> None:
    with _public_folder() as folder:
        file = folder / "tables.sqlite3"
        open_store(f"sqlite:///{file}").close()
        file.chmod(0o444)
        with _as_nobody():
            assert refusal(f"sqlite:///{file}").kind in (Trouble.READ_ONLY, Trouble.CLOSED)


def test_a_folder_that_may_not_be_written() -> None:
    with _public_folder() as folder, _as_nobody():
        assert refusal(f"sqlite:///{folder}/tables.sqlite3").kind is Trouble.CLOSED


def test_a_database_that_somebody_holds(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        error = refusal(f"sqlite:///{file}")
        assert (error.kind, error.path) == (Trouble.LOCKED, str(file))
        holder.execute("ROLLBACK")
        open_store(f"sqlite:///{file}", 0.1).close()


def test_a_database_that_somebody_has_for_themselves(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("PRAGMA locking_mode = EXCLUSIVE")
        holder.execute("UPDATE room SET title = ''")
        assert refusal(f"sqlite:///{file}").kind is Trouble.LOCKED


def test_somebody_who_lets_go_in_time(file: Path) -> None:
    """A file that was kept without a write-ahead log, and is being read."""
    with closing(sqlite3.connect(file, check_same_thread=False)) as reader:
        reader.isolation_level = None
        reader.execute("PRAGMA journal_mode = DELETE")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM room").fetchall()
        assert refusal(f"sqlite:///{file}").kind is Trouble.LOCKED
        soon = threading.Timer(0.3, reader.execute, ("ROLLBACK",))
        soon.start()
        with closing(open_store(f"sqlite:///{file}", 10.0)) as store:
            assert store.open_tables() == ["table1"]
        soon.join()


def test_two_who_switch_the_log_on_at_once() -> None:
    """SQLite refuses the second at once; it must try again by itself."""
    answers: list[int | None] = [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY, None]

    class Connection:
        def execute(self, _statement: str) -> None:
            code = answers.pop(0)
            if code is not None:
                error = sqlite3.OperationalError("database is locked")
                error.sqlite_errorcode = code
                raise error

    busy = cast(sqlite3.Connection, Connection())
    write_ahead(busy, monotonic() + 60)
    assert answers == []
    answers.append(sqlite3.SQLITE_IOERR)
    with pytest.raises(sqlite3.OperationalError):
        write_ahead(busy, monotonic() + 60)


def test_somebody_who_lets_go_too_late(file: Path) -> None:
    with (
        closing(open_store(f"sqlite:///{file}", 0.1)) as store,
        closing(sqlite3.connect(file, isolation_level=None)) as holder,
    ):
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as refused:
            store.run(lambda work: work.first_time("r", AT))
        assert refused.value.kind is Trouble.LOCKED
        holder.execute("ROLLBACK")
        assert store.run(lambda work: work.first_time("r", AT))


def test_a_full_disk_changes_nothing(file: Path) -> None:
    with closing(open_store(f"sqlite:///{file}")) as store:
        before = dump(store)
        with store.begin() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(StoreError) as refused:
            store.run(lambda work: work.update(a_row(snapshot=b"x" * 100_000)))
        assert refused.value.kind is Trouble.FULL
        assert dump(store) == before
        assert store.run(lambda work: work.first_time("r", AT))


def test_a_mistake_of_ours_is_no_trouble_of_the_database(file: Path) -> None:
    with closing(open_store(f"sqlite:///{file}")) as store:
        store.run(lambda work: work.journal("table1", 1, AT, b"{}"))
        with pytest.raises(IntegrityError):
            store.run(lambda work: work.journal("table1", 1, AT, b"{}"))


def test_a_copy_that_cannot_be_made(file: Path) -> None:
    blocked = file.with_name("tables.sqlite3-part")
    blocked.mkdir()
    with pytest.raises(StoreError) as refused:
        open_store(f"sqlite:///{file}", chain=Chain((*REVISIONS, NEXT)))
    assert (refused.value.kind, refused.value.path) == (Trouble.DISK, str(blocked))
    with closing(open_store(f"sqlite:///{file}")) as store:
        assert store.open_tables() == ["table1"]


def test_an_upgrade_waits_for_nobody_who_does_not_let_go(file: Path) -> None:
    chain = Chain((*REVISIONS, NEXT))
    with closing(sqlite3.connect(file, isolation_level=None)) as holder:
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as refused:
            open_store(f"sqlite:///{file}", 0.1, chain)
    assert refused.value.kind is Trouble.LOCKED
    assert [
        path.name for path in file.parent.iterdir() if path.name.startswith("tables.sqlite3-0")
    ] == []


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (sqlite3.SQLITE_IOERR_FSYNC, Trouble.DISK),
        (sqlite3.SQLITE_BUSY_SNAPSHOT, Trouble.LOCKED),
        (sqlite3.SQLITE_READONLY_DBMOVED, Trouble.READ_ONLY),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, None),
    ],
)
def test_details_do_not_matter(code: int, kind: Trouble | None) -> None:
    error = sqlite3.OperationalError()
    error.sqlite_errorcode = code
    assert trouble_of(error) is kind


def test_other_errors_are_no_trouble() -> None:
    assert trouble_of(sqlite3.ProgrammingError("closed")) is None
    assert trouble_of(KeyError("x")) is None
    assert trouble_of(None) is None


def test_a_password_is_not_shown() -> None:
    with pytest.raises(StoreError) as refused:
        Database("oracle://house:geheim@db/cards")
    assert str(refused.value).startswith("oracle://house:***@db/cards ")


def test_a_driver_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError) as refused:
        Database("postgresql+psycopg://house:geheim@db/cards")
    assert refused.value.kind is Trouble.DRIVER
    assert refused.value.path == "postgresql://house:***@db/cards"


def test_a_driver_that_does_not_exist() -> None:
    with pytest.raises(StoreError) as refused:
        Database("sqlite+pigeon:///tables.sqlite3")
    assert refused.value.kind is Trouble.ADDRESS


def test_nobody_closes_it_while_somebody_works(store: SqlStore) -> None:
    begun, go_on = threading.Event(), threading.Event()
    done: list[object] = []

    def work() -> None:
        with store.begin() as connection:
            begun.set()
            go_on.wait(5)
            done.append(connection.exec_driver_sql("SELECT 1").scalar())

    thread = threading.Thread(target=work)
    thread.start()
    assert begun.wait(5)
    threading.Timer(0.2, go_on.set).start()
    store.close()
    assert done == [1]
    thread.join()


def test_who_does_not_end_in_time_keeps_it(store: SqlStore) -> None:
    store.hurry(0.0)
    with store.begin() as connection:
        other = threading.Thread(target=store.close)
        other.start()
        other.join()
        assert connection.exec_driver_sql("SELECT 1").scalar() == 1


def test_the_mark_tells_databases_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    one, same, other = (
        Database(f"sqlite:///{path}").mark for path in ("a.db", f"{tmp_path}/a.db", "b.db")
    )
    assert one == same != other
    assert len(one) == 16
    assert Database("sqlite://").mark != one


@contextmanager
def _public_folder() -> Iterator[Path]:
    """A folder that everybody may look into and nobody else may write to."""
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755 if os.geteuid() == 0 else 0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


@contextmanager
def _as_nobody() -> Iterator[None]:
    """Permissions do not hold for root: become somebody for whom they do."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
