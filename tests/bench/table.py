"""The table of `make bench`: each figure beside what it is measured against, and its goal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from multiprocessing import get_context
from statistics import median

import msgspec

HEADS = ("", "Fumibako", "beside it", "that is", "goal", "")
MARKS = {True: "✓", False: "✗", None: ""}


class Row(msgspec.Struct, frozen=True):
    """A line of the table: what was measured, ours, its floor or peer from the same run, what
    that makes, and the goal. `met` is None where nothing is promised."""

    name: str
    ours: str
    beside: str = ""
    makes: str = ""
    goal: str = ""
    met: bool | None = None


def figures_of(name: str) -> list[Row]:
    """A part of the table."""
    found: list[Row] = import_module(f"tests.bench.{name}").figures()
    return found


def alone(name: str) -> list[Row]:
    """The same in a process of its own: what one part leaves behind in memory is in the way of no
    other."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(figures_of, name).result()


def at_most(name: str, ours: float, floor: float, goal: float, unit: str = "ms") -> Row:
    """A figure that is good when it is small, as a multiple of its floor."""
    times = ours / floor
    shown = f"≤ {goal:g}×"
    return Row(
        name, f"{ours:.2f} {unit}", f"{floor:.2f} {unit}", f"{times:.1f}×", shown, times <= goal
    )


def at_least(
    name: str, ours: Sequence[float], peer: Sequence[float], goal: float, unit: str = "a second"
) -> Row:
    """A figure that is good when it is large, as a part or a multiple of its peer. Both were
    measured in slices by turns; the ratio is the median of those of two neighbours."""
    times = median(one / other for one, other in zip(ours, peer, strict=True))
    one, other = (f"{median(rates):,.0f} {unit}" for rates in (ours, peer))
    return Row(name, one, other, f"{times:.2f}×", f"≥ {goal:g}×", times >= goal)


def within(name: str, ours: float, goal: float, digits: int = 2) -> Row:
    """A figure with a bound of its own."""
    return Row(name, f"{ours:.{digits}f}", goal=f"≤ {goal:g}", met=ours <= goal)


def percentiles(times: Sequence[float]) -> tuple[float, float]:
    """p50 and p99."""
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]


def printed(rows: Sequence[Row]) -> str:
    """The table in Markdown, with columns that also stand below each other in a terminal."""
    cells = [
        HEADS,
        *((row.name, row.ours, row.beside, row.makes, row.goal, MARKS[row.met]) for row in rows),
    ]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEADS))]
    lines = [
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in cells
    ]
    rule = "|" + "|".join("-" * (width + 2) for width in widths) + "|"
    return "\n".join((lines[0], rule, *lines[1:]))


@contextmanager
def progress(number: int, of: int, name: str) -> Iterator[None]:
    """Tells, beside the table, what is measured at the moment, and how long it took."""
    began = time.monotonic()
    print(f"[{number}/{of}] {name} …", end="", file=sys.stderr, flush=True)
    yield
    print(f" {time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
