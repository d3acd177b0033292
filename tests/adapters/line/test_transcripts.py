"""What people read on LINE, as it was reviewed."""

from __future__ import annotations

import pytest

from locales import tongue
from tests.adapters.line.golden import HERE, transcript


@pytest.mark.parametrize("language", tongue.languages())
def test_as_reviewed(language: str) -> None:
    assert transcript(language) == (HERE / f"love-letter.{language}.txt").read_text()


def test_nothing_is_left_over() -> None:
    wanted = {f"love-letter.{language}.txt" for language in tongue.languages()}
    assert {file.name for file in HERE.iterdir()} == wanted
