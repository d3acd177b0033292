"""Whoever runs the house ends a table, or has it repaired."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core.desk.hand import secrets_of
from core.house.forgetting import FORGOTTEN, notice
from core.house.house import House
from core.house.journal import read
from core.house.mending import ASIDE, REBUILT, read_damage
from core.house.ports import Work, room_lane
from core.house.steering import Repair, Repaired, end, repair
from core.records.record import read as read_record
from core.records.record import record_of
from core.records.verify import verify
from core.table.commands import Choose, Start, Stop
from core.table.sayings import AlreadyOver, MendedAgain, NoTable, SetAside, Stopped
from core.table.snapshot import freeze
from core.table.table import Closed, Drawing, Finished, Lobby, Playing
from tests.kernel.hall import GAMES, Chance, Hall, messages
from tests.kernel.test_drawing import ROUNDS
from tests.kernel.test_rebuild import Watched


@pytest.fixture
def hall() -> Iterator[Watched]:
    hall = Watched()
    yield hall
    hall.store.close()


def lose_journal(hall: Hall) -> None:
    """Nothing is known any more of how the table came about."""
    hall.forget()


# It ends


@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_a_table_ends_for_everybody_whatever_is_played(hall: Watched, phase: str) -> None:
    hall.open("b", bots=1)
    if phase == "playing":
        hall.do(Start("a"))
    hall.sent()
    result = end(hall.house, hall.id, hall.at)
    assert messages(list(result.notes)) == [Stopped()]
    assert isinstance(hall.table, Closed)
    assert messages(hall.sent()[room_lane(hall.room.id)]) == [Stopped()]
    assert hall.store.open_tables() == []
    line = read(hall.store.journal_of(hall.id)[-1].entry)
    assert line is not None and line.command == Stop()
    assert hall.again(hall.id) == hall.table
    assert verify(read_record(record_of(hall.table, GAMES), GAMES), GAMES).fair
    assert end(hall.house, hall.id, hall.at).refused == AlreadyOver()
    assert end(hall.house, "nothing", hall.at).refused == NoTable()


def test_a_table_that_waits_for_its_beacon_ends_before_anything_is_dealt() -> None:
    hall = Hall()
    hall.house = House(hall.store, GAMES, Chance(), beacon=ROUNDS)
    hall.start("b")
    assert isinstance(hall.table, Drawing)
    end(hall.house, hall.id, hall.at)
    table = hall.table
    assert isinstance(table, Closed)
    record = record_of(table, GAMES)
    assert "start" not in record and record["closed"]
    assert verify(read_record(record, GAMES), GAMES).fair
    hall.store.close()


# It is looked into


def test_hidden_cards_are_those_of_a_running_game(hall: Watched) -> None:
    hall.open("b")
    assert secrets_of(hall.table, GAMES) == {}
    hall.do(Start("a"))
    shown = secrets_of(hall.table, GAMES)
    assert list(shown) == [1, 2] and all(shown.values())


def test_names_are_looked_at_anew_only_when_somebody_was_forgotten(hall: Watched) -> None:
    notice(hall.house)
    assert hall.house.forgotten == 0
    hall.store.keep(FORGOTTEN, "gone:1", hall.at)
    notice(hall.house)
    notice(hall.house)
    assert hall.house.forgotten == 1


# It is repaired


def test_what_is_whole_is_left_alone(hall: Watched) -> None:
    hall.open("b")
    assert repair(hall.house, hall.id, hall.at) == Repaired(Repair.WHOLE)
    hall.do(Start("a"))
    before = hall.everything()
    assert repair(hall.house, hall.id, hall.at) == Repaired(Repair.WHOLE)
    assert hall.everything() == before
    assert repair(hall.house, "nothing", hall.at) == Repaired(Repair.NONE)


def test_what_its_journal_does_not_tell_is_said(hall: Watched) -> None:
    hall.open("b")
    hall.do(Choose("a", "pace", "relaxed"))
    other = hall.tables[hall.id][-2]
    hall.tear(freeze(other))
    assert repair(hall.house, hall.id, hall.at) == Repaired(Repair.DIFFERS)
    lose_journal(hall)
    assert repair(hall.house, hall.id, hall.at) == Repaired(
        Repair.DIFFERS, "line 1: written by an older release"
    )


def test_a_damaged_table_is_made_again(hall: Watched) -> None:
    hall.start("b")
    before = hall.row
    hall.tear()
    assert repair(hall.house, hall.id, hall.at) == Repaired(Repair.REBUILT)
    assert hall.row == before


def test_a_table_of_a_newer_release_is_left_to_it(hall: Watched) -> None:
    hall.start("b")
    hall.tear(b'{"format":99}')
    before = hall.everything()
    assert repair(hall.house, hall.id, hall.at) == Repaired(Repair.NEWER)
    assert hall.everything() == before


def test_a_table_of_which_nothing_is_left_is_set_aside_and_stays_so(hall: Watched) -> None:
    hall.start("b")
    hall.tear()
    lose_journal(hall)
    lost = Repaired(Repair.LOST, "line 1: written by an older release")
    assert repair(hall.house, hall.id, hall.at) == lost
    assert messages(hall.sent()[room_lane(hall.room.id)])[-1] == SetAside(hall.id)
    assert repair(hall.house, hall.id, hall.at) == lost
    assert hall.row.broken


def aside(hall: Watched) -> None:
    """The table is set aside, by a release that could not read its journal."""
    lines = hall.store.journal_of(hall.id)
    hall.tear()
    lose_journal(hall)
    assert repair(hall.house, hall.id, hall.at).became is Repair.LOST

    def write_again(work: Work) -> None:  # a later one can
        for line in lines:
            work.put_entry(hall.id, line)

    hall.store.run(write_again)
    hall.sent()


@pytest.mark.parametrize("phase", ["lobby", "playing"])
def test_what_was_set_aside_goes_on_where_it_was(hall: Watched, phase: str) -> None:
    hall.open("b")
    if phase == "playing":
        hall.do(Start("a"))
    before, sat = hall.table, hall.house.tables_of("b")
    aside(hall)
    assert not hall.house.tables_of("b")
    assert repair(hall.house, hall.id, hall.at) == Repaired(Repair.BACK)
    assert hall.house.tables_of("b") == sat == [hall.id]
    if phase == "playing":
        assert hall.table == before
    told = hall.sent()
    assert messages(told[room_lane(hall.room.id)]) == [MendedAgain(hall.id)]
    assert "person:b" in told, "their card is shown anew"
    kept = hall.store.kept
    assert not kept(f"{ASIDE}{hall.id}")
    damage = read_damage(kept(f"{REBUILT}{hall.id}"))
    assert damage is not None and damage.reason and not damage.lost
    if phase == "playing":
        hall.finish()
        assert isinstance(hall.table, Finished)
    else:
        hall.do(Start("a"))
        assert isinstance(hall.table, Playing)


def test_what_was_set_aside_does_not_take_the_place_of_another_table(hall: Watched) -> None:
    hall.open("b")
    aside(hall)
    old, hall.id = hall.id, ""
    hall.open("c")
    assert repair(hall.house, old, hall.at) == Repaired(Repair.TAKEN)
    assert isinstance(hall.table, Lobby)


def test_a_match_that_was_over_when_it_was_set_aside_is_readable_again(hall: Watched) -> None:
    hall.start("b")
    hall.finish()
    over = hall.table
    aside(hall)
    assert repair(hall.house, hall.id, hall.at) == Repaired(Repair.OVER)
    assert hall.table == over
    assert hall.store.open_tables() == []
