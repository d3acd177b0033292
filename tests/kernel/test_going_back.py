"""The database is put back to a copy: nothing that was sent since lives on, no chance that was
seen since is dealt again, and what stood still is left alone."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from sqlalchemy import insert

from core.house.going_back import Since, Went, go_back
from core.house.journal import read
from core.house.ports import person_lane, room_lane
from core.kernel.dice import seal
from core.records.record import read as read_record
from core.records.record import record_of
from core.records.verify import verify
from core.table.commands import (
    Answer,
    Choose,
    Close,
    Command,
    CutDeck,
    Open,
    Rematch,
    Rise,
    SeatBot,
    Sit,
    Start,
    Stop,
)
from core.table.places import Individual
from core.table.sayings import AlreadyOver, NoTable, SeatedAnew, WentBack, WentBackBefore
from core.table.table import Closed, Lobby, Playing, chair_of
from storage.rows import Base
from tests.kernel.hall import AT, GAMES, NAMES, Hall, messages

COPIED = AT + 7.5


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.store.close()


def since(hall: Hall) -> Since:
    """How things stand now."""
    running = {}
    for name in hall.store.open_tables():
        read = hall.house.read(name)
        assert read is not None
        running[name] = (read.row.version, read.row.snapshot)
    people = frozenset(str(row[0]) for row in hall.everything()["person"])
    return Since(running, people, (hall.room.id,) if running else ())


def put_back(hall: Hall, copy: dict[str, list[tuple[object, ...]]]) -> None:
    """The database is as it was copied."""
    with hall.store.begin() as connection:
        for table in Base.metadata.sorted_tables:
            connection.execute(table.delete())
            rows = [dict(zip(table.c.keys(), row, strict=True)) for row in copy[table.name]]
            if rows:
                connection.execute(insert(table), rows)


def back(hall: Hall, known: Since | None = None, people: tuple[str, ...] = ()) -> Went:
    """Go back to the copy that the database is."""
    hall.at += 60
    return go_back(hall.house, hall.store.open_tables(), people, COPIED, hall.at, known)


def test_a_match_is_stopped_and_its_people_sit_at_a_new_table(hall: Hall) -> None:
    hall.start("b", "c", bots=1, game="love-letter", setting={"pace": "relaxed"})
    old, secret = hall.id, hall.table.deal.secret if hall.table.deal else ""
    hall.sent()
    went = back(hall)
    assert went.stopped == (old,) and len(went.opened) == 1 and not went.left
    assert isinstance(hall.table, Closed)
    assert hall.refused(Answer("a", 1, "x"), table=old) == AlreadyOver()
    assert verify(read_record(record_of(hall.table, GAMES), GAMES), GAMES).fair
    hall.id = went.opened[0]
    lobby = hall.lobby
    assert {chair.user for chair in lobby.chairs} == {"a", "b", "c", None}
    assert lobby.host == "a" and lobby.game == "love-letter" and lobby.pace.value == "relaxed"
    assert lobby.secret != secret and all(chair.cut is None for chair in lobby.chairs)
    told = messages(hall.sent()[room_lane(hall.room.id)])
    assert told[:2] == [WentBack(int(COPIED)), SeatedAnew()]
    assert any(seal(bytes.fromhex(lobby.secret)) in repr(each) for each in told)
    hall.do(Start("b"))
    assert isinstance(hall.table, Playing)


def test_journals_tell_of_it(hall: Hall) -> None:
    hall.start("b", bots=1)
    went = back(hall)
    old, new = went.stopped[0], went.opened[0]
    lines = [read(entry.entry) for entry in hall.store.journal_of(old)]
    assert lines[-1] is not None and lines[-1].command == Stop(int(COPIED))
    opening = read(hall.store.journal_of(new)[0].entry)
    assert opening is not None and isinstance(opening.command, Rematch)
    assert opening.command.finished == old and opening.command.winners == ()
    hall.id = new
    lobby = hall.lobby
    hall.tear()
    hall.do(Choose("a", "panel", ""))
    assert hall.lobby.deal == lobby.deal, "it was rebuilt"
    hall.do(CutDeck("b", 4))
    hall.do(Start("a"))
    hall.finish()
    assert verify(read_record(record_of(hall.finished, GAMES), GAMES), GAMES).fair


def test_who_won_the_game_before_is_remembered(hall: Hall) -> None:
    hall.start("b", bots=1)
    hall.finish()
    won = {hall.finished.chairs[seat - 1] for seat in hall.finished.winners}
    keys = {chair.user or chair.name for chair in won}
    hall.do(Rematch("a", "Ann"))
    hall.id = back(hall).opened[0]
    assert set(hall.lobby.winners) == keys
    hall.do(Start("a"))
    first = hall.playing.deal.last_winner
    chair = hall.playing.chairs[first - 1] if first else None
    hall.id = back(hall).opened[0]
    assert chair is not None and hall.lobby.winners == (chair.user or chair.name,)


def test_a_cut_counts_only_if_it_is_made_again(hall: Hall) -> None:
    hall.open("b")
    hall.do(CutDeck("b", 3))
    went = back(hall)
    hall.id = went.opened[0]
    index = chair_of(hall.lobby.chairs, "b")
    assert index is not None and hall.lobby.chairs[index].cut is None


def test_whoever_left_is_not_seated_and_an_empty_table_opens_nothing(hall: Hall) -> None:
    hall.start("b", "c")
    hall.do(Rise("a"))
    went = back(hall)
    hall.id = went.opened[0]
    assert hall.lobby.host != "a" and {chair.user for chair in hall.lobby.chairs} == {"b", "c"}


def test_a_table_that_cannot_be_read_is_set_aside(hall: Hall) -> None:
    hall.open("b")
    hall.tear()
    hall.forget()
    assert back(hall) == Went()
    assert hall.row.broken


# What is known of the end


def test_what_stood_still_is_left_alone(hall: Hall) -> None:
    hall.start("b")
    before = hall.everything()
    hall.sent()
    went = back(hall, since(hall))
    assert went == Went(left=(hall.id,))
    after = hall.everything()
    shown = ("card", "lane", "outbox")  # links on cards are others now
    assert all(after[name] == rows for name, rows in before.items() if name not in shown)
    sent = hall.sent()
    assert {room_lane(hall.room.id), person_lane("a"), person_lane("b")} <= set(sent)
    assert not any(map(messages, sent.values())), "nothing is said"


def test_nobody_is_seated_anew_for_what_was_over(hall: Hall) -> None:
    hall.start("b")
    copy = hall.everything()
    hall.finish()
    known = since(hall)
    put_back(hall, copy)
    went = back(hall, known)
    assert went == Went(stopped=(hall.id,))
    assert isinstance(hall.table, Closed)


def test_what_goes_on_is_seated_anew(hall: Hall) -> None:
    hall.start("b")
    copy = hall.everything()
    hall.answer(hall.asked[0], "rest")
    known = since(hall)
    put_back(hall, copy)
    went = back(hall, known)
    assert went.stopped == (hall.id,) and len(went.opened) == 1


def test_what_was_over_and_is_not_even_known_any_more_is_not_opened_anew(hall: Hall) -> None:
    hall.open("b")
    assert back(hall, Since({}, frozenset())) == Went(stopped=(hall.id,))


def test_a_group_whose_table_is_lost_is_told(hall: Hall) -> None:
    copy = hall.everything()
    hall.open("b")
    known = since(hall)
    put_back(hall, copy)
    assert back(hall, known) == Went(lost=1)
    assert messages(hall.sent()[room_lane(hall.room.id)]) == [WentBackBefore(int(COPIED))]
    assert hall.tell(Sit("c", "Cho")).refused == NoTable()


def test_who_was_forgotten_since_is_forgotten_again(hall: Hall) -> None:
    for user in "abc":
        hall.store.remember(Individual(user, NAMES[user]))
    hall.open("b", "c")
    copy = hall.everything()
    hall.do(Close("a"))
    known = Since({}, frozenset({"a", "c"}))
    put_back(hall, copy)
    went = back(hall, known, ("a", "b", "c"))
    assert went.forgotten == 1
    assert hall.store.person("b") == Individual("b")
    assert "Ben" not in repr(hall.everything())


def test_the_forgotten_are_not_seated_anew(hall: Hall) -> None:
    for user in "abc":
        hall.store.remember(Individual(user, NAMES[user]))
    hall.open("b", "c")
    known = Since({hall.id: (99, b"")}, frozenset({"b"}))
    went = back(hall, known, ("a", "b", "c"))
    hall.id = went.opened[0]
    assert went.forgotten == 2
    assert [chair.user for chair in hall.lobby.chairs] == ["b"] and hall.lobby.host == "b"
    known = Since({hall.id: (99, b"")}, frozenset())
    assert back(hall, known, ("b",)).opened == ()


# Nothing sent since lives


def live(hall: Hall) -> set[tuple[object, ...]]:
    """What buttons, letters and seals of all open tables mean now."""
    found: set[tuple[object, ...]] = set()
    for name in hall.store.open_tables():
        read = hall.house.read(name)
        assert read is not None and not isinstance(read.table, Closed)
        table = read.table
        found |= {("table", name), ("seal", seal(bytes.fromhex(table.secret)))}
        if isinstance(table, Playing):
            found.add(("question", name, table.question))
            game = hall.games[table.game]
            for seat in range(1, len(table.chairs) + 1):
                found.add(("hand", name, seat, game.hidden(table.state, seat).version))
            found.add(("seed", table.deal.seed))
    return found


def play_on(hall: Hall, whims: Random, moves: int) -> set[tuple[object, ...]]:
    """People play, open and close tables; all that was live meanwhile."""
    seen: set[tuple[object, ...]] = set()
    for _ in range(moves):
        opened = hall.store.open_tables()
        if not opened:
            hall.id = ""
            hall.do(Open("a", "Ann", whims.choice(["toy", "love-letter"])))
            hall.do(Sit("b", "Ben"))
            hall.do(SeatBot("a"))
        elif isinstance(hall.table, Lobby):
            choices: list[Command] = [CutDeck("a", 2), Choose("a", "pace", "none"), Start("a")]
            hall.do(whims.choice(choices))
        else:
            hall.id = opened[0]
            seat = next(s for s in hall.asked if hall.playing.chairs[s - 1].user)
            legal = hall.games[hall.playing.game].moves(hall.playing.state, seat)
            hall.answer(seat, whims.choice(legal).code)
        seen |= live(hall)
    return seen


@pytest.mark.parametrize("number", range(12))
def test_nothing_that_was_live_after_the_copy_is_ever_live_again(number: int) -> None:
    whims, hall = Random(number), Hall()
    play_on(hall, whims, whims.randrange(1, 25))
    copy, at_copy = hall.everything(), live(hall)
    since_then = play_on(hall, whims, whims.randrange(1, 60))
    known = since(hall) if number % 2 else None
    put_back(hall, copy)
    went = back(hall, known)
    left = {each for each in at_copy if set(each) & set(went.left)} if went.left else set()
    opened = hall.store.open_tables()
    hall.id = opened[0] if opened else ""
    again = live(hall) | play_on(hall, whims, 60)
    if not went.left:
        assert not again & (since_then | at_copy)
    else:
        assert since_then <= at_copy, f"something happened at {left}"
    hall.store.close()
