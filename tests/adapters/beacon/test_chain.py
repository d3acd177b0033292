"""A round is genuine or it is not; when rounds come."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest
from py_arkworks_bls12381 import G1Point

from adapters.beacon.chain import (
    QUICKNET,
    NotAChain,
    chain_of,
    genuine,
    installed,
    message,
    randomness,
)
from tests.adapters.beacon.league import League

ROUND_42 = bytes.fromhex(  # published by drand
    "95a9f9f5b231b7714de1553105d8ffdf3dcda24cfdb1e689319bccf79a9c8ce430a91b811fbfaf763900bc998b5d686a"
)


def test_a_published_round_is_genuine_and_no_other() -> None:
    assert installed()
    assert genuine(QUICKNET, 42, ROUND_42)
    assert not genuine(QUICKNET, 43, ROUND_42)
    assert not genuine(QUICKNET, 41, ROUND_42)
    assert randomness(ROUND_42) == sha256(ROUND_42).digest()


def test_what_is_signed_is_the_hash_of_eight_bytes() -> None:
    assert message(258) == sha256(b"\0\0\0\0\0\0\1\2").digest()


def test_the_pinned_name_binds_the_pinned_key() -> None:
    """The name is that of drand's documentation; it is a hash of all that is pinned."""
    assert QUICKNET.hash == "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"


@pytest.mark.parametrize("at", range(0, 48, 7))
def test_a_changed_bit_is_refused(at: int) -> None:
    changed = bytearray(ROUND_42)
    changed[at] ^= 1
    assert not genuine(QUICKNET, 42, bytes(changed))


@pytest.mark.parametrize(
    "signature",
    [
        b"",
        ROUND_42[:-1],
        ROUND_42 + b"\0",
        b"\0" * 48,
        b"\xff" * 48,
        b"\xc0" + b"\0" * 47,  # the point at infinity
        G1Point().to_compressed_bytes(),
        (-G1Point.from_compressed_bytes(ROUND_42)).to_compressed_bytes(),
    ],
)
def test_what_is_no_signature_is_refused(signature: bytes) -> None:
    assert not genuine(QUICKNET, 42, signature)


@pytest.mark.parametrize("round_", [0, -1, 2**63, 2**64, 10**30])
def test_what_is_no_round_is_refused(round_: int) -> None:
    assert not genuine(QUICKNET, round_, ROUND_42)


def test_a_key_signs_for_its_own_chain_only() -> None:
    here, there = League(0), League(0, name="another")
    signed = bytes.fromhex(here.sign(7))
    assert genuine(here.chain, 7, signed)
    assert not genuine(there.chain, 7, signed)


def test_rounds_and_their_times() -> None:
    first = QUICKNET.genesis
    assert QUICKNET.round_at(first - 0.001) == 0
    assert QUICKNET.round_at(first) == QUICKNET.round_at(first + 2.999) == 1
    assert QUICKNET.round_at(first + 3) == 2
    assert QUICKNET.round_at(0) == 0
    for number in (1, 2, 42, 27_946_612):
        at = QUICKNET.time_of(number)
        assert QUICKNET.round_at(at) == number
        assert QUICKNET.round_at(at - 0.001) == number - 1


def test_a_chain_is_read_as_a_server_describes_it() -> None:
    league = League(1_700_000_000, 5)
    assert chain_of(league.info()) == league.chain


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("public_key", QUICKNET.key),  # not what the name binds
        ("public_key", "00"),
        ("public_key", "no hex"),
        ("period", 2),
        ("period", -1),
        ("period", 2**40),
        ("genesis_time", 10**30),
        ("hash", QUICKNET.hash),
        ("schemeID", "pedersen-bls-chained"),
        ("metadata", {"beaconID": "quicknet"}),
        ("metadata", None),
        ("groupHash", 7),
    ],
)
def test_a_chain_that_does_not_fit_together_is_refused(field: str, value: object) -> None:
    told = json.loads(League(1_700_000_000).info()) | {field: value}
    with pytest.raises(NotAChain):
        chain_of(json.dumps(told))


@pytest.mark.parametrize("told", ["", "{", "[]", "null", "{}", '"quicknet"', b"\xff"])
def test_what_describes_no_chain_is_refused(told: str | bytes) -> None:
    with pytest.raises(NotAChain):
        chain_of(told)
