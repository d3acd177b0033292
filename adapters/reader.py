"""The language of whoever sits at the shell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adapters.trouble import Trouble, UnknownLanguage
from locales.catalogue import known_language, languages
from locales.files import SOURCE


def first_known(names: Iterable[str]) -> str:
    """The language of the first of some locales ("ja_JP.UTF-8") that we speak; empty if we speak
    none of them."""
    return next(filter(None, map(known_language, names)), "")


def chosen_language(environ: Mapping[str, str]) -> str:
    """The language that the environment asks for, English if it is none of ours. `LANGUAGE` goes
    first; desktops set it too, to lists like "de:ja"."""
    wanted = environ.get("LANGUAGE", "").split(":")
    locales = (environ.get(key, "") for key in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return first_known((*wanted, *locales)) or SOURCE


def wanted_language(name: str) -> str:
    """A language that was asked for by its code. Raises `Trouble`."""
    if name not in languages():
        raise Trouble(UnknownLanguage(name, languages()))
    return name
