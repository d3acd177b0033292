"""Every record of Coup holds: position, choices, awaited seats, winners, what was told."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from core.games.coup import COUP
from tests.games.coup.play import Told, from_record

FILES = [
    path
    for path in sorted((Path(__file__).parents[2] / "records" / "coup").glob("*.json"))
    if '"error"' not in path.read_text(encoding="utf-8")  # those are read in tests/recorded
]


def test_there_are_records() -> None:
    assert len(FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_record(path: Path) -> None:
    record = json.loads(path.read_text(encoding="utf-8"))
    game = from_record(record)
    game.do(*record["moves"])
    check(game, record["expect"])


def check(game: Told, expect: dict[str, Any]) -> None:
    assert set(expect) <= {
        "position", "awaited", "legal", "offers", "never", "winners", "told", "untold"
    }  # fmt: skip
    over = bool(game.winners)
    position = COUP.dump(game.state)
    same_position(position, expect["position"], over)
    if "awaited" in expect and not over:
        assert game.awaited == expect["awaited"]
    if "winners" in expect:
        assert game.winners == expect["winners"]
    for seat, codes in expect.get("legal", {}).items():
        spelled = [COUP.spelled(code) for code in codes]
        assert game.codes(int(seat)) == sorted(spelled)
    for seat, codes in expect.get("offers", {}).items():
        assert set(codes) <= set(game.codes(int(seat)))
    for seat, codes in expect.get("never", {}).items():
        assert not set(codes) & set(game.codes(int(seat)))
    for reader, cards in expect.get("told", {}).items():
        assert set(cards) <= game.named.get(reader, set())
    for reader, cards in expect.get("untold", {}).items():
        heard = game.named["group"] | game.on_buttons.get("None", set())
        if reader != "group":
            heard = heard | game.named.get(reader, set()) | game.on_buttons.get(reader, set())
        assert not set(cards) & heard


def same_position(got: dict[str, Any], wanted: dict[str, Any], over: bool) -> None:
    assert set(wanted) <= set(got)
    if "turn" in wanted and not over:
        assert got["turn"] == wanted["turn"]
    if isinstance(wanted.get("deck"), int):
        assert len(got["deck"]) == wanted["deck"]
    for mine, other in zip(got["seats"], wanted["seats"], strict=True):
        assert mine["coins"] == other["coins"]
        assert Counter(mine["hidden"]) == Counter(other["hidden"])
        assert Counter(mine["lost"]) == Counter(other["lost"])
    if "drawn" in wanted:
        assert Counter(got["drawn"]) == Counter(wanted["drawn"])
