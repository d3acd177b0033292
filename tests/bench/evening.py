"""People who play one game after another at a house without a platform, as fast as they are
answered."""

from __future__ import annotations

import secrets

from core.games import GAMES
from core.house.house import House, Input
from core.kernel.asks import Ask
from core.table.commands import Answer, Command, Open, Sit, Start
from core.table.playing import step
from core.table.sayings import Pace
from core.table.table import Playing, Table, run
from storage.store import SqlStore

AT = 1_700_000_000.0
PLAYERS = 4


class Evening:
    """Some tables of one game. `name` keeps it apart from others in the same database."""

    def __init__(self, store: SqlStore, name: str = "e", game: str = "love-letter") -> None:
        self.house = House(store, {game.name: game for game in GAMES}, secrets.token_bytes)
        self.game, self.name, self._store = game, name, store
        self._opened = self._heard = 0
        self._table = ""
        self._now: Table | None = None

    def gather(self, pace: Pace = Pace.NONE) -> str:
        """Open one more table in a room of its own, and start. Tells its id."""
        self._opened += 1
        room = self._store.enter("bench", f"{self.name}{self._opened}", "ja").id
        users = [f"bench:{self.name}{self._opened}-{seat}" for seat in range(PLAYERS)]
        opened = self.house.handle(Input(Open(users[0], "P1", self.game, pace), AT, room=room))
        self._table = str(opened.table)
        for number, user in enumerate(users[1:], 2):
            self._do(Sit(user, f"P{number}"))
        self._do(Start(users[0]))
        return self._table

    def next(self) -> Input:
        """What somebody who is asked does next; a game that is over is followed by another. What
        comes of it is worked out here, so that no time of the database goes into the question."""
        while not isinstance(self._now, Playing):
            seen = self.house.read(self.gather())
            assert seen is not None
            self._now = seen.table
        table = self._now
        game = self.house.games[table.game]
        asked = game.ask(table.state)
        assert isinstance(asked, Ask)
        seat = min(asked.seats)
        self._heard += 1
        moves = game.moves(table.state, seat)
        move = moves[self._heard % len(moves)].code
        answer = Answer(str(table.chairs[seat - 1].user), table.question, move)
        self._now = run(step(table, answer, self.house.games), [])
        return Input(answer, AT, f"telegram:{self.name}{self._heard}", table=self._table)

    def hear(self, heard: Input) -> None:
        """It is carried out and stored."""
        result = self.house.handle(heard)
        assert result.refused is None, result.refused

    def _do(self, command: Command) -> None:
        self.hear(Input(command, AT, table=self._table))
