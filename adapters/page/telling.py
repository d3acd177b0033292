"""The story of a table, line by line, as one reader was told it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

import msgspec

from adapters.page import draw, wire
from core.house.story import Event
from core.kernel.drawn import Moment
from core.kernel.text import Message, Whisper
from core.table.table import Finished, Games, Playing, Table

MomentOf = Callable[[Message], Moment | None]
"""What a note tells, as it can be shown."""


def moments_of(table: Table, games: Games) -> MomentOf:
    """How the notes of a table's game are shown; before the deal they are words only."""
    if not isinstance(table, Playing | Finished):
        return lambda message: None
    game, options = games[table.game], table.options
    return lambda message: game.moment(options, message)


class Cursor(msgspec.Struct, frozen=True):
    """How far a reader has been told a story: up to the event of this number; how many lines they
    got, and in whose turn and which round it stood then."""

    event: int = 0
    lines: int = 0
    turn: int = 0
    round: int = 0


AT_THE_START = Cursor()


def lines(
    events: Sequence[Event], seat: int, moment_of: MomentOf, voice: draw.Voice
) -> list[wire.Line]:
    """All that a seat (0: who only watches) was told, oldest first."""
    return tell(events, seat, moment_of, voice)[0]


def tell(
    events: Sequence[Event],
    seat: int,
    moment_of: MomentOf,
    voice: draw.Voice,
    start: Cursor = AT_THE_START,
    most: int | None = None,
) -> tuple[list[wire.Line], Cursor]:
    """What a seat was told since, oldest first, at most the last lines of it; and where that ends.
    Lines are counted for their reader: how much others were told in secret is a secret too."""
    found: list[tuple[Event, int, int, int, Moment | None]] = []
    count, turn, number = start.lines, start.turn, start.round
    first = bisect_right(events, start.event, key=lambda event: event.number)
    for event in events[first:]:
        note = event.note
        if isinstance(note, Whisper) and note.seat != seat:
            continue
        told = moment_of(note.message)
        if told is not None and (told.kind == "turn" or told.begins):
            turn = told.actor
        elif told is not None and told.kind == "deal":
            turn = 0  # nobody's yet
        if not number or (told is not None and told.kind in ("deal", "turn")):
            number = event.round  # what ends a round is told by the step that begins the next one
        count += 1
        found.append((event, count, turn, number, told))
    kept = found if most is None else found[-most:]
    written = [
        wire.Line(
            id=line,
            text=voice(event.note.message),
            at=event.at,
            seat=event.note.seat if isinstance(event.note, Whisper) else 0,
            round=round_,
            turn=turn_,
            moment=draw.moment(told, voice),
        )
        for event, line, turn_, round_, told in kept
    ]
    return written, Cursor(events[-1].number if events else start.event, count, turn, number)
