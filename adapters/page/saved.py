"""What a page can save of a finished game: its record, and the page that plays it again."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import ClassVar

import msgspec

from adapters.page import wire
from adapters.page.draw import Voice
from core.desk.acts import Act
from core.desk.sheets import Labelled
from core.kernel.text import N_, Public

log = logging.getLogger("fumibako.page")


class TwoFiles(Public, frozen=True, tag="page.two-files"):
    """Above the two files of a finished game."""

    text: ClassVar[str] = N_(
        "The page plays the game again in any browser, without a network. By the record its deal "
        "can be checked. Both hold every hand."
    )


class Saved(msgspec.Struct, frozen=True):
    """A record by its name, and what makes its page (which takes a while)."""

    name: str
    record: str
    again: Callable[[], bytes] | None
    voice: Voice

    async def sheet(self) -> wire.Sheet:
        """Both of them to be saved; the record alone if the page cannot be made."""
        files = [wire.File(name=self.name, text=self.record)]
        page = await self._page()
        if page:
            html = f"{self.name.removesuffix('.json')}.html"
            files.insert(0, wire.File(name=html, text=page.decode()))
        lines = [self.voice(TwoFiles())] if page else []
        return wire.Sheet(
            title=self.voice(Labelled(Act.RECORD)),
            blocks=[wire.Block(lines=lines)],
            files=files,
        )

    async def _page(self) -> bytes:
        try:
            return await asyncio.to_thread(self.again) if self.again is not None else b""
        except Exception:
            log.exception("the page of a record could not be made")
            return b""
