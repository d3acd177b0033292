"""The pages for heirs name what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = ("CONTRIBUTING.md", "README.md", "README.ja.md")
HEIRS = ("docs/a-game.md", "docs/a-platform.md", "docs/a-language.md")
NEW = "locales/eo/"  # the folder that the page about languages makes


def named(text: str) -> set[str]:
    """The paths that a page names: in backticks, or where a link leads."""
    ticks = re.findall(r"`((?:core|adapters|locales|storage|tests|docs)/[\w./-]+)`", text)
    links = [link for link in re.findall(r"\]\(([^)#]+)\)", text) if "://" not in link]
    return {*ticks, *links}


@pytest.mark.parametrize("page", [*PAGES, *HEIRS])
def test_what_a_page_names_is_there(page: str) -> None:
    path = ROOT / page
    found = named(path.read_text(encoding="utf-8"))
    assert found
    places = (ROOT, path.parent)
    missing = [each for each in found if not any((place / each).exists() for place in places)]
    assert [each for each in missing if not each.startswith(NEW)] == []


@pytest.mark.parametrize("page", [*PAGES, *HEIRS])
def test_the_targets_that_a_page_names_are_targets(page: str) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    text = (ROOT / page).read_text(encoding="utf-8")
    assert set(re.findall(r"`make ([a-z-]+)", text)) <= targets


def test_the_rooms_of_the_page_are_the_rooms() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    told = set(re.findall(r"^  (\w+)/ ", text, re.MULTILINE))
    rooms = {path.name for path in (ROOT / "core").iterdir() if (path / "__init__.py").exists()}
    assert rooms <= told
