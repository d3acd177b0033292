"""What is said of the beacon to whoever runs the host."""

from __future__ import annotations

from typing import ClassVar

from adapters.beacon.chain import CLOCK
from adapters.finding import Finding
from adapters.status import Beacon
from core.kernel.text import N_, Code, Public, Span


class BeaconAnswered(Public, frozen=True, tag="beacon.answered"):
    text: ClassVar[str] = N_("Beacon ({chain}): a genuine round came {span} ago.")
    chain: Code
    span: Span


class BeaconQuiet(Public, frozen=True, tag="beacon.quiet"):
    text: ClassVar[str] = N_("Beacon ({chain}): no round has come since the start.")
    chain: Code


class BeaconTrouble(Public, frozen=True, tag="beacon.trouble"):
    text: ClassVar[str] = N_("Beacon ({chain}): the last trouble, {span} ago: {what}")
    chain: Code
    span: Span
    what: Code


class BeaconServer(Public, frozen=True, tag="beacon.server"):
    text: ClassVar[str] = N_("Beacon: {server} tells a genuine round.")
    server: Code


class BeaconServerFails(Public, frozen=True, tag="beacon.server-fails"):
    text: ClassVar[str] = N_("Beacon: {server} gives no round that can be used ({why}).")
    server: Code
    why: Code


class BeaconSilent(Public, frozen=True, tag="beacon.silent"):
    text: ClassVar[str] = N_(
        "Beacon: no server answers. Cards are then dealt without it after {span}, and the board "
        "says so. Can this machine reach them (https, port 443)?"
    )
    span: Span


class ClockFits(Public, frozen=True, tag="beacon.clock"):
    text: ClassVar[str] = N_("Beacon: the clock of this machine is right.")


class ClockBehind(Public, frozen=True, tag="beacon.clock-behind"):
    text: ClassVar[str] = N_(
        "The clock of this machine is {span} behind the beacon. A round that is named at the "
        "start may exist already, so the deal proves less: set the clock (NTP)."
    )
    span: Span


class ClockAhead(Public, frozen=True, tag="beacon.clock-ahead"):
    text: ClassVar[str] = N_(
        "The clock of this machine is {span} ahead of the beacon. Deals wait so much longer, or "
        "go without it: set the clock (NTP)."
    )
    span: Span


def state(beacon: Beacon, now: float) -> list[Finding]:
    """How the beacon is, as a running host tells it."""
    if beacon.answered is None:
        found = [Finding(None, BeaconQuiet(beacon.name))]
    else:
        found = [Finding(True, BeaconAnswered(beacon.name, _ago(now, beacon.answered)))]
    if beacon.trouble:
        since = _ago(now, beacon.trouble_at or now)
        found.append(Finding(None, BeaconTrouble(beacon.name, since, beacon.trouble)))
    if beacon.behind > CLOCK:
        found.append(Finding(False, ClockBehind(int(beacon.behind))))
    return found


def clock(ahead: float) -> Finding:
    """Whether the clock of this machine is right, which is so many seconds ahead."""
    if ahead < -CLOCK:
        return Finding(False, ClockBehind(int(-ahead)))
    if ahead > CLOCK:
        return Finding(False, ClockAhead(int(ahead)))
    return Finding(True, ClockFits())


def _ago(now: float, at: float) -> int:
    return max(0, int(now - at))
