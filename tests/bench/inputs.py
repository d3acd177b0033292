"""How many inputs a second the house takes and has stored for good, beside the bare module
`sqlite3`, which says the very same statements to a copy of the file.

An input is a whole move of Love Letter: heard, judged, carried out, told, committed with
synchronous=FULL. What the store says is written down and said again without it, over a connection
that is set up in the same way, slice by slice in turns, so that a busy disk is in the way of both.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path

from storage.file import set_up
from storage.migrate import open_store
from tests.bench.evening import Evening
from tests.bench.statements import Said, Script, on_sqlite
from tests.bench.table import Row, at_least

SLICES, INPUTS = 12, 60
GOAL = 0.5


def written() -> int:
    """Bytes that this process has handed over to be written."""
    told = Path("/proc/self/io").read_text().splitlines()
    return int(dict(line.split(": ") for line in told)["wchar"])


class Way:
    """One way to store inputs, and what it took so far."""

    def __init__(self) -> None:
        self.rates: list[float] = []
        self.took: list[float] = []
        self.bytes = 0
        self._slice = 0

    def do(self, work: Callable[[], None]) -> None:
        before, began = written(), time.perf_counter()
        work()
        self.took.append(time.perf_counter() - began)
        self.bytes += written() - before

    def end(self) -> None:
        """A slice is over."""
        took = self.took[self._slice :]
        self.rates.append(len(took) / sum(took))
        self._slice = len(self.took)


def figures() -> list[Row]:
    """Inputs a second, and what an input costs."""
    ours, bare = Way(), Way()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        file, copy = Path(name) / "house.db", Path(name) / "bare.db"
        with closing(open_store(f"sqlite:///{file}")) as store:
            evening = Evening(store)
            for _ in range(INPUTS):  # until everything that is kept is known
                evening.hear(evening.next())
            store.close()  # the file is whole by itself then
            shutil.copy(file, copy)
            script = Script(store)
            with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
                set_up(connection, store.patience)
                commits = statements = 0
                for _ in range(SLICES):
                    said = list[tuple[list[Said], list[Said]]]()
                    for _ in range(INPUTS):
                        heard = evening.next()
                        between = script.take()  # another game was opened
                        ours.do(partial(evening.hear, heard))
                        said.append((between, script.take()))
                    ours.end()
                    for between, of_input in said:
                        on_sqlite(connection, between)
                        bare.do(partial(on_sqlite, connection, of_input))
                        commits += sum(each.text == "COMMIT" for each in of_input)
                        statements += len(of_input)
                    bare.end()
    count = SLICES * INPUTS
    kilobytes = [f"{way.bytes / count / 1000:.1f} kB" for way in (ours, bare)]
    return [
        at_least("inputs a second, on the disk (SQLite)", ours.rates, bare.rates, GOAL),
        Row(
            "commits an input, in the house",
            f"{commits / count:.2f}",
            goal="1",
            met=commits == count,
        ),
        Row("statements an input", f"{statements / count:.1f}"),
        Row("bytes written an input", kilobytes[0], kilobytes[1]),
    ]
