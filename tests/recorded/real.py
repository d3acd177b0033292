"""Random real games, played by people, computers and deadlines."""

from __future__ import annotations

import random
from hashlib import sha256
from typing import Any

from core.kernel.minds import beside
from core.kernel.proof import cuts_of
from core.table.commands import (
    Answer,
    Choose,
    Command,
    CutDeck,
    Draw,
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
from core.table.editions import most_seats, offered
from core.table.lobby import open_table
from core.table.playing import step
from core.table.table import (
    Finished,
    Lobby,
    Playing,
    Refused,
    Table,
    Tale,
)
from tests.recorded.made import BY_NAME

CHAIN = "c0" * 32  # of a made-up beacon, whose signatures are made up too


COMPUTERS = {
    name: [kind for kind in game.bots if kind != "clever" and not beside(kind)]
    for name, game in BY_NAME.items()
}
"""The kinds of computers that sit down, but for those that think for long."""


class Host:
    """A table of the house, played by chance; with proof 1 as 0.3.0 would have opened it.

    `cutting` is how probable it is that a person cuts, `beacon` whether the deal waits for a
    round, and whether that comes.
    """

    def __init__(
        self, game: str, number: int, proof: int = 2, cutting: float = 0.7, beacon: str = ""
    ) -> None:
        self.chance = random.Random(f"{game}{number}")
        self.game = BY_NAME[game]
        self.proof = proof
        self.cutting = cutting
        self.beacon = beacon
        secret = self.chance.randbytes(32).hex()
        opened = Open("u0", "Aki", game, table="t", secret=secret, room=1, salt=self.salt())
        self.table: Table = _end(open_table(opened))

    def salt(self) -> str:
        return self.chance.randbytes(16).hex() if self.proof == 2 else ""

    def do(self, command: Command) -> None:
        self.table = _end(step(self.table, command, BY_NAME))

    def gather(self) -> None:
        preset = self.chance.choice(list(self.game.presets))
        self.do(Choose("u0", "preset", preset))
        for switch in offered(preset, self.game.presets[preset], self.game):
            if self.chance.random() < 0.3:
                value = self.chance.choice(switch.choices).value
                self.do(Choose("u0", switch.name, str(value).lower()))
        assert isinstance(self.table, Lobby)
        least = self.game.seats(self.game.presets[preset]).start
        seats = self.chance.randint(least, min(most_seats(self.game), least + 2))
        for number in range(1, seats):
            if self.chance.random() < 0.4:
                self.do(SeatBot("u0", self.chance.choice(COMPUTERS[self.game.name])))
            else:
                name = self.chance.choice(["Ben", "Chie", "漢字", "Aki"])
                room = self.chance.choice([1, 1, 2])
                self.do(Sit(f"u{number}", name, room=room, salt=self.salt()))
        if self.proof == 2:
            self.cut()
            return
        for _ in range(self.chance.randrange(3)):
            self.do(CutDeck("u0", text=self.chance.choice(["snow", "雪", "🎴 !", "x" * 300])))

    def cut(self) -> None:
        for chair in self.table.chairs:
            if chair.user is not None and self.chance.random() < self.cutting:
                bits = self.chance.choice(["", "", self.chance.randbytes(16).hex()])
                self.do(CutDeck(chair.user, self.chance.randrange(8), bits))

    def start(self) -> None:
        """The deal; from a beacon, if it waits for one."""
        if not self.beacon:
            self.do(Start("u0"))
            return
        self.do(Start("u0", CHAIN, 1234, 1_700_000_000))
        signature = self.chance.randbytes(48)
        came = Draw(1234, signature.hex(), sha256(signature).hexdigest())
        self.do(came if self.beacon == "came" else Tick(0))

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


def real_game(game: str, number: int, **how: Any) -> Finished | None:
    """A finished game; None if the people chosen do not fit the edition or all went away."""
    host = Host(game, number, **how)
    host.gather()
    try:
        host.start()
    except Refused:
        return None
    return host.play()


def a_real_game(game: str = "love-letter", number: int = 0, **how: Any) -> Finished:
    """The first game from that number on that was finished, and whose deck was cut."""
    while True:
        found = real_game(game, number, **how)
        if found is not None and (found.deal.cuts or any(cuts_of(found.deal.people))):
            return found
        number += 1
