"""Every command at every kind of table: what is refused, in which words; nothing moves."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.house.drafts import PressInput
from core.kernel.game import PositionError
from core.table.commands import (
    Admit,
    Answer,
    Choose,
    Close,
    Command,
    CutDeck,
    GiveOrder,
    HandOver,
    Knock,
    Open,
    Rematch,
    Rise,
    SeatBot,
    Sit,
    Start,
    TakeBack,
    Tick,
    UnseatBot,
    UseLetters,
)
from core.table.sayings import (
    AlreadyOpen,
    AlreadyOver,
    AlreadyRunning,
    AlreadySeated,
    HostOnly,
    NoOrder,
    NoTable,
    NotRunning,
    NotSeated,
    NotYetTime,
    Refusal,
    TableBroken,
    TooLate,
)
from core.table.snapshot import Unreadable
from core.table.table import Refused
from storage.receipts import number_of
from storage.work import SqlWork
from tests.kernel.hall import Hall

SEATED: list[Any] = [
    Rise("x"),
    SeatBot("x"),
    UnseatBot("x"),
    Choose("x", "preset", "big"),
    CutDeck("x", text="words"),
    Start("x"),
    Close("x"),
]
WHILE_PLAYING: list[Any] = [
    Answer("a", 1, "rest"),
    HandOver("a"),
    TakeBack("a"),
    GiveOrder("a", "allow"),
]
BEFORE: list[Any] = [
    Sit("x", "Xin"),
    SeatBot("a"),
    UnseatBot("a"),
    Choose("a", "preset", "big"),
    CutDeck("a", text="words"),
    Start("a"),
]


def kind(command: Command) -> str:
    return type(command).__name__


@pytest.mark.parametrize("command", SEATED, ids=kind)
def test_whoever_does_not_sit_cannot_act_in_a_lobby(hall: Hall, command: Command) -> None:
    hall.open("b")
    assert hall.refused(command) == NotSeated()


@pytest.mark.parametrize("command", WHILE_PLAYING, ids=kind)
def test_nothing_is_played_in_a_lobby(hall: Hall, command: Command) -> None:
    hall.open("b")
    assert hall.refused(command) == NotRunning()


def test_a_lobby_stays_for_three_hours(hall: Hall) -> None:
    hall.open("b")
    hall.at += 3 * 3600 - 1
    assert hall.refused(Tick(0)) == NotYetTime(int(hall.at) + 1)


def test_nobody_sits_twice(hall: Hall) -> None:
    hall.open("b")
    assert hall.refused(Sit("b", "Ben")) == AlreadySeated()


@pytest.mark.parametrize("command", BEFORE, ids=kind)
def test_a_running_game_is_past_the_lobby(hall: Hall, command: Command) -> None:
    hall.start("b")
    assert hall.refused(command) == AlreadyRunning()


@pytest.mark.parametrize(
    "command",
    [
        Answer("x", 1, "rest"),
        Rise("x"),
        HandOver("x"),
        TakeBack("x"),
        UseLetters("x", True),
        GiveOrder("x", "allow"),
        Close("x"),
    ],
    ids=kind,
)
def test_whoever_does_not_sit_cannot_act_in_a_game(hall: Hall, command: Command) -> None:
    hall.start("b")
    assert hall.refused(command) == NotSeated()


def test_only_the_host_closes_a_running_game(hall: Hall) -> None:
    hall.start("b")
    assert hall.refused(Close("b")) == HostOnly("Ann")


def test_an_order_that_cannot_be_given_is_refused(hall: Hall) -> None:
    hall.start("b")
    assert hall.refused(GiveOrder("a", "win")) == NoOrder()


def test_a_game_without_orders_takes_none(hall: Hall) -> None:
    hall.start("b", game="love-letter")
    assert hall.refused(GiveOrder("a", "allow")) == NoOrder()


@pytest.mark.parametrize("closed", [False, True], ids=["finished", "closed"])
@pytest.mark.parametrize("command", [*BEFORE, *WHILE_PLAYING, Rise("a"), Close("a")], ids=kind)
def test_what_is_over_is_over(hall: Hall, command: Command, closed: bool) -> None:
    hall.start("b", setting={"turns": "1"})
    if closed:
        hall.do(Close("a"))
    else:
        hall.finish()
    assert hall.refused(command) == AlreadyOver()


def test_what_is_over_has_no_deadline(hall: Hall) -> None:
    hall.start("b", setting={"turns": "1"})
    hall.finish()
    assert hall.refused(Tick(hall.finished.question)) == TooLate()


def test_a_room_without_a_table_says_so(hall: Hall) -> None:
    assert hall.refused(Sit("a", "Ann"), table=None) == NoTable()
    assert hall.refused(Sit("a", "Ann"), table=None, room=None) == NoTable()
    assert hall.refused(Sit("a", "Ann"), table=None, room=99) == NoTable()
    assert hall.refused(Sit("a", "Ann"), table="nothing") == NoTable()


def test_a_table_is_opened_in_a_room_and_for_a_game(hall: Hall) -> None:
    assert hall.refused(Open("a", "Ann", "toy"), room=None) == NoTable()
    assert hall.refused(Open("a", "Ann", "toy"), room=99) == NoTable()
    assert hall.refused(Open("a", "Ann", "chess")) == NoTable()


def test_a_room_has_one_open_table(hall: Hall) -> None:
    hall.open()
    assert hall.refused(Open("b", "Ben", "toy"), table=None) == AlreadyOpen()


def test_a_broken_table_refuses_everything(hall: Hall) -> None:
    hall.open()
    hall.forget()
    hall.tear()
    hall.tell(Sit("b", "Ben"))
    commands: list[Any] = [Sit("b", "Ben"), Start("a"), Close("a"), Tick(0)]
    for command in commands:
        assert hall.refused(command) == TableBroken(hall.id)
    assert hall.refused(Rematch("a", "Ann")) == TableBroken(hall.id)


def test_a_refusal_is_for_the_sender_alone(hall: Hall) -> None:
    hall.open("b")
    assert isinstance(hall.refused(Sit("b", "Ben")), Refusal)


def test_a_refused_input_keeps_its_receipt_and_nothing_else(hall: Hall) -> None:
    hall.open("b")
    before = hall.everything()
    assert hall.tell(Sit("b", "Ben"), receipt="r1").refused == AlreadySeated()
    after = hall.everything()
    assert [row[0] for row in after.pop("seen")] == [number_of("r1")]
    before.pop("seen")
    assert after == before


def test_a_refused_input_does_not_act_when_it_comes_again(hall: Hall) -> None:
    hall.open()
    assert hall.tell(Start("a"), receipt="r1").refused is not None
    hall.do(Sit("b", "Ben"))
    again = hall.tell(Start("a"), receipt="r1")
    assert (again.repeated, again.refused, again.notes) == (True, None, ())
    assert hall.lobby.chairs[1].user == "b"


def test_of_two_who_open_at_the_same_moment_the_second_is_refused(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The room looked free, and somebody else's table was there at the commit."""
    monkeypatch.setattr(SqlWork, "insert", lambda self, row, room_id, secret: False)
    assert hall.refused(Open("a", "Ann", "toy")) == AlreadyOpen()


