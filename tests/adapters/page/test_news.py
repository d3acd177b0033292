"""A move on the page as a line for the group: what everybody may know of it, and no more."""

from __future__ import annotations

from typing import ClassVar

import pytest

from adapters.page.news import MARK, is_news_line, news
from core.games import GAMES
from core.kernel.drawn import Face, Moment
from core.kernel.game import AnyGame
from core.kernel.text import Announce, Public, words_in
from locales import tongue
from locales.tongue import Context
from tests.police.walk import Casting, play_out

NAMES = ("Mina", "Ken", "フミ", "Yu")


class Plainly(Public, frozen=True):
    """Some words."""

    text: ClassVar[str] = "{words}"
    words: str


def said(moment: Moment | None, language: str = "en") -> str:
    told = news(() if moment is None else (Moment("turn", 2), moment), 2)
    return tongue.say(told, language, Context.from_names(NAMES))


class Word(Public, frozen=True):
    """A word for every blank."""

    text: ClassVar[str] = "Guard"


class Other(Public, frozen=True):
    """Another."""

    text: ClassVar[str] = "Baron"


GUARD = Face("guard", Word())


@pytest.mark.parametrize(
    ("moment", "line"),
    [
        (Moment("play", 2, 1, GUARD, Other()), "▷ Guard → Mina “Baron”"),
        (Moment("play", 2, 1, GUARD), "▷ Guard → Mina"),
        (Moment("play", 2, 2, GUARD), "▷ Guard"),
        (Moment("play", 2, card=GUARD, result=Other()), "▷ Guard"),
        (Moment("claim", 2, 1, GUARD, Other()), "▷ Baron (Guard) → Mina"),
        (Moment("claim", 2, card=GUARD, named=Other()), "▷ Baron (Guard)"),
        (Moment("claim", 2, named=Other()), "▷ Baron"),
        (Moment("answer", 2, 1, named=Other()), "▷ Baron → Mina"),
        (Moment("answer", 2, result=Other()), "▷ Baron"),
        (Moment("reveal", 2, result=Other(), shown=(GUARD,)), "▷ Baron: Guard"),
        (Moment("draw", 2, 1, result=Other()), "▷ Baron → Mina"),
        (Moment("reveal", 2), "▷ done"),
        (Moment("play", 3, card=GUARD), "▷ done"),
        (None, "▷ done"),
    ],
)
def test_a_move_in_words(moment: Moment | None, line: str) -> None:
    assert said(moment) == line


def test_in_japanese() -> None:
    moment = Moment("play", 2, 1, GUARD, Other())
    assert said(moment, "ja") == "▷ Guard → Mina『Baron』"


def test_such_a_line_is_known_again() -> None:
    assert is_news_line(said(None)) and is_news_line(f"  {MARK} hello")
    assert not is_news_line("allow") and not is_news_line("")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_in_whole_games_nothing_is_said_that_was_not_told(game: AnyGame) -> None:
    lines: set[str] = set()
    for number in range(6):
        preset = next(iter(game.presets))
        seats = max(3, game.seats(game.presets[preset]).start)
        kinds = ("chance",) * seats if "chance" in game.bots else ("idle",) * seats
        match = play_out(game, Casting(preset, {}, seats, bytes([number]) * 32, kinds, number))
        context = Context.from_names(NAMES[:seats], game.edition(match.options))
        for step in match.steps:
            public = [note.message for note in step.notes if isinstance(note, Announce)]
            moments = [game.moment(match.options, each) for each in public]
            told = news([each for each in moments if each is not None], step.seat)
            named = {word for each in public for word in words_in(each)}
            cards = [word for word in words_in(told) if game.face(match.options, str(word))]
            assert set(cards) <= named, told
            lines |= {tongue.say(told, language, context) for language in tongue.languages()}
    assert all(is_news_line(line) and len(line) <= 80 for line in lines), lines
    assert len(lines) > 2 or game.name == "old-maid"
