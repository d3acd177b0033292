"""Who may watch a game again, and when: those who sat there, after its end."""

from __future__ import annotations

from typing import Any, cast

import pytest

from adapters.heard import RecordAfterTheGame, RecordForThose
from adapters.page.answers import Answers
from adapters.page.reel import reel_frame
from adapters.page.viewer import Viewer
from adapters.page.who import Who
from adapters.page.wire import Reel
from core.desk.presses import Play, spelled
from core.table.table import Finished, Playing
from tests.adapters.table import Parlour

PEOPLE = ("Aki", "Ben", "Chie")


@pytest.fixture
def room() -> Parlour:
    """A match that has just begun."""
    parlour = Parlour()
    parlour.start(*PEOPLE, game="old-maid")
    return parlour


def play(room: Parlour) -> str:
    """Play it to its end; tells its table."""
    table = room.table
    for _ in range(400):
        if not isinstance(room.now(), Playing):
            return table
        who = room.awaited()
        room.press(who, spelled(Play(room.codes(who)[0])))
    raise AssertionError("this game does not end")


def watched(room: Parlour, name: str, table: str, **who: Any) -> Any:
    user = f"test:{name}" if name else ""
    viewer = Viewer(cast(Any, None), Who("link", user, table, **who), "ja")
    return Answers(room.speech, lambda: room.at).watched(viewer)


def test_nobody_watches_a_game_that_still_runs(room: Parlour) -> None:
    for name in (*PEOPLE, "Dan", ""):
        assert watched(room, name, room.table) == RecordAfterTheGame()


def test_those_who_sat_there_watch_it_from_its_end_on(room: Parlour) -> None:
    table = play(room)
    games = room.house.games
    for name in PEOPLE:
        found = watched(room, name, table)
        assert isinstance(found, Finished)
        reel = reel_frame(found, games, 0, "ja")
        assert isinstance(reel, Reel)
        assert len(reel.pictures) == len(found.moves) + 1
        assert sorted(reel.seats) == sorted(PEOPLE)


def test_nobody_else_does(room: Parlour) -> None:
    table = play(room)
    assert watched(room, "Dan", table) == RecordForThose()
    assert watched(room, "", table) == RecordForThose()
    assert watched(room, "Aki", table, watches=True) == RecordForThose()
    assert watched(room, "", "no-such-table") == RecordAfterTheGame()


def test_whoever_is_at_another_table_by_now_watches_their_last_game(room: Parlour) -> None:
    table = play(room)
    assert watched(room, "Aki", "").id == table
    room.start(*PEOPLE, game="old-maid")
    assert room.table != table
    assert watched(room, "Aki", room.table).id == table
    assert watched(room, "Dan", room.table) == RecordAfterTheGame()
