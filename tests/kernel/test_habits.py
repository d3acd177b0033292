"""A room plays as last time."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import COUP
from core.house.journal import read
from core.house.rebuild import rebuild
from core.kernel.minds import Level
from core.table.commands import (
    AddRoom,
    Choose,
    Close,
    Open,
    Rematch,
    SeatBot,
    Sit,
    Start,
)
from core.table.places import Habits
from core.table.sayings import NoTable, Pace
from core.table.table import Lobby
from tests.kernel.hall import GAMES, Hall

HABITS = Habits("toy", "big", {"turns": "6", "most": "14"}, "relaxed", "normal")


def used_to(hall: Hall, habits: Habits) -> None:
    hall.store.run(lambda work: work.put_habits(hall.room.id, habits))


def habits(hall: Hall, room: int = 0) -> Habits:
    return hall.store.read(lambda reads: reads.habits(room or hall.room.id))


def opened(hall: Hall, **more: Any) -> Lobby:
    hall.id = ""
    hall.do(Open("a", "Ann", **more))
    return hall.lobby


def test_without_habits_the_first_game_is_opened_with_the_clock_of_the_platform(hall: Hall) -> None:
    lobby = opened(hall, pace=Pace.RELAXED)
    assert (lobby.game, lobby.preset, lobby.pace) == ("toy", "", Pace.RELAXED)
    assert hall.row.version == 1, "nothing had to be chosen"


def test_a_table_is_opened_as_last_time(hall: Hall) -> None:
    opened(hall, game="toy")
    for what, value in [("preset", "big"), ("turns", "6"), ("most", "14"), ("pace", "none")]:
        hall.do(Choose("a", what, value))
    hall.do(Close("a"))
    lobby = opened(hall)
    assert (lobby.game, lobby.preset, lobby.deal.preset_chosen) == ("toy", "big", True)
    assert (lobby.switches, lobby.pace) == ({"turns": 6, "most": 14}, Pace.NONE)


def test_its_journal_makes_the_same_table(hall: Hall) -> None:
    used_to(hall, HABITS)
    lobby = opened(hall)
    entries = hall.store.journal_of(hall.id)
    found = [line.command for line in map(read, (e.entry for e in entries)) if line is not None]
    assert isinstance(found[0], Open) and (found[0].game, found[0].pace) == ("toy", "relaxed")
    chosen = [("preset", "big"), ("turns", "6"), ("most", "14")]
    assert found[1:] == [Choose("a", *each) for each in chosen], "the toy has no levels"
    assert rebuild(entries, lobby.secret, GAMES, lambda name: pytest.fail(name)) == lobby
    hall.do(Sit("b", "Ben"))
    hall.do(Start("b"))
    assert hall.playing.options.turns == 6


def test_a_game_that_is_named_wins_and_of_another_one_only_the_clock_stays(hall: Hall) -> None:
    used_to(hall, HABITS)
    assert opened(hall, game="toy").preset == "big"
    hall.do(Close("a"))
    lobby = opened(hall, game="love-letter")
    assert (lobby.game, lobby.preset, lobby.switches) == ("love-letter", "", {})
    assert lobby.pace is Pace.RELAXED


@pytest.mark.parametrize(
    ("old", "game", "preset", "switches", "pace"),
    [
        (Habits("whist", "big", pace="relaxed"), "toy", "", {}, Pace.RELAXED),
        (Habits("toy", "huge", {"turns": "6"}), "toy", "", {"turns": 6}, Pace.QUICK),
        (Habits("toy", "big", {"turns": "7", "hats": "1"}), "toy", "big", {}, Pace.QUICK),
        (Habits("toy", "pair", {}, "hasty", "magic"), "toy", "pair", {}, Pace.QUICK),
    ],
)
def test_what_no_longer_exists_is_left_silently(
    hall: Hall, old: Habits, game: str, preset: str, switches: dict[str, int], pace: Pace
) -> None:
    used_to(hall, old)
    lobby = opened(hall)
    assert (lobby.game, lobby.preset, lobby.switches, lobby.pace) == (game, preset, switches, pace)


def test_a_game_that_is_named_must_exist(hall: Hall) -> None:
    used_to(hall, HABITS)
    assert hall.refused(Open("a", "Ann", "whist")) == NoTable()


def test_a_switch_that_another_one_brings_comes_after_it() -> None:
    hall = Hall(games={"coup": COUP})
    old = {"embezzle_bluff": "open_hand", "factions": "true"}
    used_to(hall, Habits("coup", "official", old, level="hard"))
    lobby = opened(hall)
    assert lobby.switches == {"embezzle_bluff": "open_hand", "factions": True}
    assert lobby.level is Level.HARD
    hall.do(SeatBot("a"))
    assert str(hall.lobby.chairs[1].bot).startswith("hard")
    hall.store.close()


def test_the_start_and_a_choice_of_the_host_are_kept_and_nothing_else(hall: Hall) -> None:
    used_to(hall, Habits(scores=True))
    hall.open("b")
    assert habits(hall) == Habits(scores=True)
    hall.do(Choose("a", "panel", "pace"))
    assert habits(hall) == Habits(scores=True)
    hall.do(Choose("a", "turns", "2"))
    kept = Habits("toy", "", {"turns": "2"}, "quick", "normal", True)
    assert habits(hall) == kept
    used_to(hall, Habits(scores=True))
    hall.do(Start("a"))
    assert habits(hall) == kept, "the edition still follows the number seated"


def test_every_room_of_a_table_is_used_to_it(hall: Hall) -> None:
    other = hall.store.enter("test", "other", "ja").id
    hall.open("b")
    hall.do(AddRoom(other))
    hall.do(Start("a"))
    assert habits(hall, other) == habits(hall) == Habits("toy", "", {}, "quick", "normal")


def test_a_rematch_is_played_as_it_was_whatever_the_room_is_used_to(hall: Hall) -> None:
    hall.start("b")
    hall.finish()
    used_to(hall, HABITS)
    hall.do(Rematch("a", "Ann"))
    assert (hall.lobby.preset, hall.lobby.pace) == ("", Pace.QUICK)
