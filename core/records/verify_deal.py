"""Version 2 of the proof, the deal: seal, people, commit, cuts, beacon, seed and seats
(`core.kernel.proof`)."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

from core.kernel import dice
from core.kernel.proof import (
    Beacon,
    Entrant,
    commit,
    commit_text,
    cuts_of,
    mark,
    seed,
)
from core.kernel.text import Message
from core.records.faults import NotReal, RecordError, SealBroken, SealFits, SeatsFit, SeatsWrong
from core.records.findings import (
    BeaconFits,
    BeaconSilent,
    BeaconUnchecked,
    BeaconWrong,
    CommitFits,
    CommitWrong,
    CutsCounted,
    FriendCanSearch,
    GivenUpBefore,
    NameForgotten,
    NamesFit,
    NameWrong,
    NobodyCut,
    OnlyTheBeacon,
    RandomnessWrong,
    SeedDoesNotFollow,
    SeedFollows,
)
from core.records.proven import Proof
from core.records.record import Record
from core.records.verdict import Findings
from core.table.dealing import spelled_options
from core.table.seating import seated
from core.table.table import Games

PICTURE_BITS = 3
PAGE_BITS = 128

Checker = Callable[[Beacon], bool | None]
"""Whether the signature of a beacon's round is genuine; None if that cannot be said here."""


def unchecked(beacon: Beacon) -> bool | None:
    """Nobody who knows the beacon is asked."""
    return None


def findings(record: Record, games: Games, check: Checker) -> Findings:
    """The deal, part by part. Raises `RecordError` for a record that is not of a real game."""
    if record.secret is None:
        raise RecordError("secret", NotReal())
    if record.seal is None:
        raise RecordError("seal", NotReal())
    secret = bytes.fromhex(record.secret)
    true_seal = dice.seal(secret)
    if record.seal != true_seal:
        yield False, SealBroken(true_seal)
    yield True, SealFits(true_seal)
    if record.closed and record.start.seed is None:
        yield True, GivenUpBefore()
        return
    if record.start.seed is None:
        raise RecordError("start.seed", NotReal())
    if record.proof is None:
        raise RecordError("people", NotReal())
    yield from _people(record, record.proof)
    yield _commit(record, record.proof, games)
    yield from _cuts(record.proof)
    if record.proof.beacon is not None:
        yield _beacon(record.proof.beacon, check)
    true_seed = seed(secret, cuts_of(record.proof.parties), record.proof.beacon)
    if record.start.seed != true_seed.hex():
        yield False, SeedDoesNotFollow(true_seed.hex())
    yield True, SeedFollows()
    yield _seats(record, record.proof, true_seed)


def _people(record: Record, proof: Proof) -> Findings:
    """The names of all seats are those that were bound."""
    named: list[str] = []
    for seat, name in enumerate(record.seats, 1):
        party = proof.party(seat)
        if isinstance(party, Entrant):
            if not party.salt:
                yield True, NameForgotten(seat)
                continue
            if mark(party.salt, party.name) != party.mark:
                yield False, NameWrong(seat, party.name)
        if party.name != name:
            yield False, NameWrong(seat, name)
        named.append(name)
    if named:
        yield True, NamesFit(tuple(named))


def _commit(record: Record, proof: Proof, games: Games) -> tuple[bool, Message]:
    text = commit_text(
        game=record.game,
        options=spelled_options(record.preset, record.switches, games[record.game]),
        seal=str(record.seal),
        mind=proof.mind,
        parties=proof.parties,
        rooms=record.rooms,
        won=proof.won,
        beacon=proof.beacon,
    )
    true_commit = commit(text)
    fits = true_commit == proof.commit
    return fits, CommitFits(true_commit) if fits else CommitWrong(true_commit)


def _cuts(proof: Proof) -> Findings:
    """How many have cut, and how much their cuts weigh."""
    cuts = [cut for cut in cuts_of(proof.parties) if cut is not None]
    by_beacon = proof.beacon is not None and not proof.beacon.missed
    if not cuts:
        yield True, OnlyTheBeacon() if by_beacon else NobodyCut()
        return
    bits = sum(PAGE_BITS if cut.bits else PICTURE_BITS for cut in cuts)
    yield True, CutsCounted(len(cuts), bits)
    if not by_beacon:
        yield True, FriendCanSearch()


def _beacon(beacon: Beacon, check: Checker) -> tuple[bool, Message]:
    if beacon.missed:
        return True, BeaconSilent(beacon.round)
    if sha256(bytes.fromhex(beacon.signature)).hexdigest() != beacon.randomness:
        return False, RandomnessWrong(beacon.round)
    match check(beacon):
        case True:
            return True, BeaconFits(beacon.round, beacon.chain)
        case False:
            return False, BeaconWrong(beacon.round)
        case _:
            return True, BeaconUnchecked(beacon.round, beacon.chain)


def _seats(record: Record, proof: Proof, true_seed: bytes) -> tuple[bool, Message]:
    places = seated(tuple(range(1, len(proof.joined) + 1)), dice.Dice(true_seed), record.rooms)
    order = tuple(proof.joined.index(seat) + 1 for seat in range(1, len(places) + 1))
    if places != order:
        return False, SeatsWrong(tuple(proof.parties[place - 1].name for place in places))
    return True, SeatsFit(tuple(range(1, len(places) + 1)))
