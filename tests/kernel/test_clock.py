"""The clock of a question: when it starts, half time, and what a restart does to it."""

from __future__ import annotations

import msgspec
import pytest

from core.house.clock import remind, shown, wake_up
from core.house.house import House
from core.house.ports import Batch
from core.table.commands import (
    AddRoom,
    Choose,
    Close,
    HandOver,
    Rise,
    Start,
    TakeBack,
    Tick,
)
from core.table.sayings import HalfTime, SetAside, StillWaiting
from tests.kernel.hall import GAMES, Chance, Hall, messages


def show(hall: Hall) -> None:
    """The prompt of the open question was shown just now."""
    shown(hall.house, hall.id, hall.playing.question, hall.at)


def test_the_clock_starts_when_the_prompt_is_shown(hall: Hall) -> None:
    hall.start("b")
    assert (hall.row.due, hall.row.remind_at) == (None, None)
    hall.at += 7
    show(hall)
    assert (hall.row.due, hall.row.remind_at) == (hall.at + 60, hall.at + 30)


def test_showing_it_again_does_not_start_it_anew(hall: Hall) -> None:
    hall.start("b")
    show(hall)
    due = hall.row.due
    hall.at += 9
    show(hall)
    assert hall.row.due == due


def test_an_earlier_question_starts_no_clock(hall: Hall) -> None:
    hall.start("b")
    hall.answer(hall.asked[0], "rest")
    shown(hall.house, hall.id, 1, hall.at)
    assert hall.row.due is None


def test_a_table_that_is_gone_starts_no_clock(hall: Hall) -> None:
    shown(hall.house, "nothing", 1, hall.at)
    hall.open()
    before = hall.row
    shown(hall.house, hall.id, 0, hall.at)
    assert hall.row == before


def test_a_new_question_has_a_new_clock(hall: Hall) -> None:
    hall.start("b")
    show(hall)
    hall.answer(hall.asked[0], "think")
    assert (hall.row.due, hall.row.remind_at) == (None, None)


