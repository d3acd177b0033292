"""Records: those of the rulings hold, faults are named, and a real game proves its deal."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.course import people_awaited, ride
from core.dice import mix, seal
from core.expect import check, named_to, seen_by
from core.faults import (
    Differs,
    NoneExpected,
    NotRefused,
    RecordError,
    RefusalChanged,
)
from core.games import GAMES
from core.lobby import most_seats, open_table
from core.record import Record, is_at, read, record_of, switch_names, wanted_error
from core.replay import DEAL, Replay, replay
from core.sayings import Left, Started, TimedOut
from core.snapshot import thaw
from core.steps import step
from core.table import (
    Answer,
    Choose,
    Command,
    CutDeck,
    Finished,
    Games,
    HandOver,
    Lobby,
    Open,
    Playing,
    Rise,
    SeatBot,
    Sit,
    Start,
    Table,
    TakeBack,
    Tale,
    Tick,
)
from core.text import Message
from core.verify import verify

ROOT = Path(__file__).parent.parent
BY_NAME: Games = {game.name: game for game in GAMES}
FOLDERS = (ROOT / "tests" / "records", ROOT.parent / "shared" / "records")
FILES = sorted(
    path for folder in FOLDERS for path in folder.glob("*/*.json") if path.parent.name in BY_NAME
)

Data = dict[str, Any]

DECK = [
    *("guard", "guard", "priest", "baron", "handmaid", "prince", "guard", "guard"),
    *("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess"),
]


def game_by_decks() -> Data:
    """Three seats: Aki holds Guard and Handmaid, Ben Priest, Chie Baron; Prince comes next."""
    return {
        "record": 1,
        "game": "love-letter",
        "options": {"preset": "bga"},
        "seats": ["Aki", "Ben", "Chie"],
        "start": {"decks": [list(DECK)], "first": 1},
        "moves": ["1:guard.2.baron", "2:prince.3"],
    }


def game_by_position() -> Data:
    return {
        "record": 1,
        "game": "love-letter",
        "options": {},
        "seats": ["Aki", "Ben", "Chie"],
        "start": {
            "position": {
                "turn": 1,
                "aside": "king",
                "seats": [{"hand": ["guard"]}, {"hand": ["princess"]}, {"hand": ["priest"]}],
            }
        },
        "draws": ["handmaid"],
        "moves": ["1:handmaid"],
    }


def played(data: Data) -> Replay:
    return replay(read(data, BY_NAME), BY_NAME)


def failures(data: Data) -> tuple[Message, ...]:
    return check(played(data), BY_NAME)


# ------------------------------------------------------------------ the rulings


def test_there_are_records_of_every_game_with_a_copy() -> None:
    copied = {path.parent.name for path in FILES if FOLDERS[0] in path.parents}
    assert "love-letter" in copied
    assert len(FILES) >= 70


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT.parent)))
def test_record_holds(path: Path) -> None:
    data = json.loads(path.read_text(encoding="utf-8"))
    wanted = wanted_error(data)
    if wanted is None:
        assert failures(data) == ()
        return
    with pytest.raises(RecordError) as caught:
        played(data)
    assert is_at(caught.value.place, wanted)


# ------------------------------------------------------------------ faults

Change = Callable[[Data], object]


def put(*path: str | int, to: Any) -> Change:
    """Write a value into the record."""

    def change(data: Data) -> None:
        inner: Any = data
        for key in path[:-1]:
            inner = inner.setdefault(key, {}) if isinstance(inner, dict) else inner[key]
        inner[path[-1]] = to

    return change


def without(key: str) -> Change:
    return lambda data: data.pop(key)


FAULTS: dict[str, tuple[Change, str]] = {
    "no version": (without("record"), "record"),
    "another version": (put("record", to=2), "record"),
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


class Picky:
    """Love Letter, but for a position that it calls wrong at some place."""

    def __init__(self, place: str) -> None:
        self.place = place

    def __getattr__(self, name: str) -> Any:
        return getattr(BY_NAME["love-letter"], name)

    def load(self, *_: Any) -> Any:
        from core.game import PositionError

        raise PositionError(self.place, "because")
        yield


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


# ------------------------------------------------------------------ expectations

EXPECTATIONS: dict[str, tuple[Data, list[str]]] = {
    "nothing": ({}, []),
    "all is well": (
        {
            "position": {
                "round": 1,
                "turn": 3,
                "deck": 8,
                "aside": "guard",
                "seats": [{"out": False, "hand": ["handmaid"]}, {}, {"discards": ["baron"]}],
            },
            "awaited": [3],
            "winners": [],
            "round_winners": [],
            "legal": {"1": [], "3": ["guard.1.handmaid"]},
        },
        ["legal.3"],
    ),
    "another deck": ({"position": {"deck": ["guard"]}}, ["position.deck"]),
    "a number of cards": ({"position": {"deck": 99}}, ["position.deck"]),
    "a truth is no number": ({"position": {"round": True}}, ["position.round"]),
    "a key that no position has": ({"position": {"coins": 3}}, ["position.coins"]),
    "a hand": ({"position": {"seats": [{"hand": ["king"]}, {}, {}]}}, ["position.seats[0].hand"]),
    "a hand that is none": (
        {"position": {"seats": [{"hand": None}, {}, {}]}},
        ["position.seats[0].hand"],
    ),
    "discards in order": (
        {"position": {"seats": [{}, {"discards": []}, {}]}},
        ["position.seats[1].discards"],
    ),
    "fewer seats": ({"position": {"seats": [{}]}}, ["position.seats"]),
    "seats in other words": ({"position": {"seats": [1, {}, {}]}}, ["position.seats[0]"]),
    "no seats": ({"position": {"seats": 3}}, ["position.seats"]),
    "somebody awaited": ({"awaited": [1, 2]}, ["awaited"]),
    "somebody won": ({"winners": [1]}, ["winners"]),
    "somebody won the round": ({"round_winners": [1]}, ["round_winners"]),
    "more legal moves": ({"legal": {"2": ["spy"]}}, ["legal.2"]),
    "an offer": ({"offers": {"3": ["princess"]}}, ["offers.3"]),
    "told in private": ({"told": {"2": ["priest", "prince"]}}, []),
    "told to nobody": ({"told": {"3": ["princess"]}}, ["told.3"]),
    "told to the group": ({"told": {"group": ["guard", "baron", "prince"]}}, []),
    "never told to the group": ({"told": {"group": ["countess"]}}, ["told.group"]),
    "untold": ({"untold": {"group": ["king", "priest"], "1": ["priest"]}}, []),
    "untold to a seat, told to the group": ({"untold": {"1": ["prince"]}}, ["untold.1"]),
    "untold, but on a card": ({"untold": {"2": ["priest", "king"]}}, ["untold.2"]),
}


@pytest.mark.parametrize("name", EXPECTATIONS)
def test_expectation(name: str) -> None:
    expect, keys = EXPECTATIONS[name]
    data = game_by_decks()
    data["expect"] = expect
    assert [found.key for found in failures(data)] == keys  # type: ignore[attr-defined]


def test_hands_and_the_deck_compare_in_any_order() -> None:
    data = game_by_decks()
    game = BY_NAME["love-letter"]
    position = game.dump(played(data).table.state)
    position["deck"].reverse()
    for seat in position["seats"]:
        seat["hand"].reverse()
    data["expect"] = {"position": position}
    assert failures(data) == ()
    position["deck"].append("guard")
    position["seats"][2]["discards"].append("guard")
    assert [found.key for found in failures(data)] == [  # type: ignore[attr-defined]
        "position.deck",
        "position.seats[2].discards",
    ]


def test_moves_that_must_not_be_offered() -> None:
    data = game_by_position()
    data["expect"] = {"never": {"2": ["princess", "spy"]}, "offers": {"2": ["princess"]}}
    (found,) = failures(data)
    assert found == NoneExpected("never.2", '["princess","spy"]', '["princess"]')


def test_after_the_end_turn_and_awaited_are_not_compared() -> None:
    data = game_by_decks()
    data["moves"] = ["2:leave", "3:leave"]
    data["expect"] = {
        "position": {"turn": 2, "seats": [{"protected": True}, {}, {}]},
        "awaited": [3],
        "winners": [1],
    }
    assert failures(data) == ()
    data["expect"]["winners"] = []
    assert failures(data) == (Differs("winners", "[]", "[1]"),)


def test_an_expected_error_is_no_expectation_of_the_game() -> None:
    data = game_by_decks()
    data["expect"] = {"error": "moves[0]"}
    assert failures(data) == ()
    assert wanted_error(data) == "moves[0]"
    assert is_at("moves[0]", "moves[0]")
    assert is_at("start.position.seats[0]", "start.position")
    assert not is_at("moves[10]", "moves[1]")


def test_a_game_without_rounds_has_no_winners_of_a_round() -> None:
    class NoRounds(Picky):
        def round_winners(self, _: Any) -> None:
            return None

    games: Games = {"love-letter": NoRounds("")}  # type: ignore[dict-item]
    data = game_by_decks()
    data["expect"] = {"round_winners": []}
    assert check(replay(read(data, games), games), games) == (
        Differs("round_winners", "[]", "null"),
    )


# ------------------------------------------------------------------ refusals, deadlines, leaving


def test_refused_moves_change_nothing_and_say_why() -> None:
    data = game_by_decks()
    data["moves"] = [
        "!2:prince.3",
        "!1:guard.1.king",
        "!whatever it is",
        "!1:",
        "1:guard.2.baron",
        "!tick tock",
        "2:prince.3",
        "2:leave",
        "!2:leave",
        "!2:leave",
        "3:leave",
        "!1:leave",
        "!tick",
    ]
    game = played(data)
    refused = [step.index for step in game.steps if step.refused is not None]
    assert refused == [0, 1, 2, 3, 5, 8, 9, 11, 12]
    assert all(step.kept for step in game.steps)
    assert not any(step.letters for step in game.steps if step.refused is not None)
    assert check(game, BY_NAME) == ()


def test_a_legal_move_behind_the_mark_fails_and_is_not_played() -> None:
    data = game_by_decks()
    data["moves"] = ["!1:guard.2.baron", "!tick", "!3:leave", "1:handmaid"]
    assert failures(data) == (
        NotRefused("moves[0]", "!1:guard.2.baron"),
        NotRefused("moves[1]", "!tick"),
        NotRefused("moves[2]", "!3:leave"),
    )


def test_a_refusal_that_changes_the_table_fails() -> None:
    game = played(game_by_decks() | {"moves": ["!2:prince.3"]})
    last = msgspec.structs.replace(game.steps[-1], kept=False)
    changed = msgspec.structs.replace(game, steps=(*game.steps[:-1], last))
    assert check(changed, BY_NAME) == (RefusalChanged("moves[0]", "!2:prince.3"),)


def test_who_is_out_of_the_game_cannot_leave() -> None:
    class WithoutBen(Picky):
        def active(self, _: Any) -> frozenset[int]:
            return frozenset((1, 3))

    games: Games = {"love-letter": WithoutBen("")}  # type: ignore[dict-item]
    record = read(game_by_decks() | {"moves": ["!2:leave"]}, games)
    assert check(replay(record, games), games) == ()


def test_a_deadline_gives_the_default_answer_and_removes_nobody() -> None:
    data = game_by_decks()
    data["moves"] = ["tick"] * 4
    game = played(data)
    for step_ in game.steps[1:]:
        assert step_.letters[0].messages == (TimedOut((_first_seat(step_.letters[0].messages),)),)
    assert not any(chair.away or chair.silent or chair.left for chair in game.table.chairs)


def _first_seat(messages: tuple[Message, ...]) -> int:
    (said,) = messages
    assert isinstance(said, TimedOut)
    return said.seats[0]


def test_a_deadline_ends_with_its_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is not asked any more, once somebody's default answer counts, answers nothing."""
    monkeypatch.setattr("core.replay.awaited", lambda *_: (1, 2, 3))
    game = played(game_by_decks() | {"moves": ["tick"]})
    assert isinstance(game.table, Playing)
    assert len(game.table.moves) == 1


