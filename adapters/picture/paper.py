"""What a picture is drawn with: colours, texts that fit, shapes. Everything that people wrote is
escaped here."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from html import escape

from wcwidth import iter_graphemes
from wcwidth import width as columns_of

FELT, FELT_LIGHT, FELT_DEEP = "#4b2220", "#6a342d", "#2a1110"
GOLD, GOLD_LIGHT = "#e0b35c", "#f7dc9a"
SEAL, SEAL_DEEP = "#c23b26", "#97240f"
PAPER, PAPER_DEEP, PAPER_LINE = "#fffaf0", "#f3e7d0", "#d8c4a0"
INK, INK_SOFT = "#33231c", "#66544a"
ON_FELT, ON_FELT_DIM = "#fbeede", "#cdb4a0"

FONT = "Fumibako Sans"

_NARROW = frozenset("iljtfrI.,:;'’‘“”!|()[] ·")
_WIDE = frozenset("mwMW@—…→")
_DOTS = re.compile("(?<=[\\x20-\u024f])…")  # the font has those of Japanese, in mid-air
_SENTENCE = re.compile(r"(?<=[。！？])|(?<=[.!?])\s")
_NOT_FIRST = frozenset("、。，．）」』】！？ー・：；,.!?)]}…’”")
_NOT_LAST = frozenset("（「『【([{‘“")


def breadth(text: str, size: float) -> float:
    """About how broad a text is."""
    return size * sum(_em(part) for part in iter_graphemes(text))


def _em(part: str) -> float:
    char = part[0]
    if columns_of(part) > 1 or unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if char in _WIDE:
        return 0.9
    if char in _NARROW:
        return 0.32
    return 0.66 if char.isupper() else 0.57


def fitted(text: str, size: float, most: float) -> str:
    """A text that is not broader than that; its end is left out."""
    if breadth(text, size) <= most:
        return text
    parts = list(iter_graphemes(text))
    while parts and breadth("".join(parts) + "…", size) > most:
        parts.pop()
    return "".join(parts).rstrip() + "…"


def broken(text: str, size: float, most: float, lines: int) -> list[str]:
    """A text in lines: between words, and in Japanese anywhere but before or after such signs as
    may not stand there. What is too much is left out."""
    found, line = [], ""
    for piece in _pieces(text):
        if line and breadth(line + piece.rstrip(), size) > most:
            found.append(line.rstrip())
            line = ""
        line += piece if line else piece.lstrip()
    found.append(line.rstrip())
    if len(found) > lines:
        found = [*found[: lines - 1], "".join(found[lines - 1 :])]
    return [fitted(each, size, most) for each in found]


def _pieces(text: str) -> list[str]:
    """What stays together on a line."""
    pieces: list[str] = []
    for part in iter_graphemes(text):
        before = pieces[-1] if pieces else " "
        joined = not before[-1].isspace() and not (_breaks(part) or _breaks(before[-1]))
        kept = part in _NOT_FIRST or before[-1] in _NOT_LAST or part.isspace()
        if pieces and (joined or kept):
            pieces[-1] += part
        else:
            pieces.append(part)
    return pieces


def _breaks(part: str) -> bool:
    """Whether a line may end before and after it."""
    return unicodedata.east_asian_width(part[0]) in "WF"


def balanced(text: str, size: float, most: float, lines: int) -> list[str]:
    """The same, a sentence on each line where that fits; else in lines of about the same length."""
    sentences = [each.strip() for each in _SENTENCE.split(text) if each.strip()]
    if 1 < len(sentences) <= lines and all(breadth(each, size) <= most for each in sentences):
        return sentences
    found = broken(text, size, most, lines)
    narrow = most
    while len(found) > 1 and narrow > most / 2:
        narrow -= size / 2
        tried = broken(text, size, narrow, lines)
        if len(tried) != len(found) or _letters(tried) != _letters(found):
            break
        found = tried
    return found


def _letters(lines: Sequence[str]) -> str:
    return "".join("".join(lines).split())


def written(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str = INK,
    *,
    anchor: str = "middle",
    bold: bool = False,
) -> str:
    """A line of text. The font has one weight: what is bold has an outline."""
    outline = f' stroke="{colour}" stroke-width="{size * 0.035:.2f}"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}" '
        f'text-anchor="{anchor}"{outline}>{safe(text)}</text>'
    )


def safe(text: str) -> str:
    """A text that is no markup, without signs that a picture cannot hold."""
    legal = "".join(char for char in text if _legal(char))
    return escape(_DOTS.sub("...", legal).replace("....", "..."))


def _legal(char: str) -> bool:
    code = ord(char)
    return char in "\t\n" or 0x20 <= code < 0xD800 or 0xE000 <= code < 0xFFFE or code >= 0x10000


def pill(text: str, x: float, y: float, size: float, *, fill: str, ink: str, most: float) -> str:
    """A text on a round label, its middle at x and y."""
    shown = fitted(text, size, most)
    wide, high = breadth(shown, size) + size * 1.3, size * 1.65
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{y - high / 2:.1f}" width="{wide:.1f}" '
        f'height="{high:.1f}" rx="{high / 2:.1f}" fill="{fill}"/>'
        + written(shown, x, y + size * 0.36, size, ink)
    )


def spread(count: int, left: float, right: float, most: float) -> Sequence[float]:
    """The middles of so many things between two edges, not farther apart than `most`."""
    step = min(most, (right - left) / max(count, 1))
    first = (left + right) / 2 - step * (count - 1) / 2
    return [first + step * number for number in range(count)]


def group(parts: Iterable[str], transform: str = "", opacity: float = 1.0) -> str:
    """Some shapes together."""
    moved = f' transform="{transform}"' if transform else ""
    dim = f' opacity="{opacity:g}"' if opacity < 1 else ""
    return f"<g{moved}{dim}>{''.join(parts)}</g>"
