"""One, two and four workers on one PostgreSQL, each a process that carries out whole moves through
the house, beside as many processes in which bare psycopg says the very same statements, one after
another. (The house says some of them at once, in psycopg's pipeline mode.)

    python -m tests.bench.servers HOUSE BARE NAME   # a worker; it is told what to do by its input
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import psycopg
from msgspec.structs import replace
from psycopg import sql

from storage.migrate import open_store
from tests import postgres
from tests.bench.evening import Evening
from tests.bench.statements import Said, Script, on_postgres
from tests.bench.table import Row, at_least

ROOT = Path(__file__).parents[2]
WORKERS = (1, 2, 4)  # of more than two nothing is promised
PAIR = 2
SLICES, SECONDS, WARM = 7, 0.5, 40
GOAL, FALLING = 0.6, 1.0
DURABLE = "-c max_connections=100"  # as it is by default: each commit waits for the disk


class Worker:
    """A process with a house of its own on the database."""

    def __init__(self, house: str, bare: str, name: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.servers", house, bare, name],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, word: str) -> None:
        """What to do next: `ours`, `bare`, or nothing more."""
        assert self.process.stdin is not None
        self.process.stdin.write(word + "\n")
        self.process.stdin.flush()

    def done(self) -> float:
        """Inputs a second, when it has done it."""
        assert self.process.stdout is not None
        return float(self.process.stdout.readline())


def work(house: str, bare: str, name: str) -> None:
    """The worker itself: a slice of moves, or what was said in the last one once more, to a copy
    of the database as it was before the first slice."""
    store = open_store(house)
    evening, script = Evening(store, name), Script(store)
    for _ in range(WARM):
        evening.hear(evening.next())
    script.take()
    store.close()  # who copies a database wants it for themselves; the pool opens anew
    print(0.0, flush=True)
    connection: Any = None
    said = list[tuple[list[Said], list[Said]]]()
    for line in sys.stdin:
        spent, count = 0.0, 0
        if line.strip() == "ours":
            said.clear()
            while spent < SECONDS:
                heard = evening.next()
                between = script.take()  # another game was opened
                began = time.perf_counter()
                evening.hear(heard)
                spent, count = spent + time.perf_counter() - began, count + 1
                said.append((between, script.take()))
        else:
            connection = connection or psycopg.connect(bare, autocommit=True)
            for between, of_input in said:
                on_postgres(connection, between)
                began = time.perf_counter()
                on_postgres(connection, of_input)
                spent, count = spent + time.perf_counter() - began, count + 1
        print(count / spent, flush=True)
    store.close()


def measured(cluster: postgres.Cluster, workers: int) -> dict[str, list[float]]:
    """Inputs a second of all together, slice by slice: ours, and bare; and, of two, of the first
    one while the other waits."""
    names = [f"house_{workers}", f"bare_{workers}"]
    house, bare = (postgres.named(cluster.url, name) for name in names)
    with psycopg.connect(cluster.url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(names[0])))
        open_store(house).close()
        crew = [Worker(house, bare, f"w{number}-") for number in range(workers)]
        for worker in crew:
            worker.done()
        copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
        connection.execute(copy.format(*map(sql.Identifier, reversed(names))))
    found: dict[str, list[float]] = {"ours": [], "bare": []}
    if workers == PAIR:
        found |= {"one": [], "one bare": []}
    for _ in range(SLICES):
        for kind, rates in found.items():
            at_work = crew[:1] if kind.startswith("one") else crew
            for worker in at_work:
                worker.tell("bare" if kind.endswith("bare") else "ours")
            rates.append(sum([worker.done() for worker in at_work]))
    for worker in crew:
        worker.process.communicate()
    return found


def figures() -> list[Row]:
    """A row for each number of workers; none where PostgreSQL is not installed."""
    if postgres._binary("initdb") is None:
        return [Row("PostgreSQL", "not installed (Debian package postgresql)")]
    cluster = postgres.Cluster(DURABLE)
    try:
        rows = list[Row]()
        for workers in WORKERS:
            found = measured(cluster, workers)
            name = f"inputs a second, PostgreSQL, {workers} worker{'s'[: workers > 1]}"
            row = at_least(name, found["ours"], found["bare"], GOAL)
            rows.append(row if workers <= PAIR else replace(row, goal="", met=None))
            if workers == PAIR:
                name = "PostgreSQL: two workers beside one of them"
                rows.append(at_least(name, found["ours"], found["one"], FALLING))
        return rows
    finally:
        cluster.remove()


if __name__ == "__main__":
    work(*sys.argv[1:4])
