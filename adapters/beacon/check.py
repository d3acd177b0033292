"""Whether the round in a record is one that a known chain has signed."""

from __future__ import annotations

from adapters.beacon.chain import QUICKNET, genuine, installed
from core.kernel.proof import Beacon


def genuine_round(beacon: Beacon) -> bool | None:
    """Whether the signature of a record's round is genuine; None if that cannot be said here:
    the extra is missing, or the chain is not known."""
    if not installed() or beacon.chain != QUICKNET.hash:
        return None
    return genuine(QUICKNET, beacon.round, bytes.fromhex(beacon.signature))
