"""Rooms, tables and people: one table in two rooms, one person at two tables."""

from __future__ import annotations

import pytest

from core.house.ports import person_lane, room_lane
from core.kernel.text import Announce, Whisper
from core.table import bridge
from core.table.bridge import Connected, RoomAsks, RoomTurnedAway
from core.table.commands import (
    Admit,
    Close,
    GiveOrder,
    Knock,
    Open,
    Rematch,
    Rise,
    Sit,
    Start,
)
from core.table.places import Room
from core.table.sayings import AlreadyOpen, HostOnly, Joined, NotSeated
from tests.kernel.hall import Hall, messages
from tests.police.toy import Done, Holding


def second(hall: Hall, language: str = "ja") -> Room:
    """Another room, on another platform."""
    return hall.store.enter("other", "elsewhere", language, "Else")


def bridged(hall: Hall) -> Room:
    """The table of the hall is played in two rooms."""
    other = second(hall)
    hall.do(Knock("b", other.id, "Else", "Here"))
    hall.do(Admit("a", other.id, True))
    return other


def test_everybody_is_told_in_every_room(hall: Hall) -> None:
    hall.open("b")
    other = bridged(hall)
    hall.sent()
    hall.do(Sit("c", "Cho"))
    told = hall.sent()
    for room in (hall.room, other):
        assert messages(told[room_lane(room.id)]) == [Joined("Cho")]


def test_each_room_keeps_its_language(hall: Hall) -> None:
    hall.open("b")
    other = bridged(hall)
    seen = hall.house.read(hall.id)
    assert seen is not None
    assert {room.id: room.language for room in seen.rooms} == {hall.room.id: "en", other.id: "ja"}


def test_a_table_is_found_from_each_of_its_rooms(hall: Hall) -> None:
    hall.open("b")
    other = bridged(hall)
    hall.do(Sit("c", "Cho"), table=None, room=other.id)
    hall.do(Sit("d", "Dan"), table=None)
    assert len(hall.table.chairs) == 4


def test_both_rooms_are_free_when_it_is_over(hall: Hall) -> None:
    hall.open("b")
    other = bridged(hall)
    hall.do(Close("a"))
    for room in (hall.room, other):
        again = hall.store.room(room.id)
        assert again is not None
        assert again.table is None


def test_a_room_asks_to_join_and_the_host_decides(hall: Hall) -> None:
    hall.open("b")
    other = second(hall)
    knock = Knock("b", other.id, "Else", "Here")
    assert hall.do(knock) == [RoomAsks("Else", "Ann")]
    assert type(hall.refused(knock)) is bridge.AsksAlready
    assert hall.refused(Admit("x", other.id, True)) == NotSeated()
    assert hall.refused(Admit("b", other.id, True)) == HostOnly("Ann")
    assert type(hall.refused(Admit("a", 99, True))) is bridge.NoSuchCode
    assert hall.do(Admit("a", other.id, True)) == [Connected("Here", "Else")]
    assert hall.lobby.knocking == ()


def test_a_room_is_turned_away(hall: Hall) -> None:
    hall.open("b")
    other = second(hall)
    hall.do(Knock("b", other.id, "Else", "Here"))
    assert hall.do(Admit("a", other.id, False)) == [RoomTurnedAway("Else")]
    batches = hall.store.claim(hall.at, 1.0, 99)
    told = [batch for batch in batches if batch.lane == f"room:{other.id}"]
    assert [note.note.message for batch in told for note in batch.notes] == [bridge.NotLetIn()]
    again = hall.store.room(other.id)
    assert again is not None
    assert again.table is None


def test_a_room_with_a_table_of_its_own_cannot_join(hall: Hall) -> None:
    hall.open("b")
    first = hall.id
    other = second(hall)
    hall.do(Open("c", "Cho", "toy"), table=None, room=other.id)
    hall.id = first
    hall.do(Knock("b", other.id, "Else", "Here"))
    assert hall.refused(Admit("a", other.id, True)) == AlreadyOpen()


@pytest.mark.parametrize("said", ["", "ABC", "ABC23O", "ABCDEFG"])
def test_what_can_be_no_code_is_none(said: str) -> None:
    assert bridge.read_code(said) == ""


