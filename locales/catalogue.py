"""The catalogues: read once from their .po files, asked for the text of a language."""

from __future__ import annotations

import gettext as stdlib_gettext
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import msgspec
from babel.messages.catalog import Catalog

from core.kernel.text import BOTH_LANGUAGES, NEXT_LANGUAGE, P_, Named, Noun
from locales.check import gaps
from locales.files import (
    FOLDER,
    SOURCE,
    Key,
    entries,
    folders,
    forms,
    po_file,
    read,
    same_blanks,
    template_file,
)

HOME = FOLDER
"""Where the languages are that this house speaks."""

_LANGUAGE = P_("language", "English")  # every language writes its own name here

fallbacks: Counter[tuple[str, str]] = Counter()
"""How often a text was missing, by language and English source. It should stay empty."""


class Untranslated(LookupError):
    """A text has no entry in a language, and the house was told to be strict."""


class Catalogue(msgspec.Struct, frozen=True):
    """The usable texts of a language, by context ("" for none) and English source."""

    texts: dict[Key, tuple[str, ...]]
    plural: Callable[[int], int]


# Languages


@cache
def languages() -> tuple[str, ...]:
    """The languages the house speaks: that of the source, and the folders whose catalogue is
    complete."""
    return tuple(sorted({SOURCE, *folders(HOME)} - (unfinished().keys() - {SOURCE})))


@cache
def unfinished() -> Mapping[str, tuple[str, ...]]:
    """The languages that have a folder and are not offered, and what each of them lacks."""
    return {language: found for language, found in judged(HOME).items() if found}


def judged(folder: Path) -> Mapping[str, tuple[str, ...]]:
    """Every language that has a folder, and what it lacks to be offered: nothing if it is whole."""
    template = read(template_file(folder))
    reasons = {
        language: tuple(gaps(_read(language, folder), template, language))
        for language in {SOURCE, *folders(folder)}
    }
    return dict(sorted(reasons.items()))


def following(language: str) -> str:
    """The language that comes after one in the list of the house, and from the last the first."""
    known = languages()
    index = known.index(language) if language in known else -1
    return known[(index + 1) % len(known)]


def known_language(tag: str) -> str:
    """The language that a tag or locale asks for ("pt-BR", "ja_JP.UTF-8"), the closest that we
    speak; empty if it is none of ours."""
    parts = tag.partition(".")[0].partition("@")[0].replace("-", "_").lower().split("_")
    ours = {language.lower(): language for language in languages()}
    wanted = ("_".join(parts[:size]) for size in range(len(parts), 0, -1))
    return next((ours[each] for each in wanted if each in ours), "")


def autonym(language: str) -> str:
    """What a language calls itself: "English", 「日本語」."""
    return named(language, _LANGUAGE)


# Texts


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, read when it is first needed.

    Entries that are empty, fuzzy or fill in other blanks than their source do not count. A
    language without a file has an empty catalogue.
    """
    return load(_own(language))


def _read(language: str, folder: Path) -> Catalog:
    return _own(language) if folder == HOME else read(po_file(language, folder), language)


@cache
def _own(language: str) -> Catalog:
    return read(po_file(language, HOME), language)


def load(book: Catalog) -> Catalogue:
    """The usable texts of a catalogue."""
    texts: dict[Key, tuple[str, ...]] = {}
    for key, entry in entries(book).items():
        translation = forms(entry.string)
        if entry.fuzzy or not all(translation):
            continue
        if same_blanks(forms(entry.id), translation):
            texts[key] = translation
    return Catalogue(texts, stdlib_gettext.c2py(book.plural_expr))


_strict = False


@contextmanager
def strictly(on: bool = True) -> Iterator[None]:
    """While this lasts, a missing text raises `Untranslated` (for tests)."""
    global _strict
    before, _strict = _strict, on
    try:
        yield
    finally:
        _strict = before


def _missing(language: str, text: str) -> None:
    if language == SOURCE:
        return  # its catalogue holds only what differs from the code
    if _strict:
        raise Untranslated(f"{language}: {text!r} has no translation")
    fallbacks[language, text] += 1


def gettext(language: str, text: str, context: str = "") -> str:
    """The text in a language; as it stands in the code if the language lacks it."""
    found = catalogue(language).texts.get((context, text))
    if found is None:
        _missing(language, text)
        return text
    return found[0]


def named(language: str, name: Named) -> str:
    """The name of a thing in a language; a mark without a context is written as it is."""
    if not name.context:
        return name.text
    if name == NEXT_LANGUAGE:
        return autonym(following(language))
    if name == BOTH_LANGUAGES:
        return f"{autonym(language)}＋{autonym(following(language))}"
    return gettext(language, name.text, name.context)


def ngettext(language: str, noun: Noun, number: int) -> str:
    """The form of a counted noun that goes with the number; the blank {n} is left open."""
    book = catalogue(language)
    found = book.texts.get(("", noun.one))
    if found is None:
        _missing(language, noun.one)
        return noun.one if abs(number) == 1 else noun.many
    return found[min(book.plural(abs(number)), len(found) - 1)]
