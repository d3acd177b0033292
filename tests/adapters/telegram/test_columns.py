"""What a group reads of whole matches, as a phone shows it: how long it is, and that it is all."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from statistics import median
from typing import Any

import pytest

from adapters.letter import Told, is_noise
from core.games import GAMES
from core.kernel.text import Announce, Note, Standing
from locales.names import width
from locales.tongue import say
from storage.work import SqlWork
from tests.adapters.telegram.columns import (
    MOST,
    PHONE,
    SEATS,
    Match,
    boards,
    match,
    measured,
    phone,
    wrapped,
)
from tests.sample import sampled

NAMES = [game.name for game in GAMES]
TABLES = [(game, seats) for game in NAMES for seats in sorted({SEATS[game], MOST[game]})]
ALL = [(game, seats, *rest) for (game, seats), *rest in product(TABLES, ("en", "ja"), (5, 6))]
SAMPLE = [
    ("love-letter", 4, "ja", 5),
    ("love-letter", 4, "en", 6),
    ("coup", 10, "en", 5),
    ("coup", 4, "ja", 6),
    ("lady-luck", 4, "en", 5),
    ("lady-luck", 4, "ja", 6),
    ("old-maid", 8, "en", 5),
    ("old-maid", 4, "ja", 6),
]

TYPICAL, LONGEST = 20, 28  # lines of a board on a phone
A_MINUTE = 19  # calls to a group
SIGNS = re.compile("[▶▸🪙🎴🛡⚡✋✗➡]")


def test_a_line_breaks_as_on_a_phone() -> None:
    assert wrapped("a" * 40) == ["a" * PHONE, "a" * 4]
    assert wrapped("one two") == ["one two"]
    assert wrapped(" ".join(["twelve"] * 7)) == [" ".join(["twelve"] * 5), "twelve twelve"]
    assert wrapped("あ" * 20) == ["あ" * 18, "あ" * 2]
    assert wrapped("あ" * 18 + "。い") == ["あ" * 17, "あ。い"]
    assert all(width(line) <= PHONE for line in wrapped("混ぜた words と文字 " * 9))


def test_a_folded_quotation_counts_as_it_is_seen() -> None:
    text = "\n".join("abcdefgh")
    quote = {"type": "blockquote", "offset": 2, "length": 13}
    shown = phone({"text": text, "entities": [quote]})
    assert shown == ["a", "b", "c", "d", "▾"]
    assert phone({"text": text, "entities": []}) == list("abcdefgh")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Note]]:
    """Everything that is told, with the lane that it is for."""
    found: list[tuple[str, Note]] = []
    tell = SqlWork.tell

    def noted(work: SqlWork, lane: str, table: str, notes: Sequence[Note], at: float) -> None:
        found.extend((lane, note) for note in notes)
        tell(work, lane, table, notes, at)

    monkeypatch.setattr(SqlWork, "tell", noted)
    return found


@pytest.mark.parametrize(("game", "seats", "language", "seed"), sampled(ALL, SAMPLE))
def test_the_boards_of_a_match_are_short_and_tell_all(
    game: str, seats: int, language: str, seed: int, told: list[tuple[str, Note]]
) -> None:
    played = match(game, language, seed, seats)
    seen = measured(played)
    assert median(seen.lines) <= TYPICAL, seen.told()
    assert max(seen.lines) <= LONGEST, seen.told()
    assert seen.worst_minute <= A_MINUTE
    for board in boards(played):
        check(board)
    missing = unseen(played, language, told)
    assert not missing, missing


def check(board: dict[str, Any]) -> None:
    """A board begins with plain sentences, names whoever is asked once, and has keys that a phone
    can show."""
    lines = str(board["text"]).split("\n")
    head = lines[: lines.index("")]
    assert not SIGNS.search(head[0]), head
    assert "➡" not in board["text"]
    for row in board["rows"]:
        labels = [key["text"] for key in row]
        assert len(row) == 1 or sum(map(width, labels)) <= PHONE + 6, labels
    verbs = [key.get("callback_data", "").rpartition(":")[2] for key in board["rows"][-1]]
    assert len(verbs) <= 2


def unseen(played: Match, language: str, told: list[tuple[str, Note]]) -> list[str]:
    """The public lines that stand on no message of the group, less those that its boards show."""
    context = played.stage.telegram.voice.context(played.table, language)
    texts = "\n".join(str(entry["text"]) for entry in played.chat.log)
    game = played.stage.house.games[played.game]
    found = []
    for lane, note in told:
        if not lane.startswith("room:") or not isinstance(note, Announce):
            continue
        message = note.message
        line = Told(0, "", message, context, game.moment(played.options, message))
        if isinstance(message, Standing) or is_noise(line):
            continue
        text = say(message, language, context)
        if text not in texts:
            found.append(text)
    return found