def test_a_window_keeps_its_clock_while_it_shrinks(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{seat % 3 + 1}")
    show(hall)
    due = hall.row.due
    hall.at += 5
    hall.answer(hall.asked[0], "allow")
    assert hall.row.due == due == hall.at + 15


def test_a_relaxed_table_takes_five_times_as_long(hall: Hall) -> None:
    hall.open("b")
    hall.do(Choose("a", "pace", "relaxed"))
    hall.do(Start("a"))
    show(hall)
    assert hall.row.due == hall.at + 300


@pytest.mark.parametrize(("window", "seconds"), [(0, 20), (300, 300)])
def test_some_rooms_give_a_chance_to_object_another_length(window: int, seconds: int) -> None:
    hall = Hall()
    hall.house = House(hall.store, GAMES, Chance(), windows=lambda rooms: window * len(rooms))
    hall.start("b", "c", preset="big")
    show(hall)
    assert hall.row.due == hall.at + 60, "a turn is no chance to object"
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{seat % 3 + 1}")
    show(hall)
    assert hall.row.due == hall.at + seconds
    hall.store.close()


def test_a_table_without_a_clock_never_ticks(hall: Hall) -> None:
    hall.open("b")
    hall.do(Choose("a", "pace", "none"))
    hall.do(Start("a"))
    show(hall)
    assert hall.row.due is None


def test_computers_alone_have_no_clock_but_a_pause(slow_hall: Hall) -> None:
    hall = slow_hall
    hall.start("b", preset="big")
    seat = hall.asked[0]
    hall.do(HandOver(hall.user(seat)))
    due = hall.row.due
    assert due == hall.at + 2
    show(hall)
    assert hall.row.due == due


def test_taking_a_seat_back_in_time_gives_the_whole_time(slow_hall: Hall) -> None:
    hall = slow_hall
    hall.start("b", preset="big")
    user = hall.user(hall.asked[0])
    hall.do(HandOver(user))
    question = hall.playing.question
    hall.do(TakeBack(user))
    assert hall.playing.question == question
    assert hall.row.due is None
    show(hall)
    assert hall.row.due == hall.at + 60


def test_in_two_rooms_the_clock_runs_after_three_minutes_at_the_latest(hall: Hall) -> None:
    hall.open("b")
    other = hall.store.enter("other", "chat", "ja")
    hall.do(AddRoom(other.id))
    hall.do(Start("a"))
    assert (hall.row.due, hall.row.remind_at) == (hall.at + 180 + 60, None)
    show(hall)
    assert hall.row.due == hall.at + 60


def test_half_time_is_told_once_to_the_room_and_to_the_person(hall: Hall) -> None:
    hall.start("b")
    show(hall)
    hall.sent()
    seat = hall.asked[0]
    remind(hall.house, hall.id, hall.at + 29)
    assert not hall.waiting()
    hall.at += 30
    remind(hall.house, hall.id, hall.at)
    remind(hall.house, hall.id, hall.at + 5)
    told = {lane: messages(notes) for lane, notes in hall.sent().items()}
    assert told == {
        f"room:{hall.room.id}": [StillWaiting((seat,))],
        f"person:{hall.user(seat)}": [HalfTime()],
    }


def test_half_time_of_nothing_is_not_told(hall: Hall) -> None:
    remind(hall.house, "nothing", hall.at)
    hall.start("b")
    hall.sent()
    remind(hall.house, hall.id, hall.at + 1000)
    assert not hall.waiting()


def test_half_time_of_a_game_that_ended_is_not_told(hall: Hall) -> None:
    hall.start("b")
    show(hall)
    row = hall.row
    hall.do(Close("a"))
    hall.sent()
    again = msgspec.structs.replace(hall.row, due=row.due, remind_at=row.remind_at)
    hall.store.run(lambda work: work.update(again))
    remind(hall.house, hall.id, hall.at + 31)
    assert not hall.waiting()


def test_times_are_found_when_they_have_come(hall: Hall) -> None:
    hall.start("b")
    show(hall)
    assert hall.store.next_time() == hall.at + 30
    assert list(hall.store.reminders(hall.at + 30)) == [hall.id]
    remind(hall.house, hall.id, hall.at + 30)
    assert list(hall.store.reminders(hall.at + 31)) == []
    assert list(hall.store.due(hall.at + 60)) == [(hall.id, 1)]


# After a pause of the house


def test_after_a_restart_everything_is_shown_again(hall: Hall) -> None:
    hall.start("b")
    hall.sent()
    wake_up(hall.house, hall.id, hall.at)
    waiting = hall.waiting()
    assert set(waiting) == {f"room:{hall.room.id}", "person:a", "person:b"}
    assert all(_only_cards(batch) for batch in waiting.values())


def _only_cards(batch: Batch) -> bool:
    return not batch.notes and all(card.outdated for card in batch.cards)


def test_whoever_left_is_not_woken(hall: Hall) -> None:
    hall.start("b", "c", bots=1, preset="big")
    hall.do(Rise("b"))
    hall.sent()
    wake_up(hall.house, hall.id, hall.at)
    assert set(hall.waiting()) == {f"room:{hall.room.id}", "person:a", "person:c"}


def test_a_deadline_to_come_stays(hall: Hall) -> None:
    hall.start("b", setting={"pace": "relaxed"})
    show(hall)
    row = hall.row
    wake_up(hall.house, hall.id, hall.at + 240)
    assert hall.row == row


@pytest.mark.parametrize("reminded", [False, True])
def test_a_deadline_that_comes_too_soon_becomes_a_minute(hall: Hall, reminded: bool) -> None:
    """What people did while the house was away must be heard first."""
    hall.start("b", setting={"pace": "relaxed"})
    show(hall)
    if reminded:
        remind(hall.house, hall.id, hall.at + 150)
    hall.at += 290
    wake_up(hall.house, hall.id, hall.at)
    half = 60 if reminded else 30
    assert (hall.row.due, hall.row.remind_at) == (hall.at + 60, hall.at + half)


@pytest.mark.parametrize("back", [3600.0, 86400.0])
def test_a_deadline_that_a_wrong_clock_has_stored_becomes_a_minute(hall: Hall, back: float) -> None:
    hall.start("b")
    show(hall)
    hall.at -= back
    wake_up(hall.house, hall.id, hall.at)
    assert hall.row.due == hall.at + 60
    assert hall.row.asked_at == hall.at


@pytest.mark.parametrize("reminded", [False, True])
def test_a_deadline_that_passed_meanwhile_becomes_a_minute(hall: Hall, reminded: bool) -> None:
    hall.start("b")
    show(hall)
    if reminded:
        remind(hall.house, hall.id, hall.at + 30)
    hall.at += 5000
    wake_up(hall.house, hall.id, hall.at)
    half = 60 if reminded else 30  # whoever was reminded is not reminded again
    assert (hall.row.due, hall.row.remind_at) == (hall.at + 60, hall.at + half)
    assert list(hall.store.reminders(hall.at + 31)) == ([] if reminded else [hall.id])


def test_a_deadline_of_a_prompt_never_shown_becomes_a_minute_too(hall: Hall) -> None:
    hall.open("b")
    other = hall.store.enter("other", "chat", "ja")
    hall.do(AddRoom(other.id))
    hall.do(Start("a"))
    hall.at += 5000
    wake_up(hall.house, hall.id, hall.at)
    assert (hall.row.due, hall.row.remind_at) == (hall.at + 60, None)


def test_computers_that_were_due_move_at_once(slow_hall: Hall) -> None:
    hall = slow_hall
    hall.start("b", preset="big")
    hall.do(HandOver(hall.user(hall.asked[0])))
    hall.at += 5000
    wake_up(hall.house, hall.id, hall.at)
    assert hall.row.due == hall.at
    hall.do(Tick(hall.playing.question))


def test_a_lobby_wakes_up_too(hall: Hall) -> None:
    hall.open(bots=1)
    hall.sent()
    wake_up(hall.house, hall.id, hall.at)
    assert set(hall.waiting()) == {f"room:{hall.room.id}", "person:a"}


def test_nothing_wakes_up_where_nothing_is(hall: Hall) -> None:
    wake_up(hall.house, "nothing", hall.at)
    assert not hall.waiting()


def test_a_table_that_cannot_be_read_is_set_aside_at_the_start(hall: Hall) -> None:
    hall.start("b")
    hall.forget()
    hall.tear()
    hall.sent()
    wake_up(hall.house, hall.id, hall.at)
    assert hall.row.broken
    assert messages(hall.sent()[f"room:{hall.room.id}"]) == [SetAside(hall.id)]
    wake_up(hall.house, hall.id, hall.at)
    assert not hall.waiting()
    shown(hall.house, hall.id, 1, hall.at)
    remind(hall.house, hall.id, hall.at)
    assert hall.row.due is None
