"""A press through the whole house on SQLite, beside raw `sqlite3` doing a like amount of writing
in the same run: p50, p99, and commits a second."""

from __future__ import annotations

import secrets
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from core.games import GAMES
from core.house.house import House, Input
from core.table.commands import Answer, Open, Sit, Start
from core.table.sayings import Pace
from core.table.table import Playing
from storage.migrate import open_store

ROUNDS = 7


class Tables:
    """Tables of four people who press as fast as they are answered."""

    def __init__(self, folder: Path) -> None:
        self.store = open_store(f"sqlite:///{folder / 'house.db'}")
        self.games = {game.name: game for game in GAMES}
        self.house = House(self.store, self.games, secrets.token_bytes)
        self.rooms = 0
        self.table = ""

    def open(self) -> None:
        """A new table with four people."""
        self.rooms += 1
        room = self.store.enter("bench", str(self.rooms), "en")
        first = next(iter(self.games))
        opened = self.house.handle(Input(Open("b:1", "1", first, Pace.NONE), 1.0, room=room.id))
        self.table = str(opened.table)
        for number in (2, 3, 4):
            self.house.handle(Input(Sit(f"b:{number}", str(number)), 1.0, table=self.table))
        self.house.handle(Input(Start("b:1"), 1.0, table=self.table))

    def press(self, number: int) -> float:
        """One press by whoever is asked; how long the house took, in seconds."""
        seen = self.house.read(self.table) if self.table else None
        if seen is None or not isinstance(seen.table, Playing):
            self.open()
            seen = self.house.read(self.table)
            assert seen is not None
        table = seen.table
        assert isinstance(table, Playing)
        game = self.games[table.game]
        for seat, chair in enumerate(table.chairs, 1):
            moves = game.moves(table.state, seat)
            if moves:
                move = moves[number % len(moves)].code
                answer = Input(
                    Answer(str(chair.user), table.question, move),
                    1.0,
                    receipt=f"r{number}",
                    table=self.table,
                )
                start = time.perf_counter()
                done = self.house.handle(answer)
                spent = time.perf_counter() - start
                assert done.refused is None, done.refused
                return spent
        raise AssertionError("somebody is asked")


def raw(folder: Path) -> sqlite3.Connection:
    """A bare connection with the same promises: WAL, synchronous=FULL."""
    connection = sqlite3.connect(folder / "raw.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    connection.execute("CREATE TABLE kept (id INTEGER PRIMARY KEY, body TEXT)")
    connection.execute("CREATE TABLE line (id INTEGER PRIMARY KEY, body TEXT)")
    connection.execute("INSERT INTO kept VALUES (1, '')")
    return connection


def raw_press(connection: sqlite3.Connection, body: str) -> float:
    """A row read, a row changed, twelve rows written, one commit."""
    start = time.perf_counter()
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("SELECT body FROM kept WHERE id = 1").fetchone()
    connection.execute("UPDATE kept SET body = ? WHERE id = 1", (body,))
    connection.executemany("INSERT INTO line (body) VALUES (?)", [(body[:300],)] * 12)
    connection.execute("COMMIT")
    return time.perf_counter() - start


def main(seconds: float = 1.0) -> None:
    """Print the two side by side; slices take turns, for machines are noisy."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tables = Tables(folder)
        ours: list[float] = []
        theirs: list[float] = []
        with closing(raw(folder)) as connection:
            count = 0
            for _ in range(ROUNDS):
                end = time.perf_counter() + seconds / 2
                while time.perf_counter() < end:
                    count += 1
                    ours.append(tables.press(count))
                end = time.perf_counter() + seconds / 2
                while time.perf_counter() < end:
                    theirs.append(raw_press(connection, "x" * 3400))
        tables.store.close()
    print(f"{'one press':<28}{'p50 ms':>10}{'p99 ms':>10}{'commits/s':>12}")
    for label, times in (("through the house", ours), ("raw sqlite3, like writes", theirs)):
        ordered = sorted(times)
        p99 = ordered[int(len(ordered) * 0.99)]
        print(
            f"{label:<28}{statistics.median(times) * 1000:>10.2f}{p99 * 1000:>10.2f}"
            f"{len(times) / sum(times):>12.0f}"
        )
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(f"ratio of the medians: {ratio:.1f}")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
