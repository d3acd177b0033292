"""A record as a story: every move once, and what came of it; rounds, ends, refusals."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest

from core.kernel.drawn import Moment
from core.kernel.text import Message
from core.records.record import read, record_of
from core.records.story import (
    EndsHere,
    EntryLegal,
    EntryRefused,
    GivenUp,
    InTwo,
    Line,
    Pressed,
    story,
    told,
)
from core.table.table import Games
from tests.recorded.made import BY_NAME, Data, game_by_decks, game_by_position
from tests.recorded.real import a_real_game

KINDS: dict[str, dict[str, Any]] = {
    "RoundBegan": {"kind": "deal"},
    "TurnBegan": {"kind": "turn"},
    "LastOneWon": {"kind": "end", "ends": "round"},
    "MatchWon": {"kind": "end", "ends": "match"},
    "Standings": {"kind": "end"},
    "Stolen": {"kind": "play"},
    "Earned": {"kind": "play"},
}
"""The moments of a plain game: those that shape its story."""


class Drawn:
    """A game whose moments are plain: `kind`, and whoever stands first in what is told."""

    def __init__(self, game: str) -> None:
        self.game = BY_NAME[game]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.game, name)

    def moment(self, options: Any, message: Message) -> Moment | None:
        found = KINDS.get(type(message).__name__)
        return Moment(actor=getattr(message, "seat", 0), **found) if found is not None else None


DRAWN = cast("Games", {name: Drawn(name) for name in BY_NAME})


def lines_of(data: Data, games: Games = DRAWN) -> list[Line]:
    return list(story(read(data, games), games)[1])


def names(message: Message) -> list[str]:
    """What a line is made of."""
    if isinstance(message, InTwo):
        return [*names(message.first), *names(message.second)]
    return [type(message).__name__]


def shape(lines: list[Line]) -> list[tuple[str, int, list[str]]]:
    return [(line.part, line.number, names(line.text)) for line in lines]


def test_a_move_is_one_line_without_the_turn_that_follows() -> None:
    assert shape(lines_of(game_by_decks())) == [
        ("start", 0, ["Started"]),
        ("round", 0, ["RoundBegan"]),
        ("move", 1, ["GuardMissed"]),
        ("move", 2, ["HandThrownAway", "DrewAnew"]),
        ("end", 0, ["EndsHere"]),
    ]


def test_a_round_ends_and_the_next_one_begins() -> None:
    data = game_by_decks()
    found = shape(lines_of(data | {"moves": ["1:guard.2.priest", "3:leave"]}))
    assert found[2:5] == [
        ("move", 1, ["GuardHit", "WentOutWith"]),
        ("move", 2, ["Left", "WentOutWith"]),
        ("end", 0, ["LastOneWon", "Standings"]),
    ]
    assert found[5] == ("round", 0, ["RoundBegan"])
    assert found[-1] == ("end", 0, ["EndsHere"])


def test_what_happens_as_a_turn_begins_has_a_line_of_its_own() -> None:
    data: Data = {
        "record": 1,
        "game": "love-letter",
        "options": {"preset": "jp"},
        "seats": ["Aki", "Ben", "Chie"],
        "start": {
            "position": {
                "turn": 1,
                "deck": ["prince", "guard", "guard"],
                "seats": [
                    {"hand": ["guard", "priest"]},
                    {"hand": ["minister"]},
                    {"hand": ["baron"]},
                ],
            }
        },
        "moves": ["1:guard.3.king"],
    }
    assert shape(lines_of(data))[:2] == [
        ("move", 1, ["GuardMissed"]),
        ("aside", 0, ["MinisterBusted"]),
    ]


def test_where_a_move_tells_of_somebody_else_its_own_maker_is_named() -> None:
    data: Data = {
        "record": 1,
        "game": "coup",
        "options": {},
        "seats": ["Aki", "Ben", "Chie"],
        "start": {
            "position": {
                "turn": 1,
                "seats": [
                    {"hidden": ["duke", "captain"]},
                    {"hidden": ["duke", "captain"]},
                    {"hidden": ["contessa", "captain"]},
                ],
            }
        },
        "moves": ["1:steal.2", "3:allow", "2:allow", "2:aid", "tick"],
    }
    found = lines_of(data)
    assert shape(found)[:-1] == [
        ("move", 1, ["ClaimedAt"]),
        ("move", 2, ["Pressed"]),
        ("move", 3, ["Pressed", "Stolen"]),
        ("move", 4, ["AidAsked"]),
        ("move", 5, ["NoObjection", "Earned"]),
    ]
    silent = found[1].text
    assert isinstance(silent, Pressed)
    assert silent.seat == 3


def test_refused_entries_are_told_as_refused() -> None:
    found = lines_of(game_by_decks() | {"moves": ["!2:spy", "!1:handmaid", "1:handmaid"]})
    assert [line.number for line in found if line.part == "move"] == [1, 2, 3]
    refused, legal = (line.text for line in found if line.number in (1, 2))
    assert isinstance(refused, EntryRefused)
    assert refused.move == "2:spy"
    assert legal == EntryLegal("1:handmaid")


def test_a_story_may_begin_in_the_middle() -> None:
    assert shape(lines_of(game_by_position()))[:1] == [("move", 1, ["BecameProtected"])]


def test_the_end_is_told() -> None:
    assert shape(lines_of(game_by_decks() | {"moves": ["2:leave", "3:leave"]}))[-1] == (
        ("end", 0, ["MatchWon"])
    )
    open_end = lines_of(game_by_decks())[-1]
    assert open_end.text == EndsHere((3,))
    assert lines_of(_closed())[-1].text == GivenUp()


def _closed() -> Data:
    data = record_of(a_real_game(), BY_NAME)
    moves = data["moves"][:2]
    by = {kind: [n for n in numbers if n <= 2] for kind, numbers in data.get("by", {}).items()}
    return data | {"closed": True, "moves": moves, "by": by}


@pytest.mark.parametrize("game", BY_NAME)
@pytest.mark.parametrize("games", [BY_NAME, DRAWN], ids=["as it is", "plain"])
@pytest.mark.parametrize("number", range(2))
def test_every_move_and_all_that_was_told_stands_there_once(
    game: str, games: Games, number: int
) -> None:
    record = read(record_of(a_real_game(game, number * 10), BY_NAME), games)
    played, lines = story(record, games)
    assert [line.number for line in lines if line.number] == [*range(1, len(record.moves) + 1)]
    for step in played.steps:
        heard = Counter(
            message
            for message in told(step)
            if (moment := games[game].moment(record.options, message)) is None
            or moment.kind != "turn"
        )
        stands = Counter(
            message
            for line in lines
            if line.index == step.index
            for message in _parts(line.text)
            if not isinstance(message, Pressed)
        )
        assert stands == heard


def _parts(message: Message) -> list[Message]:
    if isinstance(message, InTwo):
        return [*_parts(message.first), *_parts(message.second)]
    return [message]