def test_who_has_left_gets_no_letters() -> None:
    data = game_by_decks()
    data["moves"] = ["2:leave", "1:handmaid"]
    game = played(data)
    assert [step.letters[0].messages for step in game.steps[1:2]] == [(Left(2),)]
    assert all(letter.to != 2 for step in game.steps[1:] for letter in step.letters)


# ------------------------------------------------------------------ letters


def test_the_deal_shows_every_card_and_a_move_what_changed() -> None:
    game = played(game_by_decks())
    deal = game.steps[0]
    assert deal.index == DEAL
    assert deal.letters[0].messages == (Started((1, 2, 3)),)
    assert [letter.to for letter in deal.letters if letter.is_card] == [0, 1, 2, 3]
    for step_ in game.steps[1:]:
        assert {letter.to for letter in step_.letters if letter.is_card} == {0, 1, 2, 3}


def test_letters_hide_the_cards_of_the_group_s_buttons() -> None:
    game = played(game_by_decks())
    assert "handmaid" in named_to(game, 1)
    assert "handmaid" not in seen_by(game, 0)
    assert len([mark for mark in seen_by(game, 0) if mark.isalpha() and mark.isupper()]) >= 2


# ------------------------------------------------------------------ prescribed chance


def test_draws_come_after_the_start() -> None:
    data = game_by_decks()
    data["draws"] = ["princess", "king"]
    data["moves"] = ["1:handmaid", "2:priest.3", "3:baron.2"]
    assert {"princess"} <= named_to(played(data), 2)
    data = game_by_position()
    assert "handmaid" in named_to(played(data), 1)


