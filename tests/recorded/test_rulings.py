"""The records of the rulings hold, those of the project and those beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.records.faults import (
    RecordError,
)
from core.records.record import is_at, wanted_error
from tests.recorded.made import FILES, FOLDERS, ROOT, failures, played

# ------------------------------------------------------------------ the rulings


def test_there_are_records_of_every_game_with_a_copy() -> None:
    copied = {path.parent.name for path in FILES if FOLDERS[0] in path.parents}
    assert "love-letter" in copied
    assert len(FILES) >= 70


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT.parent)))
def test_record_holds(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    wanted = wanted_error(data)
    if wanted is None:
        assert failures(data) == ()
        return
    with pytest.raises(RecordError) as caught:
        played(data)
    assert is_at(caught.value.place, wanted)
