"""A look never waits for a press, and a press never for a look."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy.dialects import postgresql

from core.house.ports import Reads, Work
from storage import work
from storage.database import StoreError, Trouble
from storage.migrate import open_store
from storage.store import SqlStore
from tests.storage.things import AT, FIRST, a_row, opened, told

SOON = 5.0  # seconds; far less than the ten that a store waits for another

LOOKS: dict[str, Callable[[SqlStore], object]] = {
    "read": lambda store: store.read(lambda reads: reads.row("table1")),
    "room": lambda store: store.room(1),
    "person": lambda store: store.person("telegram:1"),
    "rooms_on": lambda store: store.rooms_on("telegram"),
    "kept": lambda store: store.kept("a"),
    "kept_like": lambda store: store.kept_like("a"),
    "members": lambda store: store.read(lambda reads: reads.members(1)),
    "told": lambda store: store.told("table1", 9),
    "due": lambda store: store.due(AT),
    "reminders": lambda store: store.reminders(AT),
    "next_time": lambda store: store.next_time(),
    "open_tables": lambda store: store.open_tables(),
    "letters": lambda store: store.letters("page"),
    "journal_of": lambda store: store.journal_of("table1"),
    "newest_report": lambda store: store.newest_report(),
    "counts": lambda store: store.counts("aside:"),
    "spent": lambda store: store.spent("2025-12-01", "push"),
}


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_does_not_wait_for_a_press(store: SqlStore, name: str) -> None:
    opened(store)
    with ThreadPoolExecutor(1) as other:

        def press(work: Work) -> None:
            work.update(a_row(version=2))
            other.submit(LOOKS[name], store).result(SOON)

        store.run(press)


def test_a_press_does_not_wait_for_a_look(store: SqlStore) -> None:
    opened(store)
    with ThreadPoolExecutor(1) as other:

        def look(reads: Reads) -> list[int]:
            before = reads.row("table1")
            other.submit(store.run, lambda work: work.update(a_row(version=2))).result(SOON)
            after = reads.row("table1")
            assert before is not None
            assert after is not None
            return [before.version, after.version]

        assert store.read(look) == [1, 1], "all that is read stood there at one moment"
    found = store.read(lambda reads: reads.row("table1"))
    assert found is not None
    assert found.version == 2


def test_a_look_sees_what_was_committed_before_it_and_nothing_else(store: SqlStore) -> None:
    opened(store)
    with ThreadPoolExecutor(1) as other:

        def version() -> int:
            found = store.read(lambda reads: reads.row("table1"))
            assert found is not None
            return found.version

        def press(work: Work) -> None:
            work.update(a_row(version=2))
            assert other.submit(version).result(SOON) == 1

        store.run(press)
        assert other.submit(version).result(SOON) == 2


def test_many_look_at_once(store: SqlStore) -> None:
    opened(store)
    many = threading.Barrier(9, timeout=SOON)

    def look(reads: Reads) -> bool:
        many.wait()
        return reads.row("table1") is not None

    with ThreadPoolExecutor(9) as pool:
        assert all(pool.map(lambda _: store.read(look), range(9)))


@pytest.mark.parametrize("outer", ["run", "read"])
@pytest.mark.parametrize("inner", ["run", "read"])
def test_nobody_looks_or_writes_beside_their_own_transaction(
    store: SqlStore, outer: str, inner: str
) -> None:
    with pytest.raises(RuntimeError, match="within"):
        getattr(store, outer)(lambda _: getattr(store, inner)(lambda _: None))
    assert store.open_tables() == []


def test_who_looks_cannot_write(store: SqlStore) -> None:
    with pytest.raises(StoreError) as refused, store.look() as connection:
        connection.exec_driver_sql("DELETE FROM room")
    assert refused.value.kind is Trouble.READ_ONLY


def test_a_look_that_fails_is_known_and_one_that_works_tells_nothing(file_store: SqlStore) -> None:
    heard: list[str] = []
    file_store.on_health = heard.append
    file_store.open_tables()
    assert heard == []
    assert file_store.file is not None
    file_store.file.rename(file_store.file.with_name("elsewhere"))
    with pytest.raises(StoreError) as refused:
        file_store.open_tables()
    assert refused.value.kind is Trouble.GONE
    assert heard == ["gone"]


def test_a_file_that_was_replaced_is_looked_at_anew(file_store: SqlStore, tmp_path: Path) -> None:
    """What was told in the one before stays there."""
    opened(file_store)
    file_store.open_tables()
    with closing(open_store(f"sqlite:///{tmp_path}/other.sqlite3")) as other:
        opened(other, "table9")
    told(file_store, "room:1", FIRST)
    assert file_store.file is not None
    before = file_store.file.rename(tmp_path / "before.sqlite3")
    (tmp_path / "other.sqlite3").rename(file_store.file)
    assert file_store.open_tables() == ["table9"]
    with closing(open_store(f"sqlite:///{before}")) as old:
        assert old.open_tables() == ["table1"]
        assert len(old.claim(AT + 1, 1.0, 9)) == 1


def test_a_look_goes_on_after_the_store_was_closed(store: SqlStore) -> None:
    """As a transaction does: who comes opens the file again."""
    opened(store)
    store.open_tables()
    store.close()
    assert store.open_tables() == ["table1"]


def test_a_store_in_memory_is_looked_at_in_turn() -> None:
    with closing(open_store("sqlite://")) as store:
        opened(store)
        assert store.open_tables() == ["table1"]


def test_on_postgresql_a_look_locks_no_row() -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]
    assert "FOR UPDATE" not in str(work.LOOK_AT.compile(dialect=dialect))
    assert "FOR UPDATE" in str(work.ROW_OF.compile(dialect=dialect))
