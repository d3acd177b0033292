"""The core imports the standard library without its clocks, msgspec and itself."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MODULES = sorted((ROOT / "core").rglob("*.py"))

# What the core must not take even from the standard library: clocks, chance, waiting, networks,
# databases, languages.
FORBIDDEN = {
    "asyncio",
    "concurrent",
    "datetime",
    "dbm",
    "gettext",
    "http",
    "locale",
    "multiprocessing",
    "random",
    "sched",
    "selectors",
    "shelve",
    "socket",
    "sqlite3",
    "threading",
    "time",
    "urllib",
    "zoneinfo",
}
ALLOWED = (set(sys.stdlib_module_names) - FORBIDDEN) | {"core", "msgspec"}


def imported(source: str) -> Iterator[tuple[int, str]]:
    """Line and top-level name of every absolute import, also of those inside functions."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.partition(".")[0]
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.lineno, node.module.partition(".")[0]


def strangers(source: str) -> list[str]:
    return [f"line {line}: {name}" for line, name in imported(source) if name not in ALLOWED]


def test_there_is_a_core() -> None:
    assert MODULES


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_core_knows_nobody(path: Path) -> None:
    assert strangers(path.read_text(encoding="utf-8")) == []


def test_strangers_are_found() -> None:
    source = "import time\nfrom . import text\n\ndef f():\n    from babel.core import Locale\n"
    assert strangers(source) == ["line 1: time", "line 5: babel"]
