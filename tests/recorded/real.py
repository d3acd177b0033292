"""Random real games, played by people, computers and deadlines."""

from __future__ import annotations

import random

from core.table.commands import (
    Answer,
    Choose,
    Command,
    CutDeck,
    HandOver,
    Open,
    Rise,
    SeatBot,
    Sit,
    Start,
    TakeBack,
    Tick,
)
from core.table.course import people_awaited, ride
from core.table.editions import most_seats
from core.table.lobby import open_table
from core.table.playing import step
from core.table.table import (
    Finished,
    Lobby,
    Playing,
    Table,
    Tale,
)
from tests.recorded.made import BY_NAME


class Host:
    """A table of the house, played by chance."""

    def __init__(self, game: str, number: int) -> None:
        self.chance = random.Random(f"{game}{number}")
        self.game = BY_NAME[game]
        secret = self.chance.randbytes(32).hex()
        opened = Open("u0", "Aki", game, table="t", secret=secret)
        self.table: Table = _end(open_table(opened))

    def do(self, command: Command) -> None:
        self.table = _end(step(self.table, command, BY_NAME))

    def gather(self) -> None:
        preset = self.chance.choice(list(self.game.presets))
        self.do(Choose("u0", "preset", preset))
        for switch in self.game.switches(self.game.presets[preset]):
            if self.chance.random() < 0.3:
                value = self.chance.choice(switch.choices).value
                self.do(Choose("u0", switch.name, str(value).lower()))
        assert isinstance(self.table, Lobby)
        least = self.game.seats(self.game.presets[preset]).start
        seats = self.chance.randint(least, min(most_seats(self.game), least + 2))
        for number in range(1, seats):
            if self.chance.random() < 0.4:
                self.do(SeatBot("u0"))
            else:
                self.do(Sit(f"u{number}", self.chance.choice(["Ben", "Chie", "漢字", "Aki"])))
        for _ in range(self.chance.randrange(3)):
            self.do(CutDeck("u0", text=self.chance.choice(["snow", "雪", "🎴 !", "x" * 300])))

    def play(self) -> Finished | None:
        """Everything that can happen at a table, until the game is over."""
        for _ in range(3000):
            if not isinstance(self.table, Playing):
                return self.table if isinstance(self.table, Finished) else None
            self._something(self.table)
            self.table = _end(ride(self.table, self.game))
        raise AssertionError("this game does not end")

    def _something(self, table: Playing) -> None:
        people = [chair for chair in table.chairs if chair.user is not None and not chair.left]
        one = self.chance.choice(people)
        user = str(one.user)
        luck = self.chance.random()
        awaited = people_awaited(table, self.game)
        if luck < 0.02 and len(people) > 1:
            self.do(Rise(user))
        elif luck < 0.05:
            self.do(HandOver(user))
        elif not awaited:
            self.do(TakeBack(user))
        elif luck < 0.15:
            self.do(Tick(table.question))
        else:
            seat = self.chance.choice(awaited)
            moves = self.game.moves(table.state, seat)
            chosen = self.chance.choice(moves)
            user = str(table.chairs[seat - 1].user)
            self.do(Answer(user, table.question, chosen.code))


def _end(tale: Tale[Table]) -> Table:
    while True:
        try:
            next(tale)
        except StopIteration as end:
            table: Table = end.value
            return table


def real_game(game: str, number: int) -> Finished | None:
    """A finished game; None if the people chosen do not fit the edition or all went away."""
    from core.table.table import Refused

    host = Host(game, number)
    host.gather()
    try:
        host.do(Start("u0"))
    except Refused:
        return None
    return host.play()


def a_real_game(game: str = "love-letter", number: int = 0) -> Finished:
    while True:
        found = real_game(game, number)
        if found is not None and found.deal.cuts:
            return found
        number += 1
