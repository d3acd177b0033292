"""A language that nobody speaks: every text of the house two fifths longer, with marks.

    python -m tests.locales.made_up FOLDER     # writes FOLDER/xx/LC_MESSAGES/messages.po

Letters bear accents (precomposed and combining), each line stands in brackets, and what a
translator must keep (blanks, breaks, commas between words to be typed) is kept. It counts in
three forms. Whoever reads it still recognises the English.
"""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from babel.messages.catalog import Catalog

from locales import catalogue, words
from locales.files import BLANK, FOLDER, entries, forms, po_file, read, template_file
from locales.update import renewed, written

CODE = "xx"
LONGER = 1.4
HEADER = {"Plural-Forms": "nplurals=3; plural=(n == 1 ? 0 : n % 10 == 2 ? 1 : 2);"}
# Words and endings in lists, which are read one by one.
LISTS = ("command.", "name.honorifics")
# What marks a name or a quotation keeps its shape.
SHAPES = ("name.person", "said", "span", "name.both")

_PLAIN = "AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz"
_ACCENTS = "ÀàĈĉĎďËëĜĝĤĥÏïĴĵĶķĻļÑñÖöŘřŠšŤťÜüŴŵÝýŽž"
_MARKED = str.maketrans(_PLAIN, _ACCENTS) | {
    ord(letter): letter + "\u0323" for letter in "BbFfMmPpVvXx"
}
_FILLER = "ōẅ ëẋŧŗå ǔṉḍ ṃøṟė "


def marked(text: str) -> str:
    """A line with accents, in brackets, two fifths longer as a reader counts."""
    pieces = BLANK.split(text)
    if not any(char.isalpha() for piece in pieces[::2] for char in piece):
        return text  # it only puts other texts in order
    for index in range(0, len(pieces), 2):
        pieces[index] = pieces[index].translate(_MARKED)
    pieces[1::2] = (f"{{{name}}}" for name in pieces[1::2])
    lack = max(2, round(len(text) * LONGER) - len(text) - 2)
    filler = _FILLER if " " in text else _FILLER.replace(" ", "")
    filled = (filler * (lack // len(filler) + 1))[:lack]
    return f"[{''.join(pieces)}{' ' if ' ' in text else ''}{filled.strip()}]"


def made_up(text: str, context: str) -> str:
    """A text in the language."""
    if context.startswith(LISTS):
        each = (marked(word.strip())[1:-1] for word in text.split(","))
        return ", ".join(unicodedata.normalize("NFC", word) for word in each)
    if context in SHAPES:
        return text.replace("“", "«").replace("”", "»")
    return "\n".join(marked(line) if line.strip() else line for line in text.split("\n"))


def book(template: Catalog, code: str = CODE) -> Catalog:
    """All texts of a template in the language."""
    found = Catalog(locale=code)
    if code == CODE:
        found.mime_headers = list(HEADER.items())
    for (context, _), entry in entries(template).items():
        said = [made_up(form, context) for form in forms(entry.id)]
        if len(said) == 1:
            found.add(entry.id, said[0], context=entry.context)
        else:
            said.append(f"{said[1]}\u0302")
            found.add(entry.id, tuple(said[: found.num_plurals]), context=entry.context)
    return found


def make(folder: Path) -> Path:
    """Lay the language as a folder into another. Returns the new folder."""
    file = po_file(CODE, folder)
    file.parent.mkdir(parents=True)
    listed = read(template_file())
    file.write_text(written(renewed(book(listed), listed, CODE), CODE), encoding="utf-8")
    return folder / CODE


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """While this lasts, the house speaks the language too. `folder` is an empty one."""
    shutil.copytree(FOLDER, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py*"))
    make(folder)
    catalogue.HOME = folder
    _forget()
    try:
        yield
    finally:
        catalogue.HOME = FOLDER
        _forget()


def _forget() -> None:
    for each in (catalogue.languages, catalogue.unfinished, catalogue.catalogue, catalogue._own):
        each.cache_clear()
    words._understood.cache_clear()
    words._named_languages.cache_clear()


if __name__ == "__main__":
    print(make(Path(sys.argv[1])))
