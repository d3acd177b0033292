"""What a record of a match counts, worked out once more without a line of what is counted live.

The record is replayed by the rules; who won, and in which place everybody came in, is read from
the position at its end and by rules of counting written down here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from core.games.lady_luck.names import STARS, Card
from core.records.record import read, record_of
from core.records.replay import replay
from core.table.table import Finished
from tests.adapters.table import GAMES_BY_NAME, Parlour

Line = tuple[tuple[str, str], tuple[int, int, bool]]


def recounted(parlour: Parlour, name: str) -> Iterator[Line]:
    """For each person of a match (by table and user) place, seats, and whether they won."""
    read_ = parlour.house.read(name)
    assert read_ is not None and isinstance(read_.table, Finished)
    written = msgspec.json.decode(msgspec.json.encode(record_of(read_.table, GAMES_BY_NAME)))
    end = replay(read(written, GAMES_BY_NAME), GAMES_BY_NAME).table
    assert isinstance(end, Finished)
    position = GAMES_BY_NAME[end.game].dump(end.state)
    groups = list(_groups(end.game, position, end))
    places: dict[int, int] = {}
    for group in groups:
        before = len(places)
        places |= dict.fromkeys(group, before + 1)
    seats = len(written["seats"])
    assert sorted(places) == list(range(1, seats + 1))
    for person in written["people"]:
        seat = person["seat"]
        yield (name, f"test:{person['name']}"), (places[seat], seats, seat in end.winners)


def _groups(game: str, position: dict[str, Any], end: Finished) -> Iterator[list[int]]:
    """The seats that are level, the best first."""
    seats = range(1, len(position["seats"]) + 1)
    match game:
        case "coup":
            yield list(end.winners)
            yield [seat for seat in seats if seat not in end.winners]
        case "old-maid":
            yield from ([seat] for seat in position["places"])
            yield [seat for seat in seats if seat not in position["places"]]
        case "love-letter":
            tokens = position["tokens"]
            for most in sorted(set(tokens), reverse=True):
                yield [seat for seat in seats if tokens[seat - 1] == most]
        case _:
            assert game == "lady-luck"
            yield list(end.winners)
            others = [seat for seat in seats if seat not in end.winners]
            if end.state.end != "points":
                yield others
                return
            made = {seat: _points(position["seats"][seat - 1]) for seat in others}
            for most in sorted(set(made.values()), reverse=True):
                yield [seat for seat in others if made[seat] == most]


def _points(seat: dict[str, Any]) -> int:
    stars = sum(STARS[Card(code.rstrip("~?"))] for code in seat["scores"])
    return int(stars + seat["ap"] // 3)
