"""Plain pages in words: no script, one stylesheet, every language a section of its own."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from html import escape, unescape

from adapters.page.files import build
from core.kernel.text import Public
from locales.tongue import HTML, Context, say

BRAND = "文箱 Fumibako"


class Part(Enum):
    """What a line of a plain page is."""

    TITLE = "h1"
    HEAD = "h2"
    LINE = "p"
    ITEM = "li"


Section = tuple[str, Sequence[tuple[Part, str]]]
"""A language, and its lines as HTML."""


def document(sections: Sequence[Section], base: str = "", *, alone: bool = False) -> str:
    """A page of these sections. `base` leads from its address to the root of the server. What
    stands there `alone` looks like a page that does not open."""
    first = sections[0]
    title = next((unescape(text) for part, text in first[1] if part is Part.TITLE), "Fumibako")
    style = escape(f"{base}page/{build()}/css/plain.css", quote=True)
    body = "".join(
        f'<section lang="{_tag(language)}">{_body(lines)}</section>' for language, lines in sections
    )
    return (
        f'<!doctype html><html lang="{_tag(first[0])}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(title)}</title><link rel="stylesheet" href="{style}"></head>'
        f"<body{' class=alone' if alone else ''}><main>{body}</main></body></html>"
    )


def said(message: Public, language: str, base: str = "") -> str:
    """A page that says one thing."""
    text = say(message, language, Context(), HTML)
    return document([(language, [(Part.TITLE, BRAND), (Part.LINE, text)])], base, alone=True)


def _body(lines: Sequence[tuple[Part, str]]) -> str:
    """Items that follow each other are one list."""
    parts, open_list = list[str](), False
    for part, text in lines:
        if (part is Part.ITEM) is not open_list:
            open_list = not open_list
            parts.append("<ul>" if open_list else "</ul>")
        parts.append(f"<{part.value}>{text}</{part.value}>")
    return "".join([*parts, "</ul>" if open_list else ""])


def _tag(language: str) -> str:
    return escape(language.replace("_", "-"), quote=True)
