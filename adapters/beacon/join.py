"""The beacon that the settings ask for."""

from __future__ import annotations

import time
from collections.abc import Callable

from adapters.beacon.chain import PACKAGE, QUICKNET, chain_of, installed
from adapters.beacon.client import SERVERS, Client
from adapters.settings import Settings
from adapters.trouble import BeaconMissing, Trouble
from core.house.beacon import Rounds

MISSING = BeaconMissing(PACKAGE, "make beacon")
"""The extra is not there."""


class Named(Rounds, frozen=True):
    """The rounds that deals wait for. None is named that exists already, as far as its servers
    tell (`later` is the time by them): not even while our clock is behind."""

    later: Callable[[], float] = time.time

    def awaited(self, at: float) -> int:
        return super().awaited(max(at, self.later()))


def rounds(client: Client | None) -> Rounds | None:
    """The rounds that deals wait for; None without a beacon."""
    if client is None:
        return None
    chain = client.chain
    return Named(chain.hash, chain.genesis, chain.period, later=client.time)


def client(
    settings: Settings,
    now: Callable[[], float] = time.time,
    pulse: Callable[[], float] = time.monotonic,
) -> Client | None:
    """Who asks for rounds; None without a beacon. Raises `Trouble` without the extra."""
    if not settings.beacon:
        return None
    if not installed():
        raise Trouble(MISSING)
    chain = chain_of(settings.beacon_chain) if settings.beacon_chain else QUICKNET
    return Client(chain, settings.beacon_servers.split() or SERVERS, now, pulse=pulse)
