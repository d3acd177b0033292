"""Several at one table at the same moment, as threads and as processes: exactly one wins."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from core.house.clock import shown
from core.house.house import Input, Result
from core.table.commands import (
    Answer,
    Command,
    Open,
    Rematch,
    Sit,
    Start,
    TakeBack,
    Tick,
)
from core.table.sayings import AlreadyOpen, AlreadyRunning, TooLate
from core.table.table import Playing
from tests import postgres
from tests.kernel.hall import NAMES, Hall
from tests.kernel.rival import race

TIMES = 12  # how often a race is run


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a new database, on either kind."""
    with postgres.new(request.param, tmp_path) as address:
        yield address


@pytest.fixture
def hall(url: str) -> Iterator[Hall]:
    hall = Hall(url)
    yield hall
    hall.store.close()


def together(hall: Hall, *commands: Command, receipt: str = "") -> list[Result]:
    """Several threads hand in a command each at the same moment."""
    barrier = threading.Barrier(len(commands))

    def hand_in(command: Command) -> Result:
        barrier.wait()
        return hall.tell(command, receipt=receipt)

    with ThreadPoolExecutor(len(commands)) as pool:
        return list(pool.map(hand_in, commands))


def refusals(results: list[Result]) -> list[type]:
    """Why some were refused."""
    return [type(result.refused) for result in results if result.refused is not None]


def test_a_double_press_plays_once(hall: Hall) -> None:
    hall.start("b", preset="big", setting={"turns": "40"})
    for turn in range(TIMES):
        user = hall.user(hall.asked[0])
        press = Answer(user, hall.playing.question, "think")
        assert refusals(together(hall, press, press, press)) == [TooLate, TooLate]
        assert len(hall.playing.moves) == turn + 1


def test_of_two_objections_one_counts(hall: Hall) -> None:
    hall.start("b", "c", "d", preset="big", setting={"turns": "40"})
    for _ in range(TIMES):
        seat = hall.asked[0]
        hall.answer(seat, f"hit.{seat % 4 + 1}")
        presses = [Answer(hall.user(s), hall.playing.question, "object") for s in hall.asked]
        results = together(hall, *presses)
        assert refusals(results) == [TooLate, TooLate]
        assert [line.partition(":")[2] for line in hall.playing.moves].count("object") == (
            len(hall.playing.moves) // 2
        )


def test_answers_of_all_count(hall: Hall) -> None:
    hall.start("b", "c", "d", preset="big", setting={"turns": "40"})
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{seat % 4 + 1}")
    asked = hall.asked
    results = together(hall, *(Answer(hall.user(s), hall.playing.question, "allow") for s in asked))
    assert refusals(results) == []
    assert sorted(hall.playing.moves[1:]) == [f"{s}:allow" for s in asked]


def test_of_two_starts_one_deals(hall: Hall) -> None:
    for _ in range(TIMES):
        hall.id = ""
        hall.room = hall.store.enter("test", f"chat {hall.at}", "en")
        hall.at += 1
        hall.open("b")
        assert refusals(together(hall, Start("a"), Start("b"))) == [AlreadyRunning]
        assert isinstance(hall.table, Playing)


def test_of_two_who_open_a_room_one_does(hall: Hall) -> None:
    for number in range(TIMES):
        hall.room = hall.store.enter("test", f"chat {number}", "en")
        results = together(hall, Open("a", "Ann", "toy"), Open("b", "Ben", "toy"))
        assert refusals(results) == [AlreadyOpen]
    assert len(hall.store.open_tables()) == TIMES


def test_of_two_who_play_again_one_opens(hall: Hall) -> None:
    hall.start("b", setting={"turns": "1"})
    hall.finish()
    assert refusals(together(hall, Rematch("a", "Ann"), Rematch("b", "Ben"))) == [AlreadyOpen]


def test_the_same_delivery_twice_at_once_acts_once(hall: Hall) -> None:
    hall.start("b", preset="big")
    press = Answer(hall.user(hall.asked[0]), 1, "think")
    results = together(hall, press, press, receipt="r1")
    assert sorted(result.repeated for result in results) == [False, True]
    assert refusals(results) == []
    assert len(hall.playing.moves) == 1


