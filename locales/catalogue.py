"""The catalogues: read once from their .po files, asked for the text of a language."""

from __future__ import annotations

import gettext as stdlib_gettext
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import msgspec
from babel.messages.pofile import read_po

from core.kernel.text import Named, Noun

FOLDER = Path(__file__).parent
SOURCE = "en"
"""The language that the source texts are written in."""

BLANK = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
"""A blank in a text, and its name."""

fallbacks: Counter[tuple[str, str]] = Counter()
"""How often a text was missing, by language and English source. It should stay empty."""


class Untranslated(LookupError):
    """A text has no entry in a language, and the house was told to be strict."""


class Catalogue(msgspec.Struct, frozen=True):
    """The usable texts of a language, by context ("" for none) and English source."""

    texts: dict[tuple[str, str], tuple[str, ...]]
    plural: Callable[[int], int]


def po_file(language: str, folder: Path = FOLDER) -> Path:
    """Where the catalogue of a language is kept."""
    return folder / language / "LC_MESSAGES" / "messages.po"


@cache
def languages() -> tuple[str, ...]:
    """The languages the house speaks: the folders that hold a catalogue."""
    return tuple(sorted(path.name for path in FOLDER.iterdir() if po_file(path.name).is_file()))


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """A text of a .po file in all its plural forms."""
    if isinstance(text, str) or text is None:
        return (text or "",)
    return tuple(text)


def same_blanks(sources: tuple[str, ...], translations: tuple[str, ...]) -> bool:
    """Whether a translation fills in the same blanks as its source.

    Of a counted noun, only the last form (the general one) must write the number.
    """
    wanted = {name for source in sources for name in BLANK.findall(source)}
    stray = any(_has_stray_brace(source) for source in sources)
    for translation in translations:
        found = set(BLANK.findall(translation))
        if not found <= wanted or (_has_stray_brace(translation) and not stray):
            return False
    return set(BLANK.findall(translations[-1])) == wanted and (
        len(sources) > 1 or len(translations) == 1
    )


def _has_stray_brace(text: str) -> bool:
    return bool(re.search(r"[{}]", BLANK.sub("", text)))


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language, read when it is first needed.

    Entries that are empty, fuzzy or fill in other blanks than their source do not count. A
    language without a file has an empty catalogue.
    """
    return load(po_file(language), language)


def load(path: Path, language: str) -> Catalogue:
    """Read a catalogue from its file."""
    texts: dict[tuple[str, str], tuple[str, ...]] = {}
    if not path.is_file():
        return Catalogue(texts, lambda n: int(n != 1))
    with path.open("rb") as file:
        entries = read_po(file, locale=language, ignore_obsolete=True, abort_invalid=True)
    for entry in entries:
        source, translation = forms(entry.id), forms(entry.string)
        if not source[0] or entry.fuzzy or not all(translation):
            continue
        if same_blanks(source, translation):
            texts[entry.context or "", source[0]] = translation
    return Catalogue(texts, stdlib_gettext.c2py(entries.plural_expr))


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
    if _strict:
        raise Untranslated(f"{language}: {text!r} has no translation")
    fallbacks[language, text] += 1


def gettext(language: str, text: str, context: str = "") -> str:
    """The text in a language; in English if the language lacks it."""
    found = catalogue(language).texts.get((context, text))
    if found is None:
        _missing(language, text)
        return text
    return found[0]


def named(language: str, name: Named) -> str:
    """The name of a thing in a language; a mark without a context is written as it is."""
    if not name.context:
        return name.text
    return gettext(language, name.text, name.context)


def ngettext(language: str, noun: Noun, number: int) -> str:
    """The form of a counted noun that goes with the number; the blank {n} is left open."""
    book = catalogue(language)
    found = book.texts.get(("", noun.one))
    if found is None:
        _missing(language, noun.one)
        return noun.one if abs(number) == 1 else noun.many
    return found[min(book.plural(abs(number)), len(found) - 1)]
