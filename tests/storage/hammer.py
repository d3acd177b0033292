"""A second process for the tests: `python -m tests.storage.hammer URL WHAT NUMBER NAME`.

It opens the database, says "ready", waits for a line, does WHAT, and prints what came of it.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable

import msgspec

from core.house.ports import Work
from storage.migrate import open_store
from storage.store import SqlStore
from tests.storage.things import AT, FIRST, LEASE, a_row, press, shown

PATIENCE = 60.0


def receipts(store: SqlStore, number: int, _name: str) -> list[int]:
    """Which of the inputs this process heard first."""
    return [n for n in range(number) if store.run(lambda work: work.first_time(f"r{n}", AT))]  # noqa: B023


def tables(store: SqlStore, number: int, name: str) -> list[int]:
    """In which of the rooms (from 1) this process opened its table."""

    def opening(room: int) -> Callable[[Work], bool]:
        return lambda work: work.insert(a_row(f"{name}-{room}"), room)

    return [room for room in range(1, number + 1) if store.run(opening(room))]


def rooms(store: SqlStore, number: int, _name: str) -> list[int]:
    """The rooms of chats that both processes enter."""
    return [store.enter("telegram", f"-{n}", "ja").id for n in range(number)]


def steps(store: SqlStore, number: int, _name: str) -> list[int]:
    """Read a table, change it, write it: the versions that this process wrote."""

    def step(work: Work) -> int:
        row = work.row("table1")
        assert row is not None
        work.update(msgspec.structs.replace(row, version=row.version + 1))
        return row.version + 1

    return [store.run(step) for _ in range(number)]


def tell(store: SqlStore, number: int, _name: str) -> list[int]:
    """Tell something to ten addresses in turn."""
    for n in range(number):
        store.run(lambda work: work.tell(f"room:{n % 10}", "table1", [FIRST], AT + n))  # noqa: B023
    return []


def deliver(store: SqlStore, number: int, _name: str) -> list[tuple[str, int]]:
    """Claim and settle until the addresses have been quiet for a while: what was sent."""
    sent: list[tuple[str, int]] = []
    quiet = 0
    while quiet < number:
        batches = store.claim(AT + 10**6, LEASE, 3)
        quiet = 0 if batches else quiet + 1
        if not batches:
            time.sleep(0.01)
        for batch in batches:
            numbers = [pending.id for pending in batch.notes]
            sent += [(batch.lane, note) for note in numbers]
            store.settle(batch, numbers, [shown()], AT + 10**6)
    return sent


def hang(store: SqlStore, _number: int, name: str) -> list[int]:
    """Stop in the middle of a press for ever, or (name: after) behind it."""

    def work(work: Work) -> None:
        press(work)
        if name == "before":
            _say("stopped")
            time.sleep(600)

    store.run(work)
    _say("stopped")
    time.sleep(600)
    return []


def presses(store: SqlStore, _number: int, name: str) -> list[int]:
    """Press until killed."""
    n = 0
    while True:
        n += 1
        store.run(lambda work: press(work, f"{name}-{n}"))  # noqa: B023


WHAT = {do.__name__: do for do in (receipts, tables, rooms, steps, tell, deliver, hang, presses)}


def _say(line: str) -> None:
    print(line, flush=True)


def main(url: str, what: str, number: str, name: str) -> None:
    """Do what the test asks for."""
    store = open_store(url, PATIENCE)
    _say("ready")
    sys.stdin.readline()
    _say(json.dumps(WHAT[what](store, int(number), name)))
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:5])
