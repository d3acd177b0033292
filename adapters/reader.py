"""The language of whoever sits at the shell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from dotenv import dotenv_values

from adapters.trouble import Trouble, UnknownLanguage
from locales.catalogue import known_language, languages
from locales.files import SOURCE

ENV_FILE = ".env"  # in the folder where the command is started


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


def written_in(file: Path) -> Mapping[str, str]:
    """What a file of settings says, by names in capitals; nothing that is empty. A file that cannot
    be read says nothing."""
    with suppress(OSError, UnicodeDecodeError):
        found = dotenv_values(file, encoding="utf-8", interpolate=False)
        return {name.upper(): value for name, value in found.items() if value}
    return {}


def asked_language(environ: Mapping[str, str], file: Path = Path(ENV_FILE)) -> str:
    """The language that the settings ask for: the file's goes before the environment's, for
    desktops set `LANGUAGE` for everything."""
    return known_language(written_in(file).get("LANGUAGE", "")) or chosen_language(environ)


def wanted_language(name: str) -> str:
    """A language that was asked for by its code. Raises `Trouble`."""
    if name not in languages():
        raise Trouble(UnknownLanguage(name, languages()))
    return name
