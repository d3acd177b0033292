"""The playground joins the house where it is asked for."""

from __future__ import annotations

from adapters.platform import Host, Platform
from adapters.playground.screen import Screen
from adapters.playground.server import Playground
from adapters.web import is_loopback


def join(host: Host) -> Platform | None:
    """The page of this machine; None where it is not asked for."""
    if not host.page:
        return None
    now = host.edge.keeper.now
    playground = Playground(
        host.speech,
        Screen(host.store, host.store, now()),
        host.store,
        now,
        host.writer,
        host.post.ring,
        loopback=is_loopback(host.settings.host),
        paint=host.gallery.paint,
        shares=host.edge.shares,
    )
    host.house.on_change = playground.hub.changed
    return playground
