"""Version 1 of the proof, of tables that 0.3.0 and older opened: people cut with words, and the
seed is the hash of the secret and of these."""

from __future__ import annotations

from core.kernel.dice import Dice, mix, seal
from core.kernel.text import Message
from core.records.faults import (
    MovesFit,
    MovesOnly,
    MovesWrong,
    NotEnded,
    NotReal,
    RecordError,
    SealBroken,
    SealFits,
    SeatsFit,
    SeatsWrong,
    SeedFits,
    SeedWrong,
)
from core.records.findings import OnlyTheHouseCut
from core.records.record import Record
from core.records.replay import replay
from core.records.verdict import Findings
from core.table.dealing import HOUSE
from core.table.seating import seated
from core.table.table import Finished, Games


def findings(record: Record, games: Games) -> Findings:
    """Seal, seed, seats, and all deals and draws anew. Raises `RecordError`."""
    seed, secret, sealed = record.start.seed, record.secret, record.seal
    cuts, joined = record.cuts, record.joined
    if seed is None:
        raise RecordError("start.seed", NotReal())
    if secret is None:
        raise RecordError("secret", NotReal())
    if sealed is None:
        raise RecordError("seal", NotReal())
    if cuts is None:
        raise RecordError("cuts", NotReal())
    if joined is None:
        raise RecordError("joined", NotReal())
    for index, line in enumerate(record.moves):
        if line.refused or not line.seat:
            raise RecordError(f"moves[{index}]", MovesOnly())

    true_seal = seal(bytes.fromhex(secret))
    if sealed != true_seal:
        yield False, SealBroken(true_seal)
    yield True, SealFits(true_seal)

    true_seed = mix(bytes.fromhex(secret), [cut.text for cut in cuts])
    if seed != true_seed.hex():
        yield False, SeedWrong(true_seed.hex())
    yield True, SeedFits(len(cuts))
    if all(cut.name == HOUSE for cut in cuts):
        yield True, OnlyTheHouseCut()

    order = seated(joined, Dice(true_seed), record.rooms)
    if order != record.seats:
        yield False, SeatsWrong(order)
    yield True, SeatsFit(tuple(range(1, len(order) + 1)))

    yield _played_again(record, games)


def _played_again(record: Record, games: Games) -> tuple[bool, Message]:
    try:
        played = replay(record, games)
    except RecordError as wrong:
        return False, MovesWrong(wrong.place, wrong.reason)
    if not isinstance(played.table, Finished):
        return False, NotEnded()
    return True, MovesFit()
