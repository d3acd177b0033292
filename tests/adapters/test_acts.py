"""The table of acts: every row is spelled, labelled, typed and answered."""

from __future__ import annotations

import pytest

from adapters.heard import SILENCE, NothingDone, Reply, UnknownButton
from core.desk.acts import SURE, TYPED, Act, Look, Talk
from core.desk.manual import CutHow
from core.desk.presses import (
    Key,
    Knock,
    Level,
    Order,
    Own,
    Page,
    Play,
    Set,
    Speak,
    Verb,
    datum,
    read_datum,
    read_verb,
    spelled,
)
from core.table.sayings import AlreadyOver, AlreadyRunning
from core.table.table import Closed, Finished, Lobby, Playing
from locales import tongue
from locales.catalogue import named
from locales.words import COMMANDS, spellings, understand
from tests.adapters.table import Parlour

MOST = 400  # answers until a match is over
every_act = pytest.mark.parametrize("act", list(Act), ids=lambda act: act.name)


@every_act
def test_a_row_is_whole(act: Act) -> None:
    assert read_verb(act.value) is act and spelled(act) == act.value
    assert len(datum("abcd2345", 36**6 - 1, act)) <= 64
    assert isinstance(act.does, Look | Talk) or callable(act.does)
    for language in tongue.languages():
        assert named(language, act.label)
        for spelling in spellings(act.typed, language) if act.typed else ():
            assert understand(spelling) == act.typed, (act, language, spelling)


def test_words_that_are_acts_are_words_of_the_house() -> None:
    assert set(TYPED) <= set(COMMANDS)
    assert len(TYPED) == sum(bool(act.typed) for act in Act)
    assert all(sure.value == f"{act.value}!" for act, sure in SURE.items())


VERBS: list[tuple[str, Verb]] = [
    ("m:guard.2.king", Play("guard.2.king")),
    ("?:", Level()),
    ("?:guard.2", Level(("guard", "2"))),
    ("~0.A", Key("0", "A")),
    ("~12.lose.duke", Key("12", "lose.duke")),
    ("set.preset.jp", Set("preset", "jp")),
    ("set.target.", Set("target", "")),
    ("panel.anything", Set("panel", "anything")),
    ("order.bid.4", Order("bid.4")),
    ("knock.yes.5", Knock(True, 5)),
    ("knock.no.17", Knock(False, 17)),
    ("rules.2", Page("rules", 2)),
    ("tour.0", Page("tour", 0)),
    ("speak.ja", Speak("ja")),
    ("ping", Own("ping")),
]


@pytest.mark.parametrize(("code", "verb"), VERBS)
def test_a_verb_is_read_as_it_is_spelled(code: str, verb: Verb) -> None:
    assert read_verb(code) == verb
    assert spelled(verb) == code
    press = read_datum(datum("abcd2345", 7, verb))
    assert press is not None
    assert (press.table, press.question, press.verb, press.code) == ("abcd2345", 7, verb, code)


@pytest.mark.parametrize(
    "code", ["~", "~0", "knock.maybe.5", "knock.yes.x", "knock.yes." + "9" * 16, "x:y", "x.y", "x"]
)
def test_what_nobody_ever_spelled_is_nothing_of_the_house(code: str) -> None:
    assert read_verb(code) == Own(code)


@pytest.mark.parametrize(("code", "number"), [("rules.x", 0), ("tour.99999", 0), ("rules.", 0)])
def test_a_page_without_a_sensible_number_is_the_first(code: str, number: int) -> None:
    verb = read_verb(code)
    assert isinstance(verb, Page) and verb.number == number


# Answers


def lobby() -> Parlour:
    parlour = Parlour()
    parlour.speech.open(parlour.heard("Aki"), "love-letter")
    room = parlour.store.room(parlour.room.id)
    assert room is not None and room.table is not None
    parlour.table = room.table
    return parlour


def running() -> Parlour:
    parlour = Parlour()
    parlour.start("Aki", "Ben", game="love-letter")
    return parlour


def closed() -> Parlour:
    parlour = lobby()
    name = parlour.table
    assert parlour.press("Aki", "close!").message is None
    parlour.table = name
    return parlour


def finished() -> Parlour:
    parlour = running()
    for _ in range(MOST):
        if isinstance(parlour.now(), Finished):
            break
        who = parlour.awaited()
        assert parlour.press(who, f"m:{parlour.codes(who)[0]}").message is None
    return parlour


STAGES = {lobby: Lobby, running: Playing, closed: Closed, finished: Finished}


@pytest.mark.parametrize("stage", list(STAGES), ids=lambda stage: stage.__name__)
def test_every_act_is_answered_at_every_table(stage: object) -> None:
    assert callable(stage)
    played: Parlour = stage()
    name = played.table
    for act in Act:
        parlour = played if isinstance(act.does, Look) else stage()
        for private in (False, True):
            assert isinstance(parlour.now(), STAGES[stage]) or private
            reply: Reply = parlour.press("Aki", act.value, private=private, table=parlour.table)
            assert reply != SILENCE, (act, private)
    assert name == played.table


def test_labels_without_a_press_of_their_own_say_what_is_to_be_done() -> None:
    assert isinstance(lobby().press("Aki", "cut").message, CutHow)
    assert isinstance(running().press("Aki", "cut").message, AlreadyRunning)
    assert isinstance(lobby().press("Aki", "no").message, NothingDone)
    assert isinstance(lobby().press("Aki", "knock.yes.").message, UnknownButton)
    assert isinstance(closed().press("Aki", "seal").message, AlreadyOver)
    parlour = running()
    assert parlour.press("Aki", "more").sheet == parlour.press("Aki", "tour").sheet
    assert parlour.press("Aki", "menu").sheet == parlour.press("Aki", "hand").sheet
