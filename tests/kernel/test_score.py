"""The score of a room: off until somebody wants it, counted once, without who does not want it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from core.desk.board import board_of
from core.desk.score_board import (
    NothingCounted,
    NothingOwn,
    NotKept,
    OwnLine,
    PlaceTimes,
    RoomHead,
    ScoreHere,
    ScoreOfFirst,
    ScoreOfFirstInARow,
    ScoreOfOther,
    Stands,
    StandsBest,
    StandsInARow,
    own_sheet,
    score_line,
    top_sheet,
    with_score,
)
from core.house.house import Input, Result
from core.house.score import uncounted_key
from core.house.scoring import (
    CountedAgain,
    NotCounted,
    PlayHereFirst,
    ScoreIsOff,
    ScoreIsOn,
    ScoreOn,
    Who,
    count_me_out,
    keep_score,
    score_of_room,
    scores_of_person,
)
from core.kernel.asks import Over
from core.kernel.plain import Plain, ranked
from core.table.commands import AddRoom, Close, HandOver, Rematch, Rename, Rise, Sit, Start
from core.table.places import Habits, Individual
from core.table.sayings import NoTable
from core.table.score import Counted, RoomScore, Tally, by_game, standings, tally
from core.table.table import Finished
from tests.kernel.hall import AT, GAMES, NAMES, Hall

replace = msgspec.structs.replace


def played(*others: str, bots: int = 0) -> Hall:
    """A match of the toy that is over."""
    hall = Hall()
    hall.start(*others, bots=bots)
    hall.finish()
    return hall


def score(hall: Hall) -> list[Counted]:
    return list(hall.store.read(lambda reads: reads.score(hall.room.id)))


def keep(
    hall: Hall, user: str = "a", on: bool = True, table: str | None = "", **more: Any
) -> Result:
    """Somebody presses on the result (or types: `table` None)."""
    hall.at += 10
    meant = hall.id if table == "" else table
    who = Who(user, NAMES[user], hall.room.id, hall.at, meant)
    return keep_score(hall.house, replace(who, **more), on)


def out(hall: Hall, user: str, **more: Any) -> Result:
    who = Who(user, NAMES[user], hall.room.id, hall.at, hall.id)
    return count_me_out(hall.house, replace(who, **more))


def again(hall: Hall) -> None:
    """The same people play once more."""
    hall.at += 100
    hall.do(Rematch("a", "Ann"))
    hall.do(Start("a"))


def test_nothing_is_counted_until_somebody_wants_it() -> None:
    hall = played("b")
    assert score(hall) == [] and not hall.store.read(lambda r: r.habits(hall.room.id)).scores
    ended = hall.at
    result = keep(hall)
    assert [note.message for note in result.notes] == [ScoreOn("Ann")]
    assert hall.store.read(lambda r: r.habits(hall.room.id)).scores
    assert {entry.user for entry in score(hall)} == {"a", "b"}
    assert {entry.at for entry in score(hall)} == {ended}
    assert {(entry.table, entry.game, entry.seats) for entry in score(hall)} == {
        (hall.id, "toy", 2)
    }


def test_what_was_switched_on_is_not_switched_on_twice() -> None:
    hall = played("b")
    assert keep(hall, on=False).refused == ScoreIsOff()
    keep(hall)
    before = score(hall)
    assert keep(hall, "b").refused == ScoreIsOn() and score(hall) == before


def test_who_has_never_played_here_decides_nothing() -> None:
    hall = played("b")
    assert keep(hall, "x").refused == PlayHereFirst()
    assert keep(hall, "x", table=None).refused == PlayHereFirst()
    assert keep(hall, room=99).refused == NoTable()
    assert keep(hall, table="nothing2", user="x").refused == PlayHereFirst()
    assert not hall.store.read(lambda r: r.habits(hall.room.id)).scores


def test_a_typed_word_means_the_last_table_of_the_room() -> None:
    hall = played("b")
    assert keep(hall, "b", table=None).refused is None
    assert {entry.table for entry in score(hall)} == {hall.id}
    assert keep(hall, "a", on=False, table=None).refused is None


def test_a_receipt_counts_once() -> None:
    hall = played("b")
    assert not keep(hall, receipt="r").repeated and keep(hall, receipt="r").repeated
    assert not out(hall, "a", receipt="s").repeated and out(hall, "a", receipt="s").repeated
    assert {entry.user for entry in score(hall)} == {"b"}


def test_each_match_from_then_on_is_counted_in_the_transaction_that_ends_it() -> None:
    hall = played("b")
    keep(hall)
    first = hall.id
    again(hall)
    assert {entry.table for entry in score(hall)} == {first}
    hall.finish()
    assert {entry.table for entry in score(hall)} == {first, hall.id}
    assert len(score(hall)) == 4
    keep(hall, on=False)
    again(hall)
    hall.finish()
    assert len(score(hall)) == 4, "nothing more is counted, nothing is lost"


def test_a_match_that_was_erased_does_not_come_back() -> None:
    hall = played("b")
    keep(hall)
    out(hall, "b")
    out(hall, "b")
    hall.tell(Rename("b", "Bee"))
    assert {entry.user for entry in score(hall)} == {"a"}


def test_what_was_closed_counts_nothing() -> None:
    hall = played("b")
    keep(hall)
    again(hall)
    hall.do(Close("a"))
    assert {entry.table for entry in score(hall)} != {hall.id} and len(score(hall)) == 2


@pytest.mark.parametrize(("bots", "counts"), [(1, True), (2, False), (3, False)])
def test_people_must_be_more_than_half(bots: int, counts: bool) -> None:
    hall = played("b", bots=bots)
    keep(hall)
    assert bool(score(hall)) is counts


def test_who_handed_over_or_left_is_not_counted_and_no_majority() -> None:
    hall = Hall()
    hall.start("b", "c")
    hall.do(HandOver("c"))
    hall.do(Rise("b"))
    while not isinstance(hall.table, Finished):
        hall.finish()
    keep(hall)
    assert score(hall) == []
    hall = Hall()
    hall.start("b", "c")
    hall.do(HandOver("c"))
    hall.finish()
    keep(hall)
    assert {entry.user for entry in score(hall)} == {"a", "b"}


def test_not_me_erases_and_leaves_the_places_of_the_others() -> None:
    hall = played("b", "c")
    keep(hall)
    before = {entry.user: entry for entry in score(hall)}
    result = out(hall, "b")
    assert [note.message for note in result.notes] == [NotCounted("Ben")]
    assert {entry.user: entry for entry in score(hall)} == {u: before[u] for u in ("a", "c")}
    again(hall)
    hall.finish()
    assert {entry.user for entry in score(hall) if entry.table == hall.id} == {"a", "c"}
    assert [note.message for note in out(hall, "b").notes] == [CountedAgain("Ben")]
    assert "b" not in {entry.user for entry in score(hall)}, "from now on, not before"
    again(hall)
    hall.finish()
    assert {entry.user for entry in score(hall) if entry.table == hall.id} == {"a", "b", "c"}


def test_not_me_before_anything_is_kept() -> None:
    hall = played("b")
    assert out(hall, "b", table=None).refused is None
    assert hall.store.kept(uncounted_key(hall.room.id, "b"))
    assert out(hall, "b", room=99).refused == NoTable()
    keep(hall)
    assert {entry.user for entry in score(hall)} == {"a"}


def test_two_rooms_count_their_own_people() -> None:
    hall = Hall()
    other = hall.store.enter("test", "other", "en", "Other")
    hall.open("b")
    hall.do(AddRoom(other.id), room=None)
    hall.house.handle(Input(Sit("c", "Cho"), AT, table=hall.id, room=other.id))
    hall.do(Start("a"))
    hall.finish()
    keep(hall)
    keep(hall, "c", room=other.id)
    here = {entry.user: entry for entry in score(hall)}
    there = {e.user: e for e in hall.store.read(lambda reads: reads.score(other.id))}
    assert set(here) == {"a", "b"} and set(there) == {"c"}
    assert {entry.seats for entry in (*here.values(), *there.values())} == {3}
    read = hall.house.read(hall.id)
    assert read is not None and set(read.scores) == {hall.room.id, other.id}
    seats = {read.table.chairs[seat - 1].user for seat in read.scores[other.id].tallies}
    assert seats == {"c"}


def test_the_result_has_a_line() -> None:
    hall = played("b", "c")
    plain = board_of(hall.table, GAMES)
    off = with_score(plain, None)
    assert [button.data.rpartition(":")[2] for button in off.foot][:2] == ["again", "score.1"]
    assert off.lines == plain.lines == with_score(plain, RoomScore()).lines
    keep(hall)
    read = hall.house.read(hall.id)
    assert read is not None
    score = read.scores[hall.room.id]
    on = with_score(plain, score)
    assert on.lines == (*plain.lines[:-1], on.beside[-1], plain.lines[-1])
    assert isinstance(on.beside[-1], ScoreHere)
    assert [button.data.rpartition(":")[2] for button in on.foot][:3] == ["again", "top", "notme"]
    for user in "abc":
        out(hall, user)
    read = hall.house.read(hall.id)
    assert read is not None and with_score(plain, read.scores[hall.room.id]).lines == plain.lines


def test_no_other_board_has_one() -> None:
    hall = Hall()
    hall.open("b")
    board = board_of(hall.lobby, GAMES)
    assert with_score(board, RoomScore(True)) == board


def test_the_line_names_the_best_first() -> None:
    one, two = Tally(9, 5, 1, 3), Tally(4, 3, 2, 2)
    assert score_line(RoomScore(True, {2: one, 1: two})) == ScoreHere(
        (ScoreOfFirst(2, 5, 9), ScoreOfOther(1, 3))
    )
    assert score_line(RoomScore(True, {1: two})) == ScoreHere((ScoreOfFirstInARow(1, 3, 4, 2),))
    assert score_line(RoomScore(True)) is None


def counted(user: str, place: int, at: float, game: str = "toy") -> Counted:
    return Counted(user, f"t{at}", game, place, 3, place == 1, at)


def test_a_tally() -> None:
    entries = [counted("a", place, at) for at, place in enumerate((1, 1, 3, 1, 1, 1, 2, 1))]
    assert tally(entries) == Tally(8, 6, 1, 3, {1: 6, 2: 1, 3: 1})
    assert tally([]) == Tally()
    assert list(by_game([counted("a", 1, 1, "x"), counted("a", 1, 2, "y")])) == ["x", "y"]
    mixed = [counted("b", 1, 1), counted("a", 2, 1), counted("a", 1, 2), counted("c", 3, 2)]
    assert list(standings(mixed)) == ["b", "a", "c"]


def test_the_list_of_a_group() -> None:
    entries = [counted("a", 1, 1), counted("b", 2, 1), counted("a", 1, 2), counted("b", 2, 2)]
    entries += [counted("a", 1, 3, "gone"), counted("c", 1, 4)]
    sheet = top_sheet(GAMES, True, entries, {"a": "Ann", "b": "Ben"})
    assert sheet.lines[1:] == (
        StandsInARow(1, "Ann", 2, 2, 2, 2),
        Stands(2, "", 1, 1),
        Stands(3, "Ben", 0, 2),
    )
    entries.append(counted("a", 2, 5))
    once = top_sheet(GAMES, True, entries, {"a": "Ann", "b": "Ben"})
    assert once.lines[1] == StandsBest(1, "Ann", 2, 3, 2)
    keys = [button.data for row in sheet.buttons for button in row]
    assert keys == ["-:0:stats", "-:0:notme", "-:0:score.0"] and sheet.asked == ()
    off = top_sheet(GAMES, False, [], {}, "abcd2345")
    assert off.lines == (NothingCounted(),) and off.asked == (NotKept(),)
    assert [row[0].data for row in off.buttons] == ["abcd2345:0:stats", "abcd2345:0:score.1"]


def test_ones_own() -> None:
    entries = [counted("a", 1, 1), counted("a", 3, 2), counted("a", 1, 3, "gone")]
    line = OwnLine(GAMES["toy"].title, 1, 2, 1, (PlaceTimes(1, 1), PlaceTimes(3, 1)))
    assert own_sheet(GAMES, "Ann", [("Club", entries)], alone=True).lines == (
        RoomHead("Club"),
        line,
    )
    assert own_sheet(GAMES, "Ann", [("", entries)], alone=True).lines == (line,)
    assert own_sheet(GAMES, "Ann", [("Club", entries)], alone=False).lines == (line,)
    nothing = own_sheet(GAMES, "Ann", [], alone=True)
    assert nothing.lines == (NothingOwn(),)
    assert [row[0].data for row in nothing.buttons] == ["-:0:forget"]
    assert own_sheet(GAMES, "Ann", [], alone=False).buttons == ()


def test_what_is_read_of_a_room_and_of_a_person() -> None:
    hall = played("b")
    keep(hall)
    found = hall.store.read(lambda reads: score_of_room(reads, hall.room.id, GAMES))
    assert found is not None and found.on and set(found.names) == {"a", "b"}
    assert hall.store.read(lambda reads: score_of_room(reads, 99, GAMES)) is None
    own = hall.store.read(lambda reads: scores_of_person(reads, "a"))
    assert [(room.id, len(entries)) for room, entries in own] == [(hall.room.id, 1)]


def names(hall: Hall) -> Mapping[str, str]:
    found = hall.store.read(lambda reads: score_of_room(reads, hall.room.id, GAMES))
    assert found is not None
    return found.names


def test_whoever_only_ever_played_in_the_group_is_called_as_at_the_table() -> None:
    hall = played("b")
    keep(hall)
    assert names(hall) == {"a": "Ann", "b": NAMES["b"]}
    hall.store.remember(Individual("b", "Benedict"))
    assert names(hall) == {"a": "Ann", "b": "Benedict"}
    hall.tear()
    assert names(hall) == {"b": "Benedict"}
    counts = Counted("z", "gone", "toy", 1, 2, True, hall.at)
    hall.store.run(lambda work: work.count(hall.room.id, [counts]))
    assert names(hall) == {"b": "Benedict"}


def test_a_torn_result_is_no_obstacle() -> None:
    hall = played("b")
    keep(hall)
    hall.tear()
    assert keep(hall, on=False).refused is None
    assert out(hall, "a").refused is None


def test_the_switch_shows_the_result_only_where_nothing_new_is_open() -> None:
    hall = played("b")
    old = hall.id
    hall.do(Rematch("a", "Ann"))
    assert keep(hall, table=old).table is None
    assert {entry.table for entry in score(hall)} == {old}
    assert out(hall, "b", table=old).refused is None


def test_the_score_is_a_habit_among_others() -> None:
    hall = played("b")
    hall.store.run(lambda work: work.put_habits(hall.room.id, Habits(game="toy", pace="slow")))
    keep(hall)
    habits = hall.store.read(lambda reads: reads.habits(hall.room.id))
    assert habits == Habits(game="toy", pace="slow", scores=True)


def test_who_is_level_shares_a_place() -> None:
    whims = random.Random(1)
    for _ in range(50):
        worth = [(whims.randrange(4),) for _ in range(whims.randrange(1, 8))]
        places = ranked(worth)
        for own, place in zip(worth, places, strict=True):
            assert place == 1 + sum(other > own for other in worth)


def test_who_won_is_first_and_the_rest_are_level() -> None:
    class Decided(Plain):
        def ask(self, state: frozenset[int]) -> Over:
            return Over(state)

    assert Decided().places(frozenset({2}), 3) == (2, 1, 2)
    assert Decided().places(frozenset({1, 3}), 4) == (1, 3, 1, 3)
    assert Decided().places(frozenset(), 2) == (1, 1), "nobody won"
    running = Hall()
    running.start("b")
    assert GAMES["toy"].places(running.playing.state, 2) == (1, 1)
