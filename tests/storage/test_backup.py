"""Copies of a database: whole, private, never over anything; and put in place."""

from __future__ import annotations

import gzip
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from storage.backup import (
    COPIES,
    LAST,
    Exists,
    Label,
    Packed,
    Source,
    label_of,
    last_heard,
    note_copy,
    of_sqlite,
    pack,
    put_in_place,
    unpack,
)
from storage.copying import into_empty, of_server
from storage.database import StoreError, Trouble
from storage.migrate import open_store
from storage.moving import NotEmpty
from storage.restoring import (
    AHEAD,
    RESTORED,
    began_as,
    begins_as,
    forget_what_waits,
    keep_spent,
    people_in,
    since,
)
from storage.rows import LANE, OUTBOX
from storage.store import SqlStore
from tests import postgres
from tests.fresh import fresh_store
from tests.storage.things import FIRST, dump, opened, press, told

AT = 1_700_000_000.0
LABEL = Label("aa", AT, True)


def source_of(store: SqlStore) -> Source:
    return of_sqlite(store) if store.is_sqlite else of_server(store)


def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    """Everything in a database, but what a copy says of itself."""
    with closing(open_store(url)) as store:
        found = dump(store)
        found["kept"] = [each for each in found["kept"] if "backup." not in str(each[0])]
        return found


def test_a_copy_holds_everything_and_is_for_the_owner_alone(
    store: SqlStore, url: str, tmp_path: Path
) -> None:
    opened(store)
    store.run(press)
    before = rows(url)
    file, plain = tmp_path / "a.gz", tmp_path / "plain.db"
    packed = pack(source_of(store), file, LABEL)
    assert packed == Packed(file.stat().st_size, 0)
    assert file.stat().st_mode & 0o777 == 0o600
    unpack(file, plain)
    assert plain.stat().st_mode & 0o777 == 0o600
    assert label_of(plain) == LABEL
    with closing(open_store(f"sqlite:///{plain}")) as copy:
        assert copy.kept(LAST) == str(int(AT))
    assert rows(f"sqlite:///{plain}") == before
    assert sorted(each.name for each in tmp_path.glob("a.gz*")) == ["a.gz"]


def test_nothing_is_overwritten_and_nothing_is_left_behind(store: SqlStore, tmp_path: Path) -> None:
    file = tmp_path / "a.gz"
    file.write_bytes(b"mine")
    with pytest.raises(Exists):
        pack(source_of(store), file, LABEL)
    assert file.read_bytes() == b"mine"

    def fails(_: Path) -> None:
        raise sqlite3.DatabaseError

    other = tmp_path / "b.gz"
    with pytest.raises(StoreError):
        pack(fails, other, LABEL)
    assert not list(tmp_path.glob("b.gz*"))

    def takes_the_name(target: Path) -> None:
        source_of(store)(target)
        other.write_bytes(b"first")

    with pytest.raises(Exists):
        pack(takes_the_name, other, LABEL)
    assert other.read_bytes() == b"first"
    assert len(list(tmp_path.glob("b.gz*"))) == 1


def test_running_games_are_counted(store: SqlStore, tmp_path: Path) -> None:
    opened(store, question=3)
    opened(store, "table2", "-2")
    opened(store, "table3", "-3", question=3)
    store.run(lambda work: work.close("table3", AT))
    assert pack(source_of(store), tmp_path / "a.gz", LABEL).hands == 1


def test_who_writes_meanwhile_is_not_held_up(file_url: str, tmp_path: Path) -> None:
    with closing(fresh_store(file_url)) as store, closing(open_store(file_url)) as other:
        ended = threading.Event()

        def write() -> None:
            number = 0
            while not ended.is_set():
                number += 1
                for key in ("one", "two"):  # each after the other
                    other.keep(key, str(number), AT)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            for number in range(5):
                pack(of_sqlite(store), tmp_path / f"{number}.gz", LABEL)
        finally:
            ended.set()
            writer.join()
    for number in range(5):
        unpack(tmp_path / f"{number}.gz", tmp_path / f"{number}.db")
        with closing(open_store(f"sqlite:///{tmp_path}/{number}.db")) as copy:
            one, two = (int(copy.kept(key) or 0) for key in ("one", "two"))
            assert one - two in (0, 1), "one moment"


