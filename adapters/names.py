"""What the people and computers at a table are called in a language."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.desk.reading import Reading
from core.kernel.proof import Computer
from core.records.record import Record
from core.table.places import Room
from core.table.sayings import BotName
from core.table.table import Games
from locales import tongue

ZONE = "Asia/Tokyo"


def context_of(read: Reading | None, language: str, place: Room | None = None) -> tongue.Context:
    """The names at a table as they read in a language, times as in a room (without one: in the
    first room of the table). In a room of two languages cards also bear the names of its second
    one. Empty without a table."""
    if read is None:
        return tongue.Context()
    names = [
        tongue.word(BotName(chair.name), language) if chair.user is None else chair.name
        for chair in read.table.chairs
    ]
    where = place or next(iter(read.rooms), None)
    context = tongue.Context.from_names(names, read.edition)
    return msgspec.structs.replace(
        context,
        zone=where.zone if where is not None else ZONE,
        also=place.second if place is not None and place.second != language else "",
    )


def lesson_context(names: Sequence[str], edition: str, language: str) -> tongue.Context:
    """The names in a guided first round: the learner's, and those of computers by their codes."""
    learner, *others = names
    computers = (tongue.word(BotName(other), language) for other in others)
    return tongue.Context.from_names((learner, *computers), edition)


def private_context(read: Reading | None, language: str, user: str) -> tongue.Context:
    """The same in a private chat: cards also bear the names that they have in the room from which
    the person plays, if another language is spoken there."""
    place = read.home(user) if read is not None else None
    context = context_of(read, language, place)
    if place is not None and place.language != language:
        return msgspec.structs.replace(context, also=place.language)
    return context


def recorded_context(record: Record, games: Games, language: str) -> tongue.Context:
    """The names of a record as they read in a language: its computers are called by the code of
    their name."""
    names = [
        tongue.word(BotName(name), language) if computer_at(record, seat) else name
        for seat, name in enumerate(record.seats, 1)
    ]
    return tongue.Context.from_names(names, games[record.game].edition(record.options))


def computer_at(record: Record, seat: int) -> bool:
    """Whether a computer sat there. Where nothing is said of it, its name tells."""
    if record.proof is not None:
        return isinstance(record.proof.party(seat), Computer)
    return record.seats[seat - 1] in tuple(BotName)
