"""Telegram's HTML, how long it is, and how it is cut."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping, Sequence

from locales.names import WIDTH, graphemes, isolated

LONGEST = 4096  # characters of a message, as Telegram counts them (UTF-16)
LONGEST_LABEL = 64  # of a button, which shows far less
LONGEST_ANSWER = 200  # of the answer to a press
_TAG = re.compile(r"<[^>]*>")


class Telegram:
    """HTML with live times. `bold` marks names."""

    width = WIDTH

    def __init__(self, *, bold: bool = True) -> None:
        self._bold = bold

    def escape(self, text: str) -> str:
        return html.escape(text)

    def name(self, text: str) -> str:
        shown = html.escape(isolated(text))
        return f"<b>{shown}</b>" if self._bold else shown

    def seat(self, number: int, text: str) -> str:
        return self.name(text)

    def said(self, text: str) -> str:
        return html.escape(isolated(text))

    def code(self, text: str) -> str:
        return f"<code>{html.escape(text)}</code>"

    def moment(self, epoch: int, shown: str) -> str:
        return f'<tg-time unix="{epoch}" format="r">{html.escape(shown)}</tg-time>'


STYLE = Telegram()
LOG = Telegram(bold=False)
"""For the lines of what happened: Telegram shows no more than 100 marks in a message."""


class Calling(Telegram):
    """Names of seats notify their owners. `users` are those (as in "telegram:123") by seat."""

    def __init__(self, users: Mapping[int, str]) -> None:
        super().__init__()
        self._users = users

    def seat(self, number: int, text: str) -> str:
        owner = self._users.get(number, "").partition(":")[2]
        shown = self.name(text)
        return f'<a href="tg://user?id={owner}">{shown}</a>' if owner else shown


class Naming(Telegram):
    """Notes which seats a text names."""

    def __init__(self) -> None:
        super().__init__()
        self.named: set[int] = set()

    def seat(self, number: int, text: str) -> str:
        self.named.add(number)
        return super().seat(number, text)


class CallingPeople(Telegram):
    """Names of people notify them. `users` are those (as in "telegram:123") in the order in which
    they are named."""

    def __init__(self, users: Sequence[str]) -> None:
        super().__init__()
        self._left = iter(users)

    def name(self, text: str) -> str:
        platform, _, number = next(self._left, "").partition(":")
        shown = html.escape(isolated(text))
        return f'<a href="tg://user?id={number}">{shown}</a>' if platform == "telegram" else shown


def units(text: str) -> int:
    """The length of a plain text as Telegram counts it."""
    return len(text.encode("utf-16-le")) // 2


def length(marked: str) -> int:
    """The length of HTML as Telegram counts it, after its marks are taken out."""
    return units(html.unescape(_TAG.sub("", marked)))


def cut(text: str, limit: int) -> list[str]:
    """A plain text in parts of at most `limit`, cut between lines where that is possible."""
    parts = [""]
    for line in text.split("\n"):
        joined = f"{parts[-1]}\n{line}" if parts[-1] else line
        if units(joined) <= limit:
            parts[-1] = joined
            continue
        if parts[-1]:
            parts.append("")
        for cluster in graphemes(line):
            if units(parts[-1] + cluster) > limit:
                parts.append("")
            parts[-1] += cluster
    return [part for part in parts if part] or [""]


def plain_parts(marked: str, limit: int) -> list[str]:
    """HTML without its marks, in parts of at most `limit`, as HTML."""
    return [html.escape(part) for part in cut(html.unescape(_TAG.sub("", marked)), limit)]


def grouped(lines: Sequence[str], limit: int = LONGEST) -> list[tuple[str, int]]:
    """HTML lines in messages of at most `limit`, and with how many of the lines each of them
    ends. No line is torn apart, unless it is longer than a message."""
    found: list[tuple[str, int]] = []
    for number, line in enumerate(lines, 1):
        joined = f"{found[-1][0]}\n{line}" if found else line
        if length(joined) <= limit:
            found = [*found[:-1], (joined, number)]
        elif length(line) <= limit:
            found.append((line, number))
        else:
            parts = plain_parts(line, limit)
            found += [(part, number - 1) for part in parts[:-1]]
            found.append((parts[-1], number))
    return found


def pages(lines: Sequence[str], limit: int = LONGEST) -> list[str]:
    """HTML lines in messages of at most `limit`."""
    return [text for text, _ in grouped(lines, limit)]
