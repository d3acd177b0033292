"""The words that people type to the house, in every language, and what each one asks for."""

from __future__ import annotations

import unicodedata
from functools import cache
from types import MappingProxyType

from core.kernel.text import P_, Named
from locales.catalogue import autonym, known_language, languages, named
from locales.names import clean
from locales.tongue import language_name

# Every spelling of a command, separated by commas. The first is the one that help texts show.
COMMANDS: MappingProxyType[str, Named] = MappingProxyType(
    {
        # the lobby
        "open": P_("command.open", "play, open, new table"),
        "join": P_("command.join", "join, in, sit"),
        "leave": P_("command.leave", "leave, out, quit"),
        "bot": P_("command.bot", "bot, add bot, computer"),
        "unbot": P_("command.unbot", "unbot, remove bot"),
        "options": P_("command.options", "options, settings"),
        "cut": P_("command.cut", "cut"),
        "start": P_("command.start", "start, begin, deal"),
        "cancel": P_("command.cancel", "cancel, close"),
        "rematch": P_("command.rematch", "rematch, again, play again"),
        # the running game
        "hand": P_("command.hand", "hand, my hand, cards"),
        "status": P_("command.status", "status, board, table"),
        "allow": P_("command.allow", "allow"),
        "challenge": P_("command.challenge", "challenge, doubt"),
        "block": P_("command.block", "block"),
        "pass": P_("command.pass", "pass"),
        "next": P_("command.next", "next, time"),
        "order": P_("command.order", "order"),
        "letters": P_("command.letters", "letters"),
        "away": P_("command.away", "away, afk"),
        "back": P_("command.back", "back"),
        "undo": P_("command.undo", "undo"),
        # at any time
        "rules": P_("command.rules", "rules"),
        "help": P_("command.help", "help, commands"),
        "lang": P_("command.lang", "lang, language"),
        "record": P_("command.record", "record, log"),
        "seal": P_("command.seal", "seal"),
        "bridge": P_("command.bridge", "bridge, connect"),
        # an answer to "Are you sure?"
        "yes": P_("command.yes", "yes, y, ok"),
        "no": P_("command.no", "no, n"),
    }
)

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
    written = named(language, COMMANDS[command]).replace("、", ",").split(",")
    return tuple(spelling.strip() for spelling in written if spelling.strip())


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


def understand(text: str) -> str | None:
    """The command that a text is in any language, if it is one."""
    return _understood().get(fold(text))
