"""Our trouble is never the players' silence."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from adapters.hearing import HOUSE, Hearing
from adapters.post import LEASE, MOST_LANES
from core.house.timing import Pause
from core.table.commands import AddRoom, HandOver, Sleep, Tick
from core.table.failures import OurTrouble
from core.table.sayings import NotYetTime
from tests.edge.host import A, B, C, Host, Hosts, Time, locked


def asked(host: Host, *others: str, **setting: str) -> float:
    """A game runs and somebody's clock runs; how long (seconds)."""
    host.start(*(others or (B,)), **setting)
    host.show()
    due = host.row.due
    assert due is not None
    return due - host.time.wall


def nobody_was_blamed(host: Host) -> None:
    assert "TimedOut" not in host.told()
    assert all(chair.silent == 0 and not chair.away for chair in host.playing.chairs)


def test_a_process_that_stood_still_hears_first_what_waited(host: Host) -> None:
    limit = asked(host)
    assert limit < 145
    host.look(1)
    host.time.go(145)  # stopped, and then
    waiting = host.playing.question
    assert isinstance(host.refused(Tick(waiting)), NotYetTime)  # somebody presses "time is over"
    host.looks()
    assert host.row.due == host.time.wall + 60
    nobody_was_blamed(host)
    host.answer()  # what waited at the platform
    assert host.playing.question > waiting
    nobody_was_blamed(host)


def test_the_table_is_told_once_why_its_clock_starts_anew(host: Host) -> None:
    asked(host)
    host.look(145)
    host.run(30)
    assert host.told().count("WasDeaf") == 1
    host.run(31)
    assert host.told().count("TimedOut") == 1  # after that, time runs out as ever


def test_a_short_pause_is_not_worth_a_word(host: Host) -> None:
    limit = asked(host)
    host.run(limit - 10)
    host.look(20)
    nobody_was_blamed(host)
    assert host.row.due == host.time.wall + 60
    assert "WasDeaf" not in host.told()


def test_a_platform_that_is_deaf_stops_the_clocks_of_its_tables(begin: Hosts) -> None:
    host = begin()
    asked(host)
    host.hearing.lost("test", "polls")
    host.run(15 * 60)
    nobody_was_blamed(host)
    assert "StillWaiting" not in host.told()
    assert isinstance(host.refused(Tick(host.playing.question)), NotYetTime)
    host.hearing.heard("test", "polls")
    host.run(2)
    assert host.told().count("WasDeaf") == 1
    assert host.row.due == pytest.approx(host.time.wall + 59, abs=1)
    host.run(70)
    assert host.told().count("TimedOut") == 1


def test_another_platform_does_not_matter(host: Host) -> None:
    limit = asked(host)
    host.hearing.lost("elsewhere", "polls")
    host.run(limit + 1)
    host.hearing.heard("elsewhere", "polls")
    host.run(2)
    assert host.told().count("TimedOut") == 1
    assert "WasDeaf" not in host.told()


def test_a_table_of_two_rooms_is_deaf_with_either(host: Host) -> None:
    host.open(B)
    other = host.store.enter("elsewhere", "chat", "ja")
    host.do(AddRoom(other.id))
    host.hearing.lost("elsewhere", "polls")
    assert host.hearing.deaf(host.house.rooms_of(host.id))
    host.hearing.heard("elsewhere", "polls")
    assert not host.hearing.deaf(host.house.rooms_of(host.id))


def test_a_deafness_lasts_until_its_last_cause_is_over() -> None:
    time = Time()
    hearing = Hearing(lambda: time.steady)
    hearing.lost("test", "polls")
    time.go(100)
    hearing.lost("test", "rival")
    hearing.heard("test", "polls")
    time.go(2)
    assert hearing.deaf_for("test") == 102
    assert hearing.why("test") == "rival"
    assert hearing.recovered() == ()
    hearing.heard("test", "rival")
    [recovered] = hearing.recovered()
    assert (recovered.platform, recovered.seconds) == ("test", 102)
    hearing.settled([recovered])
    assert not hearing.deaf(())
    hearing.heard("test", "rival")
    assert hearing.recovered() == ()


