"""The whole picture: four panels of felt on one sheet of paper."""

from __future__ import annotations

from adapters.picture.cards import art
from adapters.picture.paper import (
    FELT,
    FELT_DEEP,
    FELT_LIGHT,
    FONT,
    GOLD,
    GOLD_LIGHT,
    INK,
    INK_SOFT,
    ON_FELT_DIM,
    PAPER,
    PAPER_DEEP,
    SEAL,
    SEAL_DEEP,
    balanced,
    breadth,
    fitted,
    group,
    written,
)
from adapters.picture.scenes import HIGH, WIDE, scene
from adapters.picture.told import Told, ToldPanel

SIZE = 1080
"""The picture is a square of so many pixels."""
EDGE, GAP = 28.0, 20.0
HEAD, FOOT = 96.0, 44.0
TALL = (SIZE - HEAD - FOOT - GAP) / 2
CAPTION = 25.0

DEFS = f"""<defs>
<linearGradient id="sheet" x2=".3" y2="1"><stop stop-color="{PAPER}"/>
<stop offset="1" stop-color="{PAPER_DEEP}"/></linearGradient>
<radialGradient id="felt" cx=".5" cy=".42" r=".75"><stop stop-color="{FELT_LIGHT}"/>
<stop offset=".6" stop-color="{FELT}"/><stop offset="1" stop-color="{FELT_DEEP}"/></radialGradient>
<radialGradient id="halo"><stop offset=".3" stop-color="#fffdf7" stop-opacity=".95"/>
<stop offset="1" stop-color="#fffdf7" stop-opacity="0"/></radialGradient>
<radialGradient id="glow"><stop offset=".55" stop-color="{GOLD}" stop-opacity=".5"/>
<stop offset="1" stop-color="{GOLD}" stop-opacity="0"/></radialGradient>
<linearGradient id="stamp" x2=".4" y2="1"><stop stop-color="{SEAL}"/>
<stop offset="1" stop-color="{SEAL_DEEP}"/></linearGradient>
<clipPath id="cut"><rect width="{WIDE}" height="{HIGH}" rx="10"/></clipPath>
</defs>"""


def strip_svg(told: Told, host: str = "") -> str:
    """The picture as SVG. `host` stands small at its foot (empty: nothing does)."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIZE}" height="{SIZE}" '
        f'viewBox="0 0 {SIZE} {SIZE}" font-family="{FONT}">',
        DEFS,
        f'<rect width="{SIZE}" height="{SIZE}" fill="url(#sheet)"/>',
        _head(told),
    ]
    for number, shown in enumerate(told.panels):
        x = EDGE + (WIDE + GAP) * (number % 2)
        y = HEAD + (TALL + GAP) * (number // 2)
        parts.append(group(_panel(told, shown), f"translate({x:.1f} {y:.1f})"))
    if host:
        foot = fitted(host, 18, SIZE / 2)
        parts.append(written(foot, SIZE - EDGE, SIZE - 17, 18, INK_SOFT, anchor="end"))
    parts.append("</svg>")
    return "".join(parts)


def _head(told: Told) -> str:
    date = written(told.date, SIZE - EDGE, 62, 22, INK_SOFT, anchor="end")
    space = SIZE - 2 * EDGE - 66 - breadth(told.date, 22) - 24
    size = max(24.0, min(36.0, 36 * space / breadth(told.title, 36)))
    title = fitted(told.title, size, space)
    return (
        art("mark", EDGE + 25, 50, 50)
        + written(title, EDGE + 66, 63, size, INK, anchor="start", bold=True)
        + date
        + f'<path d="M{EDGE} {HEAD - 12}H{SIZE - EDGE}" stroke="{GOLD}" stroke-width="2"/>'
    )


def _panel(told: Told, shown: ToldPanel) -> list[str]:
    felt = f'<rect width="{WIDE}" height="{HIGH}" rx="10" fill="url(#felt)"/>'
    frame = (
        f'<rect width="{WIDE}" height="{HIGH}" rx="10" fill="none" stroke="{INK}" '
        'stroke-width="3.5"/>'
    )
    stamp = '<rect x="14" y="12" width="42" height="42" rx="8" fill="url(#stamp)"/>' + written(
        shown.sign, 35, 43, 27, "#fff6ec", bold=True
    )
    heading = written(shown.heading, 68, 41, 23, GOLD_LIGHT, anchor="start", bold=True)
    right = written(shown.round, WIDE - 16, 40, 19, ON_FELT_DIM, anchor="end")
    drawn = f'<g clip-path="url(#cut)">{felt}{scene(told, shown.panel)}</g>'
    lines = balanced(shown.caption, CAPTION, WIDE - 16, 3)
    space = TALL - HIGH
    first = HIGH + (space - len(lines) * CAPTION * 1.36) / 2 + CAPTION * 1.04
    words = [
        written(line, WIDE / 2, first + number * CAPTION * 1.36, CAPTION)
        for number, line in enumerate(lines)
    ]
    return [drawn, frame, stamp, heading, right, *words]
