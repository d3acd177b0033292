"""Embezzle: coins, who learns what, leaving, deadlines, rows (13.3.9–13.3.12)."""

from __future__ import annotations

from typing import Any

import pytest

from core.games.coup import COUP, events
from core.games.coup.names import Deed, Role
from core.kernel.text import Whisper
from tests.games.coup.embezzlers import (
    CHOICE,
    CONCEDE,
    LIAR,
    OPEN,
    TRUE,
    B,
    C,
    house,
    kinds,
)
from tests.games.coup.play import coins, lost, public, seat


def test_13_3_9_coins_may_exceed_twelve() -> None:
    game = house(seat(9, "captain assassin"), B, C, reserve=9)
    game.do("1:embezzle", "tick")
    assert coins(game)[0] == 18
    assert game.state.reserve == 0


def test_13_3_10_after_conceding_nobody_learns_of_the_duke() -> None:
    """The same is told, seen and asked whether the liar lied."""
    faces = []
    for hand in ("captain assassin", "captain duke"):
        game = house(seat(2, hand), B, seat(2, "ambassador contessa"), **CHOICE)
        told = []
        seen = []
        for line in ("1:embezzle", "3:challenge", "1:lose.captain"):
            told += public(game.do(line))
            for reader in (None, 2, 3):
                view = COUP.view(game.state, reader)
                seen += [view, COUP.scene(view), COUP.stage(view), COUP.rows(view)]
            seen += [COUP.ask(game.state)]
            seen += [len(COUP.hidden(game.state, number).words) for number in game.seats]
            seen += [COUP.hidden(game.state, number).version for number in game.seats]
        faces.append((told, seen))
    assert faces[0] == faces[1]


def test_13_3_10_the_letters_have_no_tell() -> None:
    """A third letter, whether or not all can be shown; letters of its own for the question."""
    for hand, third in (("captain assassin", "all"), ("captain duke", "captain")):
        game = house(seat(2, hand), B, seat(2, "ambassador contessa"), **CHOICE)
        before = COUP.hidden(game.state, 1)
        game.do("1:embezzle", "3:challenge")
        now = COUP.hidden(game.state, 1)
        assert now.words == (*hand.split(), third)
        assert now.version == before.version + 1
        assert COUP.hidden(game.state, 2).words == ("ambassador", "contessa")
        game.do("1:lose.captain")
        assert COUP.hidden(game.state, 1).version == now.version + 1


def test_13_3_10_redrawn_cards_are_for_the_owner() -> None:
    game = house(TRUE, B, C, draws="ambassador contessa")
    told = game.do("1:embezzle", "3:challenge")
    assert [note.seat for note in told if isinstance(note, Whisper)] == [1]
    sunk = COUP.view(game.state, 1).sunk
    assert sunk is not None
    assert (sunk.took, sunk.second) == (Role.AMBASSADOR, Role.CONTESSA)
    for reader in (None, 2, 3):
        other = COUP.view(game.state, reader).sunk
        assert other is not None
        assert (other.cards, other.took, other.second) == (
            (Role.ASSASSIN, Role.CAPTAIN), None, None,
        )  # fmt: skip


OPENINGS = {
    "window": ((), OPEN),
    "asked": (("3:challenge",), CHOICE),
    "challenger owes": (("3:challenge",), OPEN),
    "liar owes": (("3:challenge",), CONCEDE),
}


@pytest.mark.parametrize("opening", OPENINGS)
def test_13_3_11_an_embezzler_who_leaves_leaves_the_reserve(opening: str) -> None:
    lines, ways = OPENINGS[opening]
    game = house(LIAR if opening == "liar owes" else TRUE, B, C, seat(2, "contessa duke"), **ways)
    game.do("1:embezzle", *lines)
    told = game.do("1:leave")
    assert events.Cancelled(1, Deed.EMBEZZLE) in public(told)
    if opening == "challenger owes":
        assert game.awaited == [3], "the loss is still paid"
        told = game.do("3:lose.duke")
        assert events.Embezzled not in kinds(told)
    assert (coins(game)[0], game.state.reserve) == (0, 3)
    assert game.awaited == [2]


@pytest.mark.parametrize("answer", ["show.all", "lose.captain"])
def test_13_3_11_a_challenger_who_left_has_paid(answer: str) -> None:
    game = house(TRUE, B, C, seat(2, "contessa duke"), **CHOICE)
    game.do("1:embezzle", "3:challenge", "3:leave")
    assert game.codes(1) == ["lose.assassin", "lose.captain", "show.all"], "the proof goes on"
    game.do(f"1:{answer}")
    assert game.state.reserve == (0 if answer == "show.all" else 3)
    assert [len(player.lost) for player in game.state.players] == [
        0 if answer == "show.all" else 1, 0, 2, 0,
    ]  # fmt: skip
    assert game.awaited == [2]