def claim(host: Host) -> None:
    """The outbox is looked through."""
    host.store.claim(host.time.wall, LEASE, MOST_LANES)


@pytest.mark.parametrize("tries", [13, 34])
def test_a_store_that_is_locked_stops_all_clocks(host: Host, tmp_path: Path, tries: int) -> None:
    """Each second the outbox is looked through in vain (here without waiting in earnest)."""

    limit = asked(host)
    host.run(limit - 5)
    host.store.hurry(0.0)
    with locked(tmp_path):
        for _ in range(tries):
            with pytest.raises(OurTrouble):
                claim(host)
            with suppress(OurTrouble):
                host.look(1)  # reading goes on, and says nothing of that
            assert host.hearing.deaf_for(HOUSE)
    assert host.app.edge.channels.deaf()
    claim(host)
    host.look(1)
    nobody_was_blamed(host)
    assert host.row.due == host.time.wall + 60
    assert host.app.reporter.trouble == ""
    assert not host.hearing.deaf_for(HOUSE)


def test_computers_need_nobody_to_hear_them(begin: Hosts) -> None:
    host = begin(pause=Pause(most=0, seconds=2.0))
    asked(host)
    for user in (A, B):
        host.do(HandOver(user))
    host.hearing.lost("test", "polls")
    question = host.playing.question
    host.run(5)
    assert host.playing.question > question
    host.hearing.heard("test", "polls")
    host.run(1)
    assert "WasDeaf" not in host.told()


@pytest.mark.parametrize("why", ["no clock", "asleep", "lobby"])
def test_where_nobody_has_a_deadline_nothing_is_announced(host: Host, why: str) -> None:
    if why == "lobby":
        host.open(B)
    else:
        host.start(B, **({"pace": "none"} if why == "no clock" else {}))
    if why == "asleep":
        host.do(Sleep())
    host.show()
    due = host.row.due
    host.look(145)
    host.look(1)
    assert "WasDeaf" not in host.told()
    assert host.row.due == due
    assert (due is None) == (why != "lobby")


def test_silence_in_a_window_of_several_never_counts(host: Host) -> None:
    """Two claims that the others allow; Cho says nothing, twice, and keeps her seat."""
    host.start(B, C, game="coup")
    cho = host.seat(C)
    while host.told().count("NoObjection") < 2:
        [seat] = host.asked
        if seat == cho:
            host.answer("income")
            continue
        host.answer("tax")
        host.show()
        for other in host.asked - {cho}:
            host.answer("allow", other)
        assert host.asked == {cho}
        assert host.row.due is not None
        host.run(host.row.due - host.time.wall)
    nobody_was_blamed(host)
    assert "WarnedOfAbsence" not in host.told()


def test_any_thread_may_tell_and_ask() -> None:
    hearing, wrong = Hearing(lambda: 0.0), list[BaseException]()

    def shout(name: str) -> None:
        try:
            for _ in range(3000):
                hearing.lost(name, "polls")
                hearing.deaf(())
                hearing.deaf_for(name)
                hearing.heard(name, "polls")
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=shout, args=(f"p{n % 2}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert not hearing.deaf(())


def test_who_cannot_write_is_deaf_until_something_is_written(host: Host, tmp_path: Path) -> None:
    host.store.hurry(0.0)
    with locked(tmp_path), pytest.raises(OurTrouble):
        claim(host)
    assert host.app.reporter.trouble == "locked"
    host.time.go(20)
    with sqlite3.connect(tmp_path / "x.db") as other:
        other.execute("SELECT 1")
    host.store.rooms_on("test")
    assert host.app.reporter.trouble == "locked", "who reads knows nothing of writing"
    claim(host)
    assert host.app.reporter.trouble == ""
    assert [each.seconds for each in host.hearing.recovered()] == [20]
