"""What a beacon is worth at a table where nobody, or somebody, has cut."""

from __future__ import annotations

import pytest

from core.kernel.text import Message
from core.records.findings import (
    FriendCanSearch,
    NobodyCut,
    OnlyTheBeacon,
    ProvedByBeacon,
    ProvedPlayOnly,
)
from core.records.record import read, record_of
from core.records.verify import verify
from tests.recorded.made import BY_NAME
from tests.recorded.real import real_game


@pytest.mark.parametrize(
    ("beacon", "cutting", "said", "proved"),
    [
        ("came", 0.0, OnlyTheBeacon, ProvedByBeacon),
        ("missed", 0.0, NobodyCut, ProvedPlayOnly),
        ("", 0.0, NobodyCut, ProvedPlayOnly),
        ("came", 1.0, None, ProvedByBeacon),
        ("missed", 1.0, FriendCanSearch, None),
    ],
)
def test_what_hangs_on_the_beacon(
    beacon: str, cutting: float, said: type[Message] | None, proved: type[Message] | None
) -> None:
    games = (real_game("love-letter", n, beacon=beacon, cutting=cutting) for n in range(20))
    over = next(game for game in games if game is not None)
    verdict = verify(read(record_of(over, BY_NAME), BY_NAME), BY_NAME, lambda beacon: True)
    assert verdict.fair
    kinds = [type(finding) for finding in verdict.findings]
    about_cuts = {NobodyCut, OnlyTheBeacon, FriendCanSearch} & set(kinds)
    assert about_cuts == ({said} if said is not None else set())
    assert proved is None or kinds[-1] is proved
