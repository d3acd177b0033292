"""Copies by the commands: refused where they must be, put back on either kind of database."""

from __future__ import annotations

import shutil
from contextlib import closing
from pathlib import Path

import pytest
from typer.testing import CliRunner

from adapters.cli import app
from adapters.holding import opened
from storage import backup
from storage.backup import LAST
from storage.migrate import open_store
from storage.restoring import MOVED
from tests import postgres
from tests.adapters.test_steering import Shell, begin


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


def kept(shell: Shell, key: str) -> str:
    with closing(open_store(f"sqlite:///{shell.file}")) as store:
        return store.kept(key)


def test_a_copy_is_made_and_noted(shell: Shell, tmp_path: Path) -> None:
    shell.within(begin)
    file = str(tmp_path / "a.gz")
    assert "The hands of 1 running game are in it" in shell("backup", file)
    assert kept(shell, LAST)
    assert "nothing was written" in shell("backup", file, code=1)
    assert "cannot be read or written" in shell("backup", str(tmp_path / "no" / "a"), code=1)
    assert "控え" in shell("backup", str(tmp_path / "b.gz"), language="ja")


def test_where_there_is_no_database_none_is_made(shell: Shell, tmp_path: Path) -> None:
    shell("backup", str(tmp_path / "a.gz"), code=1)
    assert not list(tmp_path.iterdir())


def test_a_copy_and_a_going_back_keep_out_of_each_others_way(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shell.within(begin)
    first, second = str(tmp_path / "a.gz"), str(tmp_path / "b.gz")
    shell("backup", first)
    monkeypatch.setattr("storage.backup._OTHERS", 0.2)
    checked = backup.check

    def meanwhile(file: Path) -> None:
        monkeypatch.setattr(backup, "check", checked)
        told.append(shell("restore", first, code=1))
        checked(file)

    told: list[str] = []
    monkeypatch.setattr(backup, "check", meanwhile)
    shell("backup", second)
    assert "is locked by another program" in told[0]
    assert "nothing had happened there: 1 open table" in shell("restore", second)


def test_a_copy_that_fails_leaves_a_host_that_can_be_started(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = shell.within(begin)
    file = tmp_path / "m.gz"

    def fails(part: Path, name: Path) -> None:
        assert kept(shell, MOVED), "closed before there is a copy to go on with"
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(backup, "_name", fails)
        assert "No space left" in shell("backup", "--moving", str(file), code=1)
    assert not file.exists() and not kept(shell, MOVED)
    assert "is ended" in shell("end", table)


def test_what_stood_still_goes_on_and_what_went_on_is_ended(shell: Shell, tmp_path: Path) -> None:
    table = shell.within(begin)
    file = str(tmp_path / "a.gz")
    shell("backup", file)
    told = shell("restore", file)
    assert "nothing had happened there: 1 open table" in told and "ended" not in told
    assert table in shell("tables")
    shell("end", table)
    told = shell("restore", file)
    assert "1 open table ended" in told and "0 new tables" in told
    assert "No table is open" in shell("tables")
    shutil.rmtree(tmp_path / "gone", ignore_errors=True)
    for each in tmp_path.glob("house.db*"):
        each.unlink()
    told = shell("restore", file)
    assert "1 new table" in told and "fumibako forget" in told
    assert "gathering players" in shell("tables")


def test_a_host_that_runs_keeps_its_database(shell: Shell, tmp_path: Path) -> None:
    shell.within(begin)
    file = str(tmp_path / "a.gz")
    hold, store = opened(shell.settings)
    try:
        shell("backup", file)
        for words in (["restore", file], ["backup", "--moving", str(tmp_path / "m.gz")]):
            assert "hosted already" in shell(*words, code=1)
    finally:
        store.close()
        hold.let_go()
    assert not (tmp_path / "m.gz").exists()


def test_a_house_moves_and_is_closed_where_it_was(shell: Shell, tmp_path: Path) -> None:
    table = shell.within(begin)
    plain, file = str(tmp_path / "a.gz"), str(tmp_path / "m.gz")
    shell("backup", plain)
    assert "not made with" in shell("restore", "--moved", plain, code=1)
    assert "not hosted here any more" in shell("backup", "--moving", file)
    assert "have moved house" in shell("end", table, code=78)
    (tmp_path / "new").mkdir()
    other = Shell(tmp_path / "new")
    assert "every button still counts" in other("restore", "--moved", file)
    assert table in other("tables")
    assert "was put here before" in other("restore", "--moved", file, code=1)
    assert "every button still counts" in shell("restore", "--moved", file), "taken back"
    assert "is ended" in shell("end", table)


def test_a_moving_copy_is_taken_once_whatever_came_between(shell: Shell, tmp_path: Path) -> None:
    first, plain, second = (str(tmp_path / name) for name in ("1.gz", "p.gz", "2.gz"))
    table = shell.within(begin)
    shell("backup", "--moving", first)
    (tmp_path / "new").mkdir()
    other = Shell(tmp_path / "new")
    other("restore", "--moved", first)
    other("backup", plain)
    other("restore", plain)
    assert "was put here before" in other("restore", "--moved", first, code=1)
    assert "is ended" in other("end", table)
    other("backup", "--moving", second)
    shell("restore", "--moved", second)
    assert "was put here before" in shell("restore", "--moved", first, code=1)


def test_a_moving_copy_is_refused_where_more_was_played(shell: Shell, tmp_path: Path) -> None:
    file, again = str(tmp_path / "1.gz"), str(tmp_path / "2.gz")
    table = shell.within(begin)
    shell("backup", "--moving", file)
    (tmp_path / "new").mkdir()
    other = Shell(tmp_path / "new")
    other("restore", "--moved", file)
    other("end", table)
    shell("backup", "--moving", again)  # it may be made again
    assert "was put here before" in other("restore", "--moved", again, code=1)


def test_what_cannot_be_put_back_is_told(shell: Shell, tmp_path: Path) -> None:
    shell.within(begin)
    (tmp_path / "text").write_text("nothing")
    assert "is not a copy" in shell("restore", str(tmp_path / "text"), code=1)
    assert "cannot be read or written" in shell("restore", str(tmp_path / "none"), code=1)
    assert "is the database itself" in shell("restore", str(shell.file), code=1)
    assert sorted(each.name for each in tmp_path.iterdir() if each.name.startswith(".")) == []


def test_on_a_server_a_copy_goes_into_an_empty_database(shell: Shell, tmp_path: Path) -> None:
    table = shell.within(begin)
    first, second = str(tmp_path / "a.gz"), str(tmp_path / "b.gz")
    shell("backup", "--moving", first)
    url = postgres.fresh_url()

    def run(*words: str, code: int = 0) -> str:
        told = CliRunner().invoke(app, list(words), env={"DATABASE": url, "LANGUAGE": "en"})
        assert told.exit_code == code, told.output
        return told.output

    try:
        assert "every button still counts" in run("restore", "--moved", first)
        assert table in run("tables")
        assert "Make an empty one" in run("restore", first, code=1)
        assert "1 running game" in run("backup", second)
        assert "is ended" in run("end", table)
    finally:
        postgres.drop(url)
    shell("restore", second)
    with closing(open_store(f"sqlite:///{shell.file}")) as store:
        assert len(store.open_tables()) == 1
