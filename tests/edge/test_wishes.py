"""Wishes expire: a lobby in which nobody does anything closes."""

from __future__ import annotations

import pytest
from sqlalchemy import update

from core.house.timing import LOBBY_LASTS
from core.table.commands import Open, Sit
from core.table.table import Closed, Lobby
from storage.rows import TABLE
from tests.edge.host import A, B, Host, Hosts


def test_a_lobby_closes_after_three_hours_and_says_so(host: Host) -> None:
    assert LOBBY_LASTS == 3 * 3600
    host.open()
    host.show()
    host.look(LOBBY_LASTS - 10)  # the process stood still, too
    host.run(59)
    assert isinstance(host.table, Lobby)
    host.run(2)
    assert isinstance(host.table, Closed)
    host.show()
    assert host.pages()[-1] == "LobbyExpired"
    room = host.store.room(host.room.id)
    assert room is not None
    assert room.table is None
    host.id = ""
    host.do(Open(A, "Ann", "coup"))


def test_whoever_does_something_keeps_it_open(host: Host) -> None:
    host.open()
    for second in range(int(LOBBY_LASTS) - 3, int(LOBBY_LASTS)):
        _idle(host, second)
        host.do(Sit(f"test:{second}", "Somebody"))
        assert host.row.due == host.time.wall + LOBBY_LASTS
    assert isinstance(host.table, Lobby)


def _idle(host: Host, seconds: int) -> None:
    """The host lives on, and nobody does anything."""
    for _ in range(seconds // 6):
        host.time.go(6)
        host.app.clock.keeper.look()  # type: ignore[union-attr]


def test_on_this_machine_it_waits_for_ever(begin: Hosts) -> None:
    host = begin(lobby_lasts=None)
    host.open()
    assert host.row.due is None
    host.run(5)
    assert isinstance(host.table, Lobby)


def test_a_lobby_that_moves_between_the_two(begin: Hosts) -> None:
    """`fumibako play` and `fumibako run` may take turns on one database."""
    host = begin()
    host.open()
    host = begin(lobby_lasts=None)
    assert host.row.due is None
    host = begin()
    assert host.row.due == host.time.wall + LOBBY_LASTS


def test_a_lobby_of_an_earlier_release_gets_its_three_hours(begin: Hosts) -> None:
    host = begin()
    host.open()
    with host.store.begin() as connection:
        connection.execute(update(TABLE).values(due=None))
    host = begin()
    assert host.row.due == host.time.wall + LOBBY_LASTS


@pytest.mark.parametrize("away", [2 * 3600.0, 10 * 3600.0])
def test_while_the_host_was_off_nobody_could_do_anything(begin: Hosts, away: float) -> None:
    host = begin()
    host.open(B)
    host.time.go(away)
    host = begin()
    assert isinstance(host.table, Lobby)
    host.run(59)
    assert isinstance(host.table, Lobby)
    host.run(2)
    assert isinstance(host.table, Closed) == (away > LOBBY_LASTS)
