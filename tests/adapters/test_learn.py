"""Guided first rounds as every platform hears of them: in private only, and never stored."""

from __future__ import annotations

import pytest

from adapters.heard import LearnInPrivate
from core.desk.presses import Learn, spelled
from core.desk.sheets import Sheet
from core.games import GAMES
from core.records.lesson import LessonsTitle
from locales.words import spellings
from tests.adapters.table import Parlour

LESSONS = [game.name for game in GAMES if game.lesson is not None]


@pytest.mark.parametrize(
    "text", [word for language in ("en", "ja") for word in spellings("learn", language)]
)
def test_the_words_ask_which_game(text: str) -> None:
    sheet = Parlour().type("Aki", text, private=True).sheet
    assert isinstance(sheet, Sheet) and sheet.title == LessonsTitle()
    assert [row[0].verb for row in sheet.buttons] == [Learn(name) for name in LESSONS]


def test_in_a_group_the_word_tells_where_it_is_done() -> None:
    parlour = Parlour()
    assert isinstance(parlour.type("Aki", "/learn", addressed=True).message, LearnInPrivate)
    assert isinstance(parlour.press("Aki", "learn", table="-").message, LearnInPrivate)
    assert isinstance(parlour.press("Aki", "learn.coup.0", table="-").message, LearnInPrivate)
    assert parlour.type("Aki", "learn").message is None, "chatter is left alone"


def test_a_whole_lesson_by_its_buttons() -> None:
    """From the first card to the last, with nothing but what the buttons say."""
    parlour = Parlour()
    for name in LESSONS:
        lesson = next(game.lesson for game in GAMES if game.name == name)
        assert lesson is not None
        for step, beat in enumerate(lesson.beats):
            press = Learn(name, step, beat.code) if beat.own else Learn(name, step + 1)
            card = parlour.press("Aki", spelled(press), private=True, table="-").guided
            assert card is not None and card.names[0] == "Aki"
            assert card.lesson == (beat.after,)
        end = parlour.press("Aki", f"learn.{name}.{len(lesson.beats)}", private=True, table="-")
        assert end.guided is not None and end.guided.asked == (lesson.farewell,)
    assert parlour.house.tables_of("test:Aki") == [] and parlour.now() is None


def test_a_game_without_a_lesson_leads_to_those_with_one() -> None:
    parlour = Parlour()
    for verb in ("learn.", "learn.chess.3"):
        sheet = parlour.press("Aki", verb, private=True, table="-").sheet
        assert isinstance(sheet, Sheet) and sheet.title == LessonsTitle()
