"""Every acceptance record of Lady Luck holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.games.lady_luck.runner import check

FOLDER = Path(__file__).parents[2] / "records" / "lady-luck"
RECORDS = sorted(FOLDER.glob("*.json"))


def test_they_are_there() -> None:
    assert len(RECORDS) >= 61


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_holds(path: Path) -> None:
    assert check(json.loads(path.read_text(encoding="utf-8"))) == []
