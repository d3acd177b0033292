"""Whether a finished game was dealt as sealed: seal, seed, seats, deals and draws anew."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from core.kernel.dice import Dice, mix, seal
from core.kernel.text import Message
from core.records.faults import (
    DealtAsSealed,
    MovesFit,
    MovesOnly,
    MovesWrong,
    NotAsSealed,
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
from core.records.record import Record
from core.records.replay import replay
from core.table.seating import seated
from core.table.table import Finished, Games


class Verdict(msgspec.Struct, frozen=True):
    """Whether the game was dealt as sealed, and what was found, in order."""

    fair: bool
    findings: tuple[Message, ...]


def verify(record: Record, games: Games) -> Verdict:
    """Look at a real game's record until something differs.

    Raises `RecordError` for a record that is not of a real game.
    """
    findings: list[Message] = []
    for fits, finding in _findings(record, games):
        findings.append(finding)
        if not fits:
            return Verdict(False, (*findings, NotAsSealed()))
    return Verdict(True, (*findings, DealtAsSealed()))


def _findings(record: Record, games: Games) -> Iterator[tuple[bool, Message]]:
    """Whether something fits, and what it is. After the first misfit nothing else is proved."""
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
