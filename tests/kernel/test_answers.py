"""Answers to the open question: which count, which are too late, and what comes after them."""

from __future__ import annotations

import msgspec

from core.kernel.asks import Ask, Over
from core.kernel.notation import find, menu, words
from core.table.commands import (
    Answer,
    Close,
    GiveOrder,
    HandOver,
    Rise,
    TakeBack,
    Tick,
    UseLetters,
)
from core.table.course import called, next_question, people_awaited, settle
from core.table.sayings import (
    CameBack,
    HandedOver,
    HostChanged,
    Left,
    NotYetTime,
    PlaysByLetters,
    Stale,
    TooLate,
)
from core.table.sayings import Closed as ClosedNote
from core.table.table import Closed, Playing
from tests.kernel.hall import GAMES, Hall
from tests.police.toy import TOY, CannotDo, Do, Done, HatLost, State, Toy, Turn


def window(hall: Hall, *others: str, bots: int = 0) -> tuple[int, int, list[int]]:
    """A hit, and all others may object: who hit, whom, and who is asked."""
    hall.start(*others, bots=bots, preset="big")
    seat = hall.asked[0]
    target = seat % len(hall.playing.chairs) + 1
    hall.answer(seat, f"hit.{target}")
    return seat, target, list(hall.asked)


def test_a_move_is_played_and_told(hall: Hall) -> None:
    hall.start("b")
    seat = hall.asked[0]
    assert hall.answer(seat, "rest") == [Done(seat, "rest")]
    assert hall.playing.moves == (f"{seat}:rest",)
    assert hall.asked == (3 - seat,)


def test_a_move_may_be_said_in_another_way(hall: Hall) -> None:
    hall.start("b")
    seat = hall.asked[0]
    hall.answer(seat, "long.rest")
    assert hall.playing.moves == (f"{seat}:rest.long",)


def test_a_move_that_is_none_says_why_not(hall: Hall) -> None:
    hall.start("b")
    user = hall.user(hall.asked[0])
    assert hall.refused(Answer(user, 1, "fly")) == CannotDo("fly")


def test_whoever_is_not_asked_is_told_why_not(hall: Hall) -> None:
    hall.start("b")
    other = hall.user(3 - hall.asked[0])
    assert hall.refused(Answer(other, 1, "rest")) == CannotDo("rest")


def test_a_double_press_plays_once(hall: Hall) -> None:
    hall.start("b")
    seat = hall.asked[0]
    hall.answer(seat, "rest")
    assert hall.refused(Answer(hall.user(seat), 1, "rest")) == TooLate()


def test_a_button_of_a_question_to_come_is_stale(hall: Hall) -> None:
    hall.start("b")
    assert hall.refused(Answer(hall.user(hall.asked[0]), 2, "rest")) == Stale()


def test_a_redelivered_press_is_silent(hall: Hall) -> None:
    hall.start("b")
    seat = hall.asked[0]
    press = Answer(hall.user(seat), 1, "think")
    hall.do(press, receipt="r1")
    before, shown = hall.everything(), list[str]()
    hall.house.on_change = shown.append
    assert hall.tell(press, receipt="r1").repeated
    assert hall.everything() == before
    assert shown == [hall.id]  # that it was carried out may not have been known before
    assert hall.tell(press, receipt="r1", table=None).repeated
    assert len(shown) == 1


def test_the_same_question_to_the_same_seat_is_a_new_one(hall: Hall) -> None:
    """A double tap on "think" does not answer the second question, equal as it is."""
    hall.start("b")
    seat = hall.asked[0]
    asked = GAMES["toy"].ask(hall.playing.state)
    hall.answer(seat, "think")
    assert GAMES["toy"].ask(hall.playing.state) == asked
    assert hall.playing.question == 2
    assert hall.refused(Answer(hall.user(seat), 1, "think")) == TooLate()


