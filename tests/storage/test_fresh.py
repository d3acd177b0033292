"""The template of a new store: nothing tells its copies from a store that was just opened."""

from __future__ import annotations

from contextlib import closing

import pytest

from storage.migrate import open_store
from storage.store import SqlStore
from tests.fresh import fresh_store
from tests.storage.things import dump, opened


def everything(store: SqlStore) -> dict[str, object]:
    """The whole database as text, and how it is set up."""
    with store.begin() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        pragmas = ("journal_mode", "synchronous", "foreign_keys", "user_version")
        found: dict[str, object] = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in pragmas
        }
        return found | {"sql": list(driver.iterdump())}


def test_a_copy_in_memory_is_a_new_store() -> None:
    with closing(fresh_store()) as copy, closing(open_store("sqlite://")) as new:
        assert everything(copy) == everything(new)


def test_a_copy_in_a_file_is_a_new_store(file_url: str) -> None:
    with closing(fresh_store(file_url)) as copy, closing(open_store(f"{file_url}-new")) as new:
        assert everything(copy) == everything(new)


def test_copies_know_nothing_of_each_other(file_url: str) -> None:
    for address in ("sqlite://", file_url):
        with closing(fresh_store(address)) as first:
            opened(first)
    with closing(fresh_store()) as second, closing(fresh_store(f"{file_url}-2")) as third:
        assert second.open_tables() == third.open_tables() == []


def test_a_file_that_is_there_is_opened_and_kept(file_url: str) -> None:
    with closing(fresh_store(file_url)) as store:
        opened(store)
        before = dump(store)
    with closing(fresh_store(file_url)) as store:
        assert dump(store) == before


def test_a_transaction_on_a_copy_is_rolled_back() -> None:
    def fail(store: SqlStore) -> None:
        with store.begin() as connection:
            connection.exec_driver_sql("DELETE FROM room")
            raise LookupError

    with closing(fresh_store()) as store:
        opened(store)
        before = dump(store)
        with pytest.raises(LookupError):
            fail(store)
        assert dump(store) == before
