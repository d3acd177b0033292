"""The process in which a picture is painted: it reads SVG, writes a PNG, and ends.

The library holds the interpreter while it works, and what it is handed bears names of strangers:
so it works alone, knows no token and no database, and whoever started it may end it at any time.
"""

from __future__ import annotations

import sys
from pathlib import Path

import resvg_py

FONT = Path(__file__).with_name("font") / "fumibako-sans.ttf"
FAMILY = "Fumibako Sans"
MOST = 400_000
"""Bytes that a picture should not have more of."""
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


def main() -> None:
    """Once."""
    sys.stdout.buffer.write(painted(sys.stdin.buffer.read().decode()))


if __name__ == "__main__":
    main()
