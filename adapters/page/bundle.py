"""The page's scripts and styles as one script and one style: for a server, which is asked for two
files rather than for sixty, and for a page in a single file, which a browser opens without a
server, where modules cannot import each other.

Each module becomes a function of its own that returns what it exports; they follow one another in
the order in which they need each other, which is why none may import itself through others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"
ENTRY = "page.js"
SHELL = "index.html"

_IMPORT = re.compile(
    r'^import\s*(?:(?:\{([^}]*)\}|\*\s*as\s+(?P<all>[\w$]+))\s*from\s*)?"(\.[^"]+)";', re.MULTILINE
)
_PASSED_ON = re.compile(r'^export\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)";', re.MULTILINE)
_DECLARED = re.compile(
    r"^export\s+((?:async\s+)?function\*?|const|class)\s+([A-Za-z_$][\w$]*)", re.MULTILINE
)
_LISTED = re.compile(r"(?:^|(?<=[;}]))export\s*\{([^}]*)\};?", re.MULTILINE)
_LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
_LEFT = re.compile(r"^\s*(?:import|export)\b(?!\.meta)", re.MULTILINE)
SHEET = re.compile(r'<link rel="stylesheet" href="@FILES@([^"]+)">\n?')


class NotBundled(Exception):
    """A module is written in a way that cannot be put into one file."""


def modules(entry: str = ENTRY) -> tuple[Path, ...]:
    """A module and all that it imports, each after those that it needs itself."""
    found: dict[Path, None] = {}

    def follow(path: Path, way: tuple[Path, ...]) -> None:
        if path in way:
            raise NotBundled(f"{path.name} imports itself through others")
        if path not in found:
            for needed in _needed(path):
                follow(needed, (*way, path))
            found[path] = None

    follow(STATIC / entry, ())
    return tuple(found)


@cache
def script(entry: str = ENTRY, *, later: bool = False) -> str:
    """All of them as one module. What is imported later only, because one door alone needs it, is
    fetched then (`later`: the module is served beside the others), or left out."""
    paths = modules(entry)
    names = {path: f"m{number}" for number, path in enumerate(paths)}
    return "".join(_wrapped(path, names, later=later) for path in paths)


@cache
def style() -> str:
    """All style sheets that the page's shell links, in their order. Those that come late are left
    out: they bring a font."""
    shell = (STATIC / SHELL).read_text(encoding="utf-8")
    paths = [STATIC / found[1] for found in SHEET.finditer(shell)]
    return "".join(path.read_text(encoding="utf-8") for path in paths)


def _needed(path: Path) -> Iterator[Path]:
    text = path.read_text(encoding="utf-8")
    for pattern in (_IMPORT, _PASSED_ON):
        for found in pattern.finditer(text):
            yield _beside(path, found[found.re.groups])


def _beside(path: Path, address: str) -> Path:
    return (path.parent / address).resolve()


def _wrapped(path: Path, names: dict[Path, str], *, later: bool) -> str:
    """A module as a function that returns what it exports."""
    exports: list[str] = []

    def imported(found: re.Match[str]) -> str:
        module = names[_beside(path, found[3])]
        if found["all"] is not None:
            return f"const {found['all']} = {module};"
        return f"const {{ {_pairs(found[1])} }} = {module};" if found[1] is not None else ""

    def passed_on(found: re.Match[str]) -> str:
        module = names[_beside(path, found[2])]
        for inner, outer in _names(found[1]):
            exports.append(f"{outer}: {module}.{inner}")
        return ""

    def declared(found: re.Match[str]) -> str:
        exports.append(found[2])
        return f"{found[1]} {found[2]}"

    def listed(found: re.Match[str]) -> str:
        for inner, outer in _names(found[1]):
            exports.append(f"{outer}: {inner}")
        return ""

    text = path.read_text(encoding="utf-8")
    if not later:
        text = _LATER.sub('Promise.reject(new Error("not in this file"))', text)
    for pattern, change in (
        (_IMPORT, imported),
        (_PASSED_ON, passed_on),
        (_DECLARED, declared),
        (_LISTED, listed),
    ):
        text = pattern.sub(change, text)
    left = _LEFT.search(text)
    if left is not None:
        raise NotBundled(f"{path.name}: {text[left.start() :].splitlines()[0]}")
    returned = f"return {{ {', '.join(exports)} }};"
    return f"const {names[path]} = (() => {{\n{text}\n{returned}\n}})();\n"


def _names(listed: str) -> Iterator[tuple[str, str]]:
    """The names in the braces of an import or export: there, and here."""
    for each in listed.split(","):
        if each.strip():
            inner, _, outer = each.strip().partition(" as ")
            yield inner.strip(), (outer or inner).strip()


def _pairs(listed: str) -> str:
    return ", ".join(
        inner if inner == outer else f"{inner}: {outer}" for inner, outer in _names(listed)
    )
