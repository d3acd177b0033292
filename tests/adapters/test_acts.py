"""The table of acts: every row is spelled, labelled, typed and answered."""

from __future__ import annotations

import pytest

from adapters.heard import SILENCE, NothingDone, Reply, UnknownButton
from core.desk.acts import SURE, TYPED, Act, Look, Talk
from core.desk.fairness import CutTitle
from core.desk.presses import (
    datum,
    read_verb,
    spelled,
)
from core.desk.sheets import Sheet
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
    cutting = lobby().press("Aki", "cut").sheet
    assert isinstance(cutting, Sheet) and cutting.title == CutTitle() and len(cutting.buttons) == 2
    assert isinstance(running().press("Aki", "cut").message, AlreadyRunning)
    assert isinstance(lobby().press("Aki", "no").message, NothingDone)
    assert isinstance(lobby().press("Aki", "knock.yes.").message, UnknownButton)
    assert isinstance(finished().press("Aki", "cut").message, AlreadyOver)
    parlour = closed()
    assert parlour.press("Aki", "seal").sheet == parlour.press("Aki", "proof").sheet
    parlour = running()
    assert parlour.press("Aki", "more").sheet == parlour.press("Aki", "tour").sheet
    assert parlour.press("Aki", "menu").sheet == parlour.press("Aki", "hand").sheet
