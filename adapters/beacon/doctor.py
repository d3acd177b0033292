"""What the doctor asks of the beacon: do its servers answer, and is our clock right?"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from adapters.beacon.chain import installed
from adapters.beacon.client import Client, NoRound, Round, name_of
from adapters.beacon.join import MISSING, client
from adapters.beacon.texts import BeaconServer, BeaconServerFails, BeaconSilent, clock
from adapters.finding import Finding
from adapters.settings import Settings

WAITS = 20  # seconds that a deal waits for its round


async def checkup(settings: Settings, now: Callable[[], float]) -> list[Finding]:
    """Ask every server for its newest round; nothing without a beacon."""
    if settings.beacon and not installed():
        return [Finding(False, MISSING)]
    asked = client(settings, now)
    if asked is None:
        return []
    try:
        return await _asked(asked, now)
    finally:
        await asked.close()


async def _asked(asked: Client, now: Callable[[], float]) -> list[Finding]:
    told = await asyncio.gather(*(_newest(asked, server) for server in asked.servers))
    newest = max((each.round for each in told if isinstance(each, Round)), default=0)
    found = []
    for server, each in zip(asked.servers, told, strict=True):
        name = name_of(server)
        if isinstance(each, Round):
            found.append(Finding(True, BeaconServer(name)))
        else:
            found.append(Finding(None, BeaconServerFails(name, str(each))))
    if not newest:
        return [*found, Finding(False, BeaconSilent(WAITS))]
    # Its round may be as old as its period, and took its way to us; both are no fault of a clock.
    chain, at = asked.chain, now()
    ahead = at - chain.time_of(newest)
    return [*found, clock(ahead if ahead < 0 else max(0.0, ahead - chain.period))]


async def _newest(asked: Client, server: str) -> Round | NoRound:
    try:
        return await asked.ask(server)
    except NoRound as none:
        return none
