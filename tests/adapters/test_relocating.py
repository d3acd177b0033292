"""`fumibako migrate` and `fumibako move-to`: what they do, refuse and say."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import make_url
from typer.testing import CliRunner, Result

from adapters import relocating
from adapters.cli import app
from storage import crew, moving
from storage.instance import Hold, Taken
from storage.migrate import REVISIONS, open_store
from tests import postgres
from tests.frozen.thaw import houses
from tests.storage.things import AT, dump, opened

SECRET = "geheim"
NOT_AGAIN = 78  # nothing gets better by a further try


@pytest.fixture
def server() -> Iterator[str]:
    """The address of an empty database on PostgreSQL, with a password that nobody asks for."""
    address = postgres.fresh_url(empty=True)
    url = make_url(address).set(password=SECRET)
    yield url.render_as_string(hide_password=False)
    postgres.drop(address)


def command(database: Path | str, *words: str, language: str = "en") -> Result:
    """The command, with this database in the settings."""
    told = {"DATABASE": str(database), "LANGUAGE": language}
    result = CliRunner().invoke(app, words, env=told)
    assert "Traceback" not in result.output
    assert SECRET not in result.output
    return result


def furnished(file: Path) -> Path:
    with closing(open_store(f"sqlite:///{file}")) as store:
        opened(store)
        store.keep("a", "1", AT)
    return file


def test_an_older_file_is_brought_to_this_release(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(houses()[0].read_text(encoding="utf-8"))
    result = command(file, "migrate")
    assert result.exit_code == 0
    first, second = result.output.splitlines()
    assert f"from 0001 to {REVISIONS[-1]}" in first
    copy = Path(second.partition(": ")[2])
    assert copy.name.startswith("old.db-0001-") and copy.exists()
    assert f"already ({REVISIONS[-1]})" in command(file, "migrate").output


def test_an_empty_database_gets_its_tables(server: str) -> None:
    result = command(server, "migrate", language="ja")
    assert result.exit_code == 0
    assert result.output.startswith("データベースpostgresql://fumibako:***@")
    assert "作りました" in result.output
    assert "already" in command(server, "migrate").output


def test_a_file_that_is_hosted_is_left_alone(tmp_path: Path, server: str) -> None:
    file = furnished(tmp_path / "a.db")
    hold = Hold(file)
    for words in (("migrate",), ("move-to", server)):
        result = command(file, *words)
        assert result.exit_code == 1
        assert "by process" in result.output
    hold.let_go()
    assert command(file, "migrate").exit_code == 0


def test_a_house_moves_and_says_what_to_do_now(tmp_path: Path, server: str) -> None:
    file = furnished(tmp_path / "a.db")
    result = command(file, "move-to", server)
    assert result.exit_code == 0, result.output
    lines = result.output.splitlines()
    assert lines[0].startswith(f"Everything in {file} is copied to postgresql://fumibako:***@")
    assert "kept: 1 of 1" in lines
    assert "Now write DATABASE=postgresql://fumibako:***@" in lines[-2]
    assert lines[-1].startswith("Instead of ***")
    back = tmp_path / "b.db"
    result = command(server, "move-to", str(back), language="ja")
    assert result.exit_code == 0, result.output
    assert f"DATABASE={back}と書いて" in result.output
    assert "***には" not in result.output
    with (
        closing(open_store(f"sqlite:///{file}")) as old,
        closing(open_store(f"sqlite:///{back}")) as new,
    ):
        assert dump(old) == dump(new)
    assert back.stat().st_mode & 0o077 == 0


def test_nobody_begins_while_a_house_moves(
    tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long it takes; and where the hold is lost nothing is kept."""
    assert command(furnished(tmp_path / "a.db"), "move-to", server).exit_code == 0
    idle = [each.replace("'5s'", "'700ms'") for each in crew._SESSION]
    monkeypatch.setattr(crew, "_SESSION", idle)
    began: list[str] = []

    def slow(*things: Any) -> int:
        time.sleep(1.5)
        with pytest.raises(Taken):
            crew.SqlCrew(server, f"{7:016x}", 8000)
        began.append("nobody")
        return moving.move(*things)

    monkeypatch.setattr(relocating, "move_store", slow)
    target = tmp_path / "b.db"
    assert command(server, "move-to", str(target)).exit_code == 0 and began

    def cut(*things: Any) -> int:
        with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'fumibako crew' AND datname = current_database()"
            )
        return moving.move(*things)

    monkeypatch.setattr(relocating, "move_store", cut)
    target = tmp_path / "c.db"
    result = command(server, "move-to", str(target))
    assert result.exit_code == 1 and "Nothing was kept in" in result.output
    with closing(open_store(f"sqlite:///{target}")) as store:
        assert moving.is_empty(store)


def test_a_hold_that_was_lost_at_the_very_end_leaves_doubt_and_says_so(
    tmp_path: Path, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is copied and kept; only then is it seen that somebody may have hosted it."""
    assert command(furnished(tmp_path / "a.db"), "move-to", server).exit_code == 0

    def cut(*things: Any) -> int:
        rows = moving.move(*things)
        with psycopg.connect(server.replace("+psycopg", ""), autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'fumibako crew' AND datname = current_database()"
            )
        return rows

    monkeypatch.setattr(relocating, "move_store", cut)
    target = tmp_path / "b.db"
    result = command(server, "move-to", str(target))
    assert result.exit_code == 1
    assert "broke at the last moment" in result.output and str(target) in result.output
    with closing(open_store(f"sqlite:///{target}")) as store:
        assert store.kept("a") == "1"


def test_what_is_refused(tmp_path: Path, server: str) -> None:
    file, other = furnished(tmp_path / "a.db"), furnished(tmp_path / "b.db")
    refused = {
        str(other): "is not empty",
        str(file): "hosted already",  # by ourselves: it is the same one
        str(tmp_path / "no" / "c.db"): "does not exist",
        f"postgresql:/house:{SECRET}@db/cards": "not the address",
        f"postgresql://house:{SECRET}@{SECRET}@db/cards": "not the address",
        server.replace("test_", "no_"): "does not answer",
    }
    for address, why in refused.items():
        result = command(file, "move-to", address)
        assert result.exit_code in (1, NOT_AGAIN) and why in result.output, (address, result.output)
        assert len(result.output.splitlines()) <= 2
    nothing = command(tmp_path / "nothing.db", "move-to", server)
    assert nothing.exit_code == 1
    assert "nothing to move" in nothing.output
    assert not (tmp_path / "nothing.db").exists()
