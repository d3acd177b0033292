"""Where LINE brings news: the host sets the address itself when it starts."""

from __future__ import annotations

import logging

from adapters.line.api import Api
from adapters.line.people import PATH

log = logging.getLogger("fumibako.line")

ENDPOINT = "/v2/bot/channel/webhook/endpoint"


def wanted(public_url: str) -> str:
    """The address of the webhook; empty if this host has none of its own."""
    return f"{public_url}{PATH}" if public_url else ""


async def lead_here(api: Api, url: str) -> bool:
    """Tell LINE the address, unless it is the one that LINE has. True if LINE has it now.

    This is done at each start and never again: of two hosts with the same channel the one that
    was started last is called, and neither takes the channel back from the other.
    """
    status, data = await api.ask(ENDPOINT)
    before = data.get("endpoint") if status == 200 else ""
    if status not in (200, 404):
        return False
    if before == url:
        return True
    status, _ = await api.ask(ENDPOINT, "PUT", body={"endpoint": url})
    if status != 200:
        log.warning("LINE: the webhook could not be set (%d); `fumibako doctor` tells more", status)
        return False
    if before:
        log.warning("LINE: the webhook was %s; it is %s now", before, url)
    else:
        log.info("LINE: the webhook is %s now", url)
    return True
