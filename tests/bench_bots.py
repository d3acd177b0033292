"""`make bench-bots ARGS="--seed N"`: the computers of every game against their yardsticks.

Exits 1 if one of them misses a bar.
"""

from __future__ import annotations

import subprocess
import sys

BENCHES = ("love_letter_bots", "coup_bots", "lady_luck_bots")


def main() -> int:
    """Run them all, one after another, each in a process of its own."""
    said, failed = sys.argv[1:], 0
    for name in BENCHES:
        print(f"\n## {name}\n", flush=True)
        failed |= subprocess.run([sys.executable, "-m", f"tests.bench.{name}", *said]).returncode
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
