"""Positions of records: what loads, what is refused, and what comes out again."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from core.games.love_letter import LOVE_LETTER as GAME
from core.games.love_letter.model import State
from core.games.love_letter.names import Card
from core.kernel.dice import Dice
from core.kernel.game import PositionError
from tests.games.love_letter.running import at, hand, options, out, random_match, run

SEATS = [hand("guard", "king"), hand("baron"), hand("priest")]
ONE_EACH = [hand("guard"), *SEATS[1:]]


def test_a_seat_with_one_card_draws_first() -> None:
    match = at("bga", [hand("guard"), *SEATS[1:]], deck=["prince"])
    assert match.state.hands[0] == (Card.GUARD, Card.PRINCE)


def test_a_protected_seat_on_turn_loses_protection_by_drawing() -> None:
    first = hand("guard", discards=["handmaid"], protected=True)
    match = at("bga", [first, *SEATS[1:]], deck=["prince"])
    assert match.state.shielded == ()


def test_the_minister_busts_on_a_loaded_position_too() -> None:
    match = at("jp", [hand("minister"), *SEATS[1:]], deck=["prince", "guard"])
    assert match.state.alive == (2, 3)
    assert match.state.turn == 2


def test_cards_named_nowhere_fill_the_deck() -> None:
    match = at("bga", SEATS, deck=["princess"], aside="prince", faceup=["guard"])
    assert len(match.state.deck) == 10
    assert match.state.deck[0] is Card.PRINCESS
    assert match.state.faceup == (Card.GUARD,)


BAD: dict[str, dict[str, Any]] = {
    "no turn": {"turn": None},
    "an unknown key": {"phase": "play"},
    "an unknown card": {"deck": ["joker"]},
    "a card of another deck": {"deck": ["spy"]},
    "a card too many": {"deck": ["princess", "princess"]},
    "too many seats": {"seats": [*SEATS, hand("guard")]},
    "tokens of another table": {"tokens": [1, 2]},
    "tokens below zero": {"tokens": [1, 2, -1]},
    "a round before the first": {"round": 0},
    "one seat in": {"seats": [SEATS[0], out(), out()]},
    "the turn of no seat": {"turn": 0, "seats": ONE_EACH},
    "the turn of a seat too far": {"turn": 4, "seats": ONE_EACH},
    "an absent turn": {"turn": 3, "seats": [hand("guard"), hand("baron"), out()]},
    "a hand of one who is out": {"seats": [*SEATS[:2], {**out(), "hand": ["guard"]}]},
    "a protected one who is out": {"seats": [*SEATS[:2], {**out(), "protected": True}]},
    "no card on turn": {"seats": [hand(), *SEATS[1:]]},
    "three cards on turn": {"seats": [hand("guard", "guard", "king"), *SEATS[1:]]},
    "two cards off turn": {"seats": [SEATS[0], hand("guard", "guard"), SEATS[2]]},
    "protected after the draw": {"seats": [hand("guard", "king", protected=True), *SEATS[1:]]},
}


@pytest.mark.parametrize("case", BAD)
def test_positions_that_cannot_be(case: str) -> None:
    position = {"turn": 1, "seats": SEATS, **BAD[case]}
    with pytest.raises(PositionError) as refused:
        run(GAME.load(position, 3, options("bga"), Dice(b"")))
    assert refused.value.place == "start.position"
    assert refused.value.reason


def test_the_minister_with_a_high_card_is_no_position() -> None:
    position = {"turn": 1, "seats": [hand("minister", "king"), *SEATS[1:]]}
    with pytest.raises(PositionError):
        run(GAME.load(position, 3, options("jp"), Dice(b"")))


def test_nothing_to_draw_is_no_position() -> None:
    rest = ["guard"] * 3 + ["priest", "baron", "handmaid", "handmaid", "prince", "prince"]
    seats = [hand("guard"), hand("baron"), hand("priest"), out(*rest, "king", "countess")]
    position = {"turn": 1, "seats": seats, "aside": "princess", "faceup": ["guard"]}
    with pytest.raises(PositionError):
        run(GAME.load(position, 4, options("bga"), Dice(b"")))


def test_dump_and_load_give_the_same_position() -> None:
    for preset, seats in (("bga", 3), ("jp", 4), ("aeg", 2)):
        chosen = options(preset)
        for state, _ in random_match(preset, seats, b"dump"):
            if state.phase == "over":
                continue
            dumped = GAME.dump(state)
            again, notes = run(GAME.load(dumped, seats, chosen, Dice(b"again")))
            assert GAME.dump(again) == dumped
            assert notes == []


def test_a_dump_names_every_key() -> None:
    seats = [*SEATS, {**out("prince"), "left": True}]
    dumped = at("bga", seats, aside="princess", tokens=[1, 0, 2, 0], round=3).dump()
    assert dumped["seats"][3] == {
        "hand": [],
        "discards": ["prince"],
        "protected": False,
        "out": True,
        "left": True,
    }
    assert set(dumped) == {"round", "turn", "deck", "aside", "faceup", "tokens", "seats"}
    assert (dumped["round"], dumped["aside"], dumped["tokens"]) == (3, "princess", [1, 0, 2, 0])
    assert at("bga", SEATS).dump()["aside"] is None


def test_a_state_survives_json() -> None:
    for preset, seats in (("bga", 4), ("jp", 2), ("z19", 6)):
        for state, _ in random_match(preset, seats, b"json"):
            raw = msgspec.json.encode(state)
            assert msgspec.json.decode(raw, type=State) == state


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("target", 0),
        ("target", 21),
        ("countess", "prince"),
        ("tie", True),
        ("princess_points", 3),
        ("reveal_all_at_round_end", "yes"),
    ],
)
def test_switches_take_only_their_values(switch: str, value: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        options("bga", **{switch: value})


def test_every_choice_of_the_lobby_is_a_value_of_its_switch() -> None:
    for preset in GAME.presets:
        chosen = options(preset)
        for switch in GAME.switches(chosen):
            for choice in switch.choices:
                assert getattr(options(preset, **{switch.name: choice.value}), switch.name) == (
                    choice.value
                )
