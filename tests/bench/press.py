"""How fast a press is stored: `python -m tests.bench.press [ROUNDS] [SECONDS]`.

The same press (a table with 3.4 KB of snapshot, one room, four players) is stored by `SqlStore`
and, statement for statement, by the bare `sqlite3` module. Both commit with synchronous=FULL.
Machines are noisy, so the two take turns in short slices, and the ratio is what counts.
"""

from __future__ import annotations

import random
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

import msgspec

from core.games import GAMES
from core.house.house import House, Input
from core.house.ports import Work, person_lane, room_lane
from core.kernel.asks import Ask
from core.kernel.text import Note, announce, whisper
from core.table.commands import (
    Answer,
    Command,
    Open,
    Sit,
    Start,
)
from core.table.places import StoredTable
from core.table.sayings import HalfTime, StillWaiting
from core.table.table import Playing
from storage.migrate import open_store
from storage.store import SqlStore

TABLES = 200
PLAYERS = 4
AT = 1_700_000_000.0
SNAPSHOT = ('{"format":1,"state":"' + "x" * 3400 + '"}').encode()
ENTRY = b'{"type":"answer","user":"telegram:1","question":1,"move":"guard.2.priest"}'
PUBLIC: tuple[Note, ...] = (announce(StillWaiting((1,))), announce(StillWaiting((2,))))
PRIVATE: Note = whisper(1, HalfTime())

Press = Callable[[int], None]


def users_of(table: int) -> list[str]:
    return [f"telegram:{table}-{seat}" for seat in range(PLAYERS)]


def fill(store: SqlStore) -> None:
    """Open the tables, each in its room."""
    for number in range(TABLES):
        room = store.enter("telegram", str(-number), "ja")

        def opened(work: Work, number: int = number, room_id: int = room.id) -> None:
            table = f"table{number}"
            work.insert(StoredTable(table, SNAPSHOT, 1, 1, AT), room_id)
            work.seated(table, users_of(number))

        store.run(opened)


def ours(store: SqlStore) -> Press:
    """A press as the house stores it."""

    def press(number: int) -> None:
        def work(work: Work) -> None:
            place = number * 7919 % TABLES
            table = f"table{place}"
            assert work.first_time(f"telegram:{number}", AT)
            work.undo_to_here()
            row = work.row(table)
            assert row is not None
            work.rooms_of(table)
            work.update(
                msgspec.structs.replace(
                    row, version=row.version + 1, question=row.question + 1, asked_at=AT
                )
            )
            work.journal(table, row.version + 1, AT, ENTRY)
            work.log(table, PUBLIC, AT)
            for room in work.rooms_of(table):
                work.tell(room_lane(room.id), table, PUBLIC, AT)
            users = users_of(place)
            work.seated(table, users)
            for user in users:
                work.tell(person_lane(user), table, (PRIVATE,), AT)

        store.run(work)

    return press


ROOMS = """SELECT room.id, room.platform, room.chat, room.language, room.zone, room.title,
    opened."table" FROM room LEFT JOIN room_table opened ON opened.room = room.id AND opened.open
    JOIN room_table ON room_table.room = room.id WHERE room_table."table" = ?
    ORDER BY room_table.id"""
ROW = """SELECT id, snapshot, version, question, asked_at, due, remind_at, broken FROM "table"
    WHERE id = ?"""
UPDATE = """UPDATE "table" SET snapshot = ?, version = ?, question = ?, asked_at = ?, due = ?,
    remind_at = ?, broken = ? WHERE id = ?"""
LANE = """INSERT INTO lane (address, seq, claimed, due, lease_until) VALUES (?, 1, 0, ?, 0)
    ON CONFLICT (address) DO UPDATE
    SET seq = lane.seq + 1, due = coalesce(lane.due, excluded.due)"""
CARD = """INSERT INTO card (lane, "table", message, hash, outdated) VALUES (?, ?, '', '', 1)
    ON CONFLICT (lane, "table") DO UPDATE SET outdated = excluded.outdated"""
NOTE = """INSERT INTO outbox (lane, "table", note, at) VALUES (?, ?, ?, ?)"""


def raw(connection: sqlite3.Connection) -> Press:
    """The same press by hand."""
    encode = msgspec.json.encode

    def press(number: int) -> None:
        place = number * 7919 % TABLES
        table = f"table{place}"
        do = connection.execute
        do("BEGIN IMMEDIATE")
        receipt = (f"telegram:{number}", AT)
        seen = "INSERT INTO seen VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING receipt"
        assert do(seen, receipt).fetchall()
        do("SAVEPOINT here_1")
        [(_, snapshot, version, question, _, due, remind_at, broken)] = do(ROW, (table,)).fetchall()
        do(ROOMS, (table,)).fetchall()
        state = (snapshot, version + 1, question + 1, AT, due, remind_at, broken)
        do(UPDATE, (*state, table))
        do("INSERT INTO journal VALUES (?, ?, ?, ?)", (table, version + 1, AT, ENTRY.decode()))
        log = 'INSERT INTO told ("table", note, at) VALUES (?, ?, ?)'
        connection.executemany(log, [(table, encode(note).decode(), AT) for note in PUBLIC])
        rooms = do(ROOMS, (table,)).fetchall()
        seats = 'SELECT user FROM seat WHERE "table" = ? ORDER BY position'
        users = users_of(place)
        assert [user for (user,) in do(seats, (table,))] == users
        told = [(room_lane(room[0]), note) for room in rooms for note in PUBLIC]
        told += [(person_lane(user), PRIVATE) for user in users]
        lanes = sorted({lane for lane, _ in told})
        connection.executemany(LANE, [(lane, AT) for lane in lanes])
        connection.executemany(CARD, [(lane, table) for lane in lanes])
        notes = [(lane, table, encode(note).decode(), AT) for lane, note in told]
        connection.executemany(NOTE, notes)
        do("COMMIT")

    return press


