"""`make bench-bots`: the computer players of every game against their yardsticks.

Exits 1 if one of them misses a bar.
"""

from __future__ import annotations

import importlib
import sys

BENCHES = ("love_letter_bots", "coup_bots", "lady_luck_bots")


def main() -> int:
    """Run them all, one after another."""
    failed = 0
    for name in BENCHES:
        bench = importlib.import_module(f"tests.bench.{name}")
        print(f"\n## {name}\n")
        failed |= bench.main()
    return failed


if __name__ == "__main__":
    sys.exit(main())
