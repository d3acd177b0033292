"""Hands and secrets are kept from other eyes: in the journal, and on the disk."""

from __future__ import annotations

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from alembic import command

from adapters import settings as where
from adapters.settings import Settings
from core.table.commands import Rematch
from storage.database import Database
from storage.migrate import Chain, alembic_config, open_store
from tests.edge.host import A, B, Host, Hosts

FIRST = Path(__file__).parents[1] / "storage" / "fixtures" / "0001.sql"
SECRET = "5ec2e7" * 10 + "abcd"


def journal(store: Database) -> str:
    with store.begin() as connection:
        found = connection.exec_driver_sql("SELECT entry FROM journal ORDER BY version").scalars()
        return "\n".join(found)


def secrets(store: Database) -> list[str]:
    with store.begin() as connection:
        return list(connection.exec_driver_sql('SELECT secret FROM "table"').scalars())


def test_the_secret_of_a_table_stands_in_no_journal(host: Host) -> None:
    host.start(B)
    first = host.playing.secret
    assert secrets(host.store) == [first]
    assert len(first) == 64
    for _ in range(400):
        if host.store.room(host.room.id).table is None:  # type: ignore[union-attr]
            break
        host.answer()
    over = host.id
    host.id = ""
    host.do(Rematch(A, "Ann"), table=over)
    again = secrets(host.store)
    assert len(again) == len(set(again)) == 2
    assert all(len(secret) == 64 for secret in again)
    text = journal(host.store)
    assert '"type":"open"' in text
    assert '"type":"rematch"' in text
    assert not any(secret in text for secret in again)


def test_the_secrets_of_a_first_release_move_out_of_the_journal(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    opening = msgspec.json.encode(
        {"type": "open", "user": "telegram:1", "name": "あき", "secret": SECRET, "game": "coup"}
    ).decode()
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(FIRST.read_text())
        connection.execute("INSERT INTO journal VALUES ('table1', 1, 1.0, ?)", (opening,))
        connection.execute("INSERT INTO journal VALUES ('gone', 1, 1.0, ?)", (opening,))
        connection.commit()
    file.chmod(0o644)
    with closing(open_store(f"sqlite:///{file}")) as store:
        assert secrets(store) == [SECRET]
        assert SECRET not in journal(store)
        assert "あき" in journal(store)
    for each in tmp_path.iterdir():
        assert stat.S_IMODE(each.stat().st_mode) == 0o600, each
    assert [each.name[:9] for each in tmp_path.iterdir() if "0001" in each.name] == ["x.db-0001"]


def test_the_way_back_brings_them_back(tmp_path: Path) -> None:
    database = Database(f"sqlite:///{tmp_path}/x.db")
    opening = f'{{"type":"open","secret":"{SECRET}"}}'
    with closing(database), database.begin() as connection:
        config = alembic_config(connection, Chain())
        command.upgrade(config, "0001")
        connection.exec_driver_sql(
            "INSERT INTO \"table\" VALUES ('t1', '{}', 1, 0, 1.0, NULL, NULL, 0, 1, 1.0)"
        )
        connection.exec_driver_sql("INSERT INTO journal VALUES ('t1', 1, 1.0, ?)", (opening,))
        command.upgrade(config, "0002")
        command.downgrade(config, "0001")
        found = connection.exec_driver_sql("SELECT entry FROM journal").scalars().all()
    assert found == [opening]


def test_the_files_are_for_their_owner_alone(begin: Hosts, tmp_path: Path) -> None:
    host = begin()
    host.start(B)
    names = {each.name: stat.S_IMODE(each.stat().st_mode) for each in tmp_path.iterdir()}
    assert names == dict.fromkeys(("x.db", "x.db-wal", "x.db-shm", "x.db.lock"), 0o600)


def test_files_that_everybody_could_read_are_closed(begin: Hosts, tmp_path: Path) -> None:
    begin().open()
    (tmp_path / "x.db").chmod(0o644)
    begin()
    assert stat.S_IMODE((tmp_path / "x.db").stat().st_mode) == 0o600


@pytest.mark.parametrize("there", [False, True])
def test_the_folder_is_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    folder = tmp_path / "share" / "fumibako"
    if there:
        folder.mkdir(parents=True, mode=0o755)
    monkeypatch.setattr(where, "data_folder", lambda: folder)
    Settings(_env_file=None).make_data_folder()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_that_somebody_named_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    Settings(_env_file=None, database=str(tmp_path / "x.db")).make_data_folder()
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755
