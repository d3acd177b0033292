"""The golden transcripts of Telegram are there for every game and language, and still true."""

from __future__ import annotations

import pytest

from core.games import GAMES
from locales import tongue
from tests.adapters.telegram.golden import HERE, LANGUAGES, written

ALL = [(game.name, language) for game in GAMES for language in LANGUAGES]


def test_no_transcript_is_missing() -> None:
    assert set(LANGUAGES) == set(tongue.languages())
    assert {path.name for path in HERE.iterdir()} == {f"{game}.{x}.txt" for game, x in ALL}


@pytest.mark.parametrize(("game", "language"), ALL)
def test_people_read_what_they_read(game: str, language: str) -> None:
    """After a wanted change: `python -m tests.adapters.telegram.golden`, then read the diff."""
    text = (HERE / f"{game}.{language}.txt").read_text(encoding="utf-8")
    assert written(game, language) == text
