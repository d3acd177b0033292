"""What inputs leave in the database: matches through the house with receipts, notes told and
settled, then a round of tidying up on the days after. Figures are for 100,000 inputs."""

from __future__ import annotations

import hashlib
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random

import msgspec

from adapters.tidying import keeping
from core.games import GAMES
from core.house.house import House, Input
from core.house.keeping import DAY
from core.house.ports import Work
from core.kernel.asks import Ask
from core.table.commands import Answer, Command, Open, Sit, Start, Tick
from core.table.places import Individual
from core.table.sayings import Pace
from core.table.table import Finished, Playing
from storage.migrate import open_store
from tests.bench.table import Row

START = 1.8e9
APART = 8.0  # seconds between two inputs
WHOLE = 100_000
GOAL = 15.0  # MB


class Evening:
    """Groups of five that play match after match, each group at its own game."""

    def __init__(self, folder: Path, groups: int = 20) -> None:
        self.store = open_store(f"sqlite:///{folder}/size.db")
        self.games = {game.name: game for game in GAMES}
        self.at = START
        self.inputs = 0
        self.matches = 0
        self._dice = Random(7)
        self._seed = 0
        self.house = House(self.store, self.games, self._chance)
        self._groups = [self.store.enter("telegram", str(-1000 - n), "ja") for n in range(groups)]
        for room in self._groups:
            for user in self._people(room.id):
                who = Individual(user, f"User {user[-5:]}", "ja", reachable=True)
                self.store.remember(who)
                self.store.run(partial(Work.arrived, room_id=room.id, user=user))

    def _chance(self, number: int) -> bytes:
        self._seed += 1
        return hashlib.shake_128(f"{self._seed}".encode()).digest(number)

    def _people(self, room: int) -> list[str]:
        return [f"telegram:{room * 1000 + n + 10**9}" for n in range(5)]

    def hear(self, command: Command, **where: object) -> str:
        """One input with a receipt, and all that waits afterwards is sent."""
        self.at += APART
        self.inputs += 1
        receipt = f"telegram:7000000000:{880_000_000 + self.inputs}"
        heard = Input(command, self.at, receipt, **where)  # type: ignore[arg-type]
        result = self.house.handle(heard)
        self.send()
        return result.table or ""

    def send(self) -> None:
        """Everything is delivered."""
        for batch in self.store.claim(self.at, 30.0, 50):
            message = '{"message":%d,"hash":"%016x"}' % (self.inputs, self.inputs)  # noqa: UP031
            cards = [
                msgspec.structs.replace(card, message=message, outdated=False)
                for card in batch.cards
            ]
            self.store.settle(batch, [note.id for note in batch.notes], cards, self.at)

    def match(self, number: int) -> None:
        """A whole match in a group."""
        room = self._groups[number % len(self._groups)]
        people = self._people(room.id)
        game = GAMES[number % len(GAMES)]
        table = self.hear(Open(people[0], "Aki", game.name, Pace.RELAXED), room=room.id)
        for user in people[1 : 3 + number % 3]:
            self.hear(Sit(user, f"User {user[-5:]}"), table=table)
        self.hear(Start(people[0]), table=table)
        while True:
            read = self.house.read(table)
            assert read is not None
            if not isinstance(read.table, Playing):
                assert isinstance(read.table, Finished)
                self.matches += 1
                return
            asked = game.ask(read.table.state)
            assert isinstance(asked, Ask)
            seat = self._dice.choice(sorted(asked.seats))
            moves = game.moves(read.table.state, seat)
            if not moves:
                self.house.handle(Input(Tick(read.table.question), self.at + 1e4, table=table))
                continue
            move = self._dice.choice(moves).code
            user = str(read.table.chairs[seat - 1].user)
            self.hear(Answer(user, read.table.question, move), table=table)

    def play(self, inputs: int, progress: Callable[[int], None] = lambda done: None) -> None:
        """Play until so many inputs were heard."""
        while self.inputs < inputs:
            self.match(self.matches)
            progress(self.inputs)

    def tidy(self, days: float) -> float:
        """A round of tidying up some days later; the longest of its portions in seconds."""
        kinds = self.store.tidied(self.at + days * DAY, keeping(180))
        longest, steps = 0.0, chain.from_iterable(kinds)
        while True:
            began = time.perf_counter()
            if next(steps, None) is None:
                return longest
            longest = max(longest, time.perf_counter() - began)

    def megabytes(self) -> tuple[float, float]:
        """The size of the file, and of what of it is in use."""
        with self.store.begin() as connection:
            names = ("page_size", "page_count", "freelist_count")
            size, pages, free = (
                connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in names
            )
        return size * pages / 1e6, size * (pages - free) / 1e6


def figures(inputs: int = 1000) -> list[Row]:
    """What 100,000 inputs leave when the day is over, beside what they were before that."""
    with tempfile.TemporaryDirectory() as name:
        evening = Evening(Path(name))
        empty = evening.megabytes()[1]
        evening.play(inputs)
        times = WHOLE / evening.inputs
        heard = (evening.megabytes()[1] - empty) * times
        evening.tidy(1.01)
        rest = (evening.megabytes()[1] - empty) * times
        evening.store.close()
    label = f"the database after {WHOLE:,} inputs, beside that before it was tidied up"
    cells = f"{rest:.1f} MB", f"{heard:.1f} MB", f"{rest / heard:.2f}×", f"≤ {GOAL:g} MB"
    return [Row(label, *cells, met=rest <= GOAL)]


def main(inputs: int = 2500) -> None:
    """Print how large the database is, as if all 100,000 inputs had been heard."""
    with tempfile.TemporaryDirectory() as name:
        evening = Evening(Path(name))
        with evening.store.begin() as connection:
            connection.exec_driver_sql("PRAGMA schema_version")
        empty = evening.megabytes()[1]
        evening.play(inputs)
        times = WHOLE / evening.inputs
        print(f"{evening.inputs} inputs, {evening.matches} matches; MB for {WHOLE:,} inputs")
        whole = (evening.megabytes()[1] - empty) * times
        print(f"{'as they were heard':<34}{whole:>8.1f}")
        for days, what in ((1.01, "two days of receipts, a day later"), (3.0, "three days later")):
            longest = evening.tidy(days)
            rest = (evening.megabytes()[1] - empty) * times
            sign = "✓" if rest < GOAL else "✗"
            print(f"{what:<34}{rest:>8.1f}  goal {GOAL:.0f} {sign}  ({longest * 1000:.0f} ms)")
        evening.store.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2500)
