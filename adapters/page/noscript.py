"""What the page says in a browser without JavaScript, where nobody knows who reads it yet."""

from __future__ import annotations

from html import escape
from typing import ClassVar

from core.kernel.text import N_, Public
from locales.catalogue import languages
from locales.tongue import HTML, Context, say


class NoScript(Public, frozen=True, tag="page.no-script"):
    """On the page in a browser without JavaScript; said in every language."""

    text: ClassVar[str] = N_("This page needs JavaScript.")


class GroupIsEnough(Public, frozen=True, tag="page.group-is-enough"):
    """After that, where the page belongs to a group."""

    text: ClassVar[str] = N_("Playing also works with the buttons and words of the group alone.")


def no_script(*more: Public) -> str:
    """A paragraph in each language of the house, as HTML."""
    return "\n".join(
        f'<p lang="{escape(language.replace("_", "-"))}">{_said(language, more)}</p>'
        for language in languages()
    )


def _said(language: str, more: tuple[Public, ...]) -> str:
    return " ".join(say(text, language, Context(), HTML) for text in (NoScript(), *more))
