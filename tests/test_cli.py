"""The `fumibako` command, as a shell sees it: exit codes, one clear line, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from adapters.cli import app
from adapters.reader import chosen_language, first_known
from adapters.settings import NeedsRights, Settings, data_folder, load
from adapters.trouble import (
    DatabaseNewer,
    FolderNotMade,
    Trouble,
    WrongSetting,
    database_trouble,
)
from core.games import GAMES
from core.kernel.text import Message
from core.records.record import record_of
from locales.catalogue import languages
from locales.tongue import Context, say
from tests.recorded.made import game_by_decks, game_by_position
from tests.recorded.real import a_real_game

COMMAND = [sys.executable, "-c", "from adapters.cli import main; main()"]
ROOT = Path(__file__).parent.parent


class Ran:
    """What a command printed, and its exit code."""

    def __init__(self, done: subprocess.CompletedProcess[str]) -> None:
        self.code = done.returncode
        self.out = done.stdout
        self.err = done.stderr
        assert "Traceback" not in self.out + self.err
        self.lines = self.out.splitlines()
        self.faults = self.err.splitlines()


def fumibako(*arguments: object, cwd: Path = ROOT, **environ: str) -> Ran:
    return shell(arguments, cwd, environ)


def shell(arguments: Iterable[object], cwd: Path, environ: Mapping[str, str]) -> Ran:
    kept = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        env={**kept, "HOME": str(cwd), **environ},
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )
    return Ran(done)


def write(folder: Path, data: Any, name: str = "game.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    return path


# ------------------------------------------------------------------ the command itself


def test_version() -> None:
    ran = fumibako("--version")
    assert ran.code == 0
    assert ran.out.startswith("fumibako 0.")


@pytest.mark.parametrize("command", ["", "play", "run", "replay", "verify"])
def test_help(command: str) -> None:
    ran = fumibako(*command.split(), "--help")
    assert ran.code == 0
    assert "Usage: " in ran.out


def test_help_of_play_names_its_options() -> None:
    out = fumibako("play", "--help").out
    for option in ("--port", "--host", "--no-browser", "--database"):
        assert option in out


def test_a_start_is_light() -> None:
    heavy = ["telegram", "linebot", "aiohttp", "sqlalchemy", "pydantic", "babel"]
    check = f"import sys, adapters.cli; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", check], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("command", ["dance", "replay", "verify"])
def test_what_cannot_be_done_is_a_matter_of_usage(command: str) -> None:
    ran = fumibako(command)
    assert ran.code == 2
    assert "Error: " in ran.err or "Usage: " in ran.err


# ------------------------------------------------------------------ replay


def test_replay_is_a_story(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks())
    ran = fumibako("replay", path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].startswith(f"{path}: Love Letter")
    (first,) = [line for line in ran.lines if line.startswith("1. ")]
    assert first.startswith("1. Aki plays Guard on Ben and names Baron: miss.")
    (second,) = [line for line in ran.lines if line.startswith("2. ")]
    assert second.startswith("2. Ben plays Prince on Chie, who discards Baron. Chie draws")
    assert ran.lines[-1] == "The record ends here. Next to move: Chie."


@pytest.mark.parametrize(
    ("environ", "begins"),
    [
        ({"LANGUAGE": "ja"}, "1. Akiは"),
        ({"LANGUAGE": "de:ja"}, "1. Akiは"),
        ({"LANG": "ja_JP.UTF-8"}, "1. Akiは"),
        ({"LANGUAGE": "en", "LANG": "ja_JP.UTF-8"}, "1. Aki plays"),
        ({}, "1. Aki plays"),
    ],
)
def test_replay_in_the_language_of_the_environment(
    environ: dict[str, str], begins: str, tmp_path: Path
) -> None:
    path = write(tmp_path, game_by_decks())
    told = shell(["replay", path], tmp_path, environ).lines
    assert any(line.startswith(begins) for line in told)
    chosen = shell(["replay", "--lang", "en", path], tmp_path, environ).lines
    assert any(line.startswith("1. Aki plays") for line in chosen)


def test_what_a_program_reads_does_not_follow_from_who_runs_it(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks() | {"moves": ["!2:spy"]})
    assert fumibako("replay", "--json", path, LANGUAGE="ja").out == (
        fumibako("replay", "--json", path).out
    )


def test_replay_as_a_page(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks())
    page = tmp_path / "game.html"
    ran = fumibako("replay", path, "--html", page, LANGUAGE="ja")
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines == [
        f"{page}：ブラウザで開いてください。ネットワークは不要です。"
        "全員の手札が見えるので、渡す相手に気をつけてください。"
    ]
    written = page.read_text(encoding="utf-8")
    assert written.startswith("<!doctype html>")
    assert '"game.json"' in written, "the record can be saved from it"


def test_a_page_that_cannot_be_written_and_a_file_that_is_no_record(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks())
    ran = fumibako("replay", path, "--html", tmp_path)
    assert (ran.code, ran.out) == (1, "")
    assert ran.faults == [f"The file {tmp_path} can’t be written."]
    none = write(tmp_path, {"record": 2}, "none.json")
    ran = fumibako("replay", none, "--html", tmp_path / "x.html")
    assert ran.code == 2
    assert len(ran.faults) == 1
    assert not (tmp_path / "x.html").exists()
    ran = fumibako("replay", path, path, "--html", tmp_path / "x.html")
    assert ran.code == 2
    assert "takes one record" in ran.err


def test_replay_of_everything_in_english(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks())
    ran = fumibako("replay", "--full", path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].startswith(f"{path}: Love Letter")
    assert "— Move 1: 1:guard.2.baron" in ran.lines
    assert "The hand card of Chie:" in ran.lines
    assert "The board:" in ran.lines
    assert any(line.startswith("To all: ") for line in ran.lines)
    assert any(line.startswith("To Aki: ") for line in ran.lines)


def test_replay_of_everything_in_japanese(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks() | {"moves": ["!2:spy", "!1:handmaid", "1:handmaid"]})
    ran = fumibako("replay", "--full", "--lang", "ja", path)
    assert (ran.code, ran.err) == (0, "")
    assert {"― 開始", "― 3手目: 1:handmaid", "全員に見える卓:", "Chieの手札画面:"} <= set(ran.lines)
    assert any(line.startswith("拒否: ") for line in ran.lines)
    assert "拒否されるはずの手ですが、合法手でした。進めずに飛ばしました。" in ran.lines


def test_replay_tells_refusals(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks() | {"moves": ["!2:spy", "!1:handmaid"]})
    ran = fumibako("replay", "--full", path)
    assert ran.code == 0
    assert any(line.startswith("Refused: ") for line in ran.lines)
    assert "This should be refused, but it is legal. It was not played." in ran.lines
    told = fumibako("replay", path).lines
    assert any(line.startswith("1. 2:spy is refused: ") for line in told)
    assert "2. 1:handmaid should be refused, but it is legal. It was not played." in told


def test_replay_as_json(tmp_path: Path) -> None:
    first = write(tmp_path, game_by_decks() | {"moves": ["!2:spy", "1:guard.2.baron"]}, "a.json")
    second = write(tmp_path, game_by_position(), "b.json")
    ran = fumibako("replay", "--json", first, second)
    assert (ran.code, ran.err) == (0, "")
    found, other = map(json.loads, ran.lines)
    assert list(found) == [
        "file", "position", "awaited", "legal", "winners", "round_winners", "refused", "messages",
    ]  # fmt: skip
    assert (found["file"], other["file"]) == (str(first), str(second))
    assert found["awaited"] == [2]
    assert found["legal"]["1"] == []
    assert found["legal"]["2"]
    assert found["winners"] == found["round_winners"] == []
    assert [refused["index"] for refused in found["refused"]] == [0]
    assert isinstance(found["refused"][0]["reason"], str)
    assert len(found["position"]["deck"]) == 10
    note = next(m for m in found["messages"] if m["to"] == "group" and "baron" in m["cards"])
    assert set(note["text"]) >= {"en", "ja"}
    board = next(m for m in found["messages"] if m["to"] == "group" and m["buttons"])
    assert set(board["buttons"][0]) == {"label", "data"}
    assert set(board["buttons"][0]["label"]) >= {"en", "ja"}
    hand = next(m for m in found["messages"] if m["to"] == 1 and m["buttons"])
    assert {"guard", "handmaid"} <= set(hand["cards"])


def test_replay_of_a_finished_game_as_json(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks() | {"moves": ["2:leave", "3:leave"]})
    found = json.loads(fumibako("replay", "--json", path).out)
    assert (found["winners"], found["awaited"]) == ([1], [])


def test_check(tmp_path: Path) -> None:
    good = write(tmp_path, game_by_decks() | {"expect": {"winners": []}}, "good.json")
    assert fumibako("replay", "--check", good).code == 0
    bad = write(
        tmp_path,
        game_by_decks() | {"moves": ["!1:handmaid"], "expect": {"winners": [2], "awaited": [1]}},
        "bad.json",
    )
    ran = fumibako("replay", "--check", good, bad)
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines == [
        f"{bad}: moves[0]: expected a refusal of !1:handmaid, got a legal move",
        f"{bad}: winners: expected [2], got []",
    ]


def test_check_of_a_file_that_must_be_rejected(tmp_path: Path) -> None:
    moves = ["1:guard.2.baron", "9:spy"]
    right = write(tmp_path, game_by_decks() | {"moves": moves, "expect": {"error": "moves[1]"}})
    ran = fumibako("replay", "--check", right)
    assert (ran.code, ran.out) == (2, "")
    assert ran.faults == [f"{right}: moves[1]: there is no seat 9."]

    wrong = write(tmp_path, game_by_decks() | {"moves": moves, "expect": {"error": "moves[0]"}})
    ran = fumibako("replay", "--check", wrong)
    assert ran.code == 2
    assert ran.lines == [f'{wrong}: error: expected "moves[0]", got "moves[1]"']

    fine = write(tmp_path, game_by_decks() | {"expect": {"error": "moves[0]"}})
    ran = fumibako("replay", "--check", fine)
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines == [f'{fine}: error: expected "moves[0]", got -']


def test_an_illegal_move_is_named_with_its_reason(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks() | {"moves": ["1:guard.2.baron", "1:handmaid"]})
    for form in ([], ["--json"], ["--check"]):
        ran = fumibako("replay", *form, path)
        assert (ran.code, ran.out) == (2, "")
        (line,) = ran.faults
        assert line.startswith(f"{path}: moves[1]: 1:handmaid is refused: ")


@pytest.mark.parametrize("form", [[], ["--json"], ["--check"]])
def test_one_bad_file_does_not_hide_the_others(form: list[str], tmp_path: Path) -> None:
    good = write(tmp_path, game_by_decks() | {"expect": {"winners": [1]}}, "good.json")
    ran = fumibako("replay", *form, tmp_path / "none.json", good)
    assert ran.code == 2
    assert ran.faults == [f"{tmp_path / 'none.json'}: there is no such file."]
    assert ran.lines


NO_RECORDS: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "this is not JSON (line 1, column 1)."),
    "binary": (bytes(range(256)) * 4, "this is not a text in UTF-8."),
    "half a character": (b'{"title": "\\ud800"}', "this is not a text in UTF-8."),
    "broken": (b'{"record": 1,\n "game": ', "this is not JSON (line 2, column 10)."),
    "deep": (b"[" * 100_000, "this JSON is too deep, or holds a number that no record has."),
    "infinite": (
        b'{"record": Infinity}',
        "this JSON is too deep, or holds a number that no record has.",
    ),
    "huge number": (
        b'{"record": ' + b"9" * 10_000 + b"}",
        "this JSON is too deep, or holds a number that no record has.",
    ),
    "huge": (b" " * (8 * 1024 * 1024 + 1), "this is too large for a record."),
    "list": (b"[]", "record: this must be an object."),
    "another file": (b'{"name": "x"}', "record: this is missing."),
    "unknown game": (
        b'{"record": 1, "game": "whist"}',
        "game: the house does not know the game “whist”.",
    ),
    "a name with a line": (
        b'{"record": 1, "game": "love-letter", "options": {"x\\ny\\u202e": 1}}',
        "options.x y: this game has no such option.",
    ),
}


@pytest.mark.parametrize("name", NO_RECORDS)
@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_is_no_record_gets_one_line(command: str, name: str, tmp_path: Path) -> None:
    raw, reason = NO_RECORDS[name]
    path = tmp_path / "game.json"
    path.write_bytes(raw)
    ran = CliRunner().invoke(app, [command, str(path)], env={"LC_ALL": "en_US.UTF-8"})
    assert (ran.exit_code, ran.stdout) == (2, "")
    assert ran.stderr == f"{path}: {reason}\n"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_a_broken_file_in_a_shell(command: str, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(b"\xff")
    ran = fumibako(command, path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.faults == [f"{path}: this is not a text in UTF-8."]


def test_a_folder_is_no_record(tmp_path: Path) -> None:
    ran = fumibako("replay", "--lang", "ja", tmp_path)
    assert ran.code == 2
    assert ran.faults == [f"{tmp_path}: フォルダーです。記録ではありません。"]


def test_a_file_below_a_file_cannot_be_read(tmp_path: Path) -> None:
    path = write(tmp_path, {})
    assert fumibako("replay", path / "x").faults == [f"{path}/x: this cannot be read."]


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game_by_decks()), encoding="utf-8-sig")
    assert fumibako("replay", "--check", path).code == 0


def test_an_unknown_language_is_named(tmp_path: Path) -> None:
    ran = fumibako("replay", "--lang", "xx", write(tmp_path, game_by_decks()))
    assert ran.code == 2
    (line,) = ran.faults
    assert line.startswith("There is no language xx; known: ")


def test_a_narrow_terminal_gets_escapes(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks() | {"seats": ["Aki", "雪", "Chie"]})
    ran = fumibako("replay", path, PYTHONUTF8="0", PYTHONIOENCODING="ascii:strict")
    assert ran.code == 0
    assert "\\u96ea" in ran.out


# ------------------------------------------------------------------ verify


def real(proof: int = 2) -> dict[str, Any]:
    return record_of(a_real_game(proof=proof), {game.name: game for game in GAMES})


def test_verify_a_real_game(tmp_path: Path) -> None:
    data = real()
    path = write(tmp_path, data)
    ran = fumibako("verify", path)
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[0].startswith("Whoever runs the host can see every hand")
    assert ran.lines[-1].startswith("Proved, if these numbers are those the group saw: ")
    for number in ("seal", "commit", "chain"):
        assert data[number] in ran.out


def test_replay_tells_which_moves_a_computer_made(tmp_path: Path) -> None:
    data = json.loads((ROOT / "tests/recorded/version-2/love-letter.json").read_text())
    ran = fumibako("replay", write(tmp_path, data))
    assert ran.code == 0
    played = [line for line in ran.lines if line[:1].isdigit()]
    assert len(played) == len(data["moves"])
    by = [number for number, line in enumerate(played, 1) if line.endswith(" (idle)")]
    assert by == data["by"]["idle"]


def test_verify_a_game_of_an_older_release(tmp_path: Path) -> None:
    ran = fumibako("verify", write(tmp_path, real(proof=1)))
    assert (ran.code, ran.err) == (0, "")
    assert ran.lines[-1] == "The game was dealt as sealed."


@pytest.mark.parametrize(
    ("arguments", "environ"),
    [
        (["--lang", "ja"], {"LANG": "en_US.UTF-8"}),
        ([], {"LANG": "ja_JP.UTF-8"}),
        ([], {"LANG": "en_US.UTF-8", "LC_ALL": "ja_JP.UTF-8"}),
        ([], {"LC_ALL": "C.UTF-8", "LANG": "ja_JP.UTF-8"}),
        ([], {"LANG": "en_US.UTF-8", "LANGUAGE": "ja"}),
    ],
)
def test_verify_in_the_reader_s_language(
    arguments: list[str], environ: dict[str, str], tmp_path: Path
) -> None:
    ran = shell(["verify", *arguments, write(tmp_path, real())], tmp_path, environ)
    assert ran.code == 0
    assert ran.lines[-1].startswith("これらの番号がグループで見たものと同じなら")


def test_verify_says_what_differs(tmp_path: Path) -> None:
    data = real()
    data["moves"].pop(0)
    data["by"] = {}
    ran = fumibako("verify", write(tmp_path, data))
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[-2].startswith("A move was changed, added or left out")
    assert ran.lines[-1].endswith("this record is NOT what was sealed and played.")


def test_verify_says_what_differs_by_the_older_rules(tmp_path: Path) -> None:
    data = real(proof=1)
    data["cuts"][0]["text"] += "!"
    ran = fumibako("verify", write(tmp_path, data))
    assert (ran.code, ran.err) == (1, "")
    assert ran.lines[-2].startswith("The seed is not that of the secret and the cuts: ")
    assert ran.lines[-1] == "The game was NOT dealt as sealed."


def test_verify_of_a_made_up_game(tmp_path: Path) -> None:
    path = write(tmp_path, game_by_decks())
    ran = fumibako("verify", path)
    assert ran.code == 2
    (line,) = ran.faults
    assert line.startswith(f"{path}: start.seed: this is missing: ")


# ------------------------------------------------------------------ settings

WRONG: dict[str, tuple[str, str]] = {
    "PORT": ("abc", "PORT: a whole number from 0 to 65535 is needed."),
    "HOST": ("two words", "HOST: the name or the address of this machine is needed."),
    "PUBLIC_URL": (
        "https://example.org/cards",
        "PUBLIC_URL: an address like https://cards.example.org is needed, without a path behind "
        "the name.",
    ),
    "TELEGRAM_API": (
        "ftp://x",
        "TELEGRAM_API: an address like https://cards.example.org is needed.",
    ),
    "LOG": ("loud", "LOG: debug, info, warning or error is needed."),
    "TELEGRAM_TOKEN": (
        "sesame",
        "TELEGRAM_TOKEN: this does not look like a token of @BotFather.",
    ),
    "LINE_CHANNEL_ACCESS_TOKEN": (
        "sesame",
        "LINE_CHANNEL_SECRET: LINE_CHANNEL_SECRET and LINE_CHANNEL_ACCESS_TOKEN are needed both "
        "or not at all.",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_setting_is_named_in_one_line(name: str, tmp_path: Path) -> None:
    value, line = WRONG[name]
    ran = shell(["run"], tmp_path, {name: value})
    assert (ran.code, ran.out) == (78, "")
    assert ran.faults == [line]
    assert "sesame" not in ran.err


def test_a_wrong_setting_of_the_file_is_named_in_the_user_s_language(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("PORT=70000\n", encoding="utf-8")
    ran = fumibako("run", cwd=tmp_path, LANG="ja_JP.UTF-8")
    assert ran.code == 78
    assert ran.faults == ["PORT: 0から65535までの整数が必要です。"]


def test_an_option_that_is_wrong_is_named(tmp_path: Path) -> None:
    ran = fumibako("play", "--port", "99999", "--no-browser", cwd=tmp_path)
    assert ran.code == 78
    assert ran.faults == [WRONG["PORT"][1]]


def test_a_settings_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"PORT=\xff\xfe\n")
    ran = fumibako("run", cwd=tmp_path)
    assert ran.code == 78
    assert ran.faults == [".env: this file cannot be read as a text in UTF-8."]


def test_a_settings_file_that_nobody_may_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*arguments: Any, **how: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pydantic_settings.sources.providers.dotenv.dotenv_values", closed)
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("PORT=70000\n", encoding="utf-8")
    with pytest.raises(Trouble) as refused:
        load()
    assert refused.value.message == WrongSetting(".env", NeedsRights())


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """No settings at all, in a folder without a file of settings."""
    for name in (*Settings.model_fields, "lc_all", "lc_messages", "lang", "xdg_data_home"):
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_settings_by_default(bare: Path) -> None:
    found = load()
    assert (found.host, found.port, found.language, found.log) == ("127.0.0.1", 8000, "en", "info")
    assert found.telegram_token is None
    file = bare / ".local" / "share" / "fumibako" / "fumibako.db"
    assert found.database_file == file
    assert found.database_url == f"sqlite:///{file}"
    found.make_data_folder()
    found.make_data_folder()
    assert file.parent.is_dir()


def test_settings_of_the_environment(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {
        "DATABASE": "sqlite:////data/x.db",
        "PUBLIC_URL": "https://cards.example.org/",
        "LANGUAGE": "de:ja:en",
        "TELEGRAM_TOKEN": "123:abc_DEF-4",
        "LINE_CHANNEL_SECRET": "s",
        "LINE_CHANNEL_ACCESS_TOKEN": "t",
        "LOG": "DEBUG",
        "HOST": "",
    }
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    found = load(port=9000, host=None)
    assert found.port == 9000
    assert found.host == "127.0.0.1"
    assert found.public_url == "https://cards.example.org"
    assert found.language == "ja"
    assert found.log == "debug"
    assert found.database_file is None
    assert found.database_url == "sqlite:////data/x.db"
    assert "abc_DEF" not in repr(found)
    found.make_data_folder()
    assert list(bare.iterdir()) == []


def test_the_language_of_a_desktop_is_no_mistake(
    bare: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de_DE:fr")
    monkeypatch.setenv("LANG", "ja_JP.UTF-8")
    assert load().language == "ja"


def test_a_database_by_its_file(bare: Path) -> None:
    assert load(database="here.db").database_file == bare / "here.db"
    assert load(database="~/x.db").database_url == f"sqlite:///{bare}/x.db"
    with pytest.raises(Trouble):
        load(database="\0")


def test_the_data_folder_follows_the_desktop(bare: Path) -> None:
    assert data_folder({"XDG_DATA_HOME": "/srv/data"}) == Path("/srv/data/fumibako")
    assert data_folder({"XDG_DATA_HOME": "data"}) == bare / ".local" / "share" / "fumibako"


def test_a_data_folder_that_cannot_be_made(bare: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (bare / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(bare / "file"))
    with pytest.raises(Trouble) as caught:
        load().make_data_folder()
    assert caught.value.message == FolderNotMade(str(bare / "file" / "fumibako"))


def test_troubles_are_told_in_words() -> None:
    assert database_trouble("newer", "/x.db").message == DatabaseNewer("/x.db")
    for kind in ("address", "folder", "closed", "read-only", "broken", "foreign", "locked"):
        told: Message = database_trouble(kind, "/x.db").message
        for language in languages():
            assert "/x.db" in say(told, language, Context())
    with pytest.raises(Trouble, match="WrongSetting"):
        load(port="x")
    assert WrongSetting.text


def test_the_first_language_that_we_speak() -> None:
    assert first_known(["", "C", "de_DE.UTF-8", "ja-JP", "en"]) == "ja"
    assert first_known(["POSIX"]) == ""
    assert chosen_language({"LC_ALL": "C", "LANG": "ja_JP"}) == "ja"
    assert chosen_language({}) == "en"


# ------------------------------------------------------------------ the database


@pytest.mark.parametrize("command", ["play", "run"])
def test_a_database_without_a_folder_is_named(command: str, tmp_path: Path) -> None:
    file = tmp_path / "none" / "x.db"
    arguments = ["--no-browser"] if command == "play" else []
    ran = fumibako(command, *arguments, cwd=tmp_path, DATABASE=str(file), PORT="0")
    assert ran.code == 1
    (line,) = ran.faults
    assert str(file.parent) in line


def test_a_broken_database_is_named_in_japanese(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    file.write_bytes(b"no database at all" * 100)
    ran = fumibako("run", cwd=tmp_path, DATABASE=str(file), PORT="0", LANG="ja_JP.UTF-8")
    assert ran.code == 78
    (line,) = ran.faults
    assert line == f"ファイル{file}はデータベースではないか、壊れています。"
