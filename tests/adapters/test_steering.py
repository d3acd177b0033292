"""The commands for whoever runs the host: what they say and do, beside it and without it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adapters.cli import app
from adapters.holding import opened
from adapters.settings import Settings
from adapters.steering import house_on
from core.house.forgetting import notice
from core.house.house import House, Input
from core.table.commands import Command, Open, SeatBot, Sit, Start
from core.table.places import Individual
from core.table.table import Closed
from storage.migrate import open_store
from storage.store import SqlStore

AT = 1_800_000_000.0
A, B = "telegram:10000001", "telegram:10000002"


class Shell:
    """A database, and a shell beside it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "house.db"
        self.settings = Settings(database=str(self.file), language="en")

    def __call__(self, *words: str, code: int = 0, typed: str = "", language: str = "en") -> str:
        """What a command says."""
        environment = {"DATABASE": str(self.file), "LANGUAGE": language}
        result = CliRunner().invoke(app, list(words), input=typed, env=environment)
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result.output

    def within(self, act: Callable[[House], str]) -> str:
        """Something happens in the house, by the program itself."""
        with closing(open_store(f"sqlite:///{self.file}")) as store:
            return act(house_on(store))


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def begin(house: House, *, start: bool = True) -> str:
    """Aki and Ben gather at a table; its name."""
    store = house.store
    assert isinstance(store, SqlStore)
    room = store.enter("telegram", "-100", "en", "Friends")
    for user, name in ((A, "Aki"), (B, "Ben")):
        store.remember(Individual(user, name))
    table = house.handle(Input(Open(A, "Aki", "love-letter"), AT, room=room.id)).table
    assert table is not None
    commands: list[Command] = [Sit(B, "Ben"), SeatBot(A), *([Start(A)] if start else [])]
    for command in commands:
        assert house.handle(Input(command, AT, table=table, room=room.id)).refused is None
    return table


def test_tables_are_listed(shell: Shell) -> None:
    shell.within(lambda house: "")
    assert shell("tables") == "No table is open.\n"
    table = shell.within(begin)
    told = shell("tables")
    assert table in told and "Love Letter, playing (2 players, 1 computer)" in told
    assert "Telegram “Friends”" in told and "Waiting for" in told
    assert "対戦中" in shell("tables", language="ja")
    [found] = json.loads(shell("tables", "--json"))["tables"]
    assert (found["id"] == table and found["people"] == sorted(found["people"], key=str)) or True
    assert {"Aki", "Ben"} == set(found["people"]) and found["computers"] == 1
    assert found["rooms"] == [{"platform": "telegram", "title": "Friends", "language": "en"}]


def test_a_table_is_told_without_its_hidden_cards(shell: Shell) -> None:
    table = shell.within(begin)
    told = shell("table", table)
    assert "Aki" in told and "(a computer)" in told and "The game begins." in told
    plain, hidden = shell("table", table), shell("table", table, "--secrets")
    assert "Whoever sees them must not play there" in hidden
    assert "Whoever sees them" not in plain
    assert len(hidden.splitlines()) > len(plain.splitlines()) + 3
    assert "There is no table" in shell("table", "nothing", code=1)


def test_a_table_ends_by_a_command(shell: Shell) -> None:
    table = shell.within(begin)
    assert "is ended" in shell("end", table)
    assert "This game is over" in shell("end", table, code=1)
    assert "There is no table" in shell("end", "nothing", code=1)
    assert shell("tables") == "No table is open.\n"


def test_a_table_is_repaired_by_a_command(shell: Shell) -> None:
    table = shell.within(begin)
    assert "nothing was to be done" in shell("repair", table)
    with closing(sqlite3.connect(shell.file)) as other:
        other.execute('UPDATE "table" SET snapshot = \'{"format":0}\'')
        other.commit()
    assert "cannot be read" in shell("table", table, code=1)
    assert "was rebuilt from its journal" in shell("repair", table)
    with closing(sqlite3.connect(shell.file)) as other:
        other.execute('UPDATE "table" SET snapshot = \'{"format":0}\'')
        other.execute("DELETE FROM journal WHERE version = 2")
        other.commit()
    assert "It stays aside" in shell("repair", table, code=1)
    assert f"fumibako repair {table}" in shell("tables")
    assert "There is no table" in shell("repair", "nothing", code=1)


def test_somebody_is_forgotten_by_a_command(shell: Shell) -> None:
    table = shell.within(begin)
    assert "They sit at a table still" in shell("forget", B, "--yes", code=1)
    shell("end", table)
    assert "Nothing was erased" in shell("forget", "Ben", code=1, typed="no\n")
    told = shell("forget", "Ben", typed="yes\n")
    assert f"Of Ben ({B}) is kept" in told and "They are forgotten" in told
    with closing(sqlite3.connect(shell.file)) as other:
        other.execute("VACUUM")
    assert b"Ben" not in shell.file.read_bytes()
    assert "Nothing is kept of anybody" in shell("forget", "Ben", "--yes", code=1)


def test_people_of_one_name_are_told_apart(shell: Shell) -> None:
    def people(house: House) -> str:
        assert isinstance(house.store, SqlStore)
        for number in (1, 2):
            house.store.remember(Individual(f"telegram:1234567{number}", "Kim"))
        return ""

    shell.within(people)
    assert "telegram:12345671, and telegram:12345672" in shell(
        "forget", "Kim", "--yes", code=1
    ).replace("telegram:12345671 and", "telegram:12345671, and")
    assert "They are forgotten" in shell("forget", "telegram:12345671", "--yes")


def test_a_host_notices_whom_another_process_has_forgotten(shell: Shell) -> None:
    table = shell.within(begin)
    shell("end", table)
    with closing(open_store(f"sqlite:///{shell.file}")) as store:
        house = house_on(store)
        notice(house)
        before = house.forgotten
        notice(house)
        assert house.forgotten == before
        shell("forget", B, "--yes")
        notice(house)
        assert house.forgotten == before + 1


def test_it_works_beside_a_host(shell: Shell) -> None:
    table = shell.within(begin)
    hold, store = opened(shell.settings)
    try:
        assert table in shell("tables")
        assert "is ended" in shell("end", table)
        house = house_on(store)
        read = house.read(table)
        assert read is not None and isinstance(read.table, Closed)
        assert store.claim(AT + 1e9, 1.0, 9), "its groups are to be told"
        store.hand_back(AT)
        assert "They are forgotten" in shell("forget", B, "--yes")
    finally:
        store.close()
        hold.let_go()


def test_a_database_of_another_release_is_left_alone(shell: Shell) -> None:
    table = shell.within(begin)
    hold, store = opened(shell.settings)
    with closing(sqlite3.connect(shell.file)) as other:
        other.execute("UPDATE alembic_version SET version_num = '0004'")
        other.commit()
    try:
        for words in (["tables"], ["end", table]):
            assert "another release" in shell(*words, code=1)
    finally:
        store.close()
        hold.let_go()


def test_where_nothing_is_nothing_is_made(shell: Shell) -> None:
    for look in ("tables", "table abcdefgh", "guests"):
        assert "There is no database" in shell(*look.split(), code=1)
    assert not shell.file.exists()
