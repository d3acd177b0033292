"""Brings the catalogues up to date with the texts in the code: `python -m locales.update`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from babel import Locale
from babel.messages.extract import extract_from_file
from babel.messages.plurals import get_plural
from babel.messages.pofile import normalize, read_po

from locales.catalogue import FOLDER, SOURCE, forms, po_file
from locales.check import Book, Entry, Key, faults

ROOT = FOLDER.parent
PACKAGES = ("core", "adapters", "locales")
_KEYWORDS = {"N_": None, "N2_": (1, 2), "P_": ((1, "c"), 2)}


class Clash(Exception):
    """Two texts of the source cannot both stand in a catalogue."""


def in_source(root: Path = ROOT) -> Book:
    """All texts marked in the code. Raises Clash for a noun that is also a sentence."""
    found: Book = {}
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            for _, text, _, context in extract_from_file("python", path, _KEYWORDS):
                entry = Entry(context or "", forms(text))
                known = found.setdefault(entry.key, entry)
                if known.source != entry.source:
                    raise Clash(f"{path.name}: {entry.source!r} is also {known.source!r}")
    return found


def read(path: Path, language: str) -> Book:
    """The entries of a .po file; none if there is no file."""
    if not path.is_file():
        return {}
    with path.open("rb") as file:
        entries = read_po(file, locale=language, ignore_obsolete=True, abort_invalid=True)
    book: Book = {}
    for message in entries:
        if message.id:
            entry = Entry(
                message.context or "",
                forms(message.id),
                forms(message.string),
                message.fuzzy,
                tuple(message.user_comments),
            )
            book[entry.key] = entry
    return book


def renewed(old: Book, source: Book, language: str) -> Book:
    """The catalogue with exactly the texts of the source; translations that fit are kept.

    In the language of the source every text is its own translation.
    """
    plurals = get_plural(language).num_plurals
    book: Book = {}
    for key, entry in source.items():
        known = old.get(key)
        count = plurals if len(entry.source) > 1 else 1
        translation = known.translation[:count] if known else ()
        translation += ("",) * (count - len(translation))
        if language == SOURCE:
            translation = entry.source
        book[key] = Entry(
            entry.context,
            entry.source,
            translation,
            bool(known and known.fuzzy and language != SOURCE),
            known.comments if known else (),
        )
    return book


def written(book: Book, language: str) -> str:
    """A catalogue as a .po file, sorted by context and source, without dates or versions."""
    plural = get_plural(language)
    lines = [
        f"# The texts of Fumibako: {Locale.parse(language).english_name}.",
        'msgid ""',
        'msgstr ""',
        f'"Language: {language}\\n"',
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        f'"Plural-Forms: nplurals={plural.num_plurals}; plural={plural.plural_expr};\\n"',
    ]
    for _, entry in sorted(book.items()):
        lines += ["", *_lines(entry)]
    return "\n".join(lines) + "\n"


def _lines(entry: Entry) -> Iterator[str]:
    yield from (f"# {comment}".rstrip() for comment in entry.comments)
    if entry.fuzzy:
        yield "#, fuzzy"
    if entry.context:
        yield f"msgctxt {normalize(entry.context, width=0)}"
    yield f"msgid {normalize(entry.source[0], width=0)}"
    if len(entry.source) == 1:
        yield f"msgstr {normalize(entry.translation[0], width=0)}"
        return
    yield f"msgid_plural {normalize(entry.source[1], width=0)}"
    for number, form in enumerate(entry.translation):
        yield f"msgstr[{number}] {normalize(form, width=0)}"


def merged(book: Book, fragment: Book) -> tuple[Book, list[Key]]:
    """The catalogue with the translations of a fragment, and what of these it has no place for."""
    strangers = sorted(key for key in fragment if key not in book)
    changed = dict(book)
    for key, entry in fragment.items():
        if key in book and any(entry.translation):
            changed[key] = entry
    return changed, strangers


def folders(folder: Path) -> list[str]:
    """The languages that have a folder, whether or not there is a catalogue in it yet."""
    return sorted(path.parent.name for path in folder.glob("*/LC_MESSAGES") if path.is_dir())


def update(root: Path, fragments: Iterable[tuple[Path, str]] = ()) -> Iterator[str]:
    """Write all catalogues anew. Yields a line for every text of a fragment without a place."""
    source = in_source(root)
    extra = list(fragments)
    for language in folders(root / "locales"):
        path = po_file(language, root / "locales")
        book = renewed(read(path, language), source, language)
        for file, _ in (pair for pair in extra if pair[1] == language):
            book, strangers = merged(book, read(file.resolve(strict=True), language))
            yield from (f"{file.name}: not in the code: {key[1]!r}" for key in strangers)
        path.write_text(written(renewed(book, source, language), language), encoding="utf-8")


def check(root: Path) -> Iterator[str]:
    """One line for every fault of the catalogues."""
    source = in_source(root)
    for language in folders(root / "locales"):
        path = po_file(language, root / "locales")
        book = read(path, language)
        found = list(faults(book, source, language))
        yield from found
        if not found and written(renewed(book, source, language), language) != (
            path.read_text(encoding="utf-8") if path.is_file() else ""
        ):
            yield f"{language}: not as `python -m locales.update` writes it"


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """The command line. Returns 1 if a check finds a fault."""
    parser = argparse.ArgumentParser(prog="python -m locales.update", description=__doc__)
    parser.add_argument("--check", action="store_true", help="change nothing, list the faults")
    parser.add_argument(
        "--merge",
        nargs=2,
        action="append",
        default=[],
        metavar=("FILE", "LANGUAGE"),
        help="take the translations of FILE over into the catalogue of LANGUAGE",
    )
    chosen = parser.parse_args(arguments)
    if chosen.check:
        found = list(check(root))
        print(*found, sep="\n", end="\n" if found else "")
        return int(bool(found))
    fragments = [(Path(file), language) for file, language in chosen.merge]
    for line in update(root, fragments):
        print(line, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
