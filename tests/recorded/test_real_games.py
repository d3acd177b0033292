"""A real game proves its deal, and what was tampered with is found."""

from __future__ import annotations

import copy
import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.kernel.dice import mix, seal
from core.records.faults import (
    RecordError,
)
from core.records.record import Record, read, record_of, switch_names
from core.records.replay import replay
from core.records.verify import verify
from core.table.snapshot import thaw
from core.table.table import (
    Finished,
)
from tests.recorded.made import BY_NAME, Change, Data, game_by_decks, played, put
from tests.recorded.real import a_real_game, real_game

# ------------------------------------------------------------------ real games


@pytest.mark.parametrize("game", BY_NAME)
@settings(max_examples=8, deadline=None)
@given(number=st.integers(0, 10**9))
def test_every_real_game_proves_its_deal(game: str, number: int) -> None:
    _check_proof(game, number)


@pytest.mark.soak
@pytest.mark.parametrize("game", BY_NAME)
@settings(max_examples=100, deadline=None)
@given(number=st.integers(0, 10**9))
def test_a_hundred_real_games_prove_their_deals(game: str, number: int) -> None:
    _check_proof(game, number)


def _check_proof(game: str, number: int) -> None:
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
    table = a_real_game(proof=1)
    data = record_of(table, BY_NAME)
    assert set(data) == {
        "record", "game", "options", "seats", "start", "moves", "secret", "seal", "cuts", "joined",
    }  # fmt: skip
    assert data["options"]["preset"] == table.preset
    assert data["seal"] == seal(bytes.fromhex(table.secret))
    assert sorted(data["seats"]) == sorted(data["joined"])
    assert "tick" not in data["moves"]


def test_only_switches_that_say_something_are_written() -> None:
    table = a_real_game(proof=1)
    preset = BY_NAME[table.game].presets["bga"]
    other = "none" if preset.tie != "none" else "discard_sum"
    switches = {"tie": other, "unbroken": preset.unbroken}
    deal = msgspec.structs.replace(table.deal, preset="bga", switches=switches)
    told = msgspec.structs.replace(table, deal=deal)
    assert record_of(told, BY_NAME)["options"] == {"preset": "bga", "tie": other}


@pytest.mark.parametrize("game", BY_NAME)
def test_options_are_switches_of_the_lobby(game: str) -> None:
    options = BY_NAME[game].options
    assert all(hasattr(options, name) for name in switch_names(BY_NAME[game]))


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
        table = a_real_game(number=number, proof=1)
        data = record_of(table, BY_NAME)
        names = data["seats"]
        if len(set(names)) == len(names):
            return copy.deepcopy(data)
        number += 1


@pytest.mark.parametrize("key", ["secret", "seal", "cuts", "joined"])
def test_only_a_real_record_can_be_verified(key: str) -> None:
    data = record_of(a_real_game(proof=1), BY_NAME)
    del data[key]
    record = read(data, BY_NAME)
    assert replay(record, BY_NAME).table is not None
    with pytest.raises(RecordError) as caught:
        verify(record, BY_NAME)
    assert caught.value.place == key


@pytest.mark.parametrize("line", ["tick", "!1:guard.9"])
def test_a_real_record_holds_moves_alone(line: str) -> None:
    data = record_of(a_real_game(proof=1), BY_NAME)
    data["moves"].insert(0, line)
    with pytest.raises(RecordError) as caught:
        verify(read(data, BY_NAME), BY_NAME)
    assert caught.value.place == "moves[0]"


def test_a_made_up_game_cannot_be_verified() -> None:
    with pytest.raises(RecordError) as caught:
        verify(read(game_by_decks(), BY_NAME), BY_NAME)
    assert caught.value.place == "start.seed"


def test_a_replayed_table_can_be_frozen() -> None:
    from core.table.snapshot import freeze

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