def test_answers_given_at_the_same_time_all_count(hall: Hall) -> None:
    _, _, asked = window(hall, "b", "c", "d")
    question = hall.playing.question
    for seat in asked[:2]:
        hall.answer(seat, "allow")
        assert hall.playing.question == question
    hall.answer(asked[2], "allow")
    assert hall.playing.question == question + 1


def test_the_second_objection_is_too_late(hall: Hall) -> None:
    _, _, asked = window(hall, "b", "c")
    question = hall.playing.question
    hall.answer(asked[0], "object")
    assert hall.refused(Answer(hall.user(3), question, "object")) == TooLate()


def test_one_seat_answers_a_window_once(hall: Hall) -> None:
    _, _, asked = window(hall, "b", "c")
    question = hall.playing.question
    hall.answer(asked[0], "allow")
    assert hall.refused(Answer(hall.user(asked[0]), question, "object")) == CannotDo("object")


def test_the_number_stays_only_while_the_rest_of_the_same_are_asked() -> None:
    def ask(seat: int, *seats: int) -> Ask:
        return Ask(frozenset(seats), Turn(seat), 9)

    gone = frozenset({2})
    assert next_question(ask(1, 2, 3), ask(1, 3), gone, 7) == 7
    assert next_question(ask(1, 2, 3), ask(2, 3), gone, 7) == 8
    assert next_question(ask(1, 2, 3), ask(1, 2), gone, 7) == 8
    assert next_question(ask(1, 2), ask(1, 2), gone, 7) == 8
    assert next_question(ask(1, 3), ask(1, 3), gone, 7) == 7
    assert next_question(ask(1, 2), Over(frozenset()), gone, 7) == 8
    assert next_question(ask(1, 2), ask(1), gone, 7) == 8


def test_a_typed_answer_older_than_the_question_is_too_late(hall: Hall) -> None:
    hall.start("b")
    seat = hall.asked[0]
    hall.at += 10
    hall.answer(seat, "rest")
    other = hall.user(hall.asked[0])
    late = Answer(other, hall.playing.question, "rest")
    assert hall.refused(late, said_at=hall.at - 0.5) == TooLate()
    hall.do(late, said_at=hall.at)


def test_a_typed_word_that_answers_nothing_is_never_too_late(hall: Hall) -> None:
    hall.start("b", "c")
    hall.answer(hall.asked[0], "rest")
    hall.do(Rise("b"), said_at=hall.at - 100)
    assert hall.chair("b").left


def test_the_game_ends_with_its_winners(hall: Hall) -> None:
    hall.start("b", setting={"turns": "1"})
    hall.answer(hall.asked[0], "rest")
    table = hall.finished
    assert table.winners == (1, 2)
    assert table.question == 3
    row = hall.row
    assert (row.due, row.remind_at) == (None, None)
    room = hall.store.room(hall.room.id)
    assert room is not None
    assert room.table is None


def test_who_is_asked_when_all_is_over() -> None:
    """Nobody."""
    hall = Hall()
    hall.start("b", setting={"turns": "1"})
    table = hall.playing
    over = settle(table, GAMES["toy"])
    assert over is table
    state = GAMES["toy"].state(**{**_fields(table.state), "over": True})
    ended = _with_state(table, state)
    assert people_awaited(ended, GAMES["toy"]) == ()


def _fields(state: object) -> dict[str, object]:
    return {name: getattr(state, name) for name in state.__struct_fields__}  # type: ignore[attr-defined]


def _with_state(table: Playing, state: object) -> Playing:
    return Playing(**{**_fields(table), "state": state})  # type: ignore[arg-type]


# Computers


def test_computers_ride_along(hall: Hall) -> None:
    """As soon as no person is asked they answer within the same input."""
    hall.start(bots=2, preset="big")
    me = hall.seat("a")
    assert hall.asked == (me,)
    before = len(hall.playing.moves)
    hall.answer(me, "rest")
    assert hall.asked == (me,)
    assert len(hall.playing.moves) == before + 3


