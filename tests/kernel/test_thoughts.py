"""Computers that think beside: nothing waits for them, and their answers are inputs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
import pytest

from core.house.clock import shown, wake_up
from core.house.house import Result
from core.house.journal import moves_of
from core.house.rebuild import rebuild
from core.house.thinking import Thinking, answered_instead, thinking_at
from core.house.timing import Pause
from core.kernel.minds import stand_in
from core.table.commands import (
    Choose,
    Close,
    HandOver,
    Open,
    Rise,
    SeatBot,
    Sleep,
    Start,
    TakeBack,
    Thought,
    Tick,
    UseLetters,
)
from core.table.course import computers_due, thinker
from core.table.levels import ComputerThinks
from core.table.oracle import FAIR
from core.table.sayings import AlreadyOver, FellAsleep, NotRunning, Pace, TooLate
from core.table.table import Finished, Playing, Table
from tests.kernel.hall import DEEP_GAMES, Hall
from tests.police.toy import DEEP, CannotDo, Deep

replace = msgspec.structs.replace


class Parlour(Hall):
    """A hall of games with levels, which hears where a computer is to think."""

    def __init__(self, pause: Pause | None = None) -> None:
        super().__init__(pause=pause, games=DEEP_GAMES)
        self.called: list[str] = []
        self.house.on_thinking = self.called.append

    def begin(self, *others: str, bots: int = 1, bot: str = "", **setting: str) -> None:
        """Ann, others, and hard computers begin a game."""
        self.do(Open("a", "Ann", "deep", Pace.NONE))
        self.open_more(*others)
        self.do(Choose("a", "level", "hard"))
        for _ in range(bots):
            self.do(SeatBot("a", bot))
        for name, value in setting.items():
            self.do(Choose("a", name, value))
        self.do(Start("a"))

    def until_thinking(self) -> Thinking:
        """People rest and allow until a computer is to think."""
        while (asked := thinking_at(self.house, self.id)) is None:
            seat = next(s for s in self.asked if self.playing.chairs[s - 1].decides)
            self.answer(seat, "allow" if self.playing.state.asked else "rest")
        return asked

    def act(self, *wishes: str) -> None:
        """Whoever is next answers; a person with one of their wishes, if they can."""
        if thinker(self.table, DEEP):
            self.do(thought(self))
            return
        seat = next(s for s in self.asked if self.playing.chairs[s - 1].decides)
        codes = [move.code for move in DEEP.moves(self.playing.state, seat)]
        self.answer(seat, next((code for code in codes if code.startswith(wishes)), codes[0]))

    def think(self) -> Result:
        """The computer that is to think answers."""
        return self.tell(thought(self))


def thought(hall: Hall) -> Thought:
    """What the computer comes to that is to think."""
    asked = thinking_at(hall.house, hall.id)
    assert asked is not None
    move = DEEP.bots[asked.kind](asked.view, asked.moves, asked.dice)
    return asked.answered(move.code)


@pytest.fixture
def parlour() -> Iterator[Parlour]:
    hall = Parlour()
    yield hall
    hall.store.close()


@pytest.fixture
def slow() -> Iterator[Parlour]:
    """Computers move one by one there, every two seconds."""
    hall = Parlour(Pause(0, 2.0))
    yield hall
    hall.store.close()


def test_nothing_rides_past_a_computer_that_thinks(parlour: Parlour) -> None:
    parlour.begin()
    asked = parlour.until_thinking()
    assert asked.seat == parlour.asked[0] and asked.kind == "hard.bold"
    assert parlour.row.due == parlour.at
    moves = len(parlour.playing.moves)
    assert parlour.refused(Tick(asked.question)) == ComputerThinks()
    assert len(parlour.playing.moves) == moves == asked.made


def test_the_house_says_where_one_is_to_think(parlour: Parlour) -> None:
    parlour.begin()
    parlour.until_thinking()
    assert parlour.called and set(parlour.called) == {parlour.id}
    number = len(parlour.called)
    result = parlour.think()
    assert result.thinks is bool(thinker(parlour.table, DEEP))
    assert len(parlour.called) == number + result.thinks


def test_its_question_holds_what_its_seat_sees_and_no_more(parlour: Parlour) -> None:
    parlour.begin()
    asked = parlour.until_thinking()
    table = parlour.playing
    assert asked.view == DEEP.view(table.state, asked.seat)
    assert list(asked.moves) == list(DEEP.moves(table.state, asked.seat))
    assert table.secret not in repr(asked) and table.deal.seed not in repr(asked)
    again = thinking_at(parlour.house, parlour.id)
    assert again is not None
    assert replace(again, dice=asked.dice) == asked  # asked again, it is the same question
    assert (again.dice.seed, again.dice.drawn) == (asked.dice.seed, asked.dice.drawn)


def test_it_answers_as_anybody_can_compute_again(parlour: Parlour) -> None:
    parlour.begin()
    asked = parlour.until_thinking()
    move = FAIR.answer(parlour.playing, DEEP, asked.seat, asked.kind)
    parlour.do(thought(parlour))
    assert parlour.playing.moves[asked.made] == f"{asked.seat}:{move.code}"


def test_a_stand_in_may_answer_and_nobody_else(parlour: Parlour) -> None:
    parlour.begin()
    asked = parlour.until_thinking()
    strange = replace(thought(parlour), kind="easy.bold")
    assert isinstance(parlour.refused(strange), CannotDo)
    instead = answered_instead(parlour.house, asked)
    assert (instead.kind, instead.move) == (stand_in(asked.kind), "rest")
    assert parlour.do(instead)


def test_a_move_that_is_none_is_refused(parlour: Parlour) -> None:
    parlour.begin()
    parlour.until_thinking()
    odd = replace(thought(parlour), move="fly")
    assert parlour.tell(odd).by_rules


def test_a_thought_is_good_for_the_moment_at_which_it_was_begun(parlour: Parlour) -> None:
    parlour.begin("b")
    parlour.until_thinking()
    good = thought(parlour)
    for late in (
        replace(good, question=good.question - 1),
        replace(good, made=good.made - 1),
        replace(good, seat=good.seat % 3 + 1),
    ):
        assert parlour.refused(late) == TooLate()
    parlour.do(good)
    assert parlour.refused(good) == TooLate()


def test_people_answer_first_and_a_thought_of_before_is_too_late(parlour: Parlour) -> None:
    """Somebody takes their seat back while a computer thinks over the same window."""
    parlour.begin("b", bots=2, bot="hard.patient", preset="big", turns="40")
    parlour.do(HandOver("b"))
    b = parlour.seat("b")
    while not (parlour.playing.state.asked and thinker(parlour.table, DEEP) and b in parlour.asked):
        parlour.act("hit", "allow")
    early = thought(parlour)
    parlour.do(TakeBack("b"))
    assert not thinker(parlour.table, DEEP)
    assert parlour.refused(early) == TooLate()
    parlour.answer(b, "allow")
    assert parlour.refused(early) == TooLate()  # another could have been seen by now
    assert thought(parlour) == replace(early, made=early.made + 1)


def test_no_thought_is_heard_where_no_game_runs(parlour: Parlour) -> None:
    parlour.begin()
    parlour.until_thinking()
    good = thought(parlour)
    parlour.do(Close("a"))
    assert parlour.refused(good) == AlreadyOver()
    assert thinking_at(parlour.house, parlour.id) is None
    assert thinking_at(parlour.house, "nothing") is None
    parlour.id = ""
    parlour.do(Open("a", "Ann", "deep"))
    assert parlour.refused(good) == NotRunning()
    assert thinking_at(parlour.house, parlour.id) is None


def test_several_answer_a_window_one_after_another(parlour: Parlour) -> None:
    parlour.begin(bots=3, bot="hard.patient", preset="big", turns="40")
    ann = parlour.seat("a")
    while parlour.playing.state.turn != ann or parlour.playing.state.hit:
        parlour.act("object")
    parlour.act("hit")
    window, seats = parlour.playing.question, []
    while parlour.playing.question == window:
        seats.append(thinker(parlour.table, DEEP))
        parlour.act()
    assert seats == [seat for seat in (1, 2, 3, 4) if seat != ann]


def test_a_game_of_computers_alone_goes_on_by_thoughts_to_its_end(parlour: Parlour) -> None:
    """Every person is out for good; the table neither sleeps nor stands still."""
    parlour.begin(bots=3, preset="big", turns="40")
    alone = 0
    while isinstance(parlour.table, Playing):
        alone += not parlour.playing.state.hands[parlour.seat("a") - 1]
        parlour.act("rest", "allow")
    assert alone > 1 and isinstance(parlour.table, Finished)


def test_where_nobody_is_present_the_table_sleeps_instead(slow: Parlour) -> None:
    slow.begin("b", pace="quick")
    while not slow.chair("a").away:
        if thinker(slow.table, DEEP):
            slow.act()
        elif not computers_due(slow.table, DEEP) and slow.seat("b") in slow.asked:
            slow.act("rest", "allow")
        else:
            shown(slow.house, slow.id, slow.playing.question, slow.at)
            slow.at = slow.row.due or pytest.fail("no clock")
            slow.do(Tick(slow.playing.question))
    while not thinker(slow.table, DEEP):
        slow.at = max(slow.at, slow.row.due or 0.0)
        if computers_due(slow.table, DEEP):
            slow.do(Tick(slow.playing.question))
        else:
            slow.act("rest", "allow")
    slow.do(Rise("b"))  # one by one: nothing rides along, not even falling asleep
    assert not slow.playing.asleep and not thinker(slow.table, DEEP)
    assert slow.row.due is not None
    slow.at = slow.row.due
    assert slow.do(Tick(slow.playing.question)) == [FellAsleep()]
    assert slow.playing.asleep and thinking_at(slow.house, slow.id) is None


def test_a_sleeping_table_waits_for_no_thought(parlour: Parlour) -> None:
    parlour.begin()
    parlour.until_thinking()
    parlour.do(Sleep())
    assert parlour.row.due is None and not thinker(parlour.table, DEEP)
    parlour.do(Sleep(on=False))
    assert parlour.row.due == parlour.at and thinker(parlour.table, DEEP)


def test_computers_move_one_by_one_after_a_thought_too(slow: Parlour) -> None:
    slow.do(Open("a", "Ann", "deep", Pace.NONE))
    slow.do(SeatBot("a", "hard.bold"))
    slow.do(SeatBot("a", "easy.bold"))
    slow.do(Start("a"))
    thoughts = 0
    while isinstance(slow.table, Playing):
        moves = len(slow.playing.moves)
        if computers_due(slow.table, DEEP):
            assert slow.row.due is not None and slow.row.due >= slow.at
            slow.at = slow.row.due
        if computers_due(slow.table, DEEP) and not thinker(slow.table, DEEP):
            slow.do(Tick(slow.playing.question))
        else:
            thoughts += bool(thinker(slow.table, DEEP))
            slow.act("rest", "allow")
        assert len(moves_of(slow.table)) == moves + 1
    assert thoughts


def test_a_restart_finds_the_question_again(parlour: Parlour) -> None:
    parlour.begin()
    asked = parlour.until_thinking()
    parlour.at += 500
    wake_up(parlour.house, parlour.id, parlour.at)
    assert parlour.row.due == parlour.at
    assert parlour.store.due(parlour.at) == [(parlour.id, asked.question)]
    parlour.do(thought(parlour))


def test_other_inputs_do_not_spoil_a_thought(parlour: Parlour) -> None:
    parlour.begin()
    parlour.until_thinking()
    good = thought(parlour)
    parlour.do(UseLetters("a", True))
    parlour.do(good)


def test_thoughts_are_in_the_journal_and_make_the_same_table(parlour: Parlour) -> None:
    parlour.begin("b", bots=2, preset="big")
    for step in range(60):
        if not isinstance(parlour.table, Playing):
            break
        asked = thinking_at(parlour.house, parlour.id)
        if asked is not None:
            parlour.do(
                answered_instead(parlour.house, asked) if step % 3 == 0 else thought(parlour)
            )
        else:
            seat = next(s for s in parlour.asked if parlour.playing.chairs[s - 1].decides)
            parlour.answer(seat, DEEP.moves(parlour.playing.state, seat)[0].code)
        secret = parlour.store.run(lambda work: work.secret_of(parlour.id))
        lines = parlour.store.journal_of(parlour.id)
        assert rebuild(lines, secret, DEEP_GAMES, lambda old: pytest.fail(old)) == parlour.table


def test_a_newer_mind_does_not_change_what_was(parlour: Parlour) -> None:
    """A program whose computers answer otherwise finds a table that an older one left."""
    parlour.begin(bots=2, preset="big", turns="40")
    for _ in range(12):
        parlour.act("rest", "allow")
    secret = parlour.store.run(lambda work: work.secret_of(parlour.id))

    def again(mind: int) -> Table:
        class Newer(Deep):
            name: ClassVar[str] = "deep"

        newer = Newer()
        newer.mind = mind
        lines = parlour.store.journal_of(parlour.id)
        return rebuild(lines, secret, {**DEEP_GAMES, "deep": newer}, lambda old: pytest.fail(old))

    assert again(1) == again(2) == parlour.table
    assert {by for by in parlour.playing.by if "/" in by} == set()
