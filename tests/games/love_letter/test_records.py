"""Every acceptance record of Love Letter holds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from tests.games.love_letter.running import RECORDS, awaited, read, replay

NAMES = sorted(path.stem for path in RECORDS.glob("*.json"))


def agrees(wanted: Any, found: Any, key: str, over: bool) -> None:
    """A partial position against a whole one, as the records' page says."""
    if key in ("turn", "protected") and over:
        return
    if isinstance(wanted, dict):
        for name, value in wanted.items():
            agrees(value, found[name], name, over)
    elif key == "seats":
        assert len(wanted) == len(found)
        for one, other in zip(wanted, found, strict=True):
            agrees(one, other, "seat", over)
    elif key == "deck" and isinstance(wanted, int):
        assert len(found) == wanted
    elif key in ("deck", "hand"):
        assert Counter(wanted) == Counter(found)
    else:
        assert wanted == found, key


def test_there_are_seventy_records() -> None:
    assert len(NAMES) == 70


@pytest.mark.parametrize("name", NAMES)
def test_record(name: str) -> None:
    record = read(name)
    match = replay(record)
    expect = record["expect"]
    over = match.state.phase == "over"
    agrees(expect.get("position", {}), match.dump(), "position", over)
    if "awaited" in expect and not over:
        assert awaited(match.state) == expect["awaited"]
    for seat, legal in expect.get("legal", {}).items():
        codes = [move.code for move in GAME.moves(match.state, int(seat))]
        assert sorted(codes) == sorted(legal)
    for seat, never in expect.get("never", {}).items():
        assert not set(never) & match.legal(int(seat))
    assert list(match.state.winners) == expect["winners"]
    if "round_winners" in expect:
        assert list(GAME.round_winners(match.state)) == expect["round_winners"]
    for reader, cards in expect.get("told", {}).items():
        assert set(cards) <= match.told(reader), reader
    for reader, cards in expect.get("untold", {}).items():
        assert not set(cards) & match.told("group"), reader
        if reader != "group":
            assert not set(cards) & match.told(reader), reader
