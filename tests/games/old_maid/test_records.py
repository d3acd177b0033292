"""Every record of Old Maid holds."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from core.games.old_maid import OLD_MAID
from core.records.expect import check
from core.records.faults import RecordError
from core.records.record import is_at, read, wanted_error
from core.records.replay import replay

GAMES = {"old-maid": OLD_MAID}
FILES = sorted((Path(__file__).parents[2] / "records" / "old-maid").glob("*.json"))


def test_every_situation_of_the_rules_has_a_record() -> None:
    assert {f"OM{number:02}" for number in range(1, 9)} <= {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    wanted = wanted_error(data)
    if wanted is None:
        assert check(replay(read(data, GAMES), GAMES), GAMES) == ()
    else:
        with pytest.raises(RecordError) as caught:
            replay(read(data, GAMES), GAMES)
        assert is_at(caught.value.place, wanted)
