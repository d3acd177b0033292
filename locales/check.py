"""What can be wrong with a catalogue, one line for each fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec

from locales.catalogue import same_blanks

Key = tuple[str, str]
"""Context ("" for none) and English source, of a counted noun the singular."""


class Entry(msgspec.Struct, frozen=True):
    """A text of a catalogue: its source in one or two forms, and its translation in all forms."""

    context: str
    source: tuple[str, ...]
    translation: tuple[str, ...] = ()
    fuzzy: bool = False
    comments: tuple[str, ...] = ()

    @property
    def key(self) -> Key:
        return self.context, self.source[0]

    @property
    def place(self) -> str:
        """What a report calls this entry."""
        context = f"[{self.context}] " if self.context else ""
        return f"{context}{self.source[0]!r}"


Book = dict[Key, Entry]

_JAPANESE = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff々〆〇、。「」（）：！？"
_SPACED = re.compile(
    rf"(?<=[{_JAPANESE}]) +(?=[A-Za-z0-9{{])|(?<=[A-Za-z0-9}}]) +(?=[{_JAPANESE}])"
)
# In lists, a rank stands apart from the name of its card: 「7 大臣」.
_RANK = re.compile(r"(?:^|[\n、「（])\d+$")


def _brackets(text: str) -> bool:
    return bool(re.search(r"[()\[\]]", text))


def _narrow_katakana(text: str) -> bool:
    return bool(re.search(r"[\uff61-\uff9f]", text))


def _spaces(text: str) -> bool:
    return any(not _RANK.search(text[: found.start()]) for found in _SPACED.finditer(text))


def _exclamations(text: str) -> bool:
    return bool(re.search(r"[!！]{2,}", text))


_STYLE: dict[str, dict[str, Callable[[str], bool]]] = {
    "ja": {
        "half-width bracket": _brackets,
        "half-width katakana": _narrow_katakana,
        "space beside Japanese": _spaces,
        "pile of exclamation marks": _exclamations,
    }
}


def faults(book: Book, source: Book, language: str) -> Iterator[str]:
    """What is wrong with a catalogue, against the texts of the source."""
    for key in sorted(source.keys() | book.keys()):
        if key not in source:
            yield f"{language}: extra: {book[key].place}"
        elif key not in book or not book[key].translation or not all(book[key].translation):
            yield f"{language}: missing: {source[key].place}"
        else:
            yield from _entry_faults(book[key], source[key], language)


def _entry_faults(entry: Entry, source: Entry, language: str) -> Iterator[str]:
    if entry.fuzzy:
        yield f"{language}: fuzzy: {entry.place}"
    if entry.source != source.source:
        yield f"{language}: plural: {entry.place} is now {source.source[-1]!r}"
    if not same_blanks(source.source, entry.translation):
        yield f"{language}: blanks: {entry.place} became {entry.translation[-1]!r}"
    for name, wrong in _STYLE.get(language, {}).items():
        for form in entry.translation:
            if wrong(form):
                yield f"{language}: {name}: {form!r} ({entry.place})"
