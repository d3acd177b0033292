"""How long the commands take to start, how much memory the running host needs, and file sizes."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

ROOT = Path(__file__).parents[2]


def seconds(*command: str) -> float:
    """The time of a command; the best of three."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return min(times)


def serving(folder: Path, port: int) -> tuple[float, float]:
    """From the start of `fumibako play` on a new database to its first answer, and its memory
    in MB then."""
    environment = {**os.environ, "DATABASE": str(folder / "start.db"), "PORT": str(port)}
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "adapters.cli", "play", "--no-browser"],
        env=environment,
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
    )
    try:
        while True:
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=1).read()
                break
            time.sleep(0.02)
        ready = time.perf_counter() - start
        pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
        return ready, pages * resource.getpagesize() / 1e6
    finally:
        process.terminate()
        process.wait(10)


def main() -> None:
    """Print the figures."""
    python = sys.executable
    bare = seconds(python, "-c", "pass")
    version = seconds(python, "-m", "adapters.cli", "--version")
    print(f"python itself {bare:.2f} s, fumibako --version {version:.2f} s ({version / bare:.1f}x)")
    with tempfile.TemporaryDirectory() as name:
        ready, memory = serving(Path(name), 18791)
    print(f"fumibako play answers after {ready:.2f} s and needs {memory:.0f} MB")
    sizes = {
        path.relative_to(ROOT): len(path.read_text().splitlines())
        for folder in ("core", "adapters", "storage", "locales")
        for path in sorted((ROOT / folder).rglob("*.py"))
    }
    longest = sorted(sizes.items(), key=lambda item: -item[1])[:5]
    middle = statistics.median(sizes.values())
    print(f"{len(sizes)} files, {sum(sizes.values())} lines, median {middle}")
    print("longest: " + ", ".join(f"{path} {lines}" for path, lines in longest))


if __name__ == "__main__":
    main()