def test_first_in_every_round() -> None:
    data = game_by_decks()
    data["start"] = {"decks": [DECK, DECK], "first": [2, 3]}
    data["moves"] = ["tick"] * 20
    game = played(data)
    moved = [step.line for step in game.steps[1:]]
    assert moved
    data["start"]["first"] = [None, 3]
    assert played(data).steps
    del data["start"]["first"]
    assert played(data).steps


def test_who_has_left_cannot_begin() -> None:
    data = game_by_decks()
    data["moves"] = ["3:leave", *["tick"] * 20]
    data["start"]["first"] = [1, 3]
    with pytest.raises(RecordError) as caught:
        played(data)
    assert caught.value.place == "start.first[1]"


def test_replay_is_the_same_every_time() -> None:
    data = game_by_position()
    data["moves"] = ["tick"] * 30
    assert played(data) == played(data)


# ------------------------------------------------------------------ real games


class Host:
    """A table of the house, played by chance."""

    def __init__(self, game: str, number: int) -> None:
        self.chance = random.Random(f"{game}{number}")
        self.game = BY_NAME[game]
        secret = self.chance.randbytes(32).hex()
        opened = Open("u0", "Aki", game, table="t", secret=secret)
        self.table: Table = _end(open_table(opened))

    def do(self, command: Command) -> None:
        self.table = _end(step(self.table, command, BY_NAME))

    def gather(self) -> None:
        preset = self.chance.choice(list(self.game.presets))
        self.do(Choose("u0", "preset", preset))
        for switch in self.game.switches(self.game.presets[preset]):
            if self.chance.random() < 0.3:
                value = self.chance.choice(switch.choices).value
                self.do(Choose("u0", switch.name, str(value).lower()))
        assert isinstance(self.table, Lobby)
        least = self.game.seats(self.game.presets[preset]).start
        seats = self.chance.randint(least, min(most_seats(self.game), least + 2))
        for number in range(1, seats):
            if self.chance.random() < 0.4:
                self.do(SeatBot("u0"))
            else:
                self.do(Sit(f"u{number}", self.chance.choice(["Ben", "Chie", "漢字", "Aki"])))
        for _ in range(self.chance.randrange(3)):
            self.do(CutDeck("u0", self.chance.choice(["snow", "雪", "🎴 !", "x" * 300])))

    def play(self) -> Finished | None:
        """Everything that can happen at a table, until the game is over."""
        for _ in range(3000):
            if not isinstance(self.table, Playing):
                return self.table if isinstance(self.table, Finished) else None
            self._something(self.table)
            self.table = _end(ride(self.table, self.game))
        raise AssertionError("this game does not end")

    def _something(self, table: Playing) -> None:
        people = [chair for chair in table.chairs if chair.user is not None and not chair.left]
        one = self.chance.choice(people)
        user = str(one.user)
        luck = self.chance.random()
        awaited = people_awaited(table, self.game)
        if luck < 0.02 and len(people) > 1:
            self.do(Rise(user))
        elif luck < 0.05:
            self.do(HandOver(user))
        elif not awaited:
            self.do(TakeBack(user))
        elif luck < 0.15:
            self.do(Tick(table.question))
        else:
            seat = self.chance.choice(awaited)
            moves = self.game.moves(table.state, seat)
            chosen = self.chance.choice(moves)
            user = str(table.chairs[seat - 1].user)
            self.do(Answer(user, table.question, chosen.code))


