"""What is wrong with a record is named with its place."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.records.faults import (
    RecordError,
    WrongSeats,
)
from core.records.record import is_at, read, wanted_error
from core.records.replay import replay
from core.table.table import (
    Games,
)
from locales.tongue import Context, say
from tests.recorded.made import (
    BY_NAME,
    DECK,
    FILES,
    Change,
    Picky,
    game_by_decks,
    game_by_position,
    played,
    put,
    without,
)

FAULTS: dict[str, tuple[Change, str]] = {
    "no version": (without("record"), "record"),
    "another version": (put("record", to=3), "record"),
    "a version that is a truth": (put("record", to=True), "record"),
    "no game": (without("game"), "game"),
    "a game that is a number": (put("game", to=3), "game"),
    "unknown game": (put("game", to="whist"), "game"),
    "options that are a list": (put("options", to=[]), "options"),
    "unknown preset": (put("options", "preset", to="xyz"), "options.preset"),
    "a preset that is none": (put("options", "preset", to=None), "options.preset"),
    "unknown option": (put("options", "prove", to="auto"), "options.prove"),
    "an edition's own fact": (put("options", "deck", to="z21"), "options.deck"),
    "an option of another kind": (put("options", "tie", to=[1]), "options.tie"),
    "an option too large": (put("options", "target", to=99), "options.target"),
    "an option that is a text": (put("options", "target", to="3"), "options.target"),
    "a truth for a number": (put("options", "princess_points", to=True), "options.princess_points"),
    "a number for a truth": (
        put("options", "reveal_all_at_round_end", to=1),
        "options.reveal_all_at_round_end",
    ),
    "no seats": (without("seats"), "seats"),
    "seats that are a text": (put("seats", to="Aki"), "seats"),
    "a seat without a name": (put("seats", to=["Aki", None, "Chie"]), "seats[1]"),
    "too few seats": (put("seats", to=["Aki"]), "seats"),
    "too many seats": (put("seats", to=["x"] * 7), "seats"),
    "no start": (without("start"), "start"),
    "a start that is a list": (put("start", to=[]), "start"),
    "an empty start": (put("start", to={}), "start"),
    "two starts": (put("start", "seed", to="00"), "start"),
    "an unknown way to start": (put("start", "dealer", to=1), "start.dealer"),
    "a first seat without decks": (put("start", to={"seed": "00", "first": 1}), "start.first"),
    "a seed that is no hexadecimal": (put("start", to={"seed": "0g"}), "start.seed"),
    "half a byte of seed": (put("start", to={"seed": "000"}), "start.seed"),
    "a position that is a list": (put("start", to={"position": []}), "start.position"),
    "decks that are a text": (put("start", "decks", to="guard"), "start.decks"),
    "a deck that is a text": (put("start", "decks", to=["guard"]), "start.decks[0]"),
    "a card that is a number": (put("start", "decks", 0, 3, to=1), "start.decks[0][3]"),
    "unknown card": (put("start", "decks", 0, 3, to="jester"), "start.decks[0][3]"),
    "a card of another edition": (put("start", "decks", 0, 3, to="spy"), "start.decks[0]"),
    "a card too many": (put("start", "decks", to=[[*DECK, "guard"]]), "start.decks[0]"),
    "a card too few": (put("start", "decks", to=[DECK[1:]]), "start.decks[0]"),
    "a later deck": (put("start", "decks", to=[DECK, DECK[1:]]), "start.decks[1]"),
    "a first seat that is a text": (put("start", "first", to="1"), "start.first"),
    "a first seat that is a truth": (put("start", "first", to=True), "start.first"),
    "a first seat that is none": (put("start", "first", to=4), "start.first"),
    "a first seat in a list": (put("start", "first", to=[None, 0]), "start.first[1]"),
    "draws that are a text": (put("draws", to="guard"), "draws"),
    "unknown drawn card": (put("draws", to=["guard", "jester"]), "draws[1]"),
    "a drawn card that lies elsewhere": (put("draws", to=["prince", "king", "king"]), "draws[2]"),
    "draws with a seed": (
        lambda data: data.update(start={"seed": "00"}, draws=["guard"]),
        "draws",
    ),
    "moves that are an object": (put("moves", to={}), "moves"),
    "a move that is a number": (put("moves", 1, to=2), "moves[1]"),
    "a move without a seat": (put("moves", 1, to="prince.3"), "moves[1]"),
    "an empty move": (put("moves", 1, to=""), "moves[1]"),
    "a move of no seat": (put("moves", 1, to="4:prince.3"), "moves[1]"),
    "a move of a seat far away": (put("moves", 1, to="9" * 5000 + ":spy"), "moves[1]"),
    "a move of a seat below": (put("moves", 1, to="-1:spy"), "moves[1]"),
    "a seat with a zero before": (put("moves", 1, to="02:prince.3"), "moves[1]"),
    "a refused move of no seat": (put("moves", 1, to="!7:spy"), "moves[1]"),
    "an illegal move": (put("moves", 1, to="2:guard.1.king"), "moves[1]"),
    "a move out of turn": (put("moves", 1, to="3:baron.1"), "moves[1]"),
    "a move in other words": (put("moves", 1, to="2:Prince.3"), "moves[1]"),
    "leaving twice": (put("moves", to=["2:leave", "2:leave"]), "moves[1]"),
    "a move after the end": (put("moves", to=["2:leave", "3:leave", "1:guard.2.king"]), "moves[2]"),
    "leaving after the end": (put("moves", to=["2:leave", "3:leave", "1:leave"]), "moves[2]"),
    "a deadline after the end": (put("moves", to=["2:leave", "3:leave", "tick"]), "moves[2]"),
    "an expectation that is a list": (put("expect", to=[]), "expect"),
    "an unknown expectation": (put("expect", "winner", to=[1]), "expect.winner"),
    "an expected position that is a list": (put("expect", "position", to=[]), "expect.position"),
    "an expected seat that is a text": (put("expect", "awaited", to=["1"]), "expect.awaited[0]"),
    "an expected seat that is none": (put("expect", "winners", to=[4]), "expect.winners[0]"),
    "legal moves in a list": (put("expect", "legal", to=[]), "expect.legal"),
    "legal moves of the group": (put("expect", "legal", "group", to=[]), "expect.legal.group"),
    "legal moves of no seat": (put("expect", "never", "4", to=[]), "expect.never.4"),
    "legal moves that are a text": (put("expect", "offers", "1", to="spy"), "expect.offers.1"),
    "told to no seat": (put("expect", "told", "0", to=[]), "expect.told.0"),
    "told of an unknown card": (put("expect", "told", "2", to=["jester"]), "expect.told.2"),
    "untold of an unknown card": (
        put("expect", "untold", "group", to=["guard", "jester"]),
        "expect.untold.group",
    ),
    "a secret that is no hexadecimal": (put("secret", to="xyz"), "secret"),
    "a seal that is a number": (put("seal", to=1), "seal"),
    "cuts that are a text": (put("cuts", to="x"), "cuts"),
    "a cut that is a text": (put("cuts", to=["x"]), "cuts[0]"),
    "a cut without words": (put("cuts", to=[{"name": "Aki"}]), "cuts[0].text"),
    "a cut of a number": (put("cuts", to=[{"name": 1, "text": "x"}]), "cuts[0].name"),
    "joined as a text": (put("joined", to="Aki"), "joined"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_is_named(fault: str) -> None:
    change, place = FAULTS[fault]
    data = game_by_decks()
    played(data)
    change(data)
    with pytest.raises(RecordError) as caught:
        played(data)
    assert caught.value.place == place


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("options that are a list", "this must be an object."),
        ("decks that are a text", "this must be a list."),
        ("a game that is a number", "this must be a text."),
        ("a first seat that is a text", "this must be a whole number."),
        ("a seed that is no hexadecimal", "this must be bytes in hexadecimal digits."),
        (
            "legal moves in a list",
            "this must be an object with seats (or “group”) as its keys.",
        ),
    ],
)
def test_fault_says_what_is_wanted(fault: str, said: str) -> None:
    data = game_by_decks()
    FAULTS[fault][0](data)
    with pytest.raises(RecordError) as caught:
        played(data)
    assert say(caught.value.reason, "en", Context()) == said


@pytest.mark.parametrize(("preset", "least", "most"), [("bga", 3, 4), ("z19", 2, 6)])
@pytest.mark.parametrize("few", [True, False])
def test_fault_names_how_many_an_edition_seats(
    preset: str, least: int, most: int, few: bool
) -> None:
    seated = least - 1 if few else most + 1
    data = game_by_decks()
    data["options"], data["seats"] = {"preset": preset}, ["x"] * seated
    with pytest.raises(RecordError) as caught:
        played(data)
    assert caught.value.reason == WrongSeats(least, most, seated)


@pytest.mark.parametrize("data", [None, 3, "x", [], [1]])
def test_what_is_no_object_is_no_record(data: Any) -> None:
    with pytest.raises(RecordError) as caught:
        read(data, BY_NAME)
    assert caught.value.place == "record"
    assert wanted_error(data) is None


POSITIONS: dict[str, Change] = {
    "a card too many": put("start", "position", "aside", to="princess"),
    "unknown card": put("start", "position", "aside", to="jester"),
    "a seat too few": lambda data: data["start"]["position"]["seats"].pop(),
    "nobody's turn": put("start", "position", "turn", to=9),
    "an unknown key": put("start", "position", "colour", to="red"),
    "no seats": put("start", "position", "seats", to=None),
}


@pytest.mark.parametrize("fault", POSITIONS)
def test_impossible_position_is_named(fault: str) -> None:
    data = game_by_position()
    played(data)
    POSITIONS[fault](data)
    with pytest.raises(RecordError) as caught:
        played(data)
    assert is_at(caught.value.place, "start.position")


@pytest.mark.parametrize(
    ("place", "named"),
    [
        ("", "start.position"),
        ("seats[0].hand", "start.position.seats[0].hand"),
        ("[1]", "start.position[1]"),
        ("start.position", "start.position"),
        ("options.deck", "options.deck"),
    ],
)
def test_place_within_a_position(place: str, named: str) -> None:
    games: Games = {"love-letter": Picky(place)}  # type: ignore[dict-item]
    record = read(game_by_position(), games)
    with pytest.raises(RecordError) as caught:
        replay(record, games)
    assert caught.value.place == named


NONSENSE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.sampled_from(["", "guard", "duke", "pr1", "?md3", "kn1~", "auction", "x"])
    | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["hand", "seats", "turn", "x"]), inner, max_size=3)
    ),
    max_leaves=4,
)
IN_POSITIONS = [
    path
    for path in FILES
    if "position" in json.loads(path.read_text(encoding="utf-8")).get("start", {})
]


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_nonsense_in_a_record_is_a_fault_or_a_record(data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(IN_POSITIONS))
    found = json.loads(path.read_text(encoding="utf-8"))
    del found["expect"]
    spots = list(_spots(found))
    holder, key = data.draw(st.sampled_from(spots))
    holder[key] = data.draw(NONSENSE)
    with contextlib.suppress(RecordError):
        assert played(found).table.game == found["game"]


def _spots(value: Any) -> Any:
    """Every place in JSON data that something can be put into."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in items:
        yield value, key
        if isinstance(inner, dict | list):
            yield from _spots(inner)
