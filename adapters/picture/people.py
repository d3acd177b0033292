"""People as the page has them: a disc in their colour with the first sign of their name."""

from __future__ import annotations

from colorsys import hls_to_rgb

from wcwidth import iter_graphemes

from adapters.page.draw import hue
from adapters.picture.cards import art
from adapters.picture.paper import (
    GOLD,
    GOLD_LIGHT,
    INK,
    ON_FELT,
    ON_FELT_DIM,
    SEAL,
    breadth,
    fitted,
    group,
    written,
)
from adapters.picture.told import Person
from core.records.panels import Mark

MOST_TOKENS = 7


def colour(key: str) -> str:
    """The colour of a person, the same as on the page."""
    red, green, blue = hls_to_rgb(hue(key) / 360, 0.36, 0.48)
    return f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}"


def disc(person: Person, x: float, y: float, r: float, *, ring: bool = False) -> str:
    """A person without a name beside. With a `ring` they are the ones whom it is about."""
    sign = next(iter_graphemes(person.name.strip()), "?").upper()
    edge, wide = (GOLD, r * 0.13) if ring else ("#fbeede", r * 0.06)
    glow = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r * 1.5:.1f}" fill="url(#glow)"/>' if ring else ""
    )
    return (
        glow + f'<circle cx="{x:.1f}" cy="{y + r * 0.07:.1f}" r="{r:.1f}" fill="#0f0402" '
        f'fill-opacity=".4"/><circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" '
        f'fill="{colour(person.key)}" stroke="{edge}" stroke-width="{wide:.1f}" '
        f'stroke-opacity="{1 if ring else 0.55}"/>'
        + written(sign, x, y + r * 0.36, r * 1.0, ON_FELT, bold=True)
    )


def named(
    person: Person,
    x: float,
    y: float,
    r: float,
    *,
    size: float = 21,
    most: float = 150,
    ring: bool = False,
    out: bool = False,
) -> str:
    """A person with their name below; crossed out where they are `out`."""
    shown = fitted(person.name, size, most)
    ink = ON_FELT_DIM if out else GOLD_LIGHT if ring else ON_FELT
    text = written(shown, x, y + r + size * 1.25, size, ink, bold=ring)
    drawn = disc(person, x, y, r, ring=ring and not out)
    return group((drawn,), opacity=0.55) + cross(x, y, r) + text if out else drawn + text


def cross(x: float, y: float, r: float) -> str:
    """Out: two strokes of the brush."""
    arm = r * 0.78
    path = (
        f"M{x - arm:.1f} {y - arm:.1f}L{x + arm:.1f} {y + arm:.1f}"
        f"M{x + arm:.1f} {y - arm:.1f}L{x - arm:.1f} {y + arm:.1f}"
    )
    both = (("#220c0c", r * 0.36), (SEAL, r * 0.22))
    return "".join(
        f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="{wide:.1f}" '
        'stroke-linecap="round"/>'
        for ink, wide in both
    )


def standing(mark: Mark, words: str, x: float, y: float, size: float, most: float) -> str:
    """How somebody stands: tokens, as many as they have of how many they need; or words; or the
    place in which they finished, on a medal."""
    if mark.place:
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size * 0.72:.1f}" fill="{GOLD}" '
            f'stroke="#8a5c10" stroke-width="1.5"/>'
            + written(str(mark.place), x, y + size * 0.34, size * 0.95, INK, bold=True)
        )
    if not mark.of:
        return written(fitted(words, size, most), x, y + size * 0.36, size, ON_FELT)
    step = size * 1.05
    if mark.of > MOST_TOKENS or step * mark.of > most:
        text = f"{mark.count}/{mark.of}"
        wide = size * 1.2 + breadth(text, size)
        return art("token", x - wide / 2 + size / 2, y, size) + written(
            text, x - wide / 2 + size * 1.3, y + size * 0.36, size, ON_FELT, anchor="start"
        )
    first = x - step * (mark.of - 1) / 2
    return "".join(
        art("token", first + step * i, y, size)
        if i < mark.count
        else f'<circle cx="{first + step * i:.1f}" cy="{y:.1f}" r="{size * 0.4:.1f}" fill="none" '
        f'stroke="{GOLD}" stroke-opacity=".6" stroke-width="1.5"/>'
        for i in range(mark.of)
    )
