"""`fumibako init`: a first `.env`, and what the settings are and where each was read."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import msgspec

from adapters.finding import Finding
from adapters.reader import ENV_FILE, written_in
from adapters.settings import Settings
from adapters.trouble import Trouble
from core.kernel.text import N_, Code, Public
from locales.catalogue import known_language, languages

TEMPLATE = Path(__file__).with_name("env.example")
SECRET = ("telegram_token", "line_channel_secret", "line_channel_access_token")


class EnvWritten(Public, frozen=True, tag="init.written"):
    text: ClassVar[str] = N_(
        "{file} is written; nobody but you can read it. Fill in what you need, then ask {doctor}."
    )
    file: Code
    doctor: Code = "fumibako doctor"


class EnvStands(Public, frozen=True, tag="init.stands"):
    text: ClassVar[str] = N_("{file} stands already and stays as it is.")
    file: Code


class EnvOpen(Public, frozen=True, tag="init.open"):
    text: ClassVar[str] = N_(
        "Others can read {file}, and whoever has a token is the bot: {command} closes it."
    )
    file: Code
    command: Code


class FromFile(Public, frozen=True, tag="init.from-file"):
    text: ClassVar[str] = N_("{name} = {value}, from {file}")
    name: Code
    value: Code
    file: Code


class FromEnvironment(Public, frozen=True, tag="init.from-environment"):
    text: ClassVar[str] = N_("{name} = {value}, from the environment")
    name: Code
    value: Code


class ByDefault(Public, frozen=True, tag="init.by-default"):
    text: ClassVar[str] = N_("Not set, so as usual: {names}")
    names: tuple[str, ...]


class EnvNotWritten(Public, frozen=True, tag="trouble.env-not-written"):
    text: ClassVar[str] = N_("{file} cannot be written: its folder is not accessible.")
    file: Code


class LanguageNotSpoken(Public, frozen=True, tag="init.language"):
    """`written` stands in the file of settings; `known` are codes of languages, `used` is one."""

    text: ClassVar[str] = N_(
        "LANGUAGE={written} in {file} is none of those that are spoken here ({known}): it is as if "
        "it were not set, and {used} is used."
    )
    written: Code
    file: Code
    known: tuple[Code, ...]
    used: Code


class Source(msgspec.Struct, frozen=True):
    """A setting that is set: its name in capitals, what it says (a secret only that it is there),
    and whether the file said so or the environment."""

    name: str
    value: str
    from_file: bool


def write_env(file: Path = Path(ENV_FILE)) -> Finding:
    """Write a commented file of settings that its owner alone may read. One that stands there is
    not touched. Raises `Trouble`."""
    path = file.absolute()
    text = TEMPLATE.read_text(encoding="utf-8")
    try:
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return Finding(None, EnvStands(str(path)))
    except OSError as error:
        raise Trouble(EnvNotWritten(str(path))) from error
    with open(number, "w", encoding="utf-8") as written:
        os.fchmod(number, 0o600)  # whatever the mask of the shell says
        written.write(text)
    return Finding(True, EnvWritten(str(path)))


def sources(
    settings: Settings, environ: Mapping[str, str] = os.environ, file: Path = Path(ENV_FILE)
) -> tuple[Sequence[Source], Sequence[str]]:
    """Every setting that is set, and the names of the others. An environment goes before the
    file, in the language alone the file before the environment."""
    in_file = set(written_in(file))
    if not known_language(written_in(file).get("LANGUAGE", "")):
        in_file.discard("LANGUAGE")  # then it counts as not set
    in_environment = {name.upper() for name, value in environ.items() if value}
    found, others = [], []
    for field in Settings.model_fields:
        name = field.upper()
        if name not in in_file | in_environment:
            others.append(name)
            continue
        from_file = name in in_file and (field == "language" or name not in in_environment)
        found.append(Source(name, _shown(settings, field), from_file))
    return found, others


def _shown(settings: Settings, field: str) -> str:
    """What a setting says, for the screen: never a secret."""
    if field in SECRET:
        return "…"
    return settings.database_name if field == "database" else str(getattr(settings, field))


def language_told(settings: Settings, file: Path = Path(ENV_FILE)) -> list[Finding]:
    """That the file asks for a language that is not spoken, if it does."""
    written = written_in(file).get("LANGUAGE", "")
    if not written or known_language(written):
        return []
    known, path = tuple(languages()), str(file.absolute())
    return [Finding(None, LanguageNotSpoken(written, path, known, settings.language))]


def told(settings: Settings, file: Path = Path(ENV_FILE)) -> list[Finding]:
    """What was read from where."""
    path = str(file.absolute())
    found, others = sources(settings, file=file)
    lines = [
        Finding(None, FromFile(each.name, each.value, path))
        if each.from_file
        else Finding(None, FromEnvironment(each.name, each.value))
        for each in found
    ]
    lines.append(Finding(None, ByDefault(tuple(others))))
    lines += language_told(settings, file)
    with suppress(OSError):
        if file.stat().st_mode & 0o077:
            lines.append(Finding(False, EnvOpen(path, f"chmod 600 {path}")))
    return lines
