"""`make bench`: one table, each figure beside its floor or its peer from the same run.

python -m tests.bench             # the table, in less than five minutes
python -m tests.bench inputs      # one or more of its parts
python -m tests.bench thoughts    # what takes longer, by name: line, page, telegram, …
python -m tests.bench all         # the table and everything else
"""

from __future__ import annotations

import sys
from importlib import import_module

from tests.bench.table import Row, alone, printed, progress

PARTS = {
    "calls": "webhook to first call, memory",
    "inputs": "inputs a second",
    "servers": "workers on PostgreSQL",
    "chats": "what a game costs on the platforms",
    "games": "random moves",
    "opening": "starting with many tables",
    "size": "what 100,000 inputs leave",
}
"""What the table is made of, in its order."""

LONGER = {
    "speed": "The rules, each edition",
    "costs": "What a move costs at the database",
    "line": "LINE",
    "start": "Starting",
    "telegram": "Telegram",
    "page": "The page",
    "coup_speed": "Coup beside coupml, by the number of seats",
    "thoughts": "Computers that think",
}
"""What is measured by name only."""


def main(words: list[str]) -> int:
    """What was named; 1 if a goal is missed, 2 for a name that is none."""
    names = [*PARTS, *LONGER] if words == ["all"] else words or [*PARTS]
    unknown = [name for name in names if name not in PARTS and name not in LONGER]
    if unknown:
        print(f"no such figures: {', '.join(unknown)} ({', '.join((*PARTS, *LONGER))}, all)")
        return 2
    rows = list[Row]()
    parts = [name for name in names if name in PARTS]
    for number, name in enumerate(parts, 1):
        with progress(number, len(parts), PARTS[name]):
            rows += alone(name)
    if rows:
        print(printed(rows))
    for name in names:
        if name in LONGER:
            print(f"\n## {LONGER[name]}\n", flush=True)
            import_module(f"tests.bench.{name}").main()
    return int(any(row.met is False for row in rows))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
