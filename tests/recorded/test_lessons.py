"""Guided first rounds: legal from start to end, true in what they name, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from core.desk.presses import Learn, datum
from core.desk.sheets import Guided
from core.games import GAMES
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.kernel.lessons import LEARNER, Beat, Lesson, tip
from core.kernel.notation import words
from core.kernel.text import Message, Word, blanks
from core.records import lesson as lessons
from core.records.lesson import NO_TABLE, NotThisTime, Standing, at, guided, tried
from core.records.replay import awaited, legal, replay
from core.table.sayings import BotName
from core.table.table import Finished
from locales import tongue
from locales.catalogue import strictly
from locales.tongue import Context

LANGUAGES = ("en", "ja")
ENDS = {"en": ".?!", "ja": "。？！"}
BRACKETS = {"en": "()“”", "ja": "（）「」"}
LONGEST = {"en": 190, "ja": 95}  # letters of what is said at once
PROVIDED = {game.name: game.lesson for game in GAMES if game.lesson is not None}
BY_NAME = {game.name: game for game in GAMES}

each_lesson = pytest.mark.parametrize("name", PROVIDED)
each_beat = pytest.mark.parametrize(
    ("name", "step"),
    [(name, step) for name, each in PROVIDED.items() for step in range(len(each.beats))],
)


@pytest.fixture(autouse=True)
def _every_text_is_there() -> Iterator[None]:
    """A text without a translation fails."""
    with strictly():
        yield


def lesson_of(name: str) -> Lesson:
    return PROVIDED[name]


@cache
def standing(name: str, step: int) -> Standing:
    return at(lesson_of(name), BY_NAME[name], step, "Mina")


def shown(name: str, step: int, code: str = "") -> Guided:
    return guided(BY_NAME[name], lesson_of(name), Learn(name, step, code), "Mina")


def context(card: Guided, language: str) -> Context:
    learner, *others = card.names
    names = [learner, *(tongue.word(BotName(other), language) for other in others)]
    return Context.from_names(names, card.edition)


def texts(lesson: Lesson) -> Iterator[Message]:
    yield lesson.welcome
    for beat in lesson.beats:
        yield beat.before
        yield beat.after
        if beat.elsewhere is not None:
            yield beat.elsewhere
    yield lesson.farewell


def data_of(card: Guided) -> list[str]:
    return [button.data for row in card.choice for button in row]


# ---------------------------------------------------------------------- the lessons themselves


def test_every_game_has_a_lesson() -> None:
    assert set(PROVIDED) == set(BY_NAME)


@each_lesson
def test_a_lesson_is_played_by_the_rules(name: str) -> None:
    lesson = lesson_of(name)
    assert lesson.seats in BY_NAME[name].seats(BY_NAME[name].presets[lesson.preset])
    assert lesson.beats[0].own, "the learner begins"
    for step, beat in enumerate(lesson.beats):
        now = standing(name, step)
        assert now.beat is beat
        assert beat.seat in awaited(now.table, BY_NAME[name])
        assert beat.code in legal(now.table, BY_NAME[name], beat.seat)
    assert standing(name, len(lesson.beats)).beat is None
    assert sum(beat.own for beat in lesson.beats) * 3 >= len(lesson.beats), "mostly looking on"


@each_lesson
def test_a_lesson_is_told_in_short_sentences_of_both_languages(name: str) -> None:
    card = shown(name, 0)
    for message in texts(lesson_of(name)):
        for language in LANGUAGES:
            text = tongue.say(message, language, context(card, language))
            ends = sum(text.count(mark) for mark in ENDS[language])
            assert 1 <= ends <= 2, text
            assert text[-1] in ENDS[language], text
            assert len(text) <= LONGEST[language], text
            assert "{" not in text


@each_lesson
def test_a_lesson_ends_by_telling_how_it_goes_on(name: str) -> None:
    lesson = lesson_of(name)
    last = standing(name, len(lesson.beats))
    card = shown(name, len(lesson.beats))
    assert card.asked == (lesson.farewell,)
    assert card.lesson == (lesson.beats[-1].after,)
    if isinstance(last.table, Finished):
        assert LEARNER in BY_NAME[name].ask(last.table.state).winners  # type: ignore[union-attr]


@each_beat
def test_what_is_to_be_done_is_named_before(name: str, step: int) -> None:
    """The words before a move of the learner's name its card or action, in both languages, and
    those whom it is aimed at."""
    beat, now, card = lesson_of(name).beats[step], standing(name, step), shown(name, step)
    if not beat.own:
        return
    game = BY_NAME[name]
    view = game.view(now.table.state, LEARNER)
    for language in LANGUAGES:
        names = context(card, language)
        told = tongue.say(beat.before, language, names).casefold()
        for depth, word in enumerate(words(beat.code)):
            label = game.label(view, words(beat.code)[:depth], word)
            things = {tongue.word(each, language, card.edition) for each in _things(label)}
            things = {each.casefold() for each in things}
            if word.isdecimal():  # a number, a seat, or a card by its place
                seat = names.names[int(word) - 1 : int(word)]
                assert any(each in told for each in (word, *map(str.casefold, seat), *things))
            else:
                assert all(each in told for each in things), (told, things)


def _things(message: Message) -> Iterator[Word]:
    """The cards, roles and actions that a label names, at any depth."""
    for blank in blanks(type(message)):
        value = getattr(message, blank)
        if isinstance(value, Message):
            yield from _things(value)
        elif isinstance(value, Word):
            yield value


# ---------------------------------------------------------------------- what their words say

FACTS: dict[tuple[str, int], dict[str, Any]] = {
    ("old-maid", 1): {"seats": [{"hand": ["9h"]}, {"hand": ["joker"]}, {"hand": ["9s"]}]},
    ("old-maid", 2): {"places": [3], "seats": [{}, {"hand": ["joker", "9s"]}, {}]},
    ("old-maid", 3): {"places": [3, 1], "seats": [{"hand": []}, {"hand": ["joker"]}, {}]},
    ("love-letter", 1): {"seats": [{"hand": ["guard"]}, {}, {"hand": ["princess"]}]},
    ("love-letter", 3): {"seats": [{"hand": ["guard", "baron"]}, {"protected": True}, {}]},
    ("love-letter", 4): {"seats": [{"hand": ["baron"]}, {"protected": False}, {"out": True}]},
    ("love-letter", 5): {"seats": [{"hand": ["countess", "prince"]}, {}, {}]},
    ("love-letter", 7): {"seats": [{"hand": ["prince", "king"]}, {"hand": ["handmaid"]}, {}]},
    ("love-letter", 8): {"deck": ["guard"]},
    ("love-letter", 9): {
        "deck": [],
        "aside": "baron",
        "seats": [{"hand": ["king", "guard"]}, {"hand": ["guard"]}, {}],
    },
    ("coup", 0): {"seats": [{"hidden": ["duke", "contessa"]}, {}, {}]},
    ("coup", 2): {"seats": [{"coins": 5}, {"coins": 3}, {"coins": 2}]},
    ("coup", 5): {
        "seats": [{"hidden": ["captain", "contessa"]}, {"coins": 3}, {"lost": ["ambassador"]}]
    },
    ("coup", 6): {"seats": [{"coins": 8}, {"coins": 3}, {}]},
    ("coup", 8): {"seats": [{"coins": 8, "lost": []}, {"coins": 0}, {"hidden": ["captain"]}]},
    ("coup", 10): {"seats": [{"coins": 8}, {}, {"coins": 0, "hidden": []}]},
    ("coup", 11): {
        "seats": [{"hidden": ["captain", "contessa"]}, {"lost": ["captain"]}, {"hidden": []}]
    },
    ("lady-luck", 0): {"castle": ["ps1", "md1", "?mg1"], "seats": [{"ap": 10}] * 3},
    ("lady-luck", 3): {"won": [1], "seats": [{"ap": 6}, {"ap": 10}, {"ap": 10}]},
    ("lady-luck", 4): {"castle": [None, "md1", "?mg1"], "turn": 2},
    ("lady-luck", 6): {"seats": [{}, {"ap": 10}, {"ap": 8, "helpers": ["md1"]}]},
    ("lady-luck", 7): {"phase": "helper", "passed": [2], "seats": [{}, {"scores": ["mg1"]}, {}]},
    ("lady-luck", 8): {"seats": [{"ap": 6}, {}, {"ap": 9, "helpers": ["md1~"]}]},
    ("lady-luck", 9): {"round": 2, "parent": 2, "seats": [{"ap": 8, "helpers": ["ps1"]}, {}, {}]},
    ("lady-luck", 12): {"seats": [{"ap": 4, "scores": ["pr1"], "helpers": ["ps1"]}, {}, {}]},
}
"""What the words of a lesson rely on, before the move of that number."""


def holds(wanted: Any, found: Any) -> bool:
    if isinstance(wanted, dict):
        return all(holds(value, found[key]) for key, value in wanted.items())
    if isinstance(wanted, list) and wanted and isinstance(wanted[0], dict):
        return all(map(holds, wanted, found))
    return bool(wanted == found)


@pytest.mark.parametrize(("name", "step"), FACTS)
def test_a_lesson_tells_the_truth(name: str, step: int) -> None:
    found = BY_NAME[name].dump(standing(name, step).table.state)
    assert holds(FACTS[name, step], found), found


@each_beat
def test_a_lesson_shows_nothing_that_the_learner_may_not_know(name: str, step: int) -> None:
    """Its card follows from what seat 1 may see: in a world that looks the same to seat 1 it is
    the same."""
    now, game = standing(name, step), BY_NAME[name]
    state = now.table.state
    for seed in range(3):
        other = game.imagine(state, LEARNER, Dice(bytes([seed]) * 32))
        assert game.view(other, LEARNER) == game.view(state, LEARNER)
    hidden = [seat for seat in range(2, lesson_of(name).seats + 1)]
    private = {note for seat in hidden for note in _whispered(name, step, seat)}
    assert not (private - _whispered(name, step, LEARNER)) & set(now.notes)


def _whispered(name: str, step: int, seat: int) -> set[Message]:
    """What another seat alone was told since the move before."""
    lesson, game = lesson_of(name), BY_NAME[name]
    record = lessons._record(lesson, game, lesson.beats[:step], "Mina")
    steps = replay(record, {name: game}).steps
    return {
        message
        for letter in steps[-1].letters
        if letter.to == seat and not letter.is_card
        for message in letter.messages
    }


# ---------------------------------------------------------------------- tries


@each_beat
def test_the_wanted_move_goes_on_and_another_is_answered(name: str, step: int) -> None:
    lesson, game = lesson_of(name), BY_NAME[name]
    beat = lesson.beats[step]
    if not beat.own:
        assert tried(lesson, game, step, beat.code).step == step, "it is not the learner's to make"
        return
    assert tried(lesson, game, step, beat.code) == lessons.Tried(step + 1)
    others = [each for each in legal(standing(name, step).table, game, LEARNER)]
    others.remove(beat.code)
    assert beat.elsewhere is not None or not others, "another move deserves a word"
    for code in others:
        told = tried(lesson, game, step, code)
        assert (told.step, told.told) == (step, beat.elsewhere)
        card = shown(name, step, code)
        assert card.asked == (beat.elsewhere, beat.before)
        assert not card.lesson and not card.happened


def test_what_is_no_move_changes_nothing() -> None:
    lesson, game = lesson_of("love-letter"), BY_NAME["love-letter"]
    for code in ("king.2", "nonsense", "guard.9.king"):
        assert tried(lesson, game, 0, code) == lessons.Tried(0)
    assert tried(lesson, game, 99, "guard") == lessons.Tried(len(lesson.beats))


def test_a_move_without_words_of_its_own_gets_general_ones() -> None:
    game, lesson = BY_NAME["love-letter"], lesson_of("love-letter")
    first = lesson.beats[0]
    plain = Beat(first.seat, first.code, first.before, first.after)
    short = Lesson(
        lesson.seats,
        lesson.preset,
        lesson.position,
        tip("Go."),
        (plain,),
        tip("Done."),
        draws=lesson.draws,
        switches=lesson.switches,
    )
    assert tried(short, game, 0, "guard.2.king").told == NotThisTime()


def test_a_move_may_be_spelled_in_more_than_one_way() -> None:
    game = BY_NAME["coup"]
    assert game.spelled("keep.duke.captain") == "keep.captain.duke"


# ---------------------------------------------------------------------- cards


@each_beat
def test_every_move_can_be_reached_by_buttons(name: str, step: int) -> None:
    """From the card of a step to each legal move, level by level; every datum is short enough."""
    lesson, game = lesson_of(name), BY_NAME[name]
    if not lesson.beats[step].own:
        following = Learn(name, step + 1)
        assert datum(NO_TABLE, 0, following) in data_of(shown(name, step))
        return
    reached, waiting, seen = set(), [Learn(name, step)], set()
    while waiting:
        press = waiting.pop()
        card = guided(game, lesson, press, "Mina")
        for row in card.choice:
            for button in row:
                assert len(button.data.encode()) <= 64
                verb = button.verb
                if not isinstance(verb, Learn) or verb.step != step or verb.code in seen:
                    continue
                seen.add(verb.code)
                if verb.code.endswith("."):
                    waiting.append(verb)
                elif verb.code:
                    reached.add(verb.code)
    codes = legal(standing(name, step).table, game, LEARNER)
    assert reached >= set(codes)


def test_a_level_keeps_the_words_and_asks_on() -> None:
    card = shown("love-letter", 3, "guard.3.")
    beat = lesson_of("love-letter").beats[3]
    assert card.asked[0] == beat.before and len(card.asked) == 2
    assert not card.happened and not card.lesson
    assert card.faces, "the hand stays in sight"


def test_a_card_tells_what_happened_and_why() -> None:
    lesson = lesson_of("love-letter")
    first, later = shown("love-letter", 0), shown("love-letter", 2)
    assert first.lesson == (lesson.welcome,)
    assert later.lesson == (lesson.beats[1].after,)
    assert later.happened == standing("love-letter", 2).notes
    said = [tongue.say(each, "en", context(later, "en")) for each in later.happened]
    assert said[0].startswith("Fumi plays Handmaid")
    assert first.names == ("Mina", BotName.FUMI.value, BotName.HAKO.value)


def test_what_follows_at_once_is_told_too() -> None:
    """Answers that need no words of their own are played and told with the move."""
    said = [
        tongue.say(each, "en", context(shown("coup", 5), "en"))
        for each in standing("coup", 5).notes
    ]
    assert any("shows the Duke" in each for each in said)
    assert any("loses the Ambassador" in each for each in said)


def test_every_card_has_a_way_on_or_back() -> None:
    last = len(lesson_of("coup").beats)
    assert Learn("") in [button.verb for button in shown("coup", 0).choice[-1]]
    assert [button.verb for button in shown("coup", 3).choice[-1]] == [Learn("coup", 2)]
    verbs = [button.verb for button in shown("coup", last).choice[-1]]
    assert verbs == [Learn("coup", last - 1), Learn("coup"), Learn("")]


def test_standing_orders_are_no_part_of_a_lesson() -> None:
    """In the auction of another one could be given; a lesson goes move by move."""
    for step in range(len(lesson_of("lady-luck").beats)):
        assert all(isinstance(b.verb, Learn) for r in shown("lady-luck", step).choice for b in r)


def test_the_choice_of_a_game_lists_those_with_a_lesson() -> None:
    sheet = lessons.lessons_sheet(BY_NAME)
    verbs = [button.verb for row in sheet.buttons for button in row]
    assert verbs == [Learn(name) for name in PROVIDED]
    assert isinstance(BY_NAME["coup"].ask(standing("coup", 0).table.state), Ask)
