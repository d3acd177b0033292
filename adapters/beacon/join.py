"""The beacon that the settings ask for."""

from __future__ import annotations

from collections.abc import Callable

from adapters.beacon.chain import PACKAGE, QUICKNET, chain_of, installed
from adapters.beacon.client import SERVERS, Client
from adapters.settings import Settings
from adapters.trouble import BeaconMissing, Trouble

MISSING = BeaconMissing(PACKAGE, "make beacon")
"""The extra is not there."""


def client(settings: Settings, now: Callable[[], float]) -> Client | None:
    """Who asks for rounds; None without a beacon. Raises `Trouble` without the extra."""
    if not settings.beacon:
        return None
    if not installed():
        raise Trouble(MISSING)
    chain = chain_of(settings.beacon_chain) if settings.beacon_chain else QUICKNET
    return Client(chain, settings.beacon_servers.split() or SERVERS, now)
