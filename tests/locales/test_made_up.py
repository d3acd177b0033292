"""A made-up language, longer than all, goes through everything that renders: as a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from adapters.line import answers, flex
from adapters.line.fit import log as line_log
from adapters.line.limits import faults_of
from adapters.page import files
from adapters.page.noscript import NoScript
from adapters.page.texts import PAGE_TEXTS
from adapters.telegram import setup
from core.desk.acts import Act
from core.games import GAMES
from core.kernel.game import AnyGame
from core.kernel.text import Noun
from locales import catalogue, words
from locales.tongue import HTML, PLAIN, Context, autonym, language_name, say, span, word
from tests.adapters.line import test_coup as line_coup
from tests.adapters.line import test_lady_luck as line_lady_luck
from tests.adapters.line import test_match as line_love_letter
from tests.adapters.line.fake_limits import refused
from tests.adapters.line.test_sheets import PRESETS
from tests.adapters.line.test_sheets import test_every_sheet_keeps_the_limits as sheets_fit
from tests.adapters.telegram import test_coup as telegram_coup
from tests.adapters.telegram import test_lady_luck as telegram_lady_luck
from tests.adapters.telegram import test_match as telegram_love_letter
from tests.adapters.telegram.test_alerts import LONG
from tests.adapters.telegram.test_alerts import test_every_page_of_a_hand_fits as hands_fit
from tests.locales import made_up
from tests.locales.everything import kinds
from tests.locales.test_everything import check_written
from tests.police import reading
from tests.police.walk import Casting, play_out

XX = made_up.CODE
MODULES = sorted({kind.__module__ for kind in kinds()})


@pytest.fixture(scope="module", autouse=True)
def _spoken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with made_up.spoken(tmp_path_factory.mktemp("made-up")):
        yield


def test_the_folder_is_all_that_it_takes() -> None:
    assert catalogue.languages() == ("en", "ja", XX)
    assert catalogue.unfinished() == {}
    assert autonym(XX).startswith("[Ëñĝļïšĥ")
    assert [word(Act.LANGUAGE, each) for each in ("en", "ja", XX)] == [
        "日本語",
        autonym(XX),
        "English",
    ]
    assert span(3720, XX).startswith("[1 ĥöüř")
    assert [catalogue.ngettext(XX, Noun("{n} card", "{n} cards"), n)[-1] for n in (1, 2, 3)] == [
        *("]", "]"),
        "\u0302",
    ]


def test_what_people_type_is_understood_in_it() -> None:
    for command in words.COMMANDS:
        for spelling in words.spellings(command, XX):
            assert words.understand(spelling) == command
    assert words.meant_language(autonym(XX)) == words.meant_language("XX") == XX
    assert words.meant_language("ja-JP") == words.meant_language("japanese") == "ja"
    assert language_name(XX, "ja") == autonym(XX)


@pytest.mark.parametrize("module", MODULES)
def test_every_message_can_be_written(module: str) -> None:
    for kind in kinds():
        if kind.__module__ == module:
            for style in (PLAIN, HTML):
                check_written(kind, XX, style)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_what_is_shown_and_pressed_keeps_apart(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "LANGUAGES", (XX,))
    for preset, options in game.presets.items():
        seats = game.seats(options)[-1]
        match = play_out(game, Casting(preset, {}, seats, b"made up", ("random",) * seats, 1))
        reading.check_manual(game, match)
        for state in match.states[:: max(1, len(match.states) // 6)]:
            reading.check_menus(game, match, state)
            reading.check_words(game, match, state)


def test_the_page_speaks_it() -> None:
    assert f'<p lang="{XX}">{say(NoScript(), XX, Context())} ' in files.shell("playground")
    said = {key: say(text, XX, Context()) for key, text in PAGE_TEXTS.items()}
    assert said["close"].startswith("[Ĉļöšë")
    assert json.loads(json.dumps(said)) == said


def test_telegrams_menu_and_descriptions_keep_their_limits() -> None:
    for commands in setup.menus(XX).values():
        assert all(1 <= len(each.description) <= 256 for each in commands)
    description, short = setup._described(XX)
    assert 1 <= len(description) <= 512 and 1 <= len(short) <= 120


def test_lines_greeting_keeps_its_limits() -> None:
    look = flex.Look(XX, Context())
    for message in (answers.greeting(look), answers.how(look)):
        assert not faults_of(message) and not refused([message])


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_every_sheet_keeps_the_limits_of_line(game: str, preset: str) -> None:
    sheets_fit(game, preset)  # in all languages, of which this is one now


def test_every_page_of_a_hand_fits_into_an_alert() -> None:
    hands_fit(XX, LONG)


def test_whole_matches_on_line(caplog: pytest.LogCaptureFixture) -> None:
    line_love_letter.test_a_whole_match_costs_nothing("aeg", XX)
    line_coup.test_a_whole_game_costs_nothing(XX, False)
    line_lady_luck.test_a_whole_game_costs_nothing(XX, False)
    assert not [each for each in caplog.records if each.name == line_log.name]


@pytest.mark.parametrize("started", [4, 0])
def test_whole_matches_on_telegram(started: int) -> None:
    telegram_love_letter.test_a_whole_match(XX, started)
    telegram_coup.test_a_whole_game_by_buttons_alone(XX, started)
    telegram_lady_luck.test_a_whole_game_by_buttons_alone(XX, started)
