"""Cutting by words and presses, and what anybody is told of a deal."""

from __future__ import annotations

import pytest

from adapters.heard import UnknownButton
from core.desk.fairness import (
    CutTaken,
    CutTitle,
    HostSeesAll,
    SecretInRecord,
    SecretIs,
    YourCut,
)
from core.kernel.pictures import CutPicture
from core.table import sayings
from core.table.table import Closed, Lobby
from tests.adapters.table import Parlour
from tests.adapters.test_speech import open_lobby


@pytest.fixture
def parlour() -> Parlour:
    return Parlour()


def cuts(parlour: Parlour) -> list[int | None]:
    table = parlour.now()
    assert isinstance(table, Lobby)
    return [chair.cut.picture if chair.cut is not None else None for chair in table.chairs]


def test_one_cuts_with_a_picture_in_many_words_and_in_none_other(parlour: Parlour) -> None:
    open_lobby(parlour)
    for said in ("cut", "cut snow", "カット 月がきれい", "まぜる 9", "cut 0"):
        shown = parlour.type("Aki", said).sheet
        assert shown is not None and shown.title == CutTitle(), said
        assert cuts(parlour) == [None]
    for said, picture in (
        ("cut 3", 2),
        ("cut 🍁", 1),
        ("まぜる 月", 2),
        ("まぜる ８", 7),
        ("cut Moon", 2),
    ):
        parlour.type("Aki", said)
        assert cuts(parlour) == [picture], said


def test_the_answer_to_a_cut_names_the_picture_to_its_owner_alone(parlour: Parlour) -> None:
    open_lobby(parlour)
    assert parlour.press("Aki", "cut.3").message == CutTaken("Aki", 1, 1)
    assert parlour.type("Aki", "cut 5").message == CutTaken("Aki", 1, 1)
    assert parlour.press("Aki", "cut.2", private=True).message == YourCut(CutPicture.MOON)
    assert isinstance(parlour.press("Ben", "cut.2").message, sayings.NotSeated)
    assert parlour.press("Ben", "cut.8").message == UnknownButton()
    parlour.press("Ben", "join")
    parlour.press("Aki", "start")
    assert isinstance(parlour.press("Aki", "cut.1").message, sayings.AlreadyRunning)


def test_what_is_checked_says_first_who_sees_everything(parlour: Parlour) -> None:
    parlour.start("Aki", "Ben")
    for verb in ("proof", "seal"):
        shown = parlour.press("Aki", verb).sheet
        assert shown is not None and shown.lines[0] == HostSeesAll()
    parlour.press("Aki", "close!")
    secret = parlour.house.read(parlour.table)
    assert secret is not None and isinstance(secret.table, Closed)
    assert secret.table.deal is not None
    opened = SecretIs(secret.table.deal.secret)
    for name, private, opens in (("Aki", True, True), ("Aki", False, False), ("Zed", True, False)):
        shown = parlour.press(name, "proof", private=private).sheet
        assert shown is not None
        assert (opened in shown.lines) is opens
        assert (SecretInRecord() in shown.lines) is not opens