def test_a_code_is_read_as_it_was_typed() -> None:
    assert bridge.read_code(" abc23z ") == "ABC23Z"
    assert bridge.key_of("ABC23Z") == "bridge:ABC23Z"


# Who is told what


def test_hands_go_to_their_owners_alone(hall: Hall) -> None:
    hall.start("b", "c")
    told = hall.sent()
    for user in ("a", "b", "c"):
        seat = hall.seat(user)
        [note] = told[person_lane(user)]
        assert note == Whisper(seat, Holding(hall.playing.state.hands[seat - 1]))
    assert all(isinstance(note, Announce) for note in told[room_lane(hall.room.id)])


def test_what_happened_is_told_in_order(hall: Hall) -> None:
    hall.start("b")
    hall.sent()
    seat = hall.asked[0]
    hall.answer(seat, "think")
    hall.answer(seat, "rest")
    told = messages(hall.sent()[room_lane(hall.room.id)])
    assert told == [Done(seat, "think"), Done(seat, "rest")]


def test_whoever_left_hears_the_end_and_nothing_more(hall: Hall) -> None:
    hall.start("b", "c", "d", preset="big")
    hall.sent()
    hall.do(Rise("b"))
    assert "person:b" in hall.sent()
    hall.do(Rise("c"))
    assert set(hall.sent()) == {room_lane(hall.room.id), "person:a", "person:c", "person:d"}


def test_every_input_is_written_into_the_journal(hall: Hall) -> None:
    hall.start("b")
    hall.answer(hall.asked[0], "rest")
    lines = hall.everything()["journal"]
    assert len(lines) == hall.row.version == 4


def test_the_order_of_somebody_is_in_no_note(hall: Hall) -> None:
    hall.start("b")
    hall.sent()
    assert hall.tell(GiveOrder("a", "allow")).notes == ()
    assert all(notes == [] for notes in hall.sent().values())


# People at tables


def test_tables_of_a_person_are_found_newest_first(hall: Hall) -> None:
    hall.open("b")
    first = hall.id
    hall.at += 1
    hall.do(Open("b", "Ben", "toy"), table=None, room=second(hall).id)
    assert hall.house.tables_of("b") == [hall.id, first]
    assert hall.house.tables_of("a") == [first]
    assert hall.house.tables_of("x") == []


def test_a_person_plays_at_two_tables(hall: Hall) -> None:
    """What is said at one changes nothing at the other."""
    hall.start("b")
    first, here = hall.id, hall.row.snapshot
    hall.room = second(hall)
    hall.id = ""
    hall.start("b")
    hall.answer(hall.asked[0], "rest")
    hall.id = first
    assert hall.row.snapshot == here
    batch = hall.waiting()["person:b"]
    assert len({card.table for card in batch.cards}) == 2


def test_whoever_rises_sits_there_no_more(hall: Hall) -> None:
    hall.start("b", "c")
    hall.do(Rise("b"))
    assert hall.house.tables_of("b") == []
    hall.do(Close("a"))
    assert hall.house.tables_of("a") == []


def test_a_rematch_sits_where_it_is_asked_for(hall: Hall) -> None:
    hall.start("b", setting={"turns": "1"})
    hall.finish()
    other = second(hall)
    hall.do(Rematch("a", "Ann"), room=other.id)
    again = hall.store.room(other.id)
    assert again is not None
    assert again.table == hall.id
    hall.do(Start("b"))


def test_a_rematch_is_played_in_all_rooms_that_are_free(hall: Hall) -> None:
    hall.open("b")
    other = bridged(hall)
    hall.do(Start("a"))
    third = hall.store.enter("third", "there", "en", "There")
    hall.finish()
    old = hall.id
    hall.do(Rematch("b", "Ben"), table=old)
    for room in (hall.room, other):
        known = hall.store.room(room.id)
        assert known is not None
        assert known.table == hall.id != old
    untouched = hall.store.room(third.id)
    assert untouched is not None
    assert untouched.table is None


def test_a_table_that_is_none_cannot_be_looked_at(hall: Hall) -> None:
    assert hall.house.read("nothing") is None