def _end(tale: Tale[Table]) -> Table:
    while True:
        try:
            next(tale)
        except StopIteration as end:
            table: Table = end.value
            return table


def real_game(game: str, number: int) -> Finished | None:
    """A finished game; None if the people chosen do not fit the edition or all went away."""
    from core.table import Refused

    host = Host(game, number)
    host.gather()
    try:
        host.do(Start("u0"))
    except Refused:
        return None
    return host.play()


def a_real_game(game: str = "love-letter", number: int = 0) -> Finished:
    while True:
        found = real_game(game, number)
        if found is not None and found.cuts:
            return found
        number += 1


@pytest.mark.parametrize("game", BY_NAME)
@settings(max_examples=20, deadline=None)
@given(number=st.integers(0, 10**9))
def test_every_real_game_proves_its_deal(game: str, number: int) -> None:
    table = real_game(game, number)
    if table is None:
        return
    data = json.loads(json.dumps(record_of(table, BY_NAME)))
    record = read(data, BY_NAME)
    verdict = verify(record, BY_NAME)
    assert verdict.fair, verdict.findings
    again = replay(record, BY_NAME).table
    assert isinstance(again, Finished)
    assert again.state == table.state
    assert again.winners == table.winners
    assert record.options == table.options


def test_a_real_record_says_everything_and_nothing_else() -> None:
    table = a_real_game()
    data = record_of(table, BY_NAME)
    assert set(data) == {
        "record", "game", "options", "seats", "start", "moves", "secret", "seal", "cuts", "joined",
    }  # fmt: skip
    assert data["options"]["preset"] == table.preset
    assert data["seal"] == seal(bytes.fromhex(table.secret))
    assert sorted(data["seats"]) == sorted(data["joined"])
    assert "tick" not in data["moves"]


