"""A chain of drand: when its rounds come, and whether a round is genuine. No network, no clock.

Of the schemes that drand knows this is the unchained one with short signatures
(`bls-unchained-g1-rfc9380`): a round is signed by itself, so it can be checked alone, and its
randomness is the SHA-256 of its signature. What the signature is checked with
(py-arkworks-bls12381) is an extra and is loaded only when something is checked.
"""

from __future__ import annotations

import math
import struct
from hashlib import sha256
from importlib.util import find_spec

import msgspec

from adapters.foreign import Unreadable, read_json

SCHEME = "bls-unchained-g1-rfc9380"
DOMAIN = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"  # separates these signatures from others
PACKAGE = "py-arkworks-bls12381"
SIGNATURE, KEY = 48, 96  # bytes: a compressed point on G1, one on G2
LAST_ROUND = 2**63 - 1
CLOCK = 3.0  # seconds by which the clock of a machine may differ


class NotAChain(Exception):
    """This does not describe a chain that we can check."""


class Chain(msgspec.Struct, frozen=True):
    """What a chain is known by. `key` and `group` (the hash of those who sign) are hex; `genesis`
    (seconds since 1970) is the time of round 1, and a round comes every `period` seconds."""

    name: str
    key: str
    group: str
    genesis: int
    period: int

    @property
    def hash(self) -> str:
        """The name that nobody else can have (hex): it binds all of the above, the key first."""
        told = struct.pack(">Iq", self.period, self.genesis)
        whole = told + bytes.fromhex(self.key) + bytes.fromhex(self.group) + self.name.encode()
        return sha256(whole).hexdigest()

    def round_at(self, at: float) -> int:
        """The newest round at a time (seconds since 1970); 0 before the first.

        >>> QUICKNET.round_at(1_776_643_200)  # 2026-04-20, midnight in UTC
        27946612
        """
        return max(0, math.floor((at - self.genesis) / self.period) + 1)

    def time_of(self, round_: int) -> int:
        """When a round comes (seconds since 1970)."""
        return self.genesis + (round_ - 1) * self.period


QUICKNET = Chain(
    "quicknet",
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1"
    "064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae899"
    "1ef5ece45a",
    "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e",
    1_692_803_367,
    3,
)
"""The League of Entropy's chain of a round every three seconds."""


def installed() -> bool:
    """Whether the extra is there that checks signatures."""
    return find_spec("py_arkworks_bls12381") is not None


def message(round_: int) -> bytes:
    """What is signed in a round: the SHA-256 of its number (8 bytes, the highest first)."""
    return sha256(struct.pack(">Q", round_)).digest()


def randomness(signature: bytes) -> bytes:
    """What everybody reads in a round: 32 bytes."""
    return sha256(signature).digest()


def genuine(chain: Chain, round_: int, signature: bytes) -> bool:
    """Whether this is what the chain has signed in this round. Of anything that is no signature
    at all it is not. Raises `ImportError` without the extra."""
    from py_arkworks_bls12381 import GT, G1Point, G2Point

    if len(signature) != SIGNATURE or not 0 < round_ <= LAST_ROUND:
        return False
    key = G2Point.from_compressed_bytes(bytes.fromhex(chain.key))
    try:
        signed = G1Point.from_compressed_bytes(signature)
    except ValueError:
        return False
    hashed = G1Point.hash_to_curve(message(round_), DOMAIN)
    return GT.pairing_check([signed, -hashed], [G2Point(), key])


def chain_of(told: str | bytes) -> Chain:
    """The chain that a server of drand describes under `/CHAIN/info` (JSON). Raises `NotAChain`
    for what does not fit together, or that we could not check."""
    try:
        info = msgspec.convert(read_json(told), _Info)
        chain = Chain(
            info.metadata.name, info.public_key, info.group_hash, info.genesis_time, info.period
        )
        fits = len(bytes.fromhex(chain.key)) == KEY and chain.hash == info.hash
    except (Unreadable, msgspec.ValidationError, ValueError, struct.error) as wrong:
        raise NotAChain(type(wrong).__name__) from None
    if not fits or info.scheme != SCHEME or chain.period <= 0:
        raise NotAChain("it does not fit together")
    return chain


class _Metadata(msgspec.Struct, frozen=True):
    name: str = msgspec.field(name="beaconID")


class _Info(msgspec.Struct, frozen=True):
    public_key: str
    period: int
    genesis_time: int
    hash: str
    group_hash: str = msgspec.field(name="groupHash")
    scheme: str = msgspec.field(name="schemeID")
    metadata: _Metadata
