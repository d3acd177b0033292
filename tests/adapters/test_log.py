"""The log: one line an event, and never a card, a person or a reason that could tell a hand."""

from __future__ import annotations

import json
import logging
import sys

import pytest

from adapters.log import Objects
from core.kernel.text import Word
from core.table.table import Playing
from tests.adapters.table import GAMES_BY_NAME, Parlour


def every_word(kind: type[Word] = Word) -> set[str]:
    words = {str(word) for child in kind.__subclasses__() for word in child}
    return words.union(*(every_word(child) for child in kind.__subclasses__()))


@pytest.mark.parametrize("game", GAMES_BY_NAME)
def test_a_whole_game_leaves_no_card_in_the_log(
    game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    parlour = Parlour(number=2)
    parlour.start("Aki", "Ben", "Chie", game=game)
    for number in range(400):
        if not isinstance(parlour.now(), Playing):
            break
        name = parlour.awaited()
        codes = parlour.codes(name)
        parlour.press(name, "m:nonsense.2.king")
        parlour.press(name, f"m:{codes[number % len(codes)]}")
    lines = [record.getMessage() for record in caplog.records]
    assert len(lines) > 20
    cards = {word for word in every_word() if word not in ("start", "join", "done", "open")}
    for line in lines:
        said = set(line.replace(",", " ").replace(":", " ").split())
        assert not said & cards - {parlour.table}, line
        assert "Aki" not in line
        assert "\n" not in line


def test_a_line_as_an_object() -> None:
    record = logging.LogRecord("fumibako", logging.WARNING, "x.py", 1, "room %d", (7,), None)
    record.created = 1_700_000_000.5
    assert json.loads(Objects().format(record)) == {
        "time": "2023-11-14T22:13:20.500+00:00",
        "level": "warning",
        "logger": "fumibako",
        "message": "room 7",
    }


def test_an_error_stands_in_its_object_without_its_words() -> None:
    card = "king"
    try:
        raise ValueError(f"the card {card}")
    except ValueError:
        record = logging.LogRecord("fumibako", 40, "x.py", 1, "failed", None, sys.exc_info())
    line = Objects().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert "ValueError" in told["error"] and "the card king" not in line
