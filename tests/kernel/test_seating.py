"""Seats: a fair draw, and in a bridge the people of one room side by side."""

from __future__ import annotations

import json

import pytest

from core.games import GAMES
from core.kernel.dice import Dice
from core.records.faults import RecordError
from core.records.record import read, read_rooms, record_of
from core.records.verify import verify
from core.table.commands import Rise, Start
from core.table.playing import step
from core.table.seating import rooms_of, seated
from core.table.table import (
    Chair,
    Deal,
    Finished,
    Lobby,
    Playing,
    Table,
)

GAMES_BY_NAME = {game.name: game for game in GAMES}
SECRET = "ab" * 32


def chairs(*rooms: int) -> tuple[Chair, ...]:
    """People of these rooms; 0 is a computer."""
    return tuple(
        Chair(f"P{i}", user=f"u:{i}", room=room) if room else Chair("fumi", bot="idle")
        for i, room in enumerate(rooms)
    )


def test_rooms_are_numbered_only_if_there_are_several() -> None:
    assert rooms_of(chairs(7, 7, 0)) == ()
    assert rooms_of(chairs(0, 0)) == ()
    assert rooms_of(chairs(9, 0, 4, 9)) == (1, 0, 2, 1)


def test_people_of_one_room_sit_side_by_side() -> None:
    names = "abcdef"
    rooms = (1, 2, 0, 1, 2, 1)
    orders = set()
    for number in range(200):
        drawn = seated(names, Dice(bytes([number])))
        order = seated(names, Dice(bytes([number])), rooms)
        orders.add(order)
        assert sorted(order) == sorted(names)
        people = [rooms[names.index(name)] for name in order if name != "c"]
        assert people in ([1, 1, 1, 2, 2], [2, 2, 1, 1, 1])
        # within a room, and as to which room begins, the draw decides
        for room in (1, 2):
            mine = [name for name in names if rooms[names.index(name)] == room]
            assert [n for n in order if n in mine] == [n for n in drawn if n in mine]
        first = next(name for name in drawn if name != "c")
        assert rooms[names.index(first)] == people[0]
    assert len(orders) > 50


def test_a_computer_stays_behind_whom_it_was_drawn_behind() -> None:
    for number in range(50):
        names, rooms = "abcd", (1, 2, 1, 0)
        drawn = seated(names, Dice(bytes([number])))
        order = seated(names, Dice(bytes([number])), rooms)
        place = drawn.index("d")
        if place:
            assert order[order.index("d") - 1] == drawn[place - 1]
        else:
            assert order[0] == "d"


def run(table: Table, command: object) -> Table:
    tale = step(table, command, GAMES_BY_NAME)  # type: ignore[arg-type]
    while True:
        try:
            next(tale)
        except StopIteration as end:
            result: Table = end.value
            return result


def finished(*rooms: int) -> Finished:
    """A game that ended since everybody but one left."""
    lobby = Lobby(Deal("seats000", "love-letter", SECRET), "u:0", chairs(*rooms))
    table = run(lobby, Start("u:0"))
    assert isinstance(table, Playing)
    for number in range(1, len(rooms)):
        if isinstance(table, Playing):
            table = run(table, Rise(f"u:{number}"))
    assert isinstance(table, Finished)
    return table


def test_a_bridged_game_is_verified() -> None:
    table = finished(5, 6, 5, 6)
    data = json.loads(json.dumps(record_of(table, GAMES_BY_NAME)))
    assert data["rooms"] == [1, 2, 1, 2]
    assert verify(read(data, GAMES_BY_NAME), GAMES_BY_NAME).fair
    del data["rooms"]
    plain = [chair.name for chair in finished(5, 5, 5, 5).chairs]
    fair = verify(read(data, GAMES_BY_NAME), GAMES_BY_NAME).fair
    assert fair is (plain == data["seats"])


def test_one_room_leaves_no_trace_in_the_record() -> None:
    assert "rooms" not in record_of(finished(5, 5, 5), GAMES_BY_NAME)


@pytest.mark.parametrize("wrong", [5, [1], [0, 0, 0], [1, True, 2], [1, "2", 1], [1, -1, 2]])
def test_rooms_that_cannot_be(wrong: object) -> None:
    with pytest.raises(RecordError):
        read_rooms(wrong, 3)


def test_rooms_of_another_length_are_not_looked_at() -> None:
    assert seated("abc", Dice(b"x"), (1, 2)) == seated("abc", Dice(b"x"))
