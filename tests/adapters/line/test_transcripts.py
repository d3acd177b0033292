"""What people read on LINE, as it was reviewed."""

from __future__ import annotations

import pytest

from locales import tongue
from tests.adapters.line.golden import GAMES, HERE, transcript


@pytest.mark.parametrize("language", tongue.languages())
@pytest.mark.parametrize("game", GAMES)
def test_as_reviewed(game: str, language: str) -> None:
    assert transcript(game, language) == (HERE / f"{game}.{language}.txt").read_text()


def test_nothing_is_left_over() -> None:
    wanted = {f"{game}.{language}.txt" for game in GAMES for language in tongue.languages()}
    assert {file.name for file in HERE.iterdir()} == wanted
