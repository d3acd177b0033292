"""Houses of every release that is out: everybody in them is forgotten, one after the other."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from core.games import GAMES
from core.house.forgetting import Erased, forget
from core.house.house import House, Input
from core.records.record import has_record, read, record_of
from core.records.verify import verify
from core.table.commands import Rise
from core.table.table import Table
from storage.migrate import open_store
from storage.rows import PERSON, TABLE, Base
from storage.store import SqlStore
from tests.adapters.table import Chance
from tests.frozen.thaw import houses

GAMES_BY_NAME = {game.name: game for game in GAMES}
LATER = 10_000_000.0  # seconds: no lease is held any more
every_house = pytest.mark.parametrize("house", houses(), ids=lambda house: house.stem)


def thawed(house: Path, folder: Path) -> SqlStore:
    file = folder / "thawed.sqlite3"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(house.read_text(encoding="utf-8"))
    return open_store(f"sqlite:///{file}")


def rows(store: SqlStore) -> list[str]:
    """Every text in the database, and where it stands."""
    with store.look() as connection:
        return [
            f"{table.name}: {value}"
            for table in Base.metadata.sorted_tables
            for row in connection.execute(select(table))
            for value in row
            if isinstance(value, str)
        ]


def tables(host: House) -> dict[str, Table]:
    with host.store.begin() as connection:  # type: ignore[attr-defined]
        names = connection.execute(select(TABLE.c.id)).scalars().all()
    found = ((name, host.read(name)) for name in names)
    return {name: seen.table for name, seen in found if seen is not None}


def proved(host: House) -> set[str]:
    """The tables whose record proves what it says."""
    found = set()
    for name, table in tables(host).items():
        if has_record(table):
            data = json.loads(msgspec.json.encode(record_of(table, GAMES_BY_NAME)))
            if verify(read(data, GAMES_BY_NAME), GAMES_BY_NAME).fair:
                found.add(name)
    return found


def people(store: SqlStore, host: House) -> dict[str, set[str]]:
    """Everybody of whom something is known, and what they are called."""
    with store.look() as connection:
        found = {
            user: {name} for user, name in connection.execute(select(PERSON.c.user, PERSON.c.name))
        }
    for table in tables(host).values():
        for chair in table.chairs:
            if chair.user is not None:
                found.setdefault(chair.user, set()).add(chair.name)
    return found


@every_house
def test_everybody_can_be_forgotten(house: Path, tmp_path: Path) -> None:
    store = thawed(house, tmp_path)
    host = House(store, GAMES_BY_NAME, Chance())
    known, at = people(store, host), LATER + 4e9
    assert len(known) > 3
    for user in known:
        for name in host.tables_of(user):
            host.handle(Input(Rise(user), at, table=name))
    sure = proved(host)
    for user, called in known.items():
        assert not host.tables_of(user)
        assert forget(host, user, at) == Erased(), user
        word = re.compile(rf"(?<![\w]){re.escape(user)}(?![\w])")
        assert [text for text in rows(store) if word.search(text)] == [], user
        still = set().union(*(names for other, names in people(store, host).items()))
        for name in {json.dumps(each) for each in called - still if each}:
            left = [text for text in rows(store) if name in text]
            assert left == [], (user, name)
    assert proved(host) == sure and sure
    store.close()
