"""Deadlines and people who fall silent."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

from core.house.clock import shown
from core.table.commands import (
    Answer,
    HandOver,
    Rise,
    Sleep,
    TakeBack,
    Tick,
    UseLetters,
)
from core.table.sayings import (
    CameBack,
    FellAsleep,
    NoObjection,
    NotYetTime,
    TimedOut,
    TooLate,
    WarnedOfAbsence,
    WentAway,
)
from core.table.table import Finished, Playing
from tests.kernel.hall import GAMES, Hall
from tests.police.toy import Toy


def silent_once(hall: Hall, user: str) -> None:
    """One deadline passes while this person alone is asked."""
    while hall.user(hall.asked[0]) != user:
        hall.answer(hall.asked[0], "rest")
    hall.late()


def test_a_deadline_gives_the_idle_answer(hall: Hall) -> None:
    hall.start("b", preset="big")
    seat = hall.asked[0]
    told = hall.late()
    assert told[:2] == [TimedOut((seat,)), WarnedOfAbsence(seat)]
    assert hall.playing.moves == (f"{seat}:rest",)


def test_a_tick_before_its_time_does_nothing(hall: Hall) -> None:
    hall.start("b")
    assert hall.refused(Tick(1)) == TooLate()
    shown(hall.house, hall.id, 1, hall.at)
    hall.at += 59.5
    assert hall.refused(Tick(1)) == NotYetTime(int(hall.row.due or 0))
    hall.at += 0.5
    hall.do(Tick(1))


def test_a_tick_of_an_answered_question_is_too_late(hall: Hall) -> None:
    hall.start("b")
    shown(hall.house, hall.id, 1, hall.at)
    hall.answer(hall.asked[0], "rest")
    shown(hall.house, hall.id, 2, hall.at)
    hall.at += 1000
    assert hall.refused(Tick(1)) == TooLate()


def test_an_answer_that_commits_before_the_tick_counts(hall: Hall) -> None:
    """Even after the deadline the question is open until its tick."""
    hall.start("b")
    shown(hall.house, hall.id, 1, hall.at)
    hall.at += 1000
    seat = hall.asked[0]
    hall.answer(seat, "rest.long")
    assert hall.playing.moves == (f"{seat}:rest.long",)
    assert hall.playing.chairs[seat - 1].silent == 0


def test_two_silences_in_a_row_make_absent(hall: Hall) -> None:
    hall.start("b", preset="big")
    silent_once(hall, "b")
    assert not hall.chair("b").away
    seat = hall.seat("b")
    while hall.asked != (seat,):
        hall.answer(hall.asked[0], "rest")
    assert WentAway(seat) in hall.late()
    assert hall.chair("b").away
    assert hall.chair("b").silent == 0


def test_an_answer_between_makes_the_silence_forgotten(hall: Hall) -> None:
    hall.start("b", preset="big")
    silent_once(hall, "b")
    while hall.user(hall.asked[0]) != "b":
        hall.answer(hall.asked[0], "rest")
    hall.answer(hall.asked[0], "rest")
    silent_once(hall, "b")
    assert not hall.chair("b").away


def test_silence_in_a_window_of_several_never_counts(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    for _ in range(3):
        if not isinstance(hall.table, Playing):
            break
        seat = hall.asked[0]
        target = seat % 3 + 1
        hall.answer(seat, f"hit.{target}")
        asked = hall.asked
        assert hall.late()[0] == NoObjection(asked)
        assert all(chair.silent == 0 for chair in hall.table.chairs)
        hall.answer(target, GAMES["toy"].moves(hall.playing.state, target)[0].code)


def test_only_those_still_asked_time_out(hall: Hall) -> None:
    hall.start("b", "c", "d", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{seat % 4 + 1}")
    first, *rest = hall.asked
    hall.answer(first, "allow")
    assert hall.late()[0] == NoObjection(tuple(rest))


def test_the_last_of_two_in_a_window_has_no_objection_and_nothing_counts(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    for _ in range(2):
        seat = hall.asked[0]
        target = seat % 3 + 1
        hall.answer(seat, f"hit.{target}")
        first, last = hall.asked
        hall.answer(first, "allow")
        assert hall.playing.opened_for == 2
        assert hall.late()[0] == NoObjection((last,))
        assert hall.playing.chairs[last - 1].silent == 0
        hall.answer(target, GAMES["toy"].moves(hall.playing.state, target)[0].code)


def test_a_window_for_one_counts(hall: Hall) -> None:
    hall.start("b", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{3 - seat}")
    assert hall.playing.opened_for == 1
    told = hall.late()
    assert told[:2] == [NoObjection((3 - seat,)), WarnedOfAbsence(3 - seat)]


def test_the_first_question_knows_for_whom_it_is_open(hall: Hall) -> None:
    hall.start("b", preset="big")
    assert hall.playing.opened_for == len(hall.asked) == 1


def test_a_silent_victim_is_asked_by_a_new_question(hall: Hall) -> None:
    """The idle answers of a window stop where something else is asked."""
    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    target = seat % 3 + 1
    hall.answer(seat, f"hit.{target}")
    hall.late()
    assert hall.asked == (target,)
    assert not hall.playing.state.asked


def test_the_game_may_end_by_a_deadline(hall: Hall) -> None:
    hall.start("b", setting={"turns": "1"})
    hall.answer(hall.asked[0], "think")
    assert isinstance(hall.table, Finished | Playing)
    if isinstance(hall.table, Playing):
        hall.late()
    assert hall.finished.winners == (1, 2)


def test_an_absent_seat_is_played_idle(hall: Hall) -> None:
    hall.start("b", preset="big")
    hall.silence("b")
    me, other = hall.seat("a"), hall.seat("b")
    assert hall.asked == (me,)
    hall.answer(me, "rest")
    assert hall.asked == (me,)
    assert hall.playing.moves[-1] == f"{other}:rest"


def test_the_absent_come_back_by_answering(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    hall.silence("b")
    seat = hall.seat("b")
    while hall.playing.state.asked == ():
        me = hall.asked[0]
        hall.answer(me, f"hit.{seat}")
    told = hall.do(Answer("b", hall.playing.question, "allow"))
    assert told[0] == CameBack(seat)
    assert not hall.chair("b").away


def test_the_absent_come_back_by_saying_so(hall: Hall) -> None:
    hall.start("b", preset="big")
    hall.silence("b")
    assert hall.do(TakeBack("b")) == [CameBack(hall.seat("b"))]
    assert not hall.chair("b").away


def test_a_refused_word_does_not_bring_anybody_back(hall: Hall) -> None:
    hall.start("b", preset="big")
    hall.silence("b")
    hall.refused(Answer("b", hall.playing.question, "rest"))
    assert hall.chair("b").away


def test_when_everybody_is_away_the_table_sleeps_and_says_so_once(hall: Hall) -> None:
    hall.start("b", preset="big")
    hall.silence("b")
    told = hall.late() + hall.late()
    assert told.count(FellAsleep()) == 1
    assert hall.playing.asleep
    assert (hall.row.due, hall.row.remind_at) == (None, None)


def sleeping(hall: Hall) -> None:
    """Both are away."""
    hall.start("b", preset="big")
    hall.silence("b")
    hall.late()
    hall.late()
    assert hall.playing.asleep


def test_a_sleeping_table_has_no_clock(hall: Hall) -> None:
    sleeping(hall)
    shown(hall.house, hall.id, hall.playing.question, hall.at)
    assert hall.row.due is None
    assert hall.refused(Tick(hall.playing.question)) == TooLate()


def test_a_sleeping_table_wakes_when_somebody_answers(hall: Hall) -> None:
    sleeping(hall)
    seat = hall.asked[0]
    assert hall.answer(seat, "rest")[0] == CameBack(seat)
    assert not hall.playing.asleep


def test_a_sleeping_table_wakes_when_somebody_comes_back(hall: Hall) -> None:
    sleeping(hall)
    hall.do(TakeBack("a"))
    assert not hall.playing.asleep
    shown(hall.house, hall.id, hall.playing.question, hall.at)
    assert hall.row.due == hall.at + 60


def test_a_sleeping_table_wakes_when_a_seat_is_handed_over(hall: Hall) -> None:
    sleeping(hall)
    hall.do(HandOver("a"))
    assert isinstance(hall.table, Finished) or not hall.playing.asleep


def test_a_table_that_nobody_sees_sleeps(hall: Hall) -> None:
    hall.start("b")
    shown(hall.house, hall.id, 1, hall.at)
    assert hall.do(Sleep()) == []
    assert hall.playing.asleep
    assert hall.row.due is None
    hall.do(TakeBack("a"))
    assert not hall.playing.asleep


def test_a_game_whose_people_are_all_out_is_played_to_its_end(hall: Hall) -> None:
    """Nobody could act any more, so nobody is waited for, and nothing sleeps."""
    hall.start("b", bots=2, bot="idle", preset="big")
    me = hall.seat("a")
    told: list[object] = []
    while isinstance(hall.table, Playing) and hall.playing.state.hands[me - 1]:
        wish = "rest" if hall.asked == (me,) else f"hit.{me}"
        seat = hall.seat("b") if hall.seat("b") in hall.asked else me
        codes = [move.code for move in GAMES["toy"].moves(hall.playing.state, seat)]
        told += hall.answer(seat, wish if wish in codes else codes[0])
    assert isinstance(hall.table, Playing), "Ben still plays"
    told += hall.do(Rise("b"))
    assert me not in hall.finished.winners
    assert hall.finished.winners
    assert FellAsleep() not in told


def test_absent_people_who_are_out_for_good_keep_nobody_waiting(hall: Hall) -> None:
    """Ann fell silent and lost all; when Ben leaves, the computers play it out, asleep never."""
    hall.start("b", bots=2, bot="idle", preset="big", setting={"turns": "40"})
    hall.silence("a")
    me, ben = hall.seat("a"), hall.seat("b")
    while hall.playing.state.hands[me - 1]:
        hall.answer(ben, f"hit.{me}" if hall.playing.state.turn == ben else "allow")
    assert hall.chair("a").away and not hall.chair("a").left
    told = hall.do(Rise("b"))
    assert FellAsleep() not in told
    assert set(hall.finished.winners) == {1, 2, 3, 4} - {me, ben}


def test_a_table_that_sleeps_does_not_say_so_again(hall: Hall) -> None:
    sleeping(hall)
    assert FellAsleep() not in hall.do(UseLetters("a", True))
    assert hall.playing.asleep


def test_whoever_handed_over_counts_as_present(hall: Hall) -> None:
    hall.start("b", preset="big")
    hall.do(HandOver("b"))
    while isinstance(hall.table, Playing) and not hall.chair("a").away:
        hall.late()
    assert isinstance(hall.table, Finished)


def test_when_the_last_one_present_leaves_the_rest_sleeps(hall: Hall) -> None:
    hall.start("b", "c", preset="big", setting={"turns": "40"})
    hall.silence("b")
    hall.silence("c")
    told = hall.do(Rise("a"))
    assert FellAsleep() in told
    assert hall.playing.asleep


def test_idle_answers_stop_where_the_question_changes() -> None:
    """The first silent one objects by itself; nothing is left to answer for the others."""

    class Grumps(Toy):
        """Absent people object."""

        bots = MappingProxyType({"idle": lambda view, moves, dice: moves[-1]})

    grumps: Any = Grumps()
    hall = Hall()
    hall.house.games = {"toy": grumps}
    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{seat % 3 + 1}")
    first = hall.asked[0]
    hall.late()
    assert hall.playing.moves[1:] == (f"{first}:object",)
    hall.store.close()
