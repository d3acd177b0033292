"""What `docs/a-platform.md` says is true."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adapters.app import PLATFORMS
from adapters.heard import Heard, Reply
from adapters.platform import Platform

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/a-platform.md").read_text(encoding="utf-8")
CODE = (ROOT / "tests/adapters/tcp_chat.py").read_text(encoding="utf-8")
APP = (ROOT / "adapters/app.py").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
FILES = re.findall(r"`([\w/]+\.(?:py|md))`", PAGE)


def plain(code: str) -> str:
    """Code without its white space: a page has other margins."""
    return "".join(code.split())


def test_it_has_something_to_check() -> None:
    assert len(BLOCKS) > 5 and len(FILES) > 4


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.splitlines()[0].strip())
def test_the_code_of_the_page_stands_in_the_chat_of_the_tests(block: str) -> None:
    assert plain(block) in plain(CODE) or plain(block) in plain(APP)


@pytest.mark.parametrize("name", sorted(set(FILES)))
def test_the_files_of_the_page_are_there(name: str) -> None:
    assert (ROOT / name).is_file()


def test_its_commands_name_modules_that_are_there() -> None:
    asked = re.findall(r"python -m (?:pytest )?([\w./]+)", PAGE)
    assert asked
    for name in asked:
        assert (ROOT / name).exists() or (ROOT / f"{name.replace('.', '/')}.py").exists(), name


def test_what_it_tells_of_the_platforms_is_so() -> None:
    assert len(PLATFORMS) == 3
    for word in ("text", "press", "receipt", "addressed", "alone"):
        assert word in Heard.__struct_fields__
    assert "message" in Reply.__struct_fields__
    own = {name for name in vars(Platform) if not name.startswith("_")}
    assert {"routes", "run", "pace", "window", "holds", "remarks"} <= own
    assert not any("platform" in name for name in vars(Platform))
    assert len(CODE.splitlines()) < 230


def test_its_platform_needs_nothing_but_what_it_defines() -> None:
    class Least(Platform):
        name, title = "least", "Least"

    least = Least()
    assert not least.routes() and not least.signed()
    assert least.window(()) == 0 and not least.holds("t", 1)
    assert not hasattr(least, "say")