def fails_once(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """A late step of a transaction fails, when table and journal have been written."""

    def fail(work: SqlWork, table: str, notes: object, at: float) -> None:
        monkeypatch.undo()
        raise error

    monkeypatch.setattr(SqlWork, "log", fail)


def test_what_was_written_before_a_refusal_is_taken_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.open("b")
    other = hall.store.enter("other", "elsewhere", "ja")
    hall.do(Knock("b", other.id, "Else", "Here"))
    fails_once(monkeypatch, Refused(TooLate()))
    assert hall.refused(Admit("a", other.id, True)) == TooLate()


def test_what_was_written_before_a_table_is_set_aside_is_taken_back(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall.open("b")
    other = hall.store.enter("other", "elsewhere", "ja")
    hall.do(Knock("b", other.id, "Else", "Here"))
    hall.sent()
    hall.forget()
    before, lines = hall.row, hall.store.journal_of(hall.id)
    fails_once(monkeypatch, Unreadable("torn"))
    assert hall.tell(Admit("a", other.id, True)).refused == TableBroken(hall.id)
    assert hall.row == msgspec.structs.replace(before, broken=True, due=None, remind_at=None)
    assert hall.store.journal_of(hall.id) == lines
    assert set(hall.sent()) == {f"room:{hall.room.id}"}, "the other room was never let in"


def press_that_plays(hall: Hall) -> PressInput:
    """One word is pressed; with the next one the move would be complete."""
    hall.start("b", "c", "d", "e", "x", bots=3, preset="big")
    seat = hall.asked[0]
    first = PressInput(
        hall.user(seat), hall.id, hall.playing.question, "1", str(seat % 9 + 1), hall.at
    )
    assert hall.house.press(first).refused is None
    return msgspec.structs.replace(first, place="0", label="hit")


def test_a_press_whose_move_is_refused_takes_nothing_away(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What had been pressed before is still pressed."""
    press = press_that_plays(hall)
    before = hall.everything()
    fails_once(monkeypatch, Refused(TooLate()))
    assert hall.house.press(press).refused == TooLate()
    assert hall.everything() == before
    assert hall.house.press(press).refused is None
    assert hall.playing.moves[-1].endswith(f":hit.{hall.playing.state.hit}")


def test_a_press_at_a_table_that_is_set_aside_plays_nothing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    press = press_that_plays(hall)
    hall.forget()
    before, lines = hall.row, hall.store.journal_of(hall.id)
    fails_once(monkeypatch, Unreadable("torn"))
    assert hall.house.press(press).refused == TableBroken(hall.id)
    assert hall.row == msgspec.structs.replace(before, broken=True, due=None, remind_at=None)
    assert hall.store.journal_of(hall.id) == lines


def test_a_position_that_cannot_be_says_where() -> None:
    error = PositionError("start.position", "no deck")
    assert (error.place, error.reason) == ("start.position", "no deck")
    assert str(error) == "start.position: no deck"
