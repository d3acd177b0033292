"""Somebody asks what is kept of them, and wants it erased; in the same way on every platform."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from adapters.heard import Heard, Reply
from core.desk.acts import Act
from core.desk.calls import calls_for
from core.desk.kept_sheet import (
    KeptCalls,
    KeptLanguage,
    KeptMoreTime,
    KeptName,
    KeptReserved,
    KeptRooms,
    KeptScores,
    KeptSmall,
    KeptTables,
    kept_sheet,
)
from core.house.forgetting import Kept, forget, kept_of
from core.house.house import House
from core.kernel.text import N_, Public
from core.table.sayings import OpenAnswer
from locales import tongue


class ForgetInPrivate(OpenAnswer, frozen=True, tag="forget.in-private"):
    """Somebody wants to be forgotten, and says so where others read on."""

    text: ClassVar[str] = N_("That is between the two of us: please write me “{word}” in private.")
    word: str


def forgetting(house: House, heard: Heard, act: Act, word: str) -> Reply:
    """What is kept of the sender, or that it is erased. `word` is what is typed for it."""
    if heard.room is not None and not heard.alone:
        return Reply(ForgetInPrivate(word))
    if act is Act.SURE_FORGET:
        return Reply(forget(house, heard.user, heard.at))
    kept = kept_of(house, heard.user)
    return Reply(sheet=kept_sheet(tuple(_lines(kept)), kept.seats))


def _lines(kept: Kept) -> Iterator[Public]:
    person, traces = kept.person, kept.traces
    if person.name:
        yield KeptName(person.name, person.user)
    if person.language:
        yield KeptLanguage(tongue.autonym(person.language))
    if person.wishes.more_time:
        yield KeptMoreTime()
    if person.wishes.calls:
        yield KeptCalls(calls_for(person.wishes))
    if kept.rooms:
        titles = tuple(room.title or room.chat for room in kept.rooms)
        yield KeptRooms(len(titles), titles)
    if kept.tables:
        yield KeptTables(kept.tables)
    if kept.scores:
        yield KeptScores(kept.scores)
    if traces.reserved:
        yield KeptReserved(traces.reserved)
    if traces.waiting or traces.cards or traces.notes or traces.drafts:
        yield KeptSmall(traces.waiting, traces.cards, traces.notes + traces.drafts)
