"""A worker that may die: `python -m tests.kernel.worker URL LETTERS INPUT AT WHERE`.

It carries out one input, then sends what waits: every note becomes a line of the file LETTERS,
and is marked as sent. At the place WHERE it kills itself with SIGKILL ("" lets it live).
"""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import msgspec
from sqlalchemy import event

from core.house.house import House, Input
from storage.migrate import open_store
from tests.kernel.hall import GAMES

PLACES = ("before commit", "after commit", "after claim", "after send", "before mark", "after mark")
LEASE = 30.0  # seconds


def main(url: str, letters: str, heard: str, at: float, where: str) -> None:
    """Work, unless death comes first."""
    store = open_store(url)
    house = House(store, GAMES, os.urandom)

    def dying(place: str) -> None:
        if where == place:
            os.kill(os.getpid(), signal.SIGKILL)

    def before_commit(_: Any) -> None:
        dying("before commit")

    event.listen(store.engine, "commit", before_commit)
    result = house.handle(msgspec.json.decode(heard, type=Input))
    event.remove(store.engine, "commit", before_commit)
    dying("after commit")
    for batch in store.claim(at, LEASE, 99):
        dying("after claim")
        with open(letters, "a", encoding="utf-8") as file:
            for pending in batch.notes:
                line = {"lane": batch.lane, "note": pending.id}
                file.write(msgspec.json.encode(line).decode() + "\n")
            file.flush()
            os.fsync(file.fileno())
        if batch.notes:
            dying("after send")
        cards = [msgspec.structs.replace(card, outdated=False) for card in batch.cards]
        if where == "before mark" and batch.notes:
            event.listen(store.engine, "commit", lambda _: dying("before mark"))
        store.settle(batch, [pending.id for pending in batch.notes], cards, at)
        dying("after mark")
    print("repeated" if result.repeated else "done", flush=True)
    store.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4]), sys.argv[5])
