"""A place in the next game: asked for once, called once."""

from __future__ import annotations

import pytest

from core.house.next_game import ask_for_next
from core.kernel.text import Public
from core.table.commands import AddRoom, Admit, Knock, Open, Rematch, Rise
from core.table.places import Reserved
from core.table.sayings import GathersNow, NextCalled, NextKept, NextReleased
from tests.kernel.hall import NAMES, Hall, messages


def ask(hall: Hall, user: str, room: int = 0, receipt: str = "") -> Public | None:
    hall.at += 1
    where = hall.store.room(room or hall.room.id)
    assert where is not None
    return ask_for_next(hall.house, Reserved(user, NAMES[user]), where, hall.at, receipt)


def calls(hall: Hall, room: int = 0) -> list[object]:
    told = messages(hall.sent().get(f"room:{room or hall.room.id}", []))
    return [each for each in told if isinstance(each, NextCalled)]


def reserved(hall: Hall, room: int = 0) -> list[str]:
    found = hall.store.read(lambda reads: reads.reserved(room or hall.room.id))
    return [each.user for each in found]


def test_they_are_called_in_order_when_a_table_opens_and_never_again(hall: Hall) -> None:
    assert [ask(hall, user) for user in ("c", "b")] == [NextKept(), NextKept()]
    hall.do(Open("a", "Ann", "toy"))
    assert calls(hall) == [NextCalled(("Cho", "Ben"), ("c", "b"))]
    assert reserved(hall) == []
    hall.do(Rise("a"))
    hall.id = ""
    hall.do(Open("a", "Ann", "toy"))
    assert calls(hall) == []


def test_asked_again_it_is_taken_back(hall: Hall) -> None:
    assert ask(hall, "b") == NextKept()
    assert ask(hall, "b") == NextReleased()
    assert ask(hall, "b") == NextKept()
    assert reserved(hall) == ["b"]
    assert ask(hall, "b") == NextReleased()
    hall.do(Open("a", "Ann", "toy"))
    assert calls(hall) == []


def test_the_same_press_twice_counts_once(hall: Hall) -> None:
    assert ask(hall, "b", receipt="r") == NextKept()
    assert ask(hall, "b", receipt="r") is None
    assert reserved(hall) == ["b"]


def test_rooms_know_nothing_of_each_other(hall: Hall) -> None:
    other = hall.store.enter("test", "other", "en").id
    ask(hall, "b", other)
    hall.do(Open("a", "Ann", "toy"))
    assert calls(hall) == [] and reserved(hall, other) == ["b"]


def test_while_a_game_runs_those_who_sit_may_ask_too(hall: Hall) -> None:
    hall.start("b")
    assert [ask(hall, user) for user in ("b", "x")] == [NextKept(), NextKept()]
    hall.finish()
    hall.do(Rematch("a", "Ann"))
    assert calls(hall) == [NextCalled(("Xin",), ("x",))], "Ben sits there already"
    assert reserved(hall) == []


def test_where_it_gathers_already_one_joins(hall: Hall) -> None:
    hall.open("b")
    assert ask(hall, "x") == GathersNow() and reserved(hall) == []
    assert ask(hall, "b") == NextKept(), "they sit here, and mean the one after it"
    ask(hall, "b")


def test_a_full_table_is_no_way_in(hall: Hall) -> None:
    hall.open(game="love-letter", bots=5)
    assert ask(hall, "x") == NextKept()


@pytest.mark.parametrize("by", ["code", "host"])
def test_a_table_that_comes_to_a_room_opens_there(hall: Hall, by: str) -> None:
    other = hall.store.enter("test", "other", "en").id
    ask(hall, "c", other)
    hall.open()
    if by == "code":
        hall.do(Knock("c", other, "Other", "Here"))
        hall.do(Admit("a", other, True))
    else:
        hall.do(AddRoom(other))
    assert calls(hall, other) == [NextCalled(("Cho",), ("c",))]
    assert reserved(hall, other) == []


def test_a_running_game_that_comes_to_a_room_calls_nobody(hall: Hall) -> None:
    other = hall.store.enter("test", "other", "en").id
    ask(hall, "c", other)
    hall.start("b")
    hall.do(AddRoom(other))
    assert calls(hall, other) == [] and reserved(hall, other) == ["c"]
