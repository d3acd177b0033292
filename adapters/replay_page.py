"""`fumibako replay --html`: a record becomes a page that plays its game again."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from adapters.page.onefile import one_file
from adapters.recordfile import load
from adapters.replay import ALL_WELL, REJECTED, Line, opened
from adapters.trouble import Trouble
from core.kernel.text import N_, Code, Public
from locales.tongue import Context, say


class PageKept(Public, frozen=True, tag="replay.page-kept"):
    """Where the page that plays a game again was written to."""

    text: ClassVar[str] = N_(
        "{file}: open it in a browser; it needs no network. It shows every hand of the game."
    )
    file: Code


class PageNotKept(Public, frozen=True, tag="replay.page-not-kept"):
    """The page that plays a game again could not be written."""

    text: ClassVar[str] = N_("The file {file} can’t be written.")
    file: Code


def keep_game(file: str, page: str, language: str, out: Line, fault: Line) -> int:
    """Write the page of the game in a file; an older one is replaced. Returns the exit code.
    Raises `Trouble`."""
    written = opened(
        file, language, fault, lambda record, games: one_file(load(file), games, Path(file).name)
    )
    if written is None:
        return REJECTED
    try:
        Path(page).write_text(written, encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Trouble(PageNotKept(page)) from error
    out(say(PageKept(page), language, Context()))
    return ALL_WELL
