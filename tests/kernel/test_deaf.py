"""What the house does to its clocks when it was deaf, and to lobbies that nobody uses."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.house.clock import AFTER_A_PAUSE, remind, renew, show_again, shown, start_clock, wake_up
from core.kernel.asks import Ask
from core.kernel.text import Announce, Message
from core.table.commands import HandOver, Tick
from core.table.course import asks_alone
from core.table.sayings import LobbyExpired, NotYetTime, StillWaiting, WasDeaf
from core.table.table import Closed
from tests.kernel.hall import Hall

replace = msgspec.structs.replace
HOURS = 3 * 3600.0


def asked(hall: Hall) -> None:
    """A game runs, and its clock too; what was told before is gone."""
    hall.start("b", "c")
    shown(hall.house, hall.id, hall.playing.question, hall.at)
    hall.sent()


def told(hall: Hall) -> list[Message]:
    """What the room reads now."""
    return [n.message for n in hall.sent().get("room:1", []) if isinstance(n, Announce)]


def due(hall: Hall) -> float:
    found = hall.row.due
    assert found is not None
    return found


def put(hall: Hall, **changed: Any) -> None:
    """The table is stored otherwise."""
    row = replace(hall.row, **changed)
    hall.store.run(lambda work: work.update(row))


def test_a_deadline_that_passed_while_we_were_deaf_is_a_minute_from_now(hall: Hall) -> None:
    asked(hall)
    hall.at = due(hall) + 500
    renew(hall.house, hall.id, hall.at, tell=True)
    assert due(hall) == hall.at + AFTER_A_PAUSE
    assert hall.row.remind_at == hall.at + AFTER_A_PAUSE / 2
    assert told(hall) == [WasDeaf()]
    renew(hall.house, hall.id, hall.at, tell=True)  # once is enough
    assert told(hall) == []


def test_who_is_looked_after_later_has_the_minute_from_the_end_of_the_deafness(hall: Hall) -> None:
    asked(hall)
    since = hall.at = due(hall) + 500
    hall.at += 40
    renew(hall.house, hall.id, hall.at, since=since)
    assert due(hall) == since + AFTER_A_PAUSE
    hall.at = due(hall)
    renew(hall.house, hall.id, hall.at, since=since)  # it is over now
    assert due(hall) == hall.at


def test_who_has_acted_since_keeps_what_they_have(hall: Hall) -> None:
    asked(hall)
    since = hall.at
    hall.at += 5000
    put(hall, due=hall.at + 100, remind_at=hall.at + 50)
    before = hall.row
    for look in (renew, wake_up):
        look(hall.house, hall.id, hall.at, since=since)
        assert hall.row == before


def test_a_table_whose_clock_was_put_off_with_all_others_hears_why(hall: Hall) -> None:
    asked(hall)
    hall.at = due(hall) + 500
    assert list(hall.store.put_off(hall.at, AFTER_A_PAUSE, 9)) == [hall.id]
    assert due(hall) == hall.at + AFTER_A_PAUSE
    renew(hall.house, hall.id, hall.at, tell=True, renewed=True)
    assert told(hall) == [WasDeaf()]


def test_all_clocks_are_put_off_as_one_is(hall: Hall) -> None:
    """One statement does what a look at each table would do."""
    asked(hall)
    for reminded in (False, True):
        if reminded:
            hall.at = hall.row.remind_at or 0.0
            assert remind(hall.house, hall.id, hall.at)
        before = hall.row
        for late in (-61.0, -60.0, -30.0, 0.0, 500.0):
            at = due(hall) + late
            hall.store.put_off(at, AFTER_A_PAUSE, 9)
            after = hall.row
            put(hall, due=before.due, remind_at=before.remind_at)
            renew(hall.house, hall.id, at)
            assert hall.row == after
            put(hall, due=before.due, remind_at=before.remind_at)


def test_after_a_short_deafness_nothing_is_told(hall: Hall) -> None:
    asked(hall)
    hall.at = due(hall) - 1
    renew(hall.house, hall.id, hall.at)
    assert due(hall) == hall.at + AFTER_A_PAUSE
    assert told(hall) == []


def test_a_deadline_that_has_time_stays(hall: Hall) -> None:
    asked(hall)
    before = hall.row
    renew(hall.house, hall.id, hall.at, tell=True)
    assert hall.row == before
    assert told(hall) == []


def test_whoever_was_reminded_is_not_reminded_again(hall: Hall) -> None:
    asked(hall)
    half = hall.row.remind_at
    assert half is not None
    hall.at = half
    assert remind(hall.house, hall.id, half)
    assert any(isinstance(message, StillWaiting) for message in told(hall))
    hall.at = due(hall) + 1
    renew(hall.house, hall.id, hall.at)
    assert hall.row.remind_at == due(hall)


def test_computers_need_no_minute_and_nobody_is_told(slow_hall: Hall) -> None:
    slow_hall.start("b", "c")
    for user in ("a", "b", "c"):
        slow_hall.do(HandOver(user))
    slow_hall.sent()
    slow_hall.at = due(slow_hall) + 100
    renew(slow_hall.house, slow_hall.id, slow_hall.at, tell=True)
    assert due(slow_hall) == slow_hall.at
    assert told(slow_hall) == []


@pytest.mark.parametrize("clock", ["renewed", "begun", "shown"])
def test_a_clock_sets_aside_what_cannot_be_read(hall: Hall, clock: str) -> None:
    renew(hall.house, "nothing", hall.at, tell=True)
    asked(hall)
    question = hall.playing.question
    hall.forget()
    hall.tear()
    before = hall.row
    if clock == "renewed":
        renew(hall.house, hall.id, due(hall) + 1, tell=True)
    elif clock == "begun":
        put(hall, remind_at=None)  # its clock has not begun
        hall.store.run(lambda work: start_clock(work, hall.house, hall.id, question, hall.at))
    else:
        show_again(hall.house, hall.id, hall.at)
    assert hall.row == replace(before, broken=True, due=None, remind_at=None)


def test_a_lobby_closes_after_three_hours_without_anybody(hall: Hall) -> None:
    hall.open("b")
    assert due(hall) == hall.at + HOURS
    assert hall.refused(Tick(0)) == NotYetTime(int(due(hall)))
    hall.at = due(hall)
    assert hall.do(Tick(0)) == [LobbyExpired()]
    assert isinstance(hall.table, Closed)


def test_a_lobby_keeps_what_it_has_unless_it_ends_at_once(hall: Hall) -> None:
    hall.open("b")
    before = hall.row
    renew(hall.house, hall.id, hall.at)
    assert hall.row == before
    hall.at = due(hall) - 1
    renew(hall.house, hall.id, hall.at, tell=True)
    assert due(hall) == hall.at + AFTER_A_PAUSE
    hall.at -= 86_400  # the clock was set back: nobody can know how long anything took
    renew(hall.house, hall.id, hall.at)
    assert due(hall) == hall.at + HOURS
    hall.at += 9_000
    renew(hall.house, hall.id, hall.at, jumped=True)
    assert due(hall) == hall.at + HOURS


def test_a_lobby_of_an_earlier_release_gets_a_clock_at_the_start(hall: Hall) -> None:
    hall.open("b")
    put(hall, due=None)
    wake_up(hall.house, hall.id, hall.at)
    assert due(hall) == hall.at + HOURS


def test_while_the_house_is_deaf_no_persons_time_runs_out(hall: Hall) -> None:
    asked(hall)
    half = hall.row.remind_at
    assert half is not None
    hall.house.timing = replace(hall.house.timing, deaf=lambda rooms: True)
    assert not remind(hall.house, hall.id, half)
    assert told(hall) == []
    hall.at = due(hall)
    assert isinstance(hall.refused(Tick(hall.playing.question)), NotYetTime)
    hall.house.timing = replace(hall.house.timing, deaf=lambda rooms: False)
    assert remind(hall.house, hall.id, hall.at)  # the tick is due: that says more
    hall.do(Tick(hall.playing.question))


def test_where_a_table_is_played(hall: Hall) -> None:
    hall.open("b")
    assert [room.id for room in hall.house.rooms_of(hall.id)] == [hall.room.id]


def test_a_question_of_an_earlier_release_that_awaits_one_seat_counts(hall: Hall) -> None:
    asked(hall)
    bare = replace(hall.playing, opened_for=0)
    alone = hall.house.games[bare.game].ask(bare.state)
    assert isinstance(alone, Ask)
    assert asks_alone(bare, alone)
    several = replace(alone, seats=frozenset({1, 2}))
    assert not asks_alone(bare, several)
    assert not asks_alone(bare, replace(alone, window=True))


def test_a_clock_that_has_not_begun_gets_its_minute_without_a_reminder(hall: Hall) -> None:
    hall.start("b", "c")  # in several rooms a clock runs at the latest from some moment on
    put(hall, due=hall.at - 5)
    renew(hall.house, hall.id, hall.at)
    assert due(hall) == hall.at + AFTER_A_PAUSE
    assert hall.row.remind_at is None


def test_a_table_that_is_over_has_no_deadline(hall: Hall) -> None:
    hall.start("b", "c")
    hall.finish()
    put(hall, due=hall.at - 5)
    before = hall.row
    renew(hall.house, hall.id, hall.at, tell=True)
    assert hall.row == before
