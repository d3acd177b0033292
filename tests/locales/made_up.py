"""A language that nobody speaks: every text of the house two fifths longer, with marks.

    python -m tests.locales.made_up FOLDER     # writes FOLDER/xx/LC_MESSAGES/messages.po

Letters bear accents (precomposed and combining), each line stands in brackets, and what a
translator must keep (blanks, breaks, commas between words to be typed) is kept. It counts in
three forms. Whoever reads it still recognises the English.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

from babel.messages.catalog import Catalog

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
        words = (word.strip() for word in text.split(","))
        return ", ".join(unicodedata.normalize("NFC", f"{marked(word)[1:-1]}") for word in words)
    if context in SHAPES:
        return text.replace("“", "«").replace("”", "»")
    return "\n".join(marked(line) if line.strip() else line for line in text.split("\n"))


def catalogue(template: Catalog) -> Catalog:
    """All texts of a template in the language."""
    book = Catalog(locale=CODE)
    book.mime_headers = list(HEADER.items())
    for (context, _), entry in entries(template).items():
        found = [made_up(form, context) for form in forms(entry.id)]
        if len(found) == 1:
            book.add(entry.id, found[0], context=entry.context)
        else:
            book.add(entry.id, (found[0], found[1], f"{found[1]}\u0302"), context=entry.context)
    return book


def make(folder: Path, template: Path = template_file(FOLDER)) -> Path:
    """Lay the language as a folder into another. Returns the new folder."""
    file = po_file(CODE, folder)
    file.parent.mkdir(parents=True)
    listed = read(template)
    book = renewed(catalogue(listed), listed, CODE)
    file.write_text(written(book, CODE), encoding="utf-8")
    return folder / CODE


if __name__ == "__main__":
    print(make(Path(sys.argv[1])))
