"""What can be wrong with a catalogue, one line for each fault."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from locales.files import SOURCE, entries, forms, key_of, same_blanks

Style = Mapping[str, re.Pattern[str]]
"""What a language's texts must not hold, by the name under which it is reported."""


def read_style(path: Path) -> Style:
    """The table `[wrong]` of a language's `style.toml`: regular expressions by name. A language
    without the file has no such rules."""
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        found = tomllib.load(file)
    return {name: re.compile(pattern) for name, pattern in found["wrong"].items()}


def gaps(book: Catalog, template: Catalog, language: str) -> Iterator[str]:
    """Why a catalogue cannot be offered as a language: texts that lack a translation, that
    somebody doubts, or whose blanks differ. What the language of the source leaves out is
    written as it stands in the code."""
    written = entries(book)
    for key, source in sorted(entries(template).items()):
        entry = written.get(key)
        if entry is not None and all(forms(entry.string)):
            yield from _entry_gaps(entry, source, language)
        elif language != SOURCE:
            yield f"{language}: missing: {_place(source)}"


def _entry_gaps(entry: Message, source: Message, language: str) -> Iterator[str]:
    if entry.fuzzy:
        yield f"{language}: fuzzy: {_place(entry)}"
    if forms(entry.id) != forms(source.id):
        yield f"{language}: plural: {_place(entry)} is now {forms(source.id)[-1]!r}"
    if not same_blanks(forms(source.id), forms(entry.string)):
        yield f"{language}: blanks: {_place(entry)} became {forms(entry.string)[-1]!r}"


def faults(book: Catalog, template: Catalog, language: str, style: Style) -> Iterator[str]:
    """What is wrong with a catalogue, against the texts of the source and its own rules."""
    known = entries(template)
    for key, entry in sorted(entries(book).items()):
        if key not in known:
            yield f"{language}: extra: {_place(entry)}"
    yield from gaps(book, template, language)
    for _, entry in sorted(entries(book).items()):
        for name, wrong in style.items():
            for form in forms(entry.string):
                if wrong.search(form):
                    yield f"{language}: {name}: {form!r} ({_place(entry)})"


def _place(entry: Message) -> str:
    """What a report calls an entry."""
    context, source = key_of(entry)
    return f"[{context}] {source!r}" if context else f"{source!r}"
