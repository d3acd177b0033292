"""How a platform marks text: plain, as HTML, or in a way of its own."""

from __future__ import annotations

import html
from typing import Protocol

from locales.names import WIDTH, isolated


class Style(Protocol):
    """What a platform makes of the parts of a text. Everything comes in unmarked and cleaned."""

    @property
    def width(self) -> int:
        """The columns that a name may take."""

    def escape(self, text: str) -> str:
        """Text that must not be taken for markup."""

    def name(self, text: str) -> str:
        """A player's name."""

    def seat(self, number: int, text: str) -> str:
        """The name of whoever sits there."""

    def said(self, text: str) -> str:
        """A person's own words, without the quotation marks."""

    def code(self, text: str) -> str:
        """Something to copy."""

    def moment(self, epoch: int, shown: str) -> str:
        """A point in time, in seconds since 1970 (UTC), and how it reads."""


class Plain:
    """Text without any marks."""

    width = WIDTH

    def escape(self, text: str) -> str:
        return text

    def name(self, text: str) -> str:
        return isolated(text)

    def seat(self, number: int, text: str) -> str:
        return self.name(text)

    def said(self, text: str) -> str:
        return isolated(text)

    def code(self, text: str) -> str:
        return text

    def moment(self, epoch: int, shown: str) -> str:
        return shown


class Html:
    """The few elements of HTML that web pages and messengers share."""

    width = WIDTH

    def escape(self, text: str) -> str:
        return html.escape(text)

    def name(self, text: str) -> str:
        return f"<b>{html.escape(isolated(text))}</b>"

    def seat(self, number: int, text: str) -> str:
        return self.name(text)

    def said(self, text: str) -> str:
        return html.escape(isolated(text))

    def code(self, text: str) -> str:
        return f"<code>{html.escape(text)}</code>"

    def moment(self, epoch: int, shown: str) -> str:
        return html.escape(shown)


PLAIN: Style = Plain()
HTML: Style = Html()
