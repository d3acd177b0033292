"""Secret choices in a group: letters, drafts, and the hint to look at one's hand."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import msgspec
import pytest

from core.desk.keypad import word_label
from core.desk.letters import complete, letters, meaning, playable
from core.house.choosing import so_far
from core.house.clock import letters_shown
from core.house.drafts import PressInput
from core.house.house import Result
from core.kernel.asks import Hidden, Row
from core.kernel.notation import words
from core.kernel.text import Announce
from core.table.commands import HandOver, Start, UseLetters
from core.table.sayings import (
    AlreadyOver,
    LookAtYourHand,
    NoTable,
    NotAwaited,
    NotSeated,
    Stale,
    TableBroken,
    TooLate,
)
from core.table.snapshot import freeze
from core.table.table import Playing
from tests.kernel.hall import GAMES, Hall

HANDS = ("guard", "king")
ROWS = (
    Row("letters", 0),
    Row("seats", 1, ("1", "2"), ("1", "2")),
    Row("digits", 2, ("2", "3"), ("priest", "baron")),
)


def press(hall: Hall, user: str, label: str, place: str = "1", **more: Any) -> Result:
    """A press on a row of letters."""
    question = more.pop("question", None) or hall.playing.question
    return hall.house.press(
        PressInput(user, more.pop("table", hall.id), question, place, label, hall.at, **more)
    )


def victim(hall: Hall) -> tuple[str, dict[str, str]]:
    """Somebody was hit and has to choose a hat; what the letters mean to them."""
    hall.start("b", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{3 - seat}")
    hall.answer(3 - seat, "allow")
    hidden = GAMES["toy"].hidden(hall.playing.state, 3 - seat)
    return hall.user(3 - seat), meaning(hall.playing.secret, 3 - seat, hidden)


def look(hall: Hall, user: str) -> None:
    """The person has looked at their hand."""
    hidden = GAMES["toy"].hidden(hall.playing.state, hall.seat(user))
    letters_shown(hall.house, hall.id, user, hidden.version)


def test_a_letter_plays_what_it_means(hall: Hall) -> None:
    user, meant = victim(hall)
    look(hall, user)
    letter, word = next(iter(meant.items()))
    seat = hall.seat(user)
    assert press(hall, user, letter).refused is None
    assert hall.playing.moves[-1] == f"{seat}:lose.{word}"


def test_whoever_has_not_looked_is_told_to_once_a_question(hall: Hall) -> None:
    user, meant = victim(hall)
    hall.sent()
    letter = next(iter(meant))
    before = hall.row
    note = Announce(LookAtYourHand(hall.seat(user)))
    assert press(hall, user, letter).notes == (note,)
    assert press(hall, user, letter).notes == ()
    assert hall.row == before
    assert hall.sent() == {f"room:{hall.room.id}": [note]}


def test_at_the_next_question_the_hint_comes_again(hall: Hall) -> None:
    user, meant = victim(hall)
    press(hall, user, next(iter(meant)))
    seat = hall.seat(user)
    word = next(iter(meant.values()))
    hall.answer(seat, f"lose.{word}")
    hall.answer(seat, "rest")
    hall.answer(3 - seat, f"hit.{seat}")
    hall.answer(seat, "allow")
    hidden = GAMES["toy"].hidden(hall.playing.state, seat)
    assert press(hall, user, letters(hidden)[0]).notes == (Announce(LookAtYourHand(seat)),)


def test_the_letters_of_an_earlier_hand_do_nothing(hall: Hall) -> None:
    user, meant = victim(hall)
    look(hall, user)
    seat = hall.seat(user)
    press(hall, user, next(iter(meant)))
    hall.answer(seat, "rest")
    hall.answer(3 - seat, f"hit.{seat}")
    hall.answer(seat, "allow")
    before = hall.everything()
    result = press(hall, user, next(iter(meant)))
    assert (result.refused, result.notes) == (None, ())
    assert hall.everything() == before


@pytest.mark.parametrize(("place", "label"), [("1", "?"), ("7", "A"), ("one", "A"), ("1", "red")])
def test_a_press_on_what_is_not_there_does_nothing(hall: Hall, place: str, label: str) -> None:
    user, _ = victim(hall)
    before = hall.everything()
    result = press(hall, user, label, place)
    assert (result.refused, result.notes) == (None, ())
    assert hall.everything() == before


def test_who_is_not_asked_is_refused(hall: Hall) -> None:
    user, meant = victim(hall)
    other = "a" if user == "b" else "b"
    label = next(iter(meant))
    assert press(hall, other, label).refused == NotAwaited()
    assert press(hall, "x", label).refused == NotSeated()


def test_an_open_question_has_no_letters(hall: Hall) -> None:
    hall.start("b")
    before = hall.everything()
    result = press(hall, hall.user(hall.asked[0]), "A")
    assert (result.refused, result.notes) == (None, ())
    assert hall.everything() == before


def test_a_press_belongs_to_its_question(hall: Hall) -> None:
    user, meant = victim(hall)
    question = hall.playing.question
    label = next(iter(meant))
    assert press(hall, user, label, question=question - 1).refused == TooLate()
    assert press(hall, user, label, question=question + 1).refused == Stale()


def test_a_press_needs_a_running_game(hall: Hall) -> None:
    assert press(hall, "a", "A", table="nothing", question=1).refused == NoTable()
    hall.open("b")
    assert press(hall, "a", "A", question=1).refused == AlreadyOver()


def test_a_press_at_a_broken_table_sets_it_aside(hall: Hall) -> None:
    hall.start("b")
    hall.forget()
    hall.tear()
    assert press(hall, "a", "A", question=1).refused == TableBroken(hall.id)
    assert hall.row.broken


def test_a_press_is_heard_once(hall: Hall) -> None:
    user, meant = victim(hall)
    look(hall, user)
    label = next(iter(meant))
    assert not press(hall, user, label, receipt="r1").repeated
    before = hall.everything()
    assert press(hall, user, label, receipt="r1", question=1).repeated
    assert hall.everything() == before


def test_whoever_presses_takes_the_seat_back(hall: Hall) -> None:
    user, meant = victim(hall)
    look(hall, user)
    table = msgspec.structs.replace(
        hall.playing,
        chairs=tuple(
            msgspec.structs.replace(chair, away=chair.user == user) for chair in hall.playing.chairs
        ),
    )
    row = msgspec.structs.replace(hall.row, snapshot=freeze(table))
    hall.store.run(lambda work: work.update(row))
    press(hall, user, next(iter(meant)))
    assert not hall.chair(user).away


def test_being_shown_the_same_letters_again_writes_nothing(hall: Hall) -> None:
    user, _ = victim(hall)
    look(hall, user)
    before = hall.everything()
    look(hall, user)
    assert hall.everything() == before


# A dialogue of several presses, in Love Letter


def guarding(hall: Hall) -> tuple[str, dict[str, str]]:
    """Somebody at a table of Love Letter holds a Guard that may be aimed."""
    hall.start("b", game="love-letter")
    for _ in range(60):
        seat = hall.asked[0]
        codes = [move.code for move in GAMES["love-letter"].moves(hall.playing.state, seat)]
        hidden = GAMES["love-letter"].hidden(hall.playing.state, seat)
        both = len(set(hidden.words)) == 2
        if both and any(len(words(code)) == 3 for code in codes):
            user = hall.user(seat)
            letters_shown(hall.house, hall.id, user, hidden.version)
            return user, meaning(hall.playing.secret, seat, hidden)
        hall.answer(seat, codes[-1])
    raise AssertionError("no Guard in sixty moves")


def draft(hall: Hall, user: str) -> Any:
    return hall.store.run(lambda work: work.draft(hall.id, user))


def test_presses_come_in_any_order_and_the_last_one_plays(hall: Hall) -> None:
    user, meant = guarding(hall)
    seat = hall.seat(user)
    guard = next(letter for letter, word in meant.items() if word == "guard")
    assert press(hall, user, "2", "2").notes == ()
    assert press(hall, user, str(3 - seat), "1").notes == ()
    assert draft(hall, user).said == {"2": "2", "1": str(3 - seat)}
    press(hall, user, guard, "0")
    assert f"{seat}:guard.{3 - seat}.priest" in hall.playing.moves
    assert draft(hall, user).said == {}


def test_a_label_is_pressed_in_its_own_row_alone(hall: Hall) -> None:
    """A letter stands for a card, in the first row; then come seats (1, 2) and ranks (to 8)."""
    user, meant = guarding(hall)
    letter = next(iter(meant))
    before = hall.everything()
    for place, label in (("0", "1"), ("0", "8"), ("1", "8"), ("1", letter), ("2", letter)):
        assert press(hall, user, label, place) == Result(table=hall.id)
        assert hall.everything() == before


def test_a_new_press_in_a_row_replaces_the_old_one(hall: Hall) -> None:
    user, meant = guarding(hall)
    seat = hall.seat(user)
    guard = next(letter for letter, word in meant.items() if word == "guard")
    for label in ("2", "3"):
        press(hall, user, label, "2")
    press(hall, user, guard, "0")
    press(hall, user, str(3 - seat), "1")
    assert f"{seat}:guard.{3 - seat}.baron" in hall.playing.moves


def test_an_unfinished_choice_is_seen_by_nobody(hall: Hall) -> None:
    user, _ = guarding(hall)
    hall.sent()
    before = hall.row
    press(hall, user, "2", "2")
    assert hall.row == before
    assert not hall.waiting()


def test_an_unfinished_choice_dies_with_its_question(hall: Hall) -> None:
    user, _ = guarding(hall)
    seat = hall.seat(user)
    press(hall, user, "2", "2")
    press(hall, user, str(3 - seat), "1")
    asked = hall.playing.question
    codes = [move.code for move in GAMES["love-letter"].moves(hall.playing.state, seat)]
    hall.answer(seat, codes[-1])
    assert draft(hall, user).question == asked
    while isinstance(hall.table, Playing) and hall.asked != (seat,):
        other = GAMES["love-letter"].moves(hall.playing.state, hall.asked[0])
        hall.answer(hall.asked[0], other[-1].code)
    hidden = GAMES["love-letter"].hidden(hall.playing.state, seat)
    letters_shown(hall.house, hall.id, user, hidden.version)
    press(hall, user, str(3 - seat), "1")
    assert draft(hall, user).said == {"1": str(3 - seat)}


def test_letters_stay_a_choice_of_the_chair(hall: Hall) -> None:
    hall.start("b")
    hall.do(UseLetters("a", True))
    hall.do(HandOver("a"))
    assert hall.chair("a").letters


# The letters themselves


def test_letters_are_as_many_as_the_cards() -> None:
    assert letters(Hidden(HANDS, 0, 2)) == ("A", "B")
    assert letters(Hidden(HANDS, 1, 2)) == ("C", "D")
    assert letters(Hidden(HANDS, 12, 2)) == ("Y", "Z")
    assert letters(Hidden(HANDS, 13, 2)) == ("A", "B")
    assert letters(Hidden((), 1, 2)) == ()


def test_letters_do_not_depend_on_the_cards() -> None:
    assert letters(Hidden(("a", "b"), 3)) == letters(Hidden(("c", "c"), 3))


def test_what_a_letter_means_only_the_secret_of_the_table_tells() -> None:
    secret, hidden = "00" * 32, Hidden(("a", "b", "c"), 4, 3)

    def rank(index: int) -> bytes:
        text = f"letter.2.4.{index}".encode()
        return hmac.new(bytes(32), text, hashlib.sha256).digest()

    order = sorted(range(3), key=rank)
    expected = {letter: "abc"[i] for letter, i in zip("MNO", order, strict=True)}
    assert meaning(secret, 2, hidden) == expected
    others = {tuple(meaning(f"{n:064x}", 2, hidden).values()) for n in range(60)}
    assert len(others) == 6


def test_every_letter_is_a_legal_press() -> None:
    meant = {"A": "king", "B": "guard"}
    assert playable(meant, ["guard.2.priest"], 0) == {"A": "guard", "B": "guard"}
    assert playable(meant, ["guard.2.priest", "king.2"], 0) == meant
    assert playable(meant, ["guard.2.priest"], 3) == {}


def test_a_choice_is_complete_when_one_move_is_left() -> None:
    meant = {"A": "king", "B": "guard"}
    codes = ["guard.2.priest", "guard.2.baron", "king.2"]
    assert complete(ROWS, meant, {}, codes) is None
    assert complete(ROWS, meant, {"0": "B"}, codes) is None
    assert complete(ROWS, meant, {"0": "B", "1": "2"}, codes) is None
    assert complete(ROWS, meant, {"0": "B", "1": "2", "2": "3"}, codes) == "guard.2.baron"
    assert complete(ROWS, meant, {"0": "A", "1": "2"}, codes) == "king.2"
    assert complete(ROWS, meant, {"0": "A", "1": "2", "2": "3"}, codes) == "king.2"
    assert complete(ROWS, meant, {"0": "B", "1": "1", "2": "3"}, codes) is None
    assert complete(ROWS, meant, {"0": "Z", "1": "2"}, codes) is None
    assert complete(ROWS, meant, {"0": "A", "1": "9"}, codes) is None


def test_two_rows_of_letters_need_two_letters() -> None:
    rows = (Row("letters", 1), Row("letters", 2))
    meant = {"A": "duke", "B": "captain", "C": "duke"}
    codes = ["keep.captain.duke", "keep.duke.duke"]
    assert complete(rows, meant, {"1": "A"}, codes) is None
    assert complete(rows, meant, {"1": "A", "2": "A"}, codes) is None
    assert complete(rows, meant, {"1": "A", "2": "C"}, codes) == "keep.duke.duke"
    assert complete(rows, meant, {"1": "A", "2": "B"}, codes) == "keep.captain.duke"
    assert complete(rows, meant, {"1": "B", "2": "A"}, codes) == "keep.captain.duke"


def test_a_card_that_cannot_be_played_shares_the_letter_of_one_that_can() -> None:
    meant = {"A": "countess", "B": "king"}
    assert complete(ROWS[:1], meant, {"0": "B"}, ["countess"]) == "countess"
    assert complete(ROWS[:1], meant, {"0": "A"}, ["countess"]) == "countess"


def test_where_no_move_has_a_card_no_letter_plays_one() -> None:
    assert complete((Row("letters", 3),), {"A": "king"}, {"3": "A"}, ["countess"]) is None


# Rows of an open choice


def open_rows(hall: Hall) -> tuple[int, str, int]:
    """So many sit here that the moves stand in rows: a seat on turn, its owner, a victim."""
    hall.start("b", "c", "d", "e", "x", bots=3, preset="big")
    seat = hall.asked[0]
    return seat, hall.user(seat), seat % 9 + 1


def test_an_open_choice_is_pressed_word_by_word(hall: Hall) -> None:
    seat, user, target = open_rows(hall)
    before = hall.row
    press(hall, user, str(target))
    assert hall.row == before, "half a choice is seen by nobody"
    press(hall, user, "hit", "0")
    assert hall.playing.moves[-1] == f"{seat}:hit.{target}"
    assert draft(hall, user).said == {}


def test_words_of_an_open_choice_that_fit_no_move_play_none(hall: Hall) -> None:
    _, user, target = open_rows(hall)
    before = hall.row
    press(hall, user, "rest", "0")
    press(hall, user, str(target))
    assert hall.row == before
    assert draft(hall, user).said == {"0": "rest", "1": str(target)}


@pytest.mark.parametrize(
    ("place", "label"), [("1", "hit"), ("0", "2"), ("1", "10"), ("0", "lose"), ("2", "hit")]
)
def test_a_word_of_an_open_choice_is_pressed_in_its_own_row_alone(
    hall: Hall, place: str, label: str
) -> None:
    _, user, _ = open_rows(hall)
    before = hall.everything()
    assert press(hall, user, label, place) == Result(table=hall.id)
    assert hall.everything() == before


def test_a_press_of_an_open_choice_belongs_to_its_question(hall: Hall) -> None:
    seat, user, target = open_rows(hall)
    press(hall, user, str(target))
    hall.answer(seat, "think")
    press(hall, user, "hit", "0")
    assert hall.playing.moves[-1] == f"{seat}:think"


def test_a_word_that_no_move_says_has_no_label() -> None:
    row = Row("words", 0, ("fly",), ("fly",))
    with pytest.raises(ValueError, match="fly"):
        word_label(GAMES["toy"], None, ["rest"], row, "fly")


def test_who_is_answered_alone_is_told_nothing_aloud(hall: Hall) -> None:
    user, meant = victim(hall)
    hall.sent()
    before = hall.everything()
    assert press(hall, user, next(iter(meant)), alone=True).notes == ()
    assert hall.everything() == before
    assert so_far(hall.house, hall.id, user) == (LookAtYourHand(hall.seat(user)),)


def test_letters_are_chosen_in_the_lobby_for_the_first_board(hall: Hall) -> None:
    hall.open("b", preset="big")
    assert hall.do(UseLetters("b", True)) == []
    assert hall.refused(UseLetters("x", True)) == NotSeated()
    hall.do(Start("a"))
    assert hall.chair("b").letters and not hall.chair("a").letters
