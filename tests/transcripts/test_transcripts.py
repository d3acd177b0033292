"""The golden transcripts are there for every game and language, and still true."""

from __future__ import annotations

import json

import pytest

from adapters import replay
from core.games import GAMES
from core.kernel.game import AnyGame
from locales import tongue
from tests.transcripts.golden import HERE, NAMES_OF_FILES, record, transcript


def named(case: object) -> str:
    return str(getattr(case, "name", case))


CASES = [(game, language) for game in GAMES for language in tongue.languages()]


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_record_is_what_is_played_today(game: AnyGame) -> None:
    kept = json.loads((HERE / f"{game.name}.json").read_text())
    assert json.loads(json.dumps(record(game))) == kept


@pytest.mark.parametrize("way", NAMES_OF_FILES)
@pytest.mark.parametrize(("game", "language"), CASES, ids=named)
def test_the_transcript_reads_as_it_was_reviewed(game: AnyGame, language: str, way: str) -> None:
    file = HERE / f"{game.name}.json"
    kept = HERE / NAMES_OF_FILES[way].format(game=game.name, language=language)
    assert transcript(file, language, way) == kept.read_text()


@pytest.mark.parametrize("game", GAMES, ids=named)
def test_the_game_was_dealt_as_sealed(game: AnyGame) -> None:
    lines: list[str] = []
    file = str(HERE / f"{game.name}.json")
    assert replay.tell_verdict(file, "en", lines.append, lines.append) == replay.ALL_WELL


def test_nothing_is_left_over() -> None:
    wanted = {f"{game.name}.json" for game in GAMES}
    wanted |= {
        name.format(game=game.name, language=language)
        for game, language in CASES
        for name in NAMES_OF_FILES.values()
    }
    found = {path.name for path in HERE.iterdir() if path.suffix in (".json", ".txt")}
    assert found == wanted