def test_computers_hold_while_a_person_is_asked(hall: Hall) -> None:
    hall.start("b", bots=1, preset="big")
    seat = hall.asked[0]
    target = hall.seat("a") + hall.seat("b") - seat
    hall.answer(seat, f"hit.{target}")
    assert len(hall.asked) == 2, "the computer has not answered yet"
    hall.answer(target, "allow")
    assert not hall.playing.state.asked, "then it answers at once"
    assert list(hall.asked) == [target]


def test_computers_of_a_slow_table_move_at_their_ticks(slow_hall: Hall) -> None:
    hall = slow_hall
    hall.start(bots=2, preset="big")
    me = hall.seat("a")
    if hall.asked == (me,):
        hall.answer(me, "rest")
    before = len(hall.playing.moves)
    assert hall.row.due == hall.at + 2
    assert hall.refused(Tick(hall.playing.question)) == NotYetTime(int(hall.at) + 2)
    hall.at += 2
    hall.do(Tick(hall.playing.question))
    assert len(hall.playing.moves) == before + 1


def test_at_most_fifty_moves_ride_in_one_input(hall: Hall) -> None:
    """The rest waits for a tick that is due at once."""
    hall.start(bots=10, bot="bold", preset="big")
    before = len(hall.playing.moves)
    hall.do(HandOver("a"))
    assert len(hall.playing.moves) == before + 50
    assert hall.row.due == hall.at
    while isinstance(hall.table, Playing):
        hall.do(Tick(hall.playing.question))
    assert hall.finished.winners


def test_the_same_game_is_played_by_the_same_computers() -> None:
    """Their dice follow from the seed."""
    lines = []
    for _ in range(2):
        hall = Hall()
        hall.start(bots=3, preset="big", setting={"turns": "6"})
        hall.do(HandOver("a"))
        lines.append(hall.finished.moves)
    assert lines[0] == lines[1]


def test_a_seat_is_handed_over_and_taken_back(hall: Hall) -> None:
    hall.start("b", preset="big")
    me = hall.seat("a")
    assert hall.do(HandOver("a"))[0] == HandedOver(me)
    assert hall.chair("a").bot == "bold"
    before = hall.row.snapshot
    assert hall.do(HandOver("a")) == []
    assert hall.row.snapshot == before
    assert CameBack(me) in hall.do(TakeBack("a"))
    assert hall.chair("a").bot is None
    assert hall.do(TakeBack("a")) == []


def test_whoever_answers_takes_the_seat_back(hall: Hall) -> None:
    _, target, asked = window(hall, "b", "c")
    hall.do(HandOver(hall.user(target)))
    other = next(s for s in asked if s != target)
    told = hall.do(Answer(hall.user(target), hall.playing.question, "allow"))
    assert told[0] == CameBack(target)
    assert hall.asked == (other,)


def test_a_computer_plays_a_seat_that_was_handed_over(hall: Hall) -> None:
    hall.start("b", preset="big")
    seat = hall.asked[0]
    hall.do(HandOver(hall.user(seat)))
    assert hall.playing.moves[0].startswith(f"{seat}:")


def test_letters_are_chosen_and_told(hall: Hall) -> None:
    hall.start("b")
    assert hall.do(UseLetters("a", True)) == [PlaysByLetters(hall.seat("a"))]
    assert hall.do(UseLetters("a", True)) == []
    assert hall.chair("a").letters
    assert hall.do(UseLetters("a", False)) == []
    assert not hall.chair("a").letters


# Leaving


def test_whoever_leaves_is_out_for_good(hall: Hall) -> None:
    hall.start("b", "c")
    seat = hall.seat("b")
    told = hall.do(Rise("b"))
    assert told[0] == Left(seat)
    assert isinstance(told[1], HatLost)
    assert f"{seat}:leave" in hall.playing.moves
    assert hall.chair("b").left
    assert type(hall.refused(Rise("b"))).__name__ == "NotSeated"


