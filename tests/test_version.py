"""The version of the package, the changelog, and the frozen houses belong together."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.frozen.thaw import houses
from tests.frozen.versions import faults, headings, read_version

ROOT = Path(__file__).parents[1]
UNRELEASED = "# Changelog\n\n## Unreleased\n\n- …\n"
ONE = "# Changelog\n\n## 0.1.0 · 2026-11-29\n\n- …\n"
TWO = "# Changelog\n\n## 0.2.0 · 2026-11-30\n\n## 0.1.0 · 2026-11-29\n"
THREE = "# Changelog\n\n## 0.3.0 · 2026-12-05\n\n## 0.2.0 · 2026-11-30\n\n## 0.1.0 · 2026-11-29\n"


def test_the_version_the_changelog_and_the_frozen_houses_fit() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    released = headings((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), project["version"])
    frozen = [read_version(house.stem) for house in houses()]
    assert faults(project["version"], released, frozen) == []
    assert all(house.with_suffix(".json").exists() for house in houses())


@pytest.mark.parametrize(
    ("version", "changelog", "frozen"),
    [
        ("0.1.0", ONE, "0.1.0"),
        ("0.1.0", UNRELEASED, "0.1.0"),
        ("0.2.0", TWO, "0.1.0"),
        ("0.2.0", TWO, "0.1.0 0.2.0"),
        ("0.2.0", UNRELEASED + ONE, "0.1.0"),
        ("0.1.0", UNRELEASED + ONE, "0.1.0"),
        ("0.3.0", THREE, "0.1.0 0.2.0"),
        ("0.10.0", "## 0.10.0\n## 0.9.0\n", "0.9.0"),
    ],
)
def test_what_fits(version: str, changelog: str, frozen: str) -> None:
    found = [read_version(each) for each in frozen.split()]
    assert faults(version, headings(changelog, version), found) == []


@pytest.mark.parametrize(
    ("version", "changelog", "frozen", "fault"),
    [
        ("0.3.0", THREE, "0.1.0", "no house of 0.2.0 is frozen"),
        ("0.2.0", ONE, "0.1.0", "the newest heading of the changelog is not 0.2.0"),
        ("0.1.0", TWO, "0.1.0", "the newest heading of the changelog is not 0.1.0"),
        ("0.1.0", UNRELEASED + TWO, "0.1.0", "the newest heading of the changelog is not 0.1.0"),
        ("0.1.0", "# Changelog\n", "0.1.0", "the newest heading of the changelog is not 0.1.0"),
        ("0.1.0", ONE, "0.1.0 0.2.0", "a house of 0.2.0 is frozen, which is no release"),
        ("0.2.0", TWO, "", "no house is frozen"),
        (
            "0.9.0",
            "## 0.9.0\n## 0.10.0\n",
            "0.9.0",
            "the headings of the changelog are not in order",
        ),
    ],
)
def test_what_does_not_fit(version: str, changelog: str, frozen: str, fault: str) -> None:
    found = [read_version(each) for each in frozen.split()]
    assert fault in faults(version, headings(changelog, version), found)
