"""Fair shares at the door: who presses faster than anybody plays is told so, then not heard."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from adapters import shares
from adapters.hearing import HOUSE, Hearing, Recovered
from adapters.shares import FRESH, LONGEST, PERSON, REST, ROOM, Shares, Verdict

HEARD, TOLD, UNHEARD = Verdict.HEARD, Verdict.TOLD, Verdict.UNHEARD
BURST, REFILL = int(PERSON[0]), PERSON[1]


class Time:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def door(time: Time) -> Shares:
    """A door some minutes after the start."""
    found = Shares(time)
    time.at += FRESH
    return found


def press(
    door: Shares, time: Time, each: float, seconds: float, who: str = "a"
) -> Counter[Verdict]:
    """Somebody presses every `each` seconds for a while: what became of it."""
    found: Counter[Verdict] = Counter()
    end = time.at + seconds
    while time.at < end:
        found[door.ask(who, "room")] += 1
        time.at += each
    return found


def test_who_presses_thirty_times_a_second_is_told_once_and_then_not_heard(
    door: Shares, time: Time
) -> None:
    found = press(door, time, 1 / 30, 3.0)
    assert found[TOLD] == 1
    assert BURST < found[HEARD] < BURST + REFILL * 3 + 1
    minute = press(door, time, 1 / 30, 57.0)
    assert minute[TOLD] <= 57 / REST + 1
    assert found[HEARD] + minute[HEARD] <= BURST + REFILL * 60
    assert minute[UNHEARD] > 1500


def test_after_a_rest_they_are_heard_again(door: Shares, time: Time) -> None:
    press(door, time, 0.001, 0.1)
    assert door.ask("a", "room") is UNHEARD
    assert door.ask("b", "room") is HEARD
    time.at += REST
    assert door.ask("a", "room") is HEARD


def test_ten_people_who_type_and_press_as_fast_as_they_can_are_all_heard(
    door: Shares, time: Time
) -> None:
    """Rows of digits and letters, five a second in bursts, for an hour."""
    chance = Random(1)
    for _ in range(400):
        for who in "abcdefghij":
            for _ in range(chance.randint(1, 12)):
                assert door.ask(who, "room") is HEARD
                time.at += 0.02
        time.at += chance.uniform(2.0, 9.0)


def test_in_a_noisy_room_those_who_play_go_on(door: Shares, time: Time) -> None:
    """A hundred people write as fast as they may; two play on."""
    heard: Counter[str] = Counter()
    for second in range(300):
        for number in range(100):
            heard["noise"] += door.ask(f"noise{number}", "room") is HEARD
        if second % 5 == 0:
            assert door.ask("ann", "room") is HEARD
            assert door.ask("ben", "room") is HEARD
        time.at += 1.0
    assert heard["noise"] < 100 * 300 * 0.7
    assert door.ask("noise5", "elsewhere") in (HEARD, UNHEARD)
    assert door.ask("far", "elsewhere") is HEARD


def test_what_waited_while_we_were_deaf_is_heard(door: Shares, time: Time) -> None:
    hearing = Hearing(time)
    hearing.on_recovered.append(door.missed)
    assert press(door, time, 0.5, 20.0)[HEARD] == 40
    hearing.lost("telegram", "asking")
    time.at += 100.0
    hearing.heard("telegram", "asking")
    waited = int(BURST + REFILL * 100)
    assert [door.ask("a", "") for _ in range(waited)] == [HEARD] * waited
    assert door.ask("a", "") is TOLD


def test_a_short_deafness_takes_nothing_away(door: Shares, time: Time) -> None:
    door.missed(Recovered(HOUSE, 100.0))
    door.missed(Recovered(HOUSE, 1.0))
    waited = int(BURST + REFILL * 100)
    assert {door.ask("a", "") for _ in range(waited)} == {HEARD}


def test_a_deafness_of_days_gives_no_budget_for_days(door: Shares) -> None:
    door.missed(Recovered(HOUSE, 1e6))
    heard = sum(door.ask("a", "") is HEARD for _ in range(5000))
    assert heard == BURST + REFILL * LONGEST


def test_what_waited_before_the_start_is_heard(time: Time) -> None:
    door = Shares(time)
    assert {door.ask("a", "") for _ in range(500)} == {HEARD}


def test_what_tells_its_time_counts_at_that_time(door: Shares, time: Time) -> None:
    """A platform brings a minute of it at once, each with its time."""
    found = {door.ask("a", "room", age=60 - number / 4) for number in range(220)}
    assert found == {HEARD}
    assert door.ask("a", "room", age=60.0) is HEARD  # out of order, too


def test_what_could_not_be_stored_does_not_count(door: Shares, time: Time) -> None:
    for _ in range(500):
        assert door.ask("a", "room") is HEARD
        door.give_back("a", "room")
    for _ in range(int(ROOM[0]) + 1):
        door.ask("b", "room")
    door.give_back("nobody", "nowhere")
    assert door.ask("a", "room") is HEARD


def test_nobody_is_remembered_for_ever(
    door: Shares, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shares, "MOST", 100)
    press(door, time, 0.001, 0.1)
    for number in range(500):
        assert door.ask("a", f"room{number}") is UNHEARD
        door.ask(f"user{number}", f"room{number}")
    assert len(door._people) == len(door._rooms) == 100