def test_a_bystander_who_leaves_changes_no_question(hall: Hall) -> None:
    hall.start("b", "c", "d", preset="big")
    asked, question = hall.asked, hall.playing.question
    bystander = next(s for s in range(1, 5) if s not in asked)
    hall.do(Rise(hall.user(bystander)))
    assert (hall.asked, hall.playing.question) == (asked, question)


def test_a_window_goes_on_without_whoever_left(hall: Hall) -> None:
    _, target, asked = window(hall, "b", "c", "d")
    question = hall.playing.question
    leaver = next(s for s in asked if s != target)
    hall.do(Rise(hall.user(leaver)))
    assert hall.playing.question == question
    assert set(hall.asked) == set(asked) - {leaver}


def test_the_turn_goes_on_when_its_owner_leaves(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    seat, question = hall.asked[0], hall.playing.question
    hall.do(Rise(hall.user(seat)))
    assert hall.asked != (seat,)
    assert hall.playing.question == question + 1


def test_the_last_one_left_wins(hall: Hall) -> None:
    hall.start("b")
    hall.do(Rise("b"))
    assert hall.finished.winners == tuple(
        i for i, chair in enumerate(hall.finished.chairs, 1) if chair.user == "a"
    )


def test_whoever_is_out_leaves_without_a_move(hall: Hall) -> None:
    hall.start("b", "c", "d", preset="big")
    _knock_out(hall, "b")
    moves = hall.playing.moves
    seat = hall.seat("b")
    assert hall.do(Rise("b")) == [Left(seat)]
    assert hall.playing.moves == moves


def _knock_out(hall: Hall, user: str) -> None:
    """Everybody hits one person until no hat is left."""
    target = hall.seat(user)
    while hall.playing.state.hands[target - 1]:
        table = hall.playing
        seat = hall.asked[0]
        codes = [move.code for move in GAMES["toy"].moves(table.state, seat)]
        wish = next((c for c in (f"hit.{target}", "allow") if c in codes), None)
        hall.answer(seat, wish or next(c for c in codes if c.startswith(("lose", "rest"))))


def test_a_host_who_leaves_a_game_hands_over(hall: Hall) -> None:
    hall.start("b", "c")
    assert HostChanged("Ben") in hall.do(Rise("a")) or hall.playing.host == "c"
    assert hall.playing.host in ("b", "c")


def test_a_present_person_becomes_host_rather_than_an_absent_one(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    first = next(chair.user for chair in hall.playing.chairs if chair.user != "a")
    hall.silence(str(first))
    hall.do(Rise("a"))
    heir = "c" if first == "b" else "b"
    assert hall.playing.host == heir


def test_an_absent_person_becomes_host_if_there_is_no_other(hall: Hall) -> None:
    hall.start("b", bots=2, preset="big")
    hall.silence("b")
    hall.do(Rise("a"))
    table = hall.table
    assert isinstance(table, Playing)
    assert (table.host, table.asleep) == ("b", True)


def test_a_game_without_people_is_closed(hall: Hall) -> None:
    hall.start(bots=2, preset="big")
    hall.do(Rise("a"))
    assert isinstance(hall.table, Closed)


def test_the_host_closes_a_running_game(hall: Hall) -> None:
    hall.start("b")
    assert hall.do(Close("a")) == [ClosedNote("Ann")]
    assert isinstance(hall.table, Closed)


# Standing orders


def test_a_standing_order_answers_for_its_owner(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    other = next(s for s in range(1, 4) if s != seat)
    assert hall.do(GiveOrder(hall.user(other), "allow")) == []
    assert hall.playing.chairs[other - 1].order == "allow"
    hall.answer(seat, f"hit.{other}")
    third = 6 - seat - other
    hall.answer(third, "allow")
    assert f"{other}:allow" in hall.playing.moves
    assert hall.asked == (other,)


def test_a_standing_order_lapses(hall: Hall) -> None:
    hall.start("b", preset="big")
    seat = hall.asked[0]
    hall.do(GiveOrder(hall.user(3 - seat), "allow"))
    hall.answer(seat, "rest")
    assert hall.playing.chairs[2 - seat].order == ""


def test_a_standing_order_is_taken_back(hall: Hall) -> None:
    hall.start("b", preset="big")
    seat = hall.asked[0]
    other = hall.user(3 - seat)
    hall.do(GiveOrder(other, "allow"))
    hall.do(GiveOrder(other, ""))
    hall.answer(seat, f"hit.{3 - seat}")
    assert hall.asked == (3 - seat,)
    assert hall.playing.state.asked


def test_whoever_leaves_leaves_no_order(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    other = next(s for s in range(1, 4) if s not in hall.asked)
    user = hall.user(other)
    hall.do(GiveOrder(user, "allow"))
    hall.do(Rise(user))
    assert hall.chair(user).order == ""


def test_whoever_gives_an_order_is_no_longer_away(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    while not hall.chair("b").away:
        hall.late() if hall.user(hall.asked[0]) == "b" else hall.answer(hall.asked[0], "rest")
    seat = next(s for s in range(1, 4) if hall.user(s) == "b")
    assert hall.do(GiveOrder("b", "allow")) == [CameBack(seat)]
    assert not hall.chair("b").away and hall.chair("b").order == "allow"


# Spelling


def test_a_move_is_found_by_its_whole_spelling() -> None:
    moves = [Do("hit.2"), Do("rest"), Do("rest.long")]
    assert find(moves, "rest") is moves[1]
    assert find(moves, "rest.") is None
    assert find(moves, "hit") is None


def test_words_of_a_spelling() -> None:
    assert words("guard.2.king") == ("guard", "2", "king")
    assert words("") == ()


def test_a_menu_shows_the_next_words() -> None:
    codes = ["guard.2.king", "guard.3.king", "spy", "guard.3.spy"]
    assert menu(codes) == ("guard", "spy")
    assert menu(codes, ["guard"]) == ("2", "3")
    assert menu(codes, ["guard", "3"]) == ("king", "spy")
    assert menu(codes, ["spy"]) == ()


# Whom a question calls


def test_a_question_to_one_seat_calls_it(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    assert called(hall.playing, TOY) == frozenset(hall.asked)


def test_a_window_calls_those_at_whom_it_is_aimed(hall: Hall) -> None:
    """Everybody else sees it on the board."""

    class Aimed(Toy):
        """Objections concern the victim most."""

        def ask(self, state: State) -> Ask | Over:
            asked = super().ask(state)
            if isinstance(asked, Over) or not asked.window:
                return asked
            return msgspec.structs.replace(asked, aimed=frozenset((state.hit,)))

    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{seat % 3 + 1}")
    assert len(hall.asked) == 2
    assert called(hall.playing, TOY) == frozenset()
    assert called(hall.playing, Aimed()) == {seat % 3 + 1}


def test_a_window_for_one_alone_calls_them(hall: Hall) -> None:
    hall.start("b", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{3 - seat}")
    asked = TOY.ask(hall.playing.state)
    assert isinstance(asked, Ask) and asked.window and not asked.aimed
    assert called(hall.playing, TOY) == {3 - seat}


def test_the_last_of_several_in_a_window_is_not_called_for_being_the_last(hall: Hall) -> None:
    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{seat % 3 + 1}")
    hall.answer(hall.asked[0], "allow")
    assert len(hall.asked) == 1
    assert called(hall.playing, TOY) == frozenset()


def test_a_question_to_several_that_is_no_window_calls_nobody(hall: Hall) -> None:
    class Shouted(Toy):
        """All are asked at once."""

        def ask(self, state: State) -> Ask | Over:
            asked = super().ask(state)
            assert isinstance(asked, Ask)
            return msgspec.structs.replace(asked, window=False)

    hall.start("b", "c", preset="big")
    seat = hall.asked[0]
    hall.answer(seat, f"hit.{seat % 3 + 1}")
    assert called(hall.playing, Shouted()) == frozenset()
