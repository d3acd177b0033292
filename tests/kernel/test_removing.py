"""The host takes somebody off a lobby."""

from __future__ import annotations

import pytest

from core.desk.board import board_of
from core.desk.lobby_people import name_at
from core.desk.presses import Unseat, read_verb, spelled
from core.house.rebuild import rebuild
from core.table.commands import Choose, Remove, Sit, Start
from core.table.sayings import (
    AlreadyRunning,
    BotLeft,
    BotName,
    HostChanged,
    HostOnly,
    Joined,
    NotSeated,
    NotThere,
    Removed,
    Rose,
)
from core.table.table import mark_of
from tests.kernel.hall import GAMES, Hall


def mark(hall: Hall, seat: int) -> str:
    return mark_of(hall.id, hall.table.chairs[seat - 1])


def remove(hall: Hall, seat: int, user: str = "a") -> Remove:
    return Remove(user, seat, mark(hall, seat))


def names(hall: Hall) -> list[str]:
    return [chair.name for chair in hall.lobby.chairs]


def test_a_person_is_told_off_and_may_join_again(hall: Hall) -> None:
    hall.open("b", "c")
    hall.sent()
    assert hall.do(remove(hall, 2)) == [Removed("Ann", "Ben")]
    assert names(hall) == ["Ann", "Cho"]
    told = [note.message for note in hall.sent()[f"room:{hall.room.id}"]]
    assert told == [Removed("Ann", "Ben")], "everybody hears of it, the one who is gone too"
    assert hall.house.tables_of("b") == []
    assert hall.do(Sit("b", "Ben")) == [Joined("Ben")]
    assert names(hall) == ["Ann", "Cho", "Ben"]


def test_a_computer_goes_too_whichever_it_is(hall: Hall) -> None:
    hall.open("b", bots=2)
    assert hall.do(remove(hall, 3)) == [BotLeft(BotName.FUMI)]
    assert names(hall) == ["Ann", "Ben", "hako"]


def test_a_host_who_means_themselves_leaves(hall: Hall) -> None:
    hall.open("b")
    assert hall.do(remove(hall, 1)) == [Rose("Ann"), HostChanged("Ben")]
    assert hall.lobby.host == "b"


def test_only_the_host_may(hall: Hall) -> None:
    hall.open("b", "c")
    assert hall.refused(remove(hall, 3, "b")) == HostOnly("Ann")
    assert hall.refused(remove(hall, 3, "x")) == NotSeated()


@pytest.mark.parametrize("seat", [0, 4, 99])
def test_a_place_that_is_none(hall: Hall, seat: int) -> None:
    hall.open("b", "c")
    assert hall.refused(Remove("a", seat, mark(hall, 2))) == NotThere()


def test_whoever_has_come_to_the_place_meanwhile_is_left_alone(hall: Hall) -> None:
    hall.open("b", "c")
    late = remove(hall, 2)
    hall.do(late)
    assert hall.refused(late) == NotThere(), "Cho sits there now"
    assert hall.tell(late).late


def test_not_while_a_game_runs(hall: Hall) -> None:
    hall.open("b", "c")
    late = remove(hall, 2)
    hall.do(Start("a"))
    assert hall.refused(late) == AlreadyRunning()


def test_the_journal_tells_who_went(hall: Hall) -> None:
    hall.open("b", bots=1)
    hall.do(remove(hall, 2))
    entries = hall.store.journal_of(hall.id)
    again = rebuild(entries, hall.lobby.secret, GAMES, lambda name: pytest.fail(name))
    assert again == hall.lobby


def test_a_panel_has_a_key_for_everybody_but_the_host(hall: Hall) -> None:
    hall.open("b", bots=1)
    hall.do(Choose("a", "panel", "people"))
    *_, first, second, done = board_of(hall.table, hall.games).choice
    assert [button.label for button in (*first, *second)] == [name_at(2), name_at(3)]
    assert [button.verb for button in (*first, *second)] == [
        Unseat(2, mark(hall, 2)),
        Unseat(3, mark(hall, 3)),
    ]
    assert done[0].data.endswith(":panel.")


def test_the_key_stands_where_somebody_can_be_removed(hall: Hall) -> None:
    hall.open()
    assert not _offers(hall)
    hall.do(Sit("b", "Ben"))
    assert _offers(hall)


def _offers(hall: Hall) -> bool:
    rows = board_of(hall.table, hall.games).buttons
    return any(button.data.endswith(":panel.people") for row in rows for button in row)


@pytest.mark.parametrize(
    ("code", "seat"), [("unseat.2.a3f1", 2), ("unseat.12.0000", 12)], ids=["one", "two"]
)
def test_how_the_key_is_spelled(code: str, seat: int) -> None:
    verb = read_verb(code)
    assert isinstance(verb, Unseat) and verb.seat == seat
    assert spelled(verb) == code


@pytest.mark.parametrize("code", ["unseat.x.a3f1", "unseat.222.a3f1", "unseat.2.a3", "unseat.2"])
def test_what_is_no_such_key(code: str) -> None:
    assert not isinstance(read_verb(code), Unseat)
