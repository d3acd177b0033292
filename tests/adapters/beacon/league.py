"""A chain of rounds whose key the tests have: what it signs is as genuine as drand's own."""

from __future__ import annotations

import json
from hashlib import sha256

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from adapters.beacon.chain import DOMAIN, SCHEME, Chain, message


class League:
    """Whoever has the key. `genesis` and `period` are seconds."""

    def __init__(self, genesis: int, period: int = 1, name: str = "stand-in") -> None:
        self._secret = Scalar.from_be_bytes_mod_order(sha256(name.encode()).digest())
        key = (G2Point() * self._secret).to_compressed_bytes().hex()
        self.chain = Chain(name, key, sha256(b"group").hexdigest(), genesis, period)

    def sign(self, round_: int) -> str:
        """The signature of a round (hex)."""
        hashed = G1Point.hash_to_curve(message(round_), DOMAIN)
        return (hashed * self._secret).to_compressed_bytes().hex()

    def told(self, round_: int) -> dict[str, object]:
        """A round as a server tells it."""
        signature = self.sign(round_)
        randomness = sha256(bytes.fromhex(signature)).hexdigest()
        return {"round": round_, "randomness": randomness, "signature": signature}

    def info(self) -> str:
        """The chain as a server describes it, on one line."""
        chain = self.chain
        return json.dumps(
            {
                "public_key": chain.key,
                "period": chain.period,
                "genesis_time": chain.genesis,
                "genesis_seed": chain.group,
                "hash": chain.hash,
                "groupHash": chain.group,
                "schemeID": SCHEME,
                "metadata": {"beaconID": chain.name},
            }
        )
