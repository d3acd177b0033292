"""A person takes more time; nobody else is told."""

from __future__ import annotations

import msgspec
import pytest

from core.desk.acts import Act
from core.desk.hand import hand_of
from core.house.clock import remind, shown
from core.house.journal import read
from core.house.rebuild import rebuild
from core.house.timing import LATEST_SHOWING
from core.table.commands import (
    AddRoom,
    Answer,
    Choose,
    GiveOrder,
    HandOver,
    Open,
    Rematch,
    Sit,
    Start,
    TakeTime,
)
from core.table.places import Individual, Wishes
from core.table.sayings import AlreadyOver, NotSeated
from core.table.table import Lobby
from tests.kernel.hall import GAMES, Hall

replace = msgspec.structs.replace


def wish(hall: Hall, user: str, on: bool = True) -> None:
    hall.store.remember(Individual(user, wishes=Wishes(more_time=on)))


def limit(hall: Hall) -> int:
    read = hall.house.read(hall.id)
    assert read is not None
    return read.limit


def due(hall: Hall) -> float:
    assert hall.row.due is not None
    return hall.row.due


def asked(hall: Hall) -> str:
    return hall.user(hall.asked[0])


def test_their_time_is_three_times_as_long_and_nobody_elses(hall: Hall) -> None:
    hall.start("b")
    usual = limit(hall)
    first = asked(hall)
    hall.do(TakeTime(first, True))
    assert limit(hall) == 3 * usual > 0
    hall.answer(hall.asked[0], "rest")
    assert asked(hall) != first and limit(hall) == usual
    hall.answer(hall.asked[0], "rest")
    assert asked(hall) == first and limit(hall) == 3 * usual
    hall.do(TakeTime(first, False))
    assert limit(hall) == usual


def test_a_clock_that_runs_for_them_runs_on(hall: Hall) -> None:
    hall.start("b")
    shown(hall.house, hall.id, hall.playing.question, hall.at)
    usual = limit(hall)

    hall.at += 5
    hall.do(TakeTime(asked(hall), True))
    assert due(hall) == hall.at - 5 + 3 * usual
    assert hall.row.remind_at == hall.at - 5 + 3 * usual / 2
    hall.do(TakeTime(asked(hall), False))
    assert due(hall) == hall.at - 5 + 3 * usual, "nobody's time is cut short"


@pytest.mark.parametrize("reminded", [False, True])
def test_asking_again_and_again_gives_no_more(hall: Hall, reminded: bool) -> None:
    hall.start("b")
    begun = hall.at
    shown(hall.house, hall.id, hall.playing.question, begun)
    usual, user = limit(hall), asked(hall)
    if reminded:
        hall.at += usual / 2
        remind(hall.house, hall.id, hall.at)
    for _ in range(20):
        hall.at += 1
        hall.do(TakeTime(user, True))
        hall.do(TakeTime(user, False))
        latest = begun + 3 * usual + (LATEST_SHOWING if reminded else 0)
        assert begun + 3 * usual <= due(hall) <= latest


def test_whoever_was_reminded_is_not_reminded_again(hall: Hall) -> None:
    hall.start("b")
    shown(hall.house, hall.id, hall.playing.question, hall.at)
    half = hall.row.remind_at
    assert half is not None
    remind(hall.house, hall.id, half)
    hall.do(TakeTime(asked(hall), True))
    assert hall.row.remind_at == hall.row.due
    assert not hall.store.reminders(due(hall) - 1)


def test_a_clock_that_does_not_run_yet_stays(hall: Hall) -> None:
    hall.start("b")
    hall.do(TakeTime(asked(hall), True))
    assert (hall.row.due, hall.row.remind_at) == (None, None)


def test_in_two_rooms_it_waits_longer_too(hall: Hall) -> None:
    other = hall.store.enter("test", "other", "en").id
    hall.open("b")
    hall.do(AddRoom(other))
    hall.do(Start("a"))
    usual = limit(hall)
    assert due(hall) == hall.at + LATEST_SHOWING + usual
    hall.do(TakeTime(asked(hall), True))
    assert (due(hall), hall.row.remind_at) == (hall.at + LATEST_SHOWING + 3 * usual, None)


def test_the_clock_of_others_stays(hall: Hall) -> None:
    hall.start("b")
    shown(hall.house, hall.id, hall.playing.question, hall.at)
    before = hall.row
    other = "b" if asked(hall) == "a" else "a"
    hall.do(TakeTime(other, True))
    assert (hall.row.due, hall.row.remind_at) == (before.due, before.remind_at)


