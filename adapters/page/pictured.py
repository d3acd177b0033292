"""A match in four panels on the page: its captions, and the picture as soon as it is painted."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Awaitable, Callable

import msgspec

from adapters.page import wire
from adapters.picture.gallery import Drawing

Paint = Callable[[str], Awaitable[bytes]]
"""Makes a picture of SVG; empty if none comes."""


async def no_picture(svg: str) -> bytes:
    """None is painted."""
    return b""


class Pictured(msgspec.Struct, frozen=True):
    """A match in four panels, to be painted."""

    drawing: Drawing

    async def sheet(self, paint: Paint) -> wire.Sheet:
        """The words, and the picture if there is one."""
        told, png = self.drawing.told, await paint(self.drawing.svg)
        return wire.Sheet(
            title=told.title,
            blocks=[wire.Block(lines=[line]) for line in told.lines],
            picture=f"data:image/png;base64,{b64encode(png).decode()}" if png else "",
        )
