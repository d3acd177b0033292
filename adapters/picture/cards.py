"""Cards as the page has them: a paper face with the house's drawing, a lacquered back."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

from adapters.picture.paper import INK, PAPER, PAPER_LINE, breadth, fitted, group, written
from core.kernel.drawn import Face

ART = Path(__file__).parents[1] / "page" / "static" / "art"

TINTS = {
    "sakura": ("#b23d3d", "#f6d6d2"),
    "fuji": ("#74509f", "#e2d6ef"),
    "yamabuki": ("#94610b", "#f8e3b3"),
    "ai": ("#2f6391", "#d0e1ef"),
    "wakatake": ("#2a7150", "#d2e9da"),
    "sabi": ("#a5432a", "#f3dac9"),
    "mizu": ("#226d79", "#cfe8ea"),
    "nezu": ("#8c3b2a", "#e9ddd0"),
    "sumire": ("#57519c", "#dbd8f0"),
    "uguisu": ("#65681a", "#e6e9c5"),
    "sumi": ("#33231c", "#ece4d6"),
    "kin": ("#8a6210", "#f8e8bf"),
    "shu": ("#b3361f", "#f8d9cf"),
}
"""The traditional colours of the page's cards: of the ribbon, and of the light behind a drawing."""

COLOURS = {
    **{"princess": "sakura", "countess": "fuji", "minister": "fuji", "king": "yamabuki"},
    **{"prince": "ai", "handmaid": "wakatake", "baron": "sabi", "priest": "mizu"},
    **{"guard": "nezu", "spy": "sumire", "chancellor": "uguisu"},
    **{"duke": "fuji", "assassin": "nezu", "captain": "ai", "ambassador": "wakatake"},
    **{"contessa": "sakura", "diplomat": "uguisu", "inquisitor": "sabi"},
    **{"almshouse": "yamabuki", "loyalist": "ai", "reformist": "sabi"},
    **{"income": "kin", "aid": "kin", "strike": "shu"},
    **{"pr": "sakura", "no": "fuji", "ge": "sabi", "mg": "sumire", "ps": "mizu", "kn": "nezu"},
    **{"ft": "ai", "md": "wakatake"},
    **{"club": "sumi", "spade": "sumi", "diamond": "sakura", "heart": "sakura"},
    "joker": "sumire",
}
"""The colour of each drawing, as on the page."""

SUITS = {"c": "club", "d": "diamond", "h": "heart", "s": "spade"}
RATIO = 92 / 64


def drawing(code: str) -> str:
    """The drawing of a card by its code. Copies with numbers of their own share that of their
    kind."""
    if not code:
        return "back"
    if code in COLOURS:
        return code
    if playing(code):
        return SUITS[code[-1]]
    kind = code.rstrip("0123456789")
    return kind if kind in COLOURS else "letter"


def playing(code: str) -> bool:
    """Whether it is a playing card with suit and rank."""
    return code[-1:] in SUITS and (code[:-1].isdecimal() or code[:-1] in ("j", "q", "k", "a"))


@cache
def _address(name: str) -> str:
    """A drawing, as an address that holds it."""
    content = (ART / f"{name}.svg").read_bytes()
    return f"data:image/svg+xml;base64,{b64encode(content).decode()}"


def art(name: str, x: float, y: float, size: float) -> str:
    """A drawing of the house, its middle at x and y."""
    return (
        f'<image x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}" '
        f'height="{size:.1f}" href="{_address(name)}"/>'
    )


def card(
    face: Face | None,
    name: str,
    x: float,
    y: float,
    width: float,
    *,
    turn: float = 0,
    dim: bool = False,
) -> str:
    """A card, its middle at x and y (None: face down). `name` stands below its drawing."""
    high = width * RATIO
    left, top, round_ = -width / 2, -high / 2, width * 0.085 + 1
    box = f'x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{high:.1f}" rx="{round_:.1f}"'
    shadow = (
        f'<rect x="{left:.1f}" y="{top + width * 0.05:.1f}" width="{width:.1f}" '
        f'height="{high:.1f}" rx="{round_:.1f}" fill="#0f0402" fill-opacity=".38"/>'
    )
    inner = _face(face, name, box, width, high) if face and face.code else _back(box, width, high)
    moved = f"translate({x:.1f} {y:.1f})" + (f" rotate({turn:g})" if turn else "")
    veil = f'<rect {box} fill="#2a1110" fill-opacity=".42"/>' if dim else ""
    return group((shadow, inner, veil), moved)


def _back(box: str, width: float, high: float) -> str:
    edge = width * 0.03
    return (
        f'<rect {box} fill="#5e211d" stroke="#9c6242" stroke-width="1.5"/>'
        f'<image x="{-width / 2 + edge:.1f}" y="{-high / 2 + edge:.1f}" '
        f'width="{width - 2 * edge:.1f}" height="{high - 2 * edge:.1f}" '
        f'preserveAspectRatio="none" href="{_address("back")}"/>'
    )


def _face(face: Face, name: str, box: str, width: float, high: float) -> str:
    drawn = drawing(face.code)
    accent, tint = TINTS[COLOURS.get(drawn, "shu")]
    paper = f'<rect {box} fill="{PAPER}" stroke="{PAPER_LINE}" stroke-width="1.2"/>'
    if playing(face.code):
        size = width * 0.3
        corner = written(
            face.corner, -width * 0.3, -high / 2 + size * 1.05, size, accent, bold=True
        )
        return paper + art(drawn, 0, high * 0.1, width * 0.56) + corner
    edge, named = width * 0.05, width * 0.155
    below = named * 1.75
    picture = (
        f'<rect x="{-width / 2 + edge:.1f}" y="{-high / 2 + edge:.1f}" '
        f'width="{width - 2 * edge:.1f}" height="{high - edge - below:.1f}" '
        f'rx="{edge:.1f}" fill="{tint}"/>'
    )
    middle = -high / 2 + (edge + high - below) / 2
    halo = f'<circle cx="0" cy="{middle:.1f}" r="{width * 0.4:.1f}" fill="url(#halo)"/>'
    shown = fitted(name, named, width * 0.94)
    text = written(shown, 0, high / 2 - named * 0.6, named, INK, bold=True)
    return (
        paper
        + picture
        + halo
        + art(drawn, 0, middle, width * 0.68)
        + text
        + _corner(face.corner, width, high, accent)
    )


def _corner(corner: str, width: float, high: float, accent: str) -> str:
    """The ribbon with the rank."""
    if not corner:
        return ""
    tall, size, left = width * 0.26, width * 0.2, -width / 2 + width * 0.09
    wide = max(width * 0.25, breadth(corner, size) + width * 0.08)
    return (
        f'<rect x="{left:.1f}" y="{-high / 2 - 1:.1f}" width="{wide:.1f}" height="{tall:.1f}" '
        f'rx="{width * 0.03:.1f}" fill="{accent}"/>'
        + written(corner, left + wide / 2, -high / 2 + size * 0.93, size, PAPER, bold=True)
    )
