"""`fumibako proof`: the page as a file to keep."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from adapters.proof.build import page
from adapters.replay import GAMES_BY_NAME
from adapters.trouble import Trouble
from core.kernel.text import N_, Code, Message, Public


class Kept(Public, frozen=True, tag="proof-page.kept"):
    """Where the page that checks records was written to."""

    text: ClassVar[str] = N_("{file}: open it in a browser; it needs no network.")
    file: Code


class NotKept(Public, frozen=True, tag="proof-page.not-kept"):
    """The page that checks records could not be written."""

    text: ClassVar[str] = N_("The file {file} can’t be written.")
    file: Code


def keep(file: str) -> Message:
    """Write the page; an older one is replaced. Raises `Trouble`."""
    try:
        Path(file).write_text(page(GAMES_BY_NAME), encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Trouble(NotKept(file)) from error
    return Kept(file)
