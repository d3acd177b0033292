"""The language of whoever sits at the shell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adapters.trouble import Trouble, UnknownLanguage
from locales.catalogue import SOURCE, languages


def known_languages() -> tuple[str, ...]:
    """The languages we speak; English always, for the texts are written in it."""
    return tuple(dict.fromkeys((SOURCE, *languages())))


def first_known(names: Iterable[str]) -> str:
    """The first of some locales ("ja_JP.UTF-8") whose language we speak; empty if none is."""
    known = known_languages()
    for name in names:
        language = name.replace("-", "_").partition(".")[0].partition("_")[0].lower()
        if language in known:
            return language
    return ""


def chosen_language(environ: Mapping[str, str]) -> str:
    """The language that the environment asks for, English if it is none of ours."""
    return first_known(environ.get(key, "") for key in ("LC_ALL", "LC_MESSAGES", "LANG")) or SOURCE


def wanted_language(name: str) -> str:
    """A language that was asked for by name. Raises `Trouble`."""
    if name not in known_languages():
        raise Trouble(UnknownLanguage(name, known_languages()))
    return name
