"""People's names and words, made fit to be shown: no tricks, not too long, told apart."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from wcwidth import iter_graphemes
from wcwidth import width as columns_of

WIDTH = 20
"""The columns a name may take; an East Asian character takes two."""

MARKS = 4
"""The most accents that one character keeps."""

_ELLIPSIS = "…"
_SIGNS = frozenset({"No", "Sm", "So"})
_JOINER = "\u200d"
_BLACK_FLAG = "\U0001f3f4"
_PLAIN_PICTURES = frozenset("©®‼⁉™ℹ")
# They look like nothing, though Unicode calls them letters, marks or symbols.
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def clean(raw: str) -> str:
    """The text without control, direction and invisible characters, its white space collapsed.

    Joiners stay where they make one emoji or one Indic character, tags where they make a flag.
    """
    text = _filtered(raw)
    while (again := _filtered(text)) != text:  # what a lost character held apart may join
        text = again
    return text


def _filtered(raw: str) -> str:
    kept: list[str] = []
    marks = 0
    text = unicodedata.normalize("NFC", raw)
    for index, char in enumerate(text):
        if char.isspace():
            kept.append(" ")
            continue
        before = kept[-1] if kept else " "
        if _hidden(char):
            after = text[index + 1] if index + 1 < len(text) else ""
            if _joins(char, before, after, kept):
                kept.append(char)
            continue
        marks = marks + 1 if _extends(char) else 0
        if marks and (marks > MARKS or before == " "):
            continue
        kept.append(char)
    while kept and kept[-1] == _JOINER:
        kept.pop()
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


def _hidden(char: str) -> bool:
    """Whether the character steers the text or shows nothing."""
    code = ord(char)
    return (
        unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co"}
        or char in _INVISIBLE
        or 0xFDD0 <= code <= 0xFDEF
        or code & 0xFFFE == 0xFFFE
        or (0xE0000 <= code <= 0xE0FFF and not 0xE0100 <= code <= 0xE01EF)
    )


def _joins(char: str, before: str, after: str, kept: Sequence[str]) -> bool:
    """Whether a hidden character belongs to the visible one that it stands beside."""
    if char == _JOINER and unicodedata.combining(before) == 9:  # after a virama
        return True
    if char == _JOINER:
        base = next((c for c in reversed(kept) if not _extends(c)), "")
        return pictograph(base) and bool(after) and pictograph(after)
    if 0xE0020 <= ord(char) <= 0xE007F:
        base = next((c for c in reversed(kept) if not _tag(c)), "")
        return base == _BLACK_FLAG
    return False


def _tag(char: str) -> bool:
    return 0xE0020 <= ord(char) <= 0xE007F


def _extends(char: str) -> bool:
    """Whether the character is drawn onto the one before it."""
    return unicodedata.category(char) in {"Mn", "Me", "Mc"} or 0x1F3FB <= ord(char) <= 0x1F3FF


def pictograph(char: str) -> bool:
    """Whether the character can be a part of an emoji sequence."""
    if not char:
        return False
    code = ord(char)
    return (
        (0x1F000 <= code <= 0x1FAFF and not _extends(char) and not _regional(char))
        or (0x2190 <= code <= 0x3299 and unicodedata.category(char) in {"So", "Sm"})
        or (char in _PLAIN_PICTURES)
    )


def _regional(char: str) -> bool:
    return 0x1F1E6 <= ord(char) <= 0x1F1FF


def graphemes(text: str) -> list[str]:
    """What a reader takes for single characters: emoji families, flags, accents stay whole."""
    return list(iter_graphemes(text))


def width(text: str) -> int:
    """The columns that a text takes."""
    return sum(_columns(cluster) for cluster in graphemes(text))


def _columns(cluster: str) -> int:
    first = cluster[0]
    # Fonts with Japanese draw signs (★ ♥ ①) in two columns, unlike accented and Greek letters,
    # which Unicode calls ambiguous too; chats draw every picture so.
    sign = unicodedata.east_asian_width(first) == "A" and unicodedata.category(first) in _SIGNS
    if sign or 0x1F000 <= ord(first) <= 0x1FAFF:
        return 2
    return columns_of(cluster, control_codes="ignore")


def cut(text: str, limit: int) -> str:
    """The text in at most `limit` columns, cut between characters and ended by an ellipsis."""
    if width(text) <= limit:
        return text
    kept = ""
    room = limit - 1
    for cluster in graphemes(text):
        room -= _columns(cluster)
        if room < 0:
            break
        kept += cluster
    return kept.rstrip() + _ELLIPSIS


def short(text: str, most: int) -> str:
    """The text in at most so many characters as a reader counts them, ended by an ellipsis."""
    parts = graphemes(text)
    return text if len(parts) <= most else "".join(parts[: most - 1]).rstrip() + _ELLIPSIS


def clean_name(raw: str, limit: int = WIDTH) -> str:
    """A name to be shown, at most `limit` columns wide; empty if nothing visible is left."""
    return cut(clean(raw), limit)


def distinct(names: Sequence[str], limit: int = WIDTH) -> tuple[str, ...]:
    """The names of a table, cleaned; those that look equal are numbered: "Aki", "Aki (2)".

    Names that differ only in case or in the width of their letters look equal. Empty names
    stay empty.
    """
    cleaned = [clean_name(name, limit) for name in names]
    taken = {_look(name) for name in cleaned}
    seen: set[str] = set()
    shown: list[str] = []
    for name in cleaned:
        if not name or _look(name) not in seen:
            seen.add(_look(name))
            shown.append(name)
            continue
        number = 2
        while _look(numbered := _with_number(name, number, limit)) in taken:
            number += 1
        taken.add(_look(numbered))
        seen.add(_look(numbered))
        shown.append(numbered)
    return tuple(shown)


def _with_number(name: str, number: int, limit: int) -> str:
    suffix = f" ({number})"
    return cut(name, limit - len(suffix)) + suffix


def _look(name: str) -> str:
    """What is equal for two names that a reader would take for one."""
    shown = "".join(char for char in name if not _hidden(char) and not _selects(char))
    return unicodedata.normalize("NFKC", shown).casefold()


def _selects(char: str) -> bool:
    """Whether the character only chooses among the shapes of the one before it."""
    return 0xFE00 <= ord(char) <= 0xFE0F or 0xE0100 <= ord(char) <= 0xE01EF


def isolated(text: str) -> str:
    """The text, kept from turning its neighbours round if it is written from right to left."""
    if any(unicodedata.bidirectional(char) in {"R", "AL", "AN"} for char in text):
        return f"\u2068{text}\u2069"
    return text
