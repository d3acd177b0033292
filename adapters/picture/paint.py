"""The process in which a picture is painted: it reads SVG, writes a PNG, and ends.

The library holds the interpreter while it works, and what it is handed bears names of strangers:
so it works alone, with a few words of the environment and no token, away from our folders, within
limits of time and memory. Whoever started it may end it at any time; if nobody does it ends itself.
"""

from __future__ import annotations

import faulthandler
import sys
from contextlib import suppress
from pathlib import Path

import resvg_py

FONT = Path(__file__).with_name("font") / "fumibako-sans.ttf"
FAMILY = "Fumibako Sans"
MOST = 400_000
"""Bytes that a picture should not have more of."""
CPU = 20  # seconds of work
MEMORY = 4 << 30  # bytes of addresses; fonts of the machine are mapped
FILES = 64  # open at once
SMALLER = (None, 900, 720, 540)
"""Widths that are tried one after the other (None: as it is)."""


def painted(svg: str) -> bytes:
    """The picture; smaller if it has too many bytes else. Signs that our font lacks come from
    those of the machine."""
    png = b""
    for width in SMALLER:
        png = bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                width=width,
                font_files=[str(FONT)],
                font_family=FAMILY,
                sans_serif_family=FAMILY,
            )
        )
        if len(png) <= MOST:
            break
    return png


def confine(most: float) -> None:
    """Live no longer than `most` seconds, whatever hangs and whoever has died; and take no more of
    the machine than a picture needs, where the system can see to it."""
    faulthandler.dump_traceback_later(most, exit=True)
    try:
        import resource
    except ImportError:  # not on every system
        return
    for what, limit in (
        (resource.RLIMIT_CPU, CPU),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_NOFILE, FILES),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(OSError, ValueError):  # a stricter one holds already
            resource.setrlimit(what, (limit, limit))


def main(most: float) -> None:
    """Once."""
    confine(most)
    sys.stdout.buffer.write(painted(sys.stdin.buffer.read().decode()))