@pytest.mark.parametrize("end", [b"", b"\x1f\x8b nonsense", b"SQLite format 3\0 nonsense", b"text"])
def test_what_is_no_copy_is_told(tmp_path: Path, end: bytes) -> None:
    file = tmp_path / "x"
    file.write_bytes(end)
    with pytest.raises(StoreError) as broken:
        unpack(file, tmp_path / "y")
    assert broken.value.kind is Trouble.BROKEN


def test_a_copy_that_was_cut_off_or_is_of_another_program_is_told(
    file_url: str, tmp_path: Path
) -> None:
    with closing(fresh_store(file_url)) as store:
        pack(of_sqlite(store), tmp_path / "a.gz", LABEL)
    whole = (tmp_path / "a.gz").read_bytes()
    (tmp_path / "b.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError) as broken:
        unpack(tmp_path / "b.gz", tmp_path / "b.db")
    assert broken.value.kind is Trouble.BROKEN
    with closing(sqlite3.connect(tmp_path / "c")) as strange:
        strange.execute("CREATE TABLE mine (x)")
    (tmp_path / "c.gz").write_bytes(gzip.compress((tmp_path / "c").read_bytes()))
    for name in ("c", "c.gz"):
        with pytest.raises(StoreError) as broken:
            unpack(tmp_path / name, tmp_path / "d.db")
        assert broken.value.kind is Trouble.FOREIGN


def test_a_plain_file_with_its_log_is_a_copy_too(file_url: str, tmp_path: Path) -> None:
    with closing(fresh_store(file_url)) as store:
        store.keep("newest", "1", AT)
        assert store.file is not None
        unpack(store.file, tmp_path / "plain.db")
    assert label_of(tmp_path / "plain.db") is None
    with closing(open_store(f"sqlite:///{tmp_path}/plain.db")) as copy:
        assert copy.kept("newest") == "1"


def test_what_it_is_not_told_a_file_still_tells(file_url: str) -> None:
    with closing(fresh_store(file_url)) as store:
        assert store.file is not None
        assert last_heard(store.file) == 0.0
        opened(store)
        store.run(press)
        heard = last_heard(store.file)
        store.report("me", AT, heard + 9.0, "{}")
        assert last_heard(store.file) == heard + 9.0 > AT


# Put in place


def lost(file: Path, who: str) -> None:
    """A database whose host was lost: its newest rows stand in the log beside it."""
    with closing(fresh_store(f"sqlite:///{file}.alive")) as store:
        store.keep("who", who, AT)
        for end in ("", "-wal"):
            shutil.copy2(f"{file}.alive{end}", f"{file}{end}")
    file.with_name(f"{file.name}.alive").unlink()


def test_the_one_before_is_kept_with_its_log(tmp_path: Path) -> None:
    file, new, aside = (tmp_path / name for name in ("x.db", "new.db", "x.db-before"))
    lost(file, "old")
    with closing(fresh_store(f"sqlite:///{new}")) as other:
        other.keep("who", "new", AT)
    put_in_place(new, file, aside)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["x.db", "x.db-before"]
    for name, who in ((file, "new"), (aside, "old")):
        with closing(open_store(f"sqlite:///{name}")) as found:
            assert found.kept("who") == who


@pytest.mark.parametrize("reads", [True, False], ids=["reads", "has it open"])
def test_whoever_has_the_one_before_open_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reads: bool
) -> None:
    monkeypatch.setattr("storage.backup._OTHERS", 0.2)
    file, new, aside = (tmp_path / name for name in ("x.db", "new.db", "x.db-before"))
    lost(file, "old")
    with closing(fresh_store(f"sqlite:///{new}")) as other:
        other.keep("who", "new", AT)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        if reads:
            reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM kept").fetchone()
        with pytest.raises(StoreError) as busy:
            put_in_place(new, file, aside)
        assert busy.value.kind is Trouble.LOCKED
        assert new.exists() and not list(tmp_path.glob("x.db-before*"))
    put_in_place(new, file, aside)
    for name, who in ((file, "new"), (aside, "old")):
        with closing(open_store(f"sqlite:///{name}")) as found:
            assert found.kept("who") == who


def test_where_nothing_was_nothing_is_kept(tmp_path: Path) -> None:
    new = tmp_path / "new.db"
    fresh_store(f"sqlite:///{new}").close()
    put_in_place(new, tmp_path / "x.db", tmp_path / "aside")
    assert [each.name for each in tmp_path.iterdir()] == ["x.db"]


