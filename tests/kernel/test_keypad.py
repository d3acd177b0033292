"""A group's buttons for an open choice: all moves can be pressed, some silently in rows."""

from __future__ import annotations

import pytest

from core.desk.keypad import Keypad, keypad, label_of
from core.desk.letters import complete
from core.games.lady_luck import LADY_LUCK
from core.kernel.notation import words
from locales.tongue import Context, say
from tests.games.lady_luck.tables import helping, seat

AMOUNTS = frozenset({"bid", "open"})


def test_few_moves_have_a_button_each() -> None:
    codes = ["allow", "challenge", "block.duke", "block.captain"]
    assert keypad(codes).moves == tuple(codes)
    assert keypad(codes).rows == ()


def test_equal_moves_of_several_seats_are_one_button() -> None:
    assert keypad(["allow", "challenge", "allow"]).moves == ("allow", "challenge")


def test_of_a_range_of_numbers_the_lowest_three_and_the_highest_are_shown() -> None:
    codes = ["pass", *[f"bid.{number}" for number in range(4, 12)]]
    assert keypad(codes, AMOUNTS).moves == ("pass", "bid.4", "bid.5", "bid.6", "bid.11")


def test_targets_are_no_range() -> None:
    codes = [f"steal.{seat}" for seat in (2, 3, 5)]
    assert keypad(codes).moves == tuple(codes)


@pytest.mark.parametrize("seats", [3, 6, 10])
def test_many_moves_stand_in_rows_that_make_up_every_one(seats: int) -> None:
    targets = range(2, seats + 1)
    aimed = [f"{verb}.{seat}" for verb in ("coup", "steal", "assassinate") for seat in targets]
    codes = ["income", "aid", "tax", "exchange", *aimed]
    keys = keypad(codes)
    if not keys.rows:
        assert keys.moves == tuple(codes)
        return
    assert keys.moves == ("income", "aid", "tax", "exchange")
    assert [row.place for row in keys.rows] == [0, 1]
    for code in aimed:
        said = {str(place): word for place, word in enumerate(words(code))}
        assert complete(keys.rows, {}, said, codes) == code
        assert complete(keys.rows, {}, {"1": said["1"]}, codes) is None
        assert complete(keys.rows, {}, {"0": said["0"]}, codes) is None


def test_a_word_that_all_moves_share_needs_no_press() -> None:
    codes = [f"open.{slot}.{bid}" for slot in (1, 2, 3) for bid in range(11)]
    keys = keypad(codes, AMOUNTS)
    assert [row.place for row in keys.rows] == [1, 2]
    assert keys.rows[1].labels == ("0", "1", "2", "10")
    assert complete(keys.rows, {}, {"1": "2", "2": "10"}, codes) == "open.2.10"


def test_many_single_words_all_have_buttons() -> None:
    codes = [f"word{number}" for number in range(12)]
    assert keypad(codes).moves == tuple(codes)
    assert keypad(codes).rows == ()


def test_a_single_longer_move_has_a_button_of_its_own() -> None:
    codes = ("use.mg2", "use.mg2.ge1", "pass")
    assert keypad(codes) == Keypad(codes)


def test_whom_no_other_verb_may_be_aimed_at_stands_apart() -> None:
    """Seats 2 and 4 may be attacked, 3 and 5 only be converted; one may convert oneself too."""
    single = ["income", "aid", "tax", "convert"]
    aimed = [f"{verb}.{seat}" for verb in ("coup", "steal") for seat in (2, 4)]
    converted = [f"convert.{seat}" for seat in (2, 3, 4, 5)]
    keys = keypad([*single, *aimed, *converted])
    assert keys.moves == (*single, "convert.3", "convert.5")
    assert [row.words for row in keys.rows] == [("coup", "steal", "convert"), ("2", "4")]
    left = [code for code in (*aimed, *converted) if code not in keys.moves]
    for code in left:
        said = {str(place): word for place, word in enumerate(words(code))}
        assert complete(keys.rows, {}, said, left) == code


def test_verbs_with_a_single_target_name_it() -> None:
    single = ["income", "aid", "tax", "exchange", "convert", "embezzle"]
    codes = (*single, "coup.2", "steal.2", "convert.2", "convert.3")
    assert keypad(codes) == Keypad(codes)


def test_a_use_without_a_target_says_so_beside_those_with_one() -> None:
    state = helping(seat(1, "kn1"), seat(1, "mg1"), seat(1, "ps1"))
    game, view = LADY_LUCK, LADY_LUCK.view(state, None)
    codes = [move.code for move in LADY_LUCK.moves(state, 1)]
    labels = {code: say(label_of(game, view, code, codes), "en", Context()) for code in codes}
    assert labels["use.kn1"] == "Knight: No target"
    assert labels["use.kn1.mg1"].startswith("Knight: ")
    assert labels["use.kn1.mg1"].endswith("Magician")
    assert labels["pass"] == "Pass"
    assert say(label_of(game, view, "use.kn1"), "en", Context()) == "Use a helper: Knight"