def test_deliveries_come_again_in_another_order(hall: Hall, url: str) -> None:
    """Also after a restart: each acted once, when it first came."""
    hall.start("b", preset="big")
    user = hall.user(hall.asked[0])
    first, second = Answer(user, 1, "think"), Answer(user, 2, "think")
    hall.do(first, receipt="r1")
    hall.do(second, receipt="r2")
    late = Answer(user, 3, "think")
    again = Hall(url)
    again.id, again.at = hall.id, hall.at + 60
    before = again.everything()
    for command, receipt in ((second, "r2"), (first, "r1"), (late, "r2"), (late, "r1")):
        assert again.tell(command, receipt=receipt).repeated
    assert again.everything() == before
    again.store.close()


def test_a_later_delivery_that_comes_first_makes_the_earlier_one_late(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{seat % 3 + 1}")
    one, other = (hall.user(s) for s in hall.asked)
    question = hall.playing.question
    hall.do(Answer(other, question, "object"), receipt="r2")
    assert hall.tell(Answer(one, question, "object"), receipt="r1").refused == TooLate()


def test_an_answer_races_with_its_deadline(hall: Hall) -> None:
    """Whichever commits first counts, and the other one is refused."""
    hall.start("b", preset="big", setting={"turns": "40"})
    for turn in range(TIMES):
        shown(hall.house, hall.id, hall.playing.question, hall.at)
        hall.at = hall.row.due or 0.0
        seat = hall.asked[0]
        answer = Answer(hall.user(seat), hall.playing.question, "rest.long")
        results = together(hall, answer, Tick(hall.playing.question))
        assert refusals(results) == [TooLate]
        assert len(hall.playing.moves) == turn + 1
        won_by_answer = results[0].refused is None
        assert hall.playing.moves[-1] == f"{seat}:rest" + ".long" * won_by_answer
        for user in "ab":
            hall.do(TakeBack(user))  # nobody is to fall silent twice in a row


def test_many_sit_down_at_once(hall: Hall) -> None:
    hall.open()
    assert refusals(together(hall, *(Sit(user, NAMES[user]) for user in "bcde"))) == []
    assert {chair.user for chair in hall.lobby.chairs} == set("abcde")


# Two processes


def test_two_processes_press_the_same_buttons(hall: Hall, url: str) -> None:
    hall.start("b", preset="big", setting={"turns": "40"})
    user = hall.user(hall.asked[0])
    inputs = [
        Input(Answer(user, question, "think"), hall.at, table=hall.id) for question in range(1, 31)
    ]
    mine, yours = race(url, inputs, inputs)
    for one, other in zip(mine, yours, strict=True):
        assert sorted((one, other)) == ["", "TooLate"]
    assert len(hall.playing.moves) == 30
    assert hall.playing.question == 31
    versions = [line[1] for line in hall.everything()["journal"]]
    assert sorted(versions) == list(range(1, hall.row.version + 1))


def test_two_processes_open_the_same_rooms(hall: Hall, url: str) -> None:
    rooms = [hall.store.enter("test", f"chat {n}", "en").id for n in range(12)]

    def opening(user: str) -> list[Input]:
        return [Input(Open(user, user, "toy"), hall.at, room=room) for room in rooms]

    mine, yours = race(url, opening("a"), opening("b"))
    for one, other in zip(mine, yours, strict=True):
        assert sorted((one, other)) == ["", "AlreadyOpen"]
    assert len(hall.store.open_tables()) == 12


def test_two_processes_hear_the_same_deliveries(hall: Hall, url: str) -> None:
    hall.open()
    inputs = [
        Input(Sit(f"p{n}", "Pat"), hall.at, receipt=f"r{n}", table=hall.id) for n in range(10)
    ]
    mine, yours = race(url, inputs, inputs)
    for one, other in zip(mine, yours, strict=True):
        assert sorted((one, other)) == ["", "repeated"]
    assert [chair.user for chair in hall.lobby.chairs] == ["a", *(f"p{n}" for n in range(10))]


def test_a_process_answers_while_another_ticks(hall: Hall, url: str) -> None:
    hall.start("b", preset="big", setting={"turns": "40"})
    shown(hall.house, hall.id, 1, hall.at)
    at = hall.row.due or 0.0
    user = hall.user(hall.asked[0])
    [answer], [tick] = race(
        url,
        [Input(Answer(user, 1, "rest.long"), at, table=hall.id)],
        [Input(Tick(1), at, table=hall.id)],
    )
    assert sorted((answer, tick)) == ["", "TooLate"]
    assert len(hall.playing.moves) == 1
