"""The files of the languages: where they are, how they are read, and what their entries are."""

from __future__ import annotations

import re
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

FOLDER = Path(__file__).parent
SOURCE = "en"
"""The language that the source texts are written in."""

BLANK = re.compile(r"\{([a-z_][a-z0-9_]*)\}")
"""A blank in a text, and its name."""

Key = tuple[str, str]
"""Context ("" for none) and source of an entry, of a counted noun the singular."""


def po_file(language: str, folder: Path = FOLDER) -> Path:
    """Where the catalogue of a language is kept."""
    return folder / language / "LC_MESSAGES" / "messages.po"


def template_file(folder: Path = FOLDER) -> Path:
    """Where all texts of the house are listed, without translations."""
    return folder / "messages.pot"


def style_file(language: str, folder: Path = FOLDER) -> Path:
    """Where a language says what its texts must not hold; it need not."""
    return folder / language / "style.toml"


def folders(folder: Path = FOLDER) -> list[str]:
    """The languages that have a folder, whether or not there is a catalogue in it yet."""
    return sorted(path.parent.name for path in folder.glob("*/LC_MESSAGES") if path.is_dir())


def read(path: Path, language: str | None = None) -> Catalog:
    """A catalogue or template as Babel knows it; empty if there is no file."""
    if not path.is_file():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language, ignore_obsolete=True, abort_invalid=True)


def forms(text: str | tuple[str, ...] | list[str] | None) -> tuple[str, ...]:
    """A text of a .po file in all its plural forms."""
    if isinstance(text, str) or text is None:
        return (text or "",)
    return tuple(text)


def key_of(entry: Message) -> Key:
    """What an entry is found by."""
    return entry.context or "", forms(entry.id)[0]


def entries(book: Catalog) -> dict[Key, Message]:
    """The entries of a catalogue besides its header."""
    return {key_of(entry): entry for entry in book if entry.id}


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
