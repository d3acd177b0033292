"""What several workers of one database tell about themselves, in words: for `fumibako status` and
the doctor. The leader tells of the database; of the others it is told how they hear."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from adapters.finding import Finding
from adapters.hearing import SHORT
from adapters.status import OLD, Status
from adapters.status_texts import HouseDeaf, Listening, at_all, channel_lines
from core.kernel.text import N_, Public


class Workers(Public, frozen=True, tag="status.workers"):
    """Workers are processes of this program that host one database together."""

    text: ClassVar[str] = N_("Workers that host this database together: {number}. One leads.")
    number: int


class NobodyLeads(Public, frozen=True, tag="status.nobody-leads"):
    text: ClassVar[str] = N_(
        "None of the {number} workers of this database leads, so nothing is sent and no clock "
        "runs. If that does not change within a minute, look at their logs."
    )
    number: int


class Follows(Public, frozen=True, tag="status.follows"):
    text: ClassVar[str] = N_(
        "Another worker leads: this one hears, answers whom it heard, and shows pages."
    )


def others(workers: Sequence[Status], now: float) -> list[Finding]:
    """The workers besides the leader, whose own words stand above; nothing where one is alone."""
    if not workers or (len(workers) == 1 and workers[0].leads):
        return []
    if not any(each.leads for each in workers):
        found = [Finding(False, NobodyLeads(len(workers)))]
    else:
        found = [Finding(None, Workers(len(workers)))]
    for each in (each for each in workers if not each.leads):
        found += [*at_all(each, True, now, each.database), Finding(None, Follows())]
        if now - each.at > OLD:
            continue
        if each.address:
            found.append(Finding(None, Listening(each.address)))
        for channel in each.channels:
            found += channel_lines(channel, now)
        if each.deaf > SHORT:
            found.append(Finding(False, HouseDeaf(int(each.deaf))))
    return found
