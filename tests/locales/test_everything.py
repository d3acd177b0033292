"""Every text has an entry in every language, and can be written with any values."""

from __future__ import annotations

import unicodedata
from collections import defaultdict

import pytest

from core.kernel.text import BOTH_LANGUAGES, NEXT_LANGUAGE, Message, Noun, Word, blanks
from locales import update, words
from locales.catalogue import catalogue, languages
from locales.files import BLANK, SOURCE, entries, po_file, read, same_blanks, template_file
from locales.tongue import HTML, PLAIN, Context, Style, say, word
from tests.locales.everything import (
    NASTY,
    editions,
    games,
    kinds,
    modules,
    name_in,
    nouns,
    told,
    word_kinds,
)

LANGUAGES = languages()
TEXTS = entries(read(template_file()))
NOUNS = sorted(nouns(), key=str)
LONGEST = 4096  # the least that any platform takes in one text
FORMATS = {"\u2068", "\u2069", "\u200d"}  # isolates around names, joiners inside an emoji


MODULES = sorted({kind.__module__ for kind in kinds()})


def ident(kind: type) -> str:
    return f"{kind.__module__}.{kind.__qualname__}"


def written(context: str, text: str, language: str) -> tuple[str, ...] | None:
    """How a text of the template is written in a language, in that of the source as it is."""
    source = (text,) if language == SOURCE else None
    return (
        catalogue(language).texts.get((context, text), source) if (context, text) in TEXTS else None
    )


def kinds_in(module: str) -> list[type[Message]]:
    """The messages that a module declares."""
    return [kind for kind in kinds() if kind.__module__ == module]


def test_there_is_much_to_say() -> None:
    assert {"ja", "en"} <= set(LANGUAGES)
    assert len(modules()) > 10
    assert kinds()
    assert word_kinds()
    assert nouns()
    assert games()


def test_the_catalogues_are_as_update_writes_them() -> None:
    assert list(update.check(update.ROOT)) == []


@pytest.mark.parametrize("module", MODULES)
def test_source_texts_have_blanks_for_fields_only(module: str) -> None:
    for kind in kinds_in(module):
        assert kind.text, kind
        assert set(BLANK.findall(kind.text)) <= set(blanks(kind)), kind
        assert not {"{", "}"} & set(BLANK.sub("", kind.text)), kind


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", MODULES)
def test_every_message_has_an_entry(module: str, language: str) -> None:
    for kind in kinds_in(module):
        entry = written("", kind.text, language)
        assert entry is not None, kind
        assert same_blanks((kind.text,), entry), kind


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", word_kinds(), ids=ident)
def test_every_word_has_a_name_in_every_edition(kind: type[Word], language: str) -> None:
    for thing in kind:
        names = [name for edition in editions(kind) if (name := name_in(thing, edition))]
        assert names, f"{thing!r} has no name in any edition"
        for name in names:
            if name in (NEXT_LANGUAGE, BOTH_LANGUAGES):
                continue
            if name.context:
                assert written(name.context, name.text, language)
            else:
                assert word(thing, language, "") == name.text != ""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("noun", NOUNS, ids=str)
def test_every_noun_has_its_forms(noun: Noun, language: str) -> None:
    assert ("", noun.one) in TEXTS
    entry = catalogue(language).texts["", noun.one]
    assert same_blanks((noun.one, noun.many), entry)
    assert len(entry) == read(po_file(language), language).num_plurals


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", words.COMMANDS)
def test_every_command_can_be_typed(command: str, language: str) -> None:
    assert words.spellings(command, language)
    for spelling in words.spellings(command, language):
        assert words.understand(spelling) == command


def test_no_spelling_stands_for_two_commands() -> None:
    meanings: defaultdict[str, set[str]] = defaultdict(set)
    for language in LANGUAGES:
        for command in words.COMMANDS:
            for spelling in words.spellings(command, language):
                meanings[words.fold(spelling)].add(command)
    assert {spelling: found for spelling, found in meanings.items() if len(found) > 1} == {}
    assert "" not in meanings


@pytest.mark.parametrize("style", [PLAIN, HTML], ids=["plain", "html"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("module", MODULES)
def test_every_message_can_be_written(module: str, language: str, style: Style) -> None:
    for kind in kinds_in(module):
        check_written(kind, language, style)


def check_written(kind: type[Message], language: str, style: Style) -> None:
    written = 0
    for edition in editions(kind):
        context = Context(names=NASTY, edition=edition)
        for message in told(kind, edition):
            text = say(message, language, context, style)
            written += 1
            assert not BLANK.search(text), text
            assert len(text) <= LONGEST
            assert not [char for char in text if _steers(char)], ascii(text)
            assert text.count("\u2068") == text.count("\u2069")
            if style is HTML:
                assert "<b>x" not in text  # a name that imitates markup
    assert written, kind


def _steers(char: str) -> bool:
    """Whether a character has no business in a text to be sent."""
    if char == "\n":
        return False
    return unicodedata.category(char) in {"Cc", "Cs", "Zl", "Zp"} or (
        unicodedata.category(char) == "Cf" and char not in FORMATS
    )