def test_a_damaged_one_does_not_pour_its_log_into_the_new_one(tmp_path: Path) -> None:
    file, new = tmp_path / "x.db", tmp_path / "new.db"
    file.write_bytes(b"rubbish" * 1000)
    file.with_name("x.db-wal").write_bytes(b"rubbish")
    with closing(fresh_store(f"sqlite:///{new}")) as other:
        other.keep("who", "new", AT)
    put_in_place(new, file, tmp_path / "aside")
    assert (tmp_path / "aside-wal").read_bytes() == b"rubbish"
    with closing(open_store(f"sqlite:///{file}")) as found:
        assert found.kept("who") == "new"


# What is known of the one before


def test_what_was_spent_stays_spent(file_url: str, tmp_path: Path) -> None:
    with closing(fresh_store(file_url)) as store:
        store.spend("2023-11-01", "line", 5, 100)
        store.spend("2023-11-01", "more here", 5, 100)
        assert store.file is not None
        unpack(store.file, tmp_path / "copy.db")
        store.spend("2023-11-01", "line", 90, 100)
        store.spend("2023-12-01", "line", 7, 100)
        with closing(open_store(f"sqlite:///{tmp_path}/copy.db")) as copy:
            copy.spend("2023-11-01", "more here", 4, 100)
            keep_spent(copy, store.file)
            assert not copy.spend("2023-11-01", "line", 6, 100)
            assert copy.spent("2023-12-01", "line") == 7
            assert copy.spent("2023-11-01", "more here") == 9
            keep_spent(copy, tmp_path / "none.db")


def no_room(platform: str, chat: str) -> None:
    """Nobody knows the chat."""


def test_only_what_became_of_a_copy_tells_what_happened_since(file_url: str) -> None:
    with closing(fresh_store(file_url)) as store:
        assert store.file is not None
        opened(store)
        assert since(store.file, LABEL, no_room) is None
        note_copy(store, LABEL)
        assert store.kept(COPIES) == "aa"
        assert since(store.file, None, no_room) is None
        assert since(store.file, Label("bb", AT, True), no_room) is None
        known = since(store.file, LABEL, store.found)
        assert known is not None
        row = store.run(lambda work: work.row("table1"))
        assert row is not None and known.running == {"table1": (row.version, row.snapshot)}
        assert known.rooms
        store.run(lambda work: work.update(replace(row, broken=True)))
        known = since(store.file, LABEL, store.found)
        assert known is not None and set(known.running) == {"table1"}, "set aside, not over"
        note_copy(store, Label("bb", AT, True))
        assert store.kept(COPIES) == "aa bb"
        begins_as(store, Label("cc", AT, True), AT)
        assert began_as(store.file) == Label("cc", AT, True)
        assert since(store.file, Label("cc", AT, True), no_room) is not None
        store.keep(RESTORED, "nonsense", AT)
        assert began_as(store.file) is None
        begins_as(store, None, AT)
        assert began_as(store.file) is None


def test_a_file_that_cannot_be_read_tells_nothing(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    file.write_bytes(b"rubbish" * 1000)
    assert since(file, LABEL, no_room) is None
    assert began_as(file) is None


def test_nothing_waits_any_more_and_numbers_go_on_far_ahead(store: SqlStore) -> None:
    opened(store)
    store.run(press)
    with store.begin() as connection:
        last = max(connection.execute(select(OUTBOX.c.id)).scalars())
    store.claim(AT + 1e6, 10.0, 99)
    forget_what_waits(store)
    assert not store.claim(AT + 1e6, 10.0, 99)
    with store.begin() as connection:
        assert connection.execute(select(LANE.c.claimed)).scalars().all().count(0)
    told(store, "room:1", FIRST)
    if store.is_sqlite:
        with store.begin() as connection:
            assert min(connection.execute(select(OUTBOX.c.id)).scalars()) > last + AHEAD - 1
    assert people_in(store) == []


# To a server and back


def test_a_copy_goes_into_an_empty_database_only(file_url: str) -> None:
    url = postgres.fresh_url()
    try:
        with closing(fresh_store(file_url)) as store:
            assert store.file is not None
            opened(store)
            store.run(press)
            before, file = rows(file_url), store.file
        into_empty(file, url)
        assert rows(url) == before
        with pytest.raises(NotEmpty):
            into_empty(file, url)
    finally:
        postgres.drop(url)
