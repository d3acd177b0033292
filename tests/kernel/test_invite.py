"""Codes that invite another room; the hand in few words; showing everything again."""

from __future__ import annotations

import msgspec
import pytest

from core.desk.alert import brief
from core.desk.board import board_of
from core.desk.hand import LetterMeans, OrderStands, before, hand_of
from core.desk.letters import letters
from core.house.clock import show_again
from core.house.house import Result
from core.house.invite import invite, knock
from core.table.bridge import CODE_LASTS, NoSuchCode, RoomAsks
from core.table.commands import (
    GiveOrder,
    HandOver,
    Open,
    Start,
    UseLetters,
)
from core.table.sayings import AlreadyOpen, AlreadyRunning, NoTable, NotSeated
from tests.kernel.hall import GAMES, Hall
from tests.police.toy import Holding, Label


def code_of(hall: Hall, user: str = "b") -> str:
    code = invite(hall.house, user, hall.id, hall.at)
    assert isinstance(code, str), code
    return code


def ask(hall: Hall, code: str, room: int | None = None, receipt: str = "") -> Result:
    number = room or hall.store.enter("other", "elsewhere", "ja", "Else").id
    return knock(hall.house, "z", code, number, hall.at, receipt)


def test_a_code_lets_another_room_ask_once(hall: Hall) -> None:
    hall.open("b")
    code = code_of(hall)
    assert len(code) == 6
    result = ask(hall, code)
    assert result.refused is None
    assert [note.message for note in result.notes] == [RoomAsks("Else", "Ann")]
    assert hall.lobby.knocking[0].title == "Else"
    assert ask(hall, code).refused == NoSuchCode()


def test_a_code_lasts_ten_minutes(hall: Hall) -> None:
    hall.open("b")
    first, second = code_of(hall), code_of(hall)
    hall.at += CODE_LASTS
    assert ask(hall, first).refused is None
    hall.at += 1
    assert ask(hall, second).refused == NoSuchCode()


def test_an_unknown_code_or_room_is_refused(hall: Hall) -> None:
    hall.open("b")
    assert ask(hall, "ABCDEF").refused == NoSuchCode()
    assert ask(hall, code_of(hall), room=99).refused == NoSuchCode()


def test_a_room_that_plays_already_cannot_ask(hall: Hall) -> None:
    hall.open("b")
    assert ask(hall, code_of(hall), room=hall.room.id).refused == AlreadyOpen()


def test_a_knock_is_heard_once(hall: Hall) -> None:
    hall.open("b")
    code = code_of(hall)
    assert not ask(hall, code, receipt="r1").repeated
    assert ask(hall, code, receipt="r1").repeated


def test_a_knock_at_a_running_game_is_refused(hall: Hall) -> None:
    hall.open("b")
    code = code_of(hall)
    hall.do(Start("a"))
    assert ask(hall, code).refused == AlreadyRunning()


def test_only_who_sits_in_a_lobby_invites(hall: Hall) -> None:
    assert invite(hall.house, "a", "nothing", hall.at) == NoTable()
    hall.open("b")
    assert invite(hall.house, "x", hall.id, hall.at) == NotSeated()
    hall.do(Start("a"))
    assert invite(hall.house, "a", hall.id, hall.at) == AlreadyRunning()
    hall.tear()
    assert invite(hall.house, "a", hall.id, hall.at) == NoTable()


# The hand in few words


def choosing(hall: Hall) -> str:
    """Somebody has to choose a hat."""
    hall.start("b", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{3 - seat}")
    hall.answer(3 - seat, "allow")
    return hall.user(3 - seat)


def test_the_hand_is_told_in_few_words(hall: Hall) -> None:
    user = choosing(hall)
    hats = hall.playing.state.hands[hall.seat(user) - 1]
    assert brief(hall.table, GAMES, user) == ([Holding(hats)], -1)
    assert brief(hall.table, GAMES, "x") == ((), -1)


def test_whoever_plays_by_letters_reads_what_they_mean(hall: Hall) -> None:
    user = choosing(hall)
    hall.do(UseLetters(user, True))
    lines, version = brief(hall.table, GAMES, user)
    assert [type(line) for line in lines] == [LetterMeans, LetterMeans, Holding]
    assert version == GAMES["toy"].hidden(hall.playing.state, hall.seat(user)).version
    other = "a" if user == "b" else "b"
    assert brief(hall.table, GAMES, other)[1] == -1
    hall.do(HandOver(other))
    assert brief(hall.table, GAMES, other)[1] == -1


def test_the_letters_are_those_of_ones_own_hand(hall: Hall) -> None:
    """The other hand has changed more often, and would have other letters."""
    seat = hall.seat(choosing(hall))
    hall.answer(seat, f"lose.{hall.playing.state.hands[seat - 1][0]}")
    hall.answer(seat, f"hit.{3 - seat}")
    hall.answer(3 - seat, "allow")
    user = hall.user(3 - seat)
    hall.do(UseLetters(user, True))
    own, other = (GAMES["toy"].hidden(hall.playing.state, each) for each in (3 - seat, seat))
    assert own.version != other.version
    lines, version = brief(hall.table, GAMES, user)
    assert version == own.version
    assert tuple(line.mark for line in lines if isinstance(line, LetterMeans)) == letters(own)
    assert hand_of(hall.table, GAMES, user).letters == own.version
    board = [button.data for row in board_of(hall.table, GAMES).buttons for button in row]
    marks = [datum.rpartition(":~1.")[2] for datum in board if ":~1." in datum]
    assert tuple(marks) == letters(own)


def test_an_order_stands_below_the_hand(hall: Hall) -> None:
    hall.start("b", preset="big")
    user = hall.user(3 - hall.asked[0])
    hall.do(GiveOrder(user, "allow"))
    hats = hall.playing.state.hands[hall.seat(user) - 1]
    told = [Holding(hats), OrderStands(Label("allow"))]
    assert brief(hall.table, GAMES, user) == (told, -1)
    assert brief(hall.table, GAMES, hall.user(hall.asked[0]))[0] != told


def test_there_is_no_hand_without_a_game(hall: Hall) -> None:
    hall.open()
    assert brief(hall.table, GAMES, "a") == ((), -1)


def test_a_card_that_cannot_be_played_has_a_place_too() -> None:
    assert before(["guard.2.king", "spy"], "king") == ("guard", "2")
    assert before(["countess"], "king") == ()
    assert before([], "king") == ()


# Showing everything again


def test_another_language_outdates_every_card(hall: Hall) -> None:
    hall.open("b", bots=1)
    hall.sent()
    show_again(hall.house, hall.id, hall.at)
    assert set(hall.waiting()) == {f"room:{hall.room.id}", "person:a", "person:b"}


@pytest.mark.parametrize("broken", [False, True])
def test_what_cannot_be_shown_is_not(hall: Hall, broken: bool) -> None:
    if broken:
        hall.do(Open("a", "Ann", "toy"))
        row = msgspec.structs.replace(hall.row, broken=True)
        hall.store.run(lambda work: work.update(row))
        hall.sent()
    show_again(hall.house, hall.id, hall.at)
    assert not hall.waiting()
