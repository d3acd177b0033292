"""The words that people type to the house, in every language, and what each one asks for."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from types import MappingProxyType

from core.desk.acts import TYPED
from core.kernel.text import P_, Named
from locales.catalogue import autonym, known_language, languages, named
from locales.names import clean
from locales.tongue import language_name

# Every spelling of a command, separated by commas. The first is the one that help texts show.
# What has a button stands in the table of acts; these are the others.
COMMANDS: MappingProxyType[str, Named] = MappingProxyType(
    {name: act.words for name, act in TYPED.items() if act.words is not None}
    | {
        "allow": P_("command.allow", "allow"),
        "challenge": P_("command.challenge", "challenge, doubt"),
        "block": P_("command.block", "block"),
        "pass": P_("command.pass", "pass"),
        "order": P_("command.order", "order"),
        "bridge": P_("command.bridge", "bridge, connect"),
        # an answer to "Are you sure?"
        "yes": P_("command.yes", "yes, y, ok"),
        "no": P_("command.no", "no, n"),
    }
)

NAMES: MappingProxyType[str, Named] = MappingProxyType(
    {
        "inquisitor": P_("word.inquisitor", "inquisitor"),
        "convert": P_("word.convert", "convert, convert yourself, convert self"),
        "convert.": P_("word.convert-another", "convert another, convert"),
        "return": P_("word.return", "return, return it, give back"),
        "force": P_("word.force", "force, force an exchange, redraw"),
        "lose": P_("word.lose", "lose, concede"),
    }
)
"""How people also call some words of moves, beside their labels; separated by commas. They are
Coup's: a game that says one of them otherwise needs a key of its own. With a dot behind it, a word
where somebody is aimed at."""

LEVELS: MappingProxyType[str, Named] = MappingProxyType(
    {
        "easy": P_("level.easy", "easy, weak, beginner"),
        "normal": P_("level.normal", "normal, medium"),
        "hard": P_("level.hard", "hard, strong, difficult"),
    }
)
"""How people call the levels of computers, after the word for the level; separated by commas."""

PLUS = "+"  # between the codes of two languages
BOTH = PLUS  # the one that is spoken and the next
_BETWEEN = re.compile(r"\s*(?:[+&/,、・]|と|\band\b)\s*")

_AROUND = " 「」『』“”\"'。.、,!?~〜"


def fold(text: str) -> str:
    """What was typed, in its plainest form.

    Full-width letters and digits become plain, capitals small; white space is collapsed,
    quotation marks and punctuation around the text and a leading slash are taken off.

    >>> fold("／ＪＯＩＮ！")
    'join'
    """
    plain = unicodedata.normalize("NFKC", clean(text)).casefold()
    return " ".join(plain.lstrip(_AROUND + "/").rstrip(_AROUND).split())


def spellings(command: str, language: str) -> tuple[str, ...]:
    """How a command is written in a language, as help texts show it; the first is the usual."""
    return _spelled(named(language, COMMANDS[command]))


def other_names(word: str, language: str) -> tuple[str, ...]:
    """How a word of a move is also called in a language, beside its label; mostly empty."""
    return _spelled(named(language, NAMES[word])) if word in NAMES else ()


def _spelled(written: str) -> tuple[str, ...]:
    spelled = written.replace("、", ",").split(",")
    return tuple(spelling.strip() for spelling in spelled if spelling.strip())


def commands(language: str) -> dict[str, str]:
    """The command of every folded spelling in a language."""
    return {
        fold(spelling): command for command in COMMANDS for spelling in spellings(command, language)
    }


@cache
def _understood() -> dict[str, str]:
    merged: dict[str, str] = {}
    for language in languages():
        merged |= commands(language)
    return merged


@cache
def _named_languages() -> dict[str, str]:
    """The languages of the house by what they are called in each of them."""
    known = languages()
    called = {fold(language_name(each, reader)): each for reader in known for each in known}
    return called | {fold(autonym(each)): each for each in known}


def meant_language(text: str) -> str:
    """The language that a text names, by its code or by a name in any language; else empty."""
    said = fold(text)
    return _named_languages().get(said, "") or known_language(said)


def meant_languages(text: str) -> str:
    """The language that a text names, or two of them ("ja+en"), or `BOTH`; else empty."""
    if understand(text) == "both":
        return BOTH
    first, *more = _BETWEEN.split(fold(text))
    codes = [meant_language(each) for each in (first, *more)]
    return PLUS.join(codes) if all(codes) and len(codes) < 3 else ""


@cache
def _named_levels() -> dict[str, str]:
    return {
        fold(spelling): level
        for language in languages()
        for level, written in LEVELS.items()
        for spelling in (level, *_spelled(named(language, written)))
    }


def meant_level(text: str) -> str:
    """The level of computers that a text names in any language; empty if it names none."""
    return _named_levels().get(fold(text), "")


def understand(text: str) -> str | None:
    """The command that a text is in any language, if it is one."""
    return _understood().get(fold(text))