def test_13_3_11_a_challenger_who_owes_and_leaves() -> None:
    game = house(TRUE, B, C, seat(2, "contessa duke"), **OPEN)
    game.do("1:embezzle", "3:challenge", "3:leave")
    assert (coins(game)[0], game.state.reserve) == (5, 0)
    assert game.awaited == [2]


def test_13_3_11_a_bystander_who_leaves_changes_nothing() -> None:
    game = house(TRUE, B, C, seat(2, "contessa duke"), **CHOICE)
    game.do("1:embezzle", "3:challenge")
    before = COUP.ask(game.state), COUP.hidden(game.state, 1)
    game.do("2:leave")
    assert (COUP.ask(game.state), COUP.hidden(game.state, 1)) == before
    game = house(TRUE, B, C, seat(2, "contessa duke"), **OPEN)
    game.do("1:embezzle", "2:allow", "4:leave", "3:leave")
    assert (coins(game)[0], game.state.reserve) == (5, 0)


def test_13_3_11_the_last_challenger_leaves_and_all_is_over() -> None:
    game = house(TRUE, B, seat(2, "", "duke contessa"), **CHOICE)
    game.do("1:embezzle", "2:challenge", "2:leave")
    assert game.winners == [1]
    assert (coins(game)[0], game.state.reserve) == (2, 3), "nothing pending is carried out"
    game = house(TRUE, B, seat(2, "", "duke contessa"), **CHOICE)
    game.do("1:embezzle", "2:challenge")
    before = COUP.hidden(game.state, 1)
    game.do("2:leave")
    after = COUP.hidden(game.state, 1)
    assert after.words == before.words[:2]
    assert after.version == before.version + 1, "other letters for the two that are left"


def test_13_3_11_a_wrong_challenge_that_ends_the_game() -> None:
    game = house(TRUE, seat(2, "contessa", "duke"), seat(2, "", "duke contessa"), **OPEN)
    game.do("1:embezzle", "2:challenge")
    assert game.winners == [1]
    assert (coins(game)[0], game.state.reserve) == (2, 3)


@pytest.mark.parametrize(
    ("hand", "left"), [("captain assassin", ""), ("captain duke", "captain"), ("duke duke", "duke")]
)
def test_13_3_8_the_deadline_shows_all_if_true_else_loses_slot_1(hand: str, left: str) -> None:
    """13.3.11 sends to 13.3.8."""
    game = house(seat(2, hand), B, seat(2, "assassin contessa"), **CHOICE)
    game.do("1:embezzle", "3:challenge", "tick")
    assert lost(game)[0] == left
    assert game.awaited == ([2] if left else [3])


ROWS = [
    ("none", TRUE, "2:allow 3:allow", 3, (0, 0, 0)),
    ("none, bluff", LIAR, "2:allow 3:allow", 3, (0, 0, 0)),
    ("X wrong", TRUE, "3:challenge 3:lose.duke", 3, (0, 0, 1)),
    ("X right", LIAR, "3:challenge", 0, (1, 0, 0)),
]


@pytest.mark.parametrize("ways", [OPEN, CONCEDE], ids=["open", "concede"])
@pytest.mark.parametrize(
    ("mine", "moves", "gain", "losses"), [row[1:] for row in ROWS], ids=[row[0] for row in ROWS]
)
def test_13_3_12_rows(
    ways: dict[str, Any], mine: Any, moves: str, gain: int, losses: tuple[int, ...]
) -> None:
    game = house(mine, B, C, draws="contessa ambassador", **ways)
    game.do("1:embezzle", *moves.split())
    if ways is CONCEDE and losses[0]:
        game.do("1:lose.captain")
    assert coins(game) == [2 + gain, 2, 2]
    assert game.state.reserve == 3 - gain
    assert tuple(len(player.lost) for player in game.state.players) == losses
    assert game.awaited == [2]


def test_the_standing_order_allows_an_embezzle() -> None:
    game = house(TRUE, B, C)
    game.do("1:embezzle")
    orders = COUP.orders
    assert orders is not None
    for number in (2, 3):
        answer = orders.answer(game.state, number, "allow")
        assert answer is not None
        assert answer.code == "allow"


def test_two_challenges_and_the_first_one_counts() -> None:
    game = house(TRUE, B, C, **CHOICE)
    game.do("1:embezzle", "3:challenge", "!2:challenge", "1:show.all")
    assert game.awaited == [3]
