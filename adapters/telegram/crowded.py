"""Keys of moves that would take too much of a phone: they bear numbers, and a line of the board
tells what each number is.

The keys do what they did, and whoever presses is told alone what is chosen so far: nothing of half
a choice stands on the board.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain, groupby
from math import ceil

from msgspec.structs import replace

from adapters.telegram.render import kind
from adapters.telegram.texts import KeyMeans
from core.desk.presses import Key
from core.desk.sheets import Button, LabelledWord, Rows
from core.kernel.text import Public

MOST_ROWS = 7  # of keys for moves on a board
ABREAST = 7  # numbers in a row

Shown = Callable[[Rows[Public]], int]


def bounded(rows: Rows[Public], shown: Shown) -> tuple[Rows[Public], tuple[KeyMeans, ...]]:
    """Keys of moves that have room on a phone, and what those of them mean that bear a number.
    `shown` tells in how many rows keys are shown. Keys that stand together are numbered together,
    those that take the most room first; whole moves, actions and people keep their names."""
    parts = [tuple(group) for _, group in groupby(rows, key=kind)]
    numbered: set[int] = set()
    while True:
        found, means = _numbered(parts, numbered)
        left = [at for at, part in enumerate(parts) if at not in numbered and _may(part)]
        if shown(found) <= MOST_ROWS or not left:
            return found, means
        numbered.add(max(left, key=lambda at: shown(parts[at])))


def _may(part: Rows[Public]) -> bool:
    """Whether keys are about one word of a move, and tell neither what is done nor to whom."""
    said = [key.verb for row in part for key in row if isinstance(key.verb, Key)]
    return any(verb.place != "0" and not verb.label.isdigit() for verb in said)


def _numbered(
    parts: list[Rows[Public]], which: set[int]
) -> tuple[Rows[Public], tuple[KeyMeans, ...]]:
    """The parts with those of them numbered, counted from 1 on."""
    found: list[tuple[Button[Public], ...]] = []
    means: list[KeyMeans] = []
    for at, part in enumerate(parts):
        if at not in which:
            found += part
            continue
        keys = []
        for key in chain.from_iterable(part):
            means.append(KeyMeans(len(means) + 1, key.label))
            keys.append(replace(key, label=LabelledWord(str(len(means)))))
        size = ceil(len(keys) / ceil(len(keys) / ABREAST))
        found += [tuple(keys[i : i + size]) for i in range(0, len(keys), size)]
    return tuple(found), tuple(means)
