"""Who looks at the playground's page: everybody on this screen, or one seat by its link."""

from __future__ import annotations

from typing import ClassVar

from adapters.foreign import same
from adapters.page.who import NotIn, Who
from adapters.page.wire import Come
from adapters.playground.screen import Screen
from core.kernel.text import N_, Public


class UnknownSeat(Public, frozen=True, tag="playground.unknown-seat"):
    text: ClassVar[str] = N_("This link opens no seat here.")


class NeedsKey(Public, frozen=True, tag="playground.needs-key"):
    text: ClassVar[str] = N_("This page needs the full link that Fumibako printed at its start.")


def who_is_it(come: Come, screen: Screen, loopback: bool) -> Who | NotIn:
    """Whom the page may act for: a person, or everybody on this screen."""
    if same(come.proof, screen.key) or (loopback and not come.proof):
        return Who("playground")
    user = screen.by_token(come.proof)
    if user is not None:
        return Who("playground", user)
    seat = loopback or come.proof.partition(".")[0].isdecimal()
    return NotIn(UnknownSeat() if seat else NeedsKey())
