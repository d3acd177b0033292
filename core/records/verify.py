"""Whether the record of a real game is what was sealed and played, and how much that proves."""

from __future__ import annotations

from core.kernel.text import Message
from core.records.faults import DealtAsSealed, NotAsSealed
from core.records.findings import (
    BeaconFits,
    BeaconSilent,
    BeaconUnchecked,
    CutsCounted,
    GivenUpBefore,
    HostSeesAll,
    NotProved,
    ProvedByBeacon,
    ProvedByCuts,
    ProvedPlayOnly,
)
from core.records.record import OLDEST, Record
from core.records.verdict import Verdict
from core.records.verify_deal import Checker, unchecked
from core.records.verify_deal import findings as findings_of_deal
from core.records.verify_play import findings as findings_of_play
from core.records.verify_words import findings as findings_by_words
from core.table.table import Games


def verify(record: Record, games: Games, check: Checker = unchecked) -> Verdict:
    """Look at a real game's record until something differs, by the rules of its version.

    `check` tells whether the signature of a beacon is genuine. Raises `RecordError` for a record
    that is not of a real game.
    """
    old = record.version == OLDEST
    found: list[Message] = [HostSeesAll()]
    parts = (
        (findings_by_words(record, games),)
        if old
        else (findings_of_deal(record, games, check), findings_of_play(record, games))
    )
    for part in parts:
        for fits, finding in part:
            found.append(finding)
            if not fits:
                return Verdict(False, (*found, NotAsSealed() if old else NotProved()))
    if isinstance(found[-1], GivenUpBefore):
        return Verdict(True, tuple(found))
    return Verdict(True, (*found, DealtAsSealed() if old else _in_one_sentence(found)))


def _in_one_sentence(found: list[Message]) -> Message:
    """What is proved, and what is not. A beacon that did not answer leaves the host the choice
    between two deals, and one that nobody has checked may be made up: then cuts prove less than
    they would alone."""
    kinds = {type(each) for each in found}
    if BeaconFits in kinds:
        return ProvedByBeacon()
    cut = CutsCounted in kinds and not kinds & {BeaconSilent, BeaconUnchecked}
    return ProvedByCuts() if cut else ProvedPlayOnly()
