"""The page that teaches how to add a game shows the game as it is, and its commands work."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = "core/games/old_maid"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
FOUND = BLOCK.findall((ROOT / "docs" / "a-game.md").read_text(encoding="utf-8"))
SHOWN = [(path, text) for _, path, text in FOUND if path]
COMMANDS = [
    line.removeprefix("$ ")
    for language, path, text in FOUND
    if language == "console"
    for line in text.splitlines()
]


def files() -> dict[str, list[str]]:
    """The parts of every file that the page shows, in order."""
    parts: defaultdict[str, list[str]] = defaultdict(list)
    for path, text in SHOWN:
        parts[path].append(text)
    return parts


def test_the_page_shows_every_file_of_the_game() -> None:
    own = {path.relative_to(ROOT).as_posix() for path in (ROOT / FOLDER).glob("*.py")}
    assert {path for path in files() if path.startswith(FOLDER)} == own


@pytest.mark.parametrize("path", [path for path in files() if path.startswith(FOLDER)])
def test_the_parts_of_a_file_are_the_file(path: str) -> None:
    whole = "\n\n\n".join(files()[path]) + "\n"
    assert whole == (ROOT / path).read_text(encoding="utf-8")


@pytest.mark.parametrize(("path", "text"), [s for s in SHOWN if not s[0].startswith(FOLDER)])
def test_what_is_shown_of_other_files_stands_there(path: str, text: str) -> None:
    assert f"{text}\n" in (ROOT / path).read_text(encoding="utf-8")


def test_every_block_says_where_it_stands() -> None:
    assert {language for language, path, _ in FOUND if not path} == {"console"}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_works(command: str) -> None:
    program, *rest = command.split()
    assert program == "python"
    if "pytest" in rest:  # what it would run runs with all other tests
        rest += ["--collect-only", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, *rest], cwd=ROOT, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
