"""`make soak`: what became of everything while the worst happened, as counts.

`python -m tests.soak [--share 0.1] [--seed 1] [NAME …]` carries out the trials whose names begin
so, with this share of their faults. Ends with 1 if anything happened that must not.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.soak.counts import table_of
from tests.soak.fuzz import fuzz_all
from tests.soak.trials import TRIALS, carry_out


def main() -> None:
    """Carry out what was asked for and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak")
    parser.add_argument("names", nargs="*", help="beginnings of the trials' names; all by default")
    parser.add_argument("--share", type=float, default=1.0, help="of the faults and the inputs")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chosen = [
        each for each in TRIALS if not asked.names or each.name.startswith(tuple(asked.names))
    ]
    lines, good = [], True
    for number, trial in enumerate(chosen):
        with tempfile.TemporaryDirectory(prefix="fumibako-soak-") as folder:
            found = carry_out(trial, Path(folder), asked.share, asked.seed + number, _tell)
        lines.append(found)
        _tell(table_of([found]))
        good = good and found.good
    if lines:
        print(table_of(lines), flush=True)
    if not asked.names or any("fuzz".startswith(name) for name in asked.names):
        good = fuzz_all(round(1_000_000 * asked.share), asked.seed, _tell) and good
    sys.exit(not good)


def _tell(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