def test_without_a_clock_there_is_none(hall: Hall) -> None:
    hall.start("b", setting={"pace": "none"})
    hall.do(TakeTime(asked(hall), True))
    assert limit(hall) == 0 and hall.row.due is None


def test_computers_take_no_longer(slow_hall: Hall) -> None:
    hall = slow_hall
    hall.start("b")
    user = asked(hall)
    hall.do(HandOver(user))
    before = hall.row
    hall.do(TakeTime(user, True))
    assert (hall.row.due, hall.row.remind_at) == (before.due, None)


def windows(hall: Hall) -> int:
    """Somebody hits somebody: all others may object. The time for it."""
    hall.answer(hall.asked[0], f"hit.{hall.asked[0] % 3 + 1}")
    assert len(hall.asked) == 2
    return limit(hall)


def test_a_window_is_as_long_as_the_longest(hall: Hall) -> None:
    hall.start("b", "c")
    usual = windows(hall)
    slow = hall.user(hall.asked[1])
    hall.do(TakeTime(slow, True))
    assert limit(hall) == 3 * usual
    hall.house.timing = replace(hall.house.timing, windows=lambda rooms: 7)
    assert limit(hall) == 21
    hall.do(HandOver(slow))
    assert limit(hall) == 7, "a computer needs no more time"


def test_that_somebody_has_an_order_does_not_show_in_the_time(hall: Hall) -> None:
    hall.start("b", "c")
    usual = windows(hall)
    slow = hall.user(hall.asked[1])
    hall.do(TakeTime(slow, True))
    hall.do(GiveOrder(slow, "allow"))
    assert hall.chair(slow).order and limit(hall) == 3 * usual


def test_nobody_is_told(hall: Hall) -> None:
    hall.start("b")
    hall.sent()
    assert hall.do(TakeTime("a", True)) == []
    assert all(notes == [] for notes in hall.sent().values())
    own = hand_of(hall.playing, GAMES, "a")
    assert Act.USUAL_TIME in [button.verb for button in own.foot]
    other = hand_of(hall.playing, GAMES, "b")
    assert Act.MORE_TIME in [button.verb for button in other.foot]


def test_who_does_not_sit_there_has_no_time(hall: Hall) -> None:
    hall.start("b")
    assert hall.refused(TakeTime("x", True)) == NotSeated()
    hall.finish()
    assert hall.refused(TakeTime("a", True)) == AlreadyOver()


def test_it_holds_wherever_they_sit_down(hall: Hall) -> None:
    for user in ("a", "c"):
        wish(hall, user)
    hall.do(Open("a", "Ann", "toy"))
    hall.do(Sit("b", "Ben"))
    hall.do(Sit("c", "Cho"))
    assert [chair.more_time for chair in hall.lobby.chairs] == [True, False, True]
    entries = hall.store.journal_of(hall.id)
    first, second, third = (line for line in map(read, (e.entry for e in entries)) if line)
    assert isinstance(first.command, Open) and first.command.more_time
    assert isinstance(second.command, Sit) and not second.command.more_time
    assert isinstance(third.command, Sit) and third.command.more_time
    hall.do(TakeTime("b", True))
    hall.do(TakeTime("a", False))
    assert [chair.more_time for chair in hall.lobby.chairs] == [False, True, True]
    hall.do(Choose("a", "turns", "1"))
    hall.do(Start("a"))
    assert {c.name for c in hall.playing.chairs if c.more_time} == {"Ben", "Cho"}
    entries = hall.store.journal_of(hall.id)
    again = rebuild(entries, hall.playing.secret, GAMES, lambda n: pytest.fail(n))
    assert again == hall.table


def test_a_rematch_asks_what_they_wish_now(hall: Hall) -> None:
    hall.start("b")
    hall.do(TakeTime("a", True))
    hall.finish()
    wish(hall, "b")
    hall.do(Rematch("a", "Ann"))
    assert {chair.user: chair.more_time for chair in hall.lobby.chairs} == {"a": False, "b": True}


def test_a_lobby_ends_when_it_would(hall: Hall) -> None:
    hall.open("b")
    hall.at += 100
    hall.do(TakeTime("b", True))
    assert isinstance(hall.table, Lobby)
    assert due(hall) == hall.at + 3 * 3600
    hall.do(Start("a"))
    hall.do(Answer(asked(hall), hall.playing.question, "rest"))
