"""The golden transcripts of Telegram are there for every game and language, and still true."""

from __future__ import annotations

import re

import pytest

from locales import tongue
from locales.names import width
from tests.adapters.telegram.golden import HERE, LANGUAGES, VARIANTS, WRITTEN, written

ALL = [(game, language) for game in WRITTEN for language in LANGUAGES]


def test_no_transcript_is_missing() -> None:
    assert set(LANGUAGES) == set(tongue.languages())
    assert {path.name for path in HERE.iterdir()} == {f"{game}.{x}.txt" for game, x in ALL}


@pytest.mark.parametrize(("game", "language"), ALL)
def test_people_read_what_they_read(game: str, language: str) -> None:
    """After a wanted change: `python -m tests.adapters.telegram.golden`, then read the diff."""
    text = (HERE / f"{game}.{language}.txt").read_text(encoding="utf-8")
    assert written(game, language) == text


SHOWN = {
    "en": (
        "★ Monarchists:",
        "to the almshouse and joins the Populists",
        "is of your faction",
        "to Examine",
        "shows {} a card",
        "returns the card to",
        "claims not to hold the Duke",
        "no Duke",
        "One faction is left",
        "two factions again",
        "makes {} exchange the card",
        "concedes",
        "Winner:",
    ),
    "ja": (
        "★王党派：",
        "民衆派に転向しました",
        "は同じ民衆派です",
        "審問しようとしています",
        "カードを1枚見せました",
        "カードを返しました",
        "公爵を持っていないと名乗り",
        "公爵はありません",
        "派閥が1つになりました",
        "派閥が2つに戻りました",
        "カードを引き直させました",
        "は認めました",
        "勝者：",
    ),
}
"""What the game with Coup's variants shows, in this order."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_game_with_the_variants_shows_all_that_they_bring(language: str) -> None:
    text = (HERE / f"{VARIANTS}.{language}.txt").read_text(encoding="utf-8")
    place = 0
    for wanted in SHOWN[language]:
        pattern = re.escape(wanted).replace(re.escape("{}"), r"\w+")
        found = re.compile(pattern).search(text, place)
        assert found is not None, wanted
        place = found.start()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_board_of_the_variants_tells_sides_almshouse_and_whom_one_may_attack(
    language: str,
) -> None:
    """By word and sign, and in lines that break at most twice on a phone."""
    text = (HERE / f"{VARIANTS}.{language}.txt").read_text(encoding="utf-8")
    parts = re.split(r"^-- ", text, flags=re.M)
    boards = [part for part in parts if part.startswith("group") and TABLE[language] in part]
    assert len(boards) > 15
    for board in boards:
        assert re.search(r"★ ?(Monarchist|王党派)|●", board)
        assert re.search("Almshouse: |救貧院：", board)
        lines = board.split("\n")
        seats = [line for line in lines if "🪙" in line]
        assert seats
        assert all(width(line.strip()) <= 3 * 36 for line in seats)
        if re.search("choose your action|アクションを選んでください", board):
            assert re.search("may (be )?attack|狙え", board)


TABLE = {"en": "Coup · Court deck: ", "ja": "クー・山札："}