def test_only_switches_that_say_something_are_written() -> None:
    table = a_real_game()
    preset = BY_NAME[table.game].presets["bga"]
    other = "none" if preset.tie != "none" else "discard_sum"
    told = msgspec.structs.replace(
        table, preset="bga", switches={"tie": other, "unbroken": preset.unbroken}
    )
    assert record_of(told, BY_NAME)["options"] == {"preset": "bga", "tie": other}


@pytest.mark.parametrize("game", BY_NAME)
def test_options_are_switches_of_the_lobby(game: str) -> None:
    fields = set(BY_NAME[game].options.__struct_fields__)
    assert switch_names(BY_NAME[game]) <= fields


TAMPERED: dict[str, tuple[Change, str]] = {
    "secret": (put("secret", to="ab" * 32), "verify.seal-broken"),
    "seal": (put("seal", to="ab" * 32), "verify.seal-broken"),
    "cut": (put("cuts", 0, "text", to="other words"), "verify.seed-wrong"),
    "cuts gone": (put("cuts", to=[]), "verify.seed-wrong"),
    "seed": (put("start", "seed", to="ab" * 32), "verify.seed-wrong"),
    "seat order": (lambda data: data["seats"].reverse(), "verify.seats-wrong"),
    "joined": (lambda data: data["joined"].reverse(), "verify.seats-wrong"),
    "an impossible move": (put("moves", 0, to="1:keep.princess.king.spy"), "verify.moves-wrong"),
    "a move too few": (lambda data: data["moves"].pop(), "verify.not-ended"),
    "a move too many": (lambda data: data["moves"].append("1:guard"), "verify.moves-wrong"),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_found(what: str) -> None:
    change, reason = TAMPERED[what]
    data = _of_different_names()
    assert verify(read(data, BY_NAME), BY_NAME).fair
    change(data)
    verdict = verify(read(data, BY_NAME), BY_NAME)
    assert not verdict.fair
    tags = [finding.__struct_config__.tag for finding in verdict.findings]
    assert tags[-2:] == [reason, "verify.unfair"]


def test_a_cut_that_is_sealed_again_is_found_by_its_deal() -> None:
    """Whoever also recomputes the seed is given away by seats or moves."""
    data = _of_different_names()
    data["cuts"][0]["text"] = "other words"
    cuts = [cut["text"] for cut in data["cuts"]]
    data["start"]["seed"] = mix(bytes.fromhex(data["secret"]), cuts).hex()
    assert not verify(read(data, BY_NAME), BY_NAME).fair


def _of_different_names() -> Data:
    """A real game whose people are all called differently, and not the same backwards."""
    number = 0
    while True:
        table = a_real_game(number=number)
        data = record_of(table, BY_NAME)
        names = data["seats"]
        if len(set(names)) == len(names):
            return copy.deepcopy(data)
        number += 1


@pytest.mark.parametrize("key", ["secret", "seal", "cuts", "joined"])
def test_only_a_real_record_can_be_verified(key: str) -> None:
    data = record_of(a_real_game(), BY_NAME)
    del data[key]
    record = read(data, BY_NAME)
    assert replay(record, BY_NAME).table is not None
    with pytest.raises(RecordError) as caught:
        verify(record, BY_NAME)
    assert caught.value.place == key


@pytest.mark.parametrize("line", ["tick", "!1:guard.9"])
def test_a_real_record_holds_moves_alone(line: str) -> None:
    data = record_of(a_real_game(), BY_NAME)
    data["moves"].insert(0, line)
    with pytest.raises(RecordError) as caught:
        verify(read(data, BY_NAME), BY_NAME)
    assert caught.value.place == "moves[0]"


def test_a_made_up_game_cannot_be_verified() -> None:
    with pytest.raises(RecordError) as caught:
        verify(read(game_by_decks(), BY_NAME), BY_NAME)
    assert caught.value.place == "start.seed"


def test_a_replayed_table_can_be_frozen() -> None:
    from core.snapshot import freeze

    table = played(game_by_decks()).table
    assert thaw(freeze(table), BY_NAME) == table


def test_a_record_error_names_its_place() -> None:
    with pytest.raises(RecordError, match=r"game: UnknownGame"):
        read(game_by_decks() | {"game": "whist"}, BY_NAME)


def test_a_record_is_plain_frozen_data() -> None:
    record = read(game_by_decks(), BY_NAME)
    assert isinstance(record, Record)
    with pytest.raises(AttributeError):
        record.game = "coup"  # type: ignore[misc]


def test_a_position_whose_deck_is_too_short_is_named_at_the_move_that_needs_it() -> None:
    poor = {"ap": 1, "helpers": [], "scores": []}
    position = {
        "round": 2,
        "phase": "helper",
        "turn": 1,
        "parent": 1,
        "castle": ["md8", "md9", "kn4", "?ps4"],
        "deck": [],
        "passed": [2, 3, 4],
        "seats": [{**poor, "helpers": ["md2"]}, poor, poor, poor],
    }
    moves = ["1:pass", "2:open.1.0", "3:bid.1", "3:helper", "4:open.2.0", "1:bid.1", "1:helper"]
    moves += ["2:open.3.0", "4:bid.1", "4:helper", "2:helper"]
    data = {
        "record": 1,
        "game": "lady-luck",
        "options": {},
        "seats": ["A", "B", "C", "D"],
        "start": {"position": position},
        "moves": moves,
    }
    with pytest.raises(RecordError) as wrong:
        replay(read(data, BY_NAME), BY_NAME)
    assert wrong.value.place == f"moves[{len(moves) - 1}]"
