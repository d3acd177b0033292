"""Brings the catalogues up to date with the texts in the code: `python -m locales.update`."""

from __future__ import annotations

import argparse
import ast
import io
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any, cast

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file, extract_python
from babel.messages.pofile import write_po

from locales.check import faults, read_style
from locales.files import (
    FOLDER,
    SOURCE,
    Key,
    entries,
    folders,
    forms,
    po_file,
    read,
    style_file,
    template_file,
)

ROOT = FOLDER.parent
PACKAGES = ("core", "adapters", "locales")
MARKERS = {"N_": None, "N2_": (1, 2), "P_": ((1, "c"), 2)}


class Clash(Exception):
    """Two texts of the source cannot both stand in a catalogue."""


def in_source(root: Path = ROOT) -> Catalog:
    """All texts marked in the code, sorted by context and text, each with the class that says it.
    Raises Clash for a noun that is also a sentence."""
    found: dict[Key, Message] = {}
    for path in sorted(path for package in PACKAGES for path in (root / package).rglob("*.py")):
        for _, text, comments, context in extract_from_file(cast(Any, _extract), path, MARKERS):
            entry = Message(text, context=context, auto_comments=comments)
            known = found.setdefault((context or "", forms(text)[0]), entry)
            if forms(known.id) != forms(text):
                raise Clash(f"{path.name}: {forms(text)!r} is also {forms(known.id)!r}")
            known.auto_comments = list(dict.fromkeys([*known.auto_comments, *comments]))
    template = Catalog()
    for _, entry in sorted(found.items()):
        kept = template.add(entry.id, auto_comments=entry.auto_comments, context=entry.context)
        kept.flags.clear()  # what Babel takes for a format is none of ours
    return template


def _extract(
    fileobj: IO[bytes], keywords: Any, comment_tags: Any, options: Any
) -> Iterator[tuple[Any, ...]]:
    """Babel's extraction from Python; what stands in a class has the class for a comment."""
    code = fileobj.read()
    classes: list[ast.ClassDef] | None = None
    found: Iterable[tuple[Any, ...]] = extract_python(
        io.BytesIO(code), keywords, comment_tags, options
    )
    for line, marker, texts, comments in found:
        if classes is None:
            tree = ast.walk(ast.parse(code))
            classes = [node for node in tree if isinstance(node, ast.ClassDef)]
        around = [each for each in classes if each.lineno <= line <= (each.end_lineno or 0)]
        yield line, marker, texts, [*comments, *(_described(each) for each in around[-1:])]


def _described(kind: ast.ClassDef) -> str:
    """A class in one line: its name, and the first line of what it says of itself."""
    first = (ast.get_docstring(kind) or "").partition("\n")[0]
    return f"{kind.name}: {first}" if first else kind.name


def renewed(book: Catalog, template: Catalog, language: str) -> Catalog:
    """A catalogue with exactly the texts of the source; translations that fit are kept. Changes
    the one that was given.

    In the language of the source only counted nouns and what differs from the code are kept.
    """
    if language == SOURCE:
        template = _differing(book, template)
    book.update(template, no_fuzzy_matching=True)
    for entry in entries(book).values():
        entry.flags &= {"fuzzy"}
        if len(forms(entry.id)) > 1:
            entry.string = (*forms(entry.string), *[""] * book.num_plurals)[: book.num_plurals]
            if language == SOURCE and not all(entry.string):
                entry.string = forms(entry.id)
        if not any(forms(entry.string)):
            entry.flags.clear()  # what is empty is no guess
    return book


def _differing(book: Catalog, template: Catalog) -> Catalog:
    """The texts of which the language of the source keeps an entry."""
    written, kept = entries(book), Catalog(locale=SOURCE)
    for key, entry in entries(template).items():
        known = forms(written[key].string) if key in written else ("",)
        if len(forms(entry.id)) > 1 or (all(known) and known != forms(entry.id)):
            kept.add(entry.id, auto_comments=entry.auto_comments, context=entry.context)
    return kept


def written(book: Catalog, language: str) -> str:
    """A catalogue as a .po file without dates or versions; without a language as a template."""
    lines = [
        f"# The texts of Fumibako: {_english_name(language)}.",
        'msgid ""',
        'msgstr ""',
        *([f'"Language: {language}\\n"'] if language else []),
        '"MIME-Version: 1.0\\n"',
        '"Content-Type: text/plain; charset=utf-8\\n"',
        '"Content-Transfer-Encoding: 8bit\\n"',
        *([f'"Plural-Forms: {book.plural_forms}\\n"'] if language else []),
    ]
    file = io.BytesIO()
    write_po(file, book, width=0, no_location=True, omit_header=True, ignore_obsolete=True)
    return "\n".join(lines) + "\n\n" + file.getvalue().decode().strip("\n") + "\n"


def _english_name(language: str) -> str:
    if not language:
        return "all of them, to be translated"
    try:
        return Locale.parse(language).english_name or language
    except (UnknownLocaleError, ValueError):
        return language


def merge(book: Catalog, fragment: Catalog) -> list[Key]:
    """Take the translations of a fragment over into a catalogue. Returns what of these it has no
    place for."""
    known = entries(book)
    strangers = []
    for key, entry in entries(fragment).items():
        if key not in known:
            strangers.append(key)
        elif any(forms(entry.string)):
            known[key].string, known[key].flags = entry.string, set(entry.flags)
            known[key].user_comments = entry.user_comments or known[key].user_comments
    return sorted(strangers)


def update(root: Path, fragments: Iterable[tuple[Path, str]] = ()) -> Iterator[str]:
    """Write the template and all catalogues anew. Yields a line for every text of a fragment
    without a place."""
    home, template, extra = root / "locales", in_source(root), list(fragments)
    template_file(home).write_text(written(template, ""), encoding="utf-8")
    for language in folders(home):
        path = po_file(language, home)
        book = read(path, language)
        if extra:
            book.update(template, no_fuzzy_matching=True)
        for file, _ in (pair for pair in extra if pair[1] == language):
            strangers = merge(book, read(file.resolve(strict=True), language))
            yield from (f"{file.name}: not in the code: {key[1]!r}" for key in strangers)
        path.write_text(written(renewed(book, template, language), language), encoding="utf-8")


def check(root: Path) -> Iterator[str]:
    """One line for every fault of the template and the catalogues."""
    home, template = root / "locales", in_source(root)
    if written(template, "") != _text_of(template_file(home)):
        yield "messages.pot: not as `python -m locales.update` writes it"
    for language in folders(home):
        path = po_file(language, home)
        book = read(path, language)
        style = read_style(style_file(language, home))
        found = list(faults(book, template, language, style))
        yield from found
        if not found and written(renewed(book, template, language), language) != _text_of(path):
            yield f"{language}: not as `python -m locales.update` writes it"


def _text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


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
