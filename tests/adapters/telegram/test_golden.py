"""The golden transcripts of Telegram are there for every language, and still true."""

from __future__ import annotations

import pytest

from locales import tongue
from tests.adapters.telegram.golden import HERE, LANGUAGES, transcript


def test_no_language_is_missing() -> None:
    assert set(LANGUAGES) == set(tongue.languages())
    assert {path.name for path in HERE.iterdir()} == {f"love-letter.{x}.txt" for x in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_people_read_what_they_read(language: str) -> None:
    """After a wanted change: `python -m tests.adapters.telegram.golden`, then read the diff."""
    written = (HERE / f"love-letter.{language}.txt").read_text(encoding="utf-8")
    assert transcript(language) == written
