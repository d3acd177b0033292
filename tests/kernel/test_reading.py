"""A table as its readers need it, and what follows from that for each of them."""

from __future__ import annotations

import pytest

from core.desk.alert import holds_up
from core.desk.hand import hand_of
from core.desk.orders import may_order, topic_of
from core.desk.reading import Reading, language_for
from core.desk.sheets import public
from core.games import GAMES
from core.house.house import House
from core.kernel.asks import Ask
from core.kernel.text import Public, Secret
from core.table.commands import Answer, HandOver, Open, Start
from core.table.places import Individual, Room
from core.table.table import Playing
from tests.kernel.hall import Chance, Hall

BY_NAME = {game.name: game for game in GAMES}
HERE = Room(1, "telegram", "a", "en")
THERE = Room(2, "line", "b", "ja")


@pytest.fixture
def hall() -> Hall:
    return Hall()


def read(hall: Hall) -> Reading:
    found = hall.house.read(hall.id)
    assert found is not None
    return found


def test_a_seat_is_counted_from_one_and_nobodys_for_strangers(hall: Hall) -> None:
    hall.start("b")
    users = [chair.user for chair in hall.playing.chairs]
    for number, user in enumerate(users, 1):
        assert read(hall).seat_of(str(user)) == number
    assert read(hall).seat_of("x") is None
    assert read(hall).id == hall.id


@pytest.mark.parametrize(
    ("person", "rooms", "app", "language"),
    [
        (Individual("line:1", language="de"), (HERE, THERE), "fr", "de"),
        (Individual("line:1"), (HERE, THERE), "fr", "fr"),
        (Individual("line:1"), (HERE, THERE), "", "ja"),
        (Individual("telegram:1"), (HERE, THERE), "", "en"),
        (Individual("other:1"), (THERE, HERE), "", "ja"),
        (Individual("line:1"), (), "", ""),
    ],
)
def test_what_a_person_reads(
    person: Individual, rooms: tuple[Room, ...], app: str, language: str
) -> None:
    assert language_for(person, rooms, app) == language


def test_people_play_from_the_first_room_of_their_platform(hall: Hall) -> None:
    hall.open()
    table = read(hall)
    played = Reading(table.row, table.table, (HERE, THERE))
    assert played.home("line:1") == THERE
    assert played.home("test:1") == HERE
    assert Reading(table.row, table.table).home("line:1") is None


def test_whoever_is_asked_holds_the_game_up(hall: Hall) -> None:
    hall.open("b")
    assert not holds_up(read(hall), hall.house.games, "a")
    hall = Hall()
    hall.start("b")
    (seat,) = hall.asked
    user, other = hall.user(seat), hall.user(3 - seat)
    assert holds_up(read(hall), hall.house.games, user)
    assert not holds_up(read(hall), hall.house.games, other)
    assert not holds_up(read(hall), hall.house.games, "x")
    hall.do(HandOver(other))
    hall.do(HandOver(user))
    assert not isinstance(hall.table, Playing) or not holds_up(read(hall), hall.house.games, user)


def test_a_damaged_table_is_mended_for_whoever_does_something_there(hall: Hall) -> None:
    hall.start("b")
    before = hall.table
    assert hall.house.read_mended(hall.id, hall.at) == read(hall)
    hall.tear()
    assert hall.house.read(hall.id) is None
    assert hall.house.read_seats("a") == []
    found = hall.house.read_mended(hall.id, hall.at)
    assert found is not None and found.table == before
    assert [each.id for each in hall.house.read_seats("a")] == [hall.id]
    assert hall.house.read_mended("nothing", hall.at) is None


class Loud(Public, frozen=True):
    pass


class Quiet(Secret, frozen=True):
    pass


def test_a_secret_cannot_stand_among_what_everybody_reads() -> None:
    assert public(Loud()) == Loud()
    with pytest.raises(TypeError, match="Quiet is not for every eye"):
        public(Quiet())


def test_who_is_asked_sees_it_in_their_hand(hall: Hall) -> None:
    hall.start("b")
    (seat,) = hall.asked
    mine = hand_of(hall.table, hall.house.games, hall.user(seat))
    theirs = hand_of(hall.table, hall.house.games, hall.user(3 - seat))
    assert mine.sits and mine.mine and theirs.sits and not theirs.mine
    assert not hand_of(hall.table, hall.house.games, "x").sits


# Orders for everybody


def auction() -> Hall:
    """A running game of Lady Luck, in its first auction."""
    hall = Hall()
    hall.house = House(hall.store, BY_NAME, Chance())
    hall.do(Open("a", "Ann", "lady-luck"))
    hall.open_more("b", "c")
    hall.do(Start("a"))
    (seat,) = asked_at(hall)
    game = BY_NAME["lady-luck"]
    opening = next(m for m in game.moves(hall.playing.state, seat) if m.code.startswith("open."))
    hall.do(Answer(hall.user(seat), hall.playing.question, opening.code))
    return hall


def asked_at(hall: Hall) -> frozenset[int]:
    asked = BY_NAME["lady-luck"].ask(hall.playing.state)
    assert isinstance(asked, Ask)
    return asked.seats


def test_what_a_keypad_is_for_and_who_may_use_it() -> None:
    hall = auction()
    code = topic_of(hall.table, BY_NAME)
    assert code
    may = [may_order(hall.table, BY_NAME, hall.user(seat), code) for seat in (1, 2, 3)]
    assert any(may)
    assert not may_order(hall.table, BY_NAME, "x", code)
    assert not may_order(hall.table, BY_NAME, hall.user(1), "nonsense")


def test_without_orders_there_is_no_keypad(hall: Hall) -> None:
    hall.open("b")
    assert topic_of(hall.table, hall.house.games) == ""
    assert not may_order(hall.table, hall.house.games, "a", "pass")
    hall = Hall()
    hall.start("b")
    assert not may_order(hall.table, hall.house.games, "a", "pass.9")
