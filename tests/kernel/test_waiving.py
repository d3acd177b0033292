"""Who lets two windows for several pass in silence: those wait for them no more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.desk.board import Waiving, board_of
from core.desk.hand import YouWaive, hand_of
from core.house.drafts import PressInput
from core.house.rebuild import rebuild
from core.house.timing import Pause, Timing, time_limit
from core.kernel.asks import Ask, Over
from core.kernel.text import Announce
from core.table.commands import Answer, GiveOrder, HandOver, Rise, TakeBack, TakeTime, Tick
from core.table.course import computers_due, people_awaited, silent_in
from core.table.playing import advance
from core.table.sayings import NoObjection
from core.table.table import Playing, put, run
from tests.kernel.hall import GAMES, Hall
from tests.police.toy import State, Toy

replace = msgspec.structs.replace

TOY = GAMES["toy"]


class Aiming(Toy):
    """A hit is aimed at whom it hits."""

    def ask(self, state: State) -> Ask | Over:
        asked = super().ask(state)
        if isinstance(asked, Ask) and asked.window:
            return replace(asked, aimed=asked.seats & {state.hit})
        return asked


def rested(hall: Hall, user: str) -> None:
    """A person has just had their turn."""
    while hall.user(hall.asked[0]) != user:
        hall.answer(hall.asked[0], "rest")
    hall.answer(hall.asked[0], "rest")


def window(hall: Hall, silent: str, *, at: str = "") -> int:
    """A window opens for several, these people among them: somebody else hits. Tells the target,
    who is another one too unless it is to be `at` somebody."""
    seat = hall.asked[0]
    assert hall.user(seat) not in silent, "their own turn would be a touch"
    hands = hall.playing.state.hands
    others = [s for s in range(1, len(hands) + 1) if s != seat and hall.user(s) not in silent]
    target = hall.seat(at) if at else max(others, key=lambda s: len(hands[s - 1]))
    hall.answer(seat, f"hit.{target}")
    return target


def allow(hall: Hall, but: str) -> list[Any]:
    """Everybody who is asked allows it, but one; what is told at the last answer."""
    told: list[Any] = []
    for seat in hall.asked:
        if hall.user(seat) != but:
            told = hall.answer(seat, "allow")
    return told


def lose(hall: Hall, target: int) -> None:
    """Whoever was hit chooses a hat."""
    hall.answer(target, TOY.moves(hall.playing.state, target)[0].code)


def silences(hall: Hall, user: str, times: int = 2) -> None:
    """A person lets windows pass in silence."""
    for _ in range(times):
        target = window(hall, user)
        allow(hall, user)
        assert NoObjection((hall.seat(user),)) in hall.late()
        lose(hall, target)


@pytest.fixture
def table(hall: Hall) -> Hall:
    hall.start("b", "c", "d", preset="big", setting={"turns": "40"})
    rested(hall, "b")
    return hall


def test_after_two_silences_windows_do_not_wait(table: Hall) -> None:
    silences(table, "b", 1)
    assert not table.chair("b").waives
    silences(table, "b", 1)
    assert table.chair("b").waives
    seat, target = table.seat("b"), window(table, "b")
    assert seat in table.asked
    assert seat not in people_awaited(table.playing, TOY)
    told = allow(table, "b")
    assert NoObjection((seat,)) in told, "nobody waits for the clock"
    assert table.asked == (target,)
    assert table.playing.moves[-1] == f"{seat}:allow"
    assert table.playing.by[-1] == "idle"


def test_they_may_still_object_while_others_think_and_are_waited_for_again(table: Hall) -> None:
    silences(table, "b")
    window(table, "b")
    table.answer(table.seat("b"), "object")
    assert table.chair("b").waived == 0
    assert not table.chair("b").waives


@pytest.mark.parametrize("command", [TakeBack("b"), GiveOrder("b", ""), HandOver("b", "idle")])
def test_any_touch_makes_it_forgotten(table: Hall, command: Any) -> None:
    silences(table, "b")
    table.do(command)
    assert table.chair("b").waived == 0


def test_a_key_of_a_choice_that_is_not_whole_yet_makes_it_forgotten(table: Hall) -> None:
    silences(table, "b")
    while table.user(table.asked[0]) != "b":
        table.answer(table.asked[0], "rest")
    assert table.chair("b").waives
    question = table.playing.question
    for _ in range(2):
        table.house.press(PressInput("b", table.id, question, "0", "rest", table.at))
        assert table.chair("b").waived == 0 and table.playing.question == question


def test_an_answer_between_makes_it_forgotten(table: Hall) -> None:
    silences(table, "b", 1)
    rested(table, "b")
    silences(table, "b", 1)
    assert not table.chair("b").waives


def test_a_standing_order_speaks_for_them(table: Hall) -> None:
    silences(table, "b")
    table.do(GiveOrder("b", "allow"))
    assert not table.chair("b").waives


def test_whoever_is_aimed_at_is_waited_for(hall: Hall) -> None:
    hall.house.games = {**GAMES, "toy": Aiming()}
    hall.start("b", "c", "d", preset="big", setting={"turns": "40"})
    rested(hall, "b")
    silences(hall, "b")
    assert hall.chair("b").waives
    window(hall, "b", at="b")
    assert hall.seat("b") in people_awaited(hall.playing, hall.house.games["toy"])
    allow(hall, "b")
    hall.late()
    assert hall.chair("b").waived == 2, "a silence at what is aimed at them does not count"


def test_a_window_for_one_waits(table: Hall) -> None:
    silences(table, "b")
    on_turn = table.user(table.asked[0])
    for gone in {"a", "c", "d"} - {on_turn}:
        table.do(Rise(gone))
    table.answer(table.seat(on_turn), f"hit.{table.seat('b')}")
    assert table.asked == people_awaited(table.playing, TOY) == (table.seat("b"),)


def test_the_board_and_the_hand_say_so(table: Hall) -> None:
    silences(table, "b")
    seat = table.seat("b")
    window(table, "b")
    board = board_of(table.playing, GAMES)
    assert Waiving((seat,)) in board.status
    assert seat in board.awaited and seat not in board.asks
    assert YouWaive() in hand_of(table.playing, GAMES, "b").asked
    assert YouWaive() not in hand_of(table.playing, GAMES, "a").asked


def test_several_of_them_are_told_in_one_line(hall: Hall) -> None:
    hall.start("b", "c", "d", "e", preset="big", setting={"turns": "40"})
    rested(hall, "a")
    first = hall.asked[0]
    seats = tuple(sorted((hall.seat("a"), (first + 2) % 5 + 1)))  # the last two of this round
    told: list[Any] = []
    for last in (False, False, True):
        window(hall, "".join(map(hall.user, seats)))
        for seat in hall.asked:
            if seat not in seats:
                told = hall.answer(seat, "allow")
        if not last:
            assert NoObjection(seats) in hall.late()
            lose(hall, hall.asked[0])
    assert [each for each in told if isinstance(each, NoObjection)] == [NoObjection(seats)]


def told_in(table: Playing, *commands: Any) -> tuple[Playing, list[Any]]:
    """What a group can see of these inputs, and the table after them."""
    notes: list[Any] = []
    for command in commands:
        now = run(advance(table, command(table), GAMES, 50), notes)
        assert isinstance(now, Playing)
        table = now
    return table, [note.message for note in notes if isinstance(note, Announce)]


@pytest.mark.parametrize("waive", ["", "a", "ac"])
def test_nobody_sees_that_somebody_has_given_an_order(hall: Hall, waive: str) -> None:
    """Two worlds: with a standing order, and without."""
    hall.start("b", "c", "d", preset="big", setting={"turns": "40"})
    while hall.user(hall.asked[0]) != "d":
        hall.answer(hall.asked[0], "rest")
    timing, seen = Timing(GAMES), []
    for order in ("", "allow"):
        chairs = tuple(
            replace(chair, waived=2 if chair.user in tuple(waive) else 0)
            for chair in hall.playing.chairs
        )
        before = replace(hall.playing, chairs=chairs)
        chair = chairs[hall.seat("b") - 1]
        chairs = put(chairs, hall.seat("b") - 1, replace(chair, order=order))
        before = replace(before, chairs=chairs)
        hit = f"hit.{hall.seat('a')}"
        table, told = told_in(before, lambda now, hit=hit: Answer("d", now.question, hit))
        row = timing.after(hall.row, before, table, hall.at, ())
        worlds = [(told, row.due, row.remind_at, computers_due(table, TOY), table.moves)]
        if "ac" in waive:
            assert people_awaited(table, TOY) == (hall.seat("b"),), "an order may not close it"
        for _ in range(2):
            table, told = told_in(table, lambda now: Tick(now.question, waives=True))
            worlds.append((told, 0.0, None, computers_due(table, TOY), table.moves))
        waived = tuple(chair.waived for chair in table.chairs)
        seen.append((worlds, waived, board_of(table, GAMES)))
    assert seen[0] == seen[1]
    assert any(isinstance(line, NoObjection) for line in seen[0][0][1][0])


def test_an_order_that_answers_in_time_that_is_over_counts_as_silence(hall: Hall) -> None:
    hall.start("b", "c", "d", preset="big", setting={"turns": "40"})
    rested(hall, "b")
    hall.do(GiveOrder("b", "allow"))
    window(hall, "b")
    assert hall.seat("b") in silent_in(hall.playing, TOY)
    told = [each for each in hall.late() if isinstance(each, NoObjection)]
    assert hall.seat("b") in told[0].seats and len(told) == 1
    assert hall.chair("b").waived == 1
    assert hall.playing.moves[-1].endswith(":allow")


def test_several_that_waive_are_told_once_where_computers_move_one_by_one() -> None:
    hall = Hall(pause=Pause(0, 2.0))
    hall.start("b", "c", "d", preset="big", setting={"turns": "40"})
    while hall.user(hall.asked[0]) != "d":
        hall.answer(hall.asked[0], "rest")
    chairs = tuple(replace(chair, waived=2) for chair in hall.playing.chairs)
    hit = f"hit.{hall.seat('a')}"
    table: Any = replace(hall.playing, chairs=chairs)
    notes: list[Any] = []
    table = run(advance(table, Answer("d", table.question, hit), GAMES, 0), notes)
    question = table.question
    for _ in range(3):
        if table.question == question:
            table = run(advance(table, Tick(question, waives=True), GAMES, 1), notes)
    told = [note for note in notes if isinstance(getattr(note, "message", None), NoObjection)]
    assert len(told) == 1 and table.question != question


def test_the_slowness_of_somebody_who_waives_holds_up_nobody(hall: Hall) -> None:
    hall.start("b", "c", "d", preset="big", setting={"turns": "40"})
    rested(hall, "b")
    silences(hall, "b")
    hall.do(TakeTime("b", True))
    usual = Timing(GAMES)
    window(hall, "b")
    asked = TOY.ask(hall.playing.state)
    assert isinstance(asked, Ask) and hall.seat("b") in asked.seats
    assert hall.chair("b").waives and hall.chair("b").more_time
    assert usual.limit(hall.playing, ()) == time_limit(hall.playing, TOY)


def test_a_tick_in_a_journal_of_an_older_release_counts_nobody(table: Hall) -> None:
    window(table, "b")
    now = table.playing
    counted, not_counted = (
        run(advance(now, Tick(now.question, waives=waives), GAMES, 50), [])
        for waives in (True, False)
    )
    assert {chair.waived for chair in counted.chairs} == {0, 1}
    assert {chair.waived for chair in not_counted.chairs} == {0}
    excused = run(advance(now, Tick(now.question, excused=True, waives=True), GAMES, 50), [])
    assert {chair.waived for chair in excused.chairs} == {0}


def test_a_table_is_rebuilt_with_them(table: Hall) -> None:
    silences(table, "b")
    window(table, "b")
    allow(table, "b")
    lines = table.store.journal_of(table.id)
    secret = table.store.run(lambda work: work.secret_of(table.id))
    assert rebuild(lines, secret, GAMES, lambda name: pytest.fail(name)) == table.playing
