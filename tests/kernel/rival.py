"""Another process at the same tables: `python -m tests.kernel.rival URL`.

It reads inputs (one line of JSON), says "ready", waits for a line, hands them in one after the
other, and prints what became of each. What came too early is tried again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

import msgspec

from core.house.house import House, Input
from core.table.sayings import Stale
from storage.migrate import open_store
from tests.kernel.hall import GAMES

WAIT = 0.001  # seconds before something that came too early is tried again


def main(url: str) -> None:
    """Hand the inputs in."""
    store = open_store(url)
    house = House(store, GAMES, os.urandom)
    inputs = msgspec.json.decode(sys.stdin.readline(), type=list[Input])
    print("ready", flush=True)
    sys.stdin.readline()
    found = []
    for heard in inputs:
        result = house.handle(heard)
        while isinstance(result.refused, Stale):
            time.sleep(WAIT)
            result = house.handle(heard)
        reason = type(result.refused).__name__ if result.refused is not None else ""
        found.append("repeated" if result.repeated else reason)
    print(msgspec.json.encode(found).decode(), flush=True)
    store.close()


def race(url: str, *rivals: list[Input]) -> list[list[str]]:
    """Let processes hand in their inputs at the same time: why each was refused ("": it was
    not)."""
    command = [sys.executable, "-m", "tests.kernel.rival", url]
    processes = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in rivals
    ]
    try:
        for process, inputs in zip(processes, rivals, strict=True):
            assert process.stdin is not None
            process.stdin.write(msgspec.json.encode(inputs).decode() + "\n")
            process.stdin.flush()
        for process in processes:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
        answers = []
        for process in processes:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        for process in processes:
            out, _ = process.communicate(timeout=60)
            answers.append(msgspec.json.decode(out, type=list[str]))
        return answers
    finally:
        for process in processes:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main(sys.argv[1])
