"""Who looks at the page, and what they may see."""

from __future__ import annotations

from typing import ClassVar

import msgspec
from aiohttp import web

from adapters.foreign import same
from adapters.playground.screen import PLATFORM, Screen
from core.house.ports import person_lane
from core.kernel.text import N_, Public


class UnknownSeat(Public, frozen=True, tag="playground.unknown-seat"):
    text: ClassVar[str] = N_("This link opens no seat here.")


class NeedsKey(Public, frozen=True, tag="playground.needs-key"):
    text: ClassVar[str] = N_("This page needs the full link that Fumibako printed at its start.")


class Viewer(msgspec.Struct, eq=False):
    """An open page: everything on this screen, or one seat only."""

    socket: web.WebSocketResponse
    person: str | None = None  # None: sees every seat of this screen

    def sees(self, lane: str) -> bool:
        """Whether letters of this address are for this page."""
        if not lane.startswith("person:"):
            return True
        if self.person is not None:
            return lane == person_lane(self.person)
        return lane.startswith(f"person:{PLATFORM}:")


def who_is_it(request: web.Request, screen: Screen, loopback: bool) -> Public | str | None:
    """Whom the page may act for: a person, or (None) everybody on this screen; a message
    if it may not come in at all."""
    token = request.query.get("seat", "")
    if token:
        user = screen.by_token(token)
        return user if user is not None else UnknownSeat()
    key = request.query.get("key", "")
    if loopback or same(key, screen.key):
        return None
    return NeedsKey()
