"""Coup 2.6: where the edition says so, the winner of the game before begins."""

from __future__ import annotations

from hashlib import sha256

from core.games import GAMES
from core.kernel.asks import Ask
from core.kernel.dice import Dice
from core.records.record import read, record_of
from core.records.verify import verify
from core.table.commands import Answer, Rematch, Start
from core.table.lobby import open_again, taken_over
from core.table.playing import step
from core.table.table import (
    Chair,
    Deal,
    Finished,
    Games,
    Lobby,
    Playing,
    Table,
    Tale,
)

BY_NAME: Games = {game.name: game for game in GAMES}


def end_of(tale: Tale[Table]) -> Table:
    while True:
        try:
            next(tale)
        except StopIteration as end:
            table: Table = end.value
            return table


def played(lobby: Lobby) -> tuple[Playing, Finished]:
    """The game as it was dealt, and as it ended by random moves."""
    dealt = end_of(step(lobby, Start("test:1"), BY_NAME))
    assert isinstance(dealt, Playing)
    table: Table = dealt
    game, dice = BY_NAME["coup"], Dice(sha256(lobby.secret.encode()).digest())
    while isinstance(table, Playing):
        asked = game.ask(table.state)
        assert isinstance(asked, Ask)
        seat = min(asked.seats)
        move = dice.choose(game.moves(table.state, seat))
        user = str(table.chairs[seat - 1].user)
        table = end_of(step(table, Answer(user, table.question, move.code), BY_NAME))
    assert isinstance(table, Finished)
    return dealt, table


def lobby(number: int, preset: str) -> Lobby:
    chairs = tuple(Chair(f"P{i}", user=f"test:{i}") for i in (1, 2, 3, 4))
    secret = sha256(f"{number}".encode()).hexdigest()
    return Lobby(Deal("table000", "coup", secret, preset, True), "test:1", chairs)


def again(finished: Finished, number: int) -> Lobby:
    secret = sha256(f"again {number}".encode()).hexdigest()
    command = Rematch("test:1", "P1", table="table001", secret=secret)
    opened = end_of(open_again(taken_over(finished, command), command))
    assert isinstance(opened, Lobby)
    return opened


def test_the_winner_of_the_game_before_begins_and_the_record_proves_it() -> None:
    for number in range(6):
        _, first = played(lobby(number, "official"))
        winner = first.chairs[first.winners[0] - 1].user
        dealt, second = played(again(first, number))
        assert dealt.chairs[dealt.state.turn - 1].user == winner
        record = record_of(second, BY_NAME)
        assert record["last_winner"] == dealt.state.turn
        assert verify(read(record, BY_NAME), BY_NAME).fair


def test_elsewhere_anybody_may_begin_again() -> None:
    same = 0
    for number in range(30):
        _, first = played(lobby(number, "bga_seed"))
        winner = first.chairs[first.winners[0] - 1].user
        dealt, _ = played(again(first, number))
        same += dealt.chairs[dealt.state.turn - 1].user == winner
    assert 0 < same < 30


def test_the_first_game_has_no_winner_before_it() -> None:
    _, first = played(lobby(1, "official"))
    assert "last_winner" not in record_of(first, BY_NAME)