class Evening:
    """People who play Love Letter at one house, game after game."""

    def __init__(self, store: SqlStore) -> None:
        games = {game.name: game for game in GAMES}
        chance = random.Random(1)
        self._house = House(store, games, chance.randbytes)
        self._chance = chance
        self._room = store.enter("telegram", "evening", "ja").id
        self._number = 0

    def next(self) -> Callable[[], None]:
        """The next press; between two games people sit down first."""
        look = None
        while look is None:
            room = self._house.store.run(lambda work: work.room(self._room))
            look = self._house.read(room.table) if room and room.table else None
            if look is None:
                self._gather()
        row, table = look.row, look.table
        assert isinstance(table, Playing)
        game = self._house.games[table.game]
        asked = game.ask(table.state)
        assert isinstance(asked, Ask)
        seat = min(asked.seats)
        move = self._chance.choice(game.moves(table.state, seat))
        answer = Answer(str(table.chairs[seat - 1].user), table.question, move.code)
        return lambda: self._do(answer, row.id)

    def _gather(self) -> None:
        names = [f"telegram:{seat}" for seat in range(PLAYERS)]
        self._do(Open(names[0], names[0], "love-letter"))
        for name in names[1:]:
            self._do(Sit(name, name))
        self._do(Start(names[0]))

    def _do(self, command: Command, table: str | None = None) -> None:
        self._number += 1
        heard = Input(command, AT, f"evening:{self._number}", self._room, table)
        result = self._house.handle(heard)
        assert result.refused is None, result.refused


class Clocked:
    """A way to press, and how long each press took. What it takes to think of the next press
    is not counted."""

    def __init__(
        self, name: str, think: Callable[[], Callable[[], None]], connection: sqlite3.Connection
    ) -> None:
        self.name = name
        self.took: list[float] = []
        self.rates: list[float] = []
        self._think = think
        press = think()
        traced: list[str] = []
        connection.set_trace_callback(traced.append)
        press()
        connection.set_trace_callback(None)
        self.statements = len(traced)

    def slice(self, seconds: float) -> None:
        """Press for some time."""
        took: list[float] = []
        while sum(took) < seconds:
            press = self._think()
            start = time.perf_counter()
            press()
            took.append(time.perf_counter() - start)
        self.took += took
        self.rates.append(len(took) / sum(took))

    def line(self) -> str:
        cuts = statistics.quantiles(self.took, n=100)
        return (
            f"{self.name:14} {statistics.median(self.rates):9.0f} "
            f"{cuts[49] * 1000:8.2f} {cuts[98] * 1000:8.2f} {self.statements:11}"
        )


def counted(press: Press) -> Callable[[], Callable[[], None]]:
    """Presses with the numbers 1, 2, 3 …"""
    numbers = count(1)
    return lambda: partial(press, next(numbers))


def main(rounds: int = 5, seconds: float = 1.0) -> None:
    """Measure and print a table."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        files = [f"{folder}/{name}.sqlite3" for name in ("ours", "raw")]
        stores = [open_store(f"sqlite:///{file}") for file in files]
        for store in stores:
            fill(store)
        stores[1].close()
        bare = sqlite3.connect(files[1], isolation_level=None)
        bare.execute("PRAGMA synchronous = FULL")
        with closing(stores[0]), closing(bare):
            driver = stores[0].engine.raw_connection().driver_connection
            assert isinstance(driver, sqlite3.Connection)
            ways = [
                Clocked("SqlStore", counted(ours(stores[0])), driver),
                Clocked("sqlite3", counted(raw(bare)), bare),
                Clocked("House.handle", Evening(stores[0]).next, driver),
            ]
            for _ in range(rounds):
                for way in random.sample(ways, len(ways)):
                    way.slice(seconds)
        print("                commits/s   p50 ms   p99 ms  statements")
        for way in ways:
            print(way.line())
        ratios = [one / other for one, other in zip(ways[0].rates, ways[1].rates, strict=True)]
        cuts = f"{min(ratios):.2f} to {max(ratios):.2f}"
        print(f"SqlStore does {statistics.median(ratios):.2f} of the commits of sqlite3 ({cuts}).")
        print("House.handle is a whole move of Love Letter, the rules included.")


if __name__ == "__main__":
    numbers = [float(argument) for argument in sys.argv[1:3]]
    main(*[int(number) for number in numbers[:1]], *numbers[1:])
