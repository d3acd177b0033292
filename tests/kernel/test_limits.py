"""How many open tables a person may have."""

from __future__ import annotations

from core.house.forgetting import forget
from core.house.limits import MOST_TABLES
from core.table.commands import Admit, Knock, Open, Rematch, Rise, SeatBot, Sit
from core.table.sayings import AlreadySeated, TooManyTables
from core.table.table import Playing
from tests.kernel.hall import NAMES, Hall

FULL = TooManyTables(MOST_TABLES)


def open_tables(hall: Hall, user: str, number: int, prefix: str = "other") -> list[str]:
    """Somebody opens tables in rooms of their own."""
    found = []
    for each in range(number):
        room = hall.store.enter("test", f"{prefix}{each}", "en").id
        result = hall.tell(Open(user, NAMES[user], "toy"), table=None, room=room)
        assert result.refused is None and result.table is not None
        found.append(result.table)
    return found


def test_nobody_opens_a_table_too_many(hall: Hall) -> None:
    first, *_ = open_tables(hall, "a", MOST_TABLES)
    assert hall.refused(Open("a", "Ann", "toy")) == FULL
    assert hall.tell(Rise("a"), table=first).refused is None
    hall.do(Open("a", "Ann", "toy"))


def test_nobody_sits_down_at_a_table_too_many(hall: Hall) -> None:
    hall.open()
    first, *_ = open_tables(hall, "b", MOST_TABLES)
    assert hall.refused(Sit("b", "Ben")) == FULL
    assert hall.tell(Sit("b", "Ben"), table=first).refused == AlreadySeated()
    assert hall.tell(Rise("b"), table=first).refused is None
    hall.do(Sit("b", "Ben"))


def test_computers_are_no_people(hall: Hall) -> None:
    for name in open_tables(hall, "a", MOST_TABLES):
        for _ in range(2):
            assert hall.tell(SeatBot("a", "idle"), table=name).refused is None


def test_the_next_game_of_a_table_counts_as_the_table_before(hall: Hall) -> None:
    open_tables(hall, "a", MOST_TABLES - 1)
    hall.start("b")
    hall.finish()
    hall.do(Rematch("a", "Ann"))
    assert hall.refused(Open("a", "Ann", "toy"), table=None) is not None


def test_who_sits_at_too_many_tables_opens_no_next_game(hall: Hall) -> None:
    hall.start("b")
    hall.finish()
    open_tables(hall, "a", MOST_TABLES)
    assert hall.refused(Rematch("a", "Ann")) == FULL


def test_who_sits_at_too_many_tables_is_not_seated_again_by_others(hall: Hall) -> None:
    hall.start("b", "c")
    hall.finish()
    open_tables(hall, "b", MOST_TABLES)
    hall.do(Rematch("a", "Ann"))
    assert {chair.user for chair in hall.lobby.chairs} == {"a", "c"}
    assert hall.refused(Sit("b", "Ben")) == FULL


def test_whoever_lets_a_room_in_is_not_one_more(hall: Hall) -> None:
    open_tables(hall, "a", MOST_TABLES - 1)
    hall.open()
    open_tables(hall, "b", MOST_TABLES, "theirs")
    other = hall.store.enter("test", "bridged", "en").id
    hall.do(Knock("b", other, "", ""))
    hall.do(Admit("a", other, True))
    assert hall.refused(Sit("b", "Ben"), room=other) == FULL


def test_who_was_not_seated_again_can_be_forgotten(hall: Hall) -> None:
    hall.start("b", "c")
    hall.finish()
    theirs = open_tables(hall, "b", MOST_TABLES)
    hall.do(Rematch("a", "Ann"))
    for name in theirs:
        hall.tell(Rise("b"), table=name)
    hall.at += 10
    forget(hall.house, "b", hall.at)
    assert '"b"' not in str(
        [entry.entry for entry in hall.store.read(lambda reads: reads.journal_of(hall.id))]
    )


def test_a_game_of_computers_alone_does_not_go_on(hall: Hall) -> None:
    """Else somebody could leave games behind that keep the house busy."""
    hall.start(bots=2)
    assert isinstance(hall.table, Playing)
    hall.do(Rise("a"))
    assert not isinstance(hall.table, Playing)
