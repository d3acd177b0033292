"""Nobody in a lobby has to wait for those of whom nothing is heard."""

from __future__ import annotations

import msgspec
import pytest

from core.desk.acts import Act
from core.desk.board import board_of
from core.desk.lobby_people import NothingHeard
from core.house.clock import remind, renew, wake_up
from core.house.joining import keep_places
from core.house.journal import read
from core.house.rebuild import rebuild
from core.house.signs import FRESH, heard_there
from core.table.commands import (
    AddRoom,
    Choose,
    Close,
    CutDeck,
    Knock,
    Open,
    Rematch,
    Rename,
    Rise,
    Sit,
    Start,
    Tick,
)
from core.table.places import Reserved
from core.table.presence import QUIET
from core.table.proof_sayings import Committed
from core.table.sayings import (
    HostChanged,
    LeftOut,
    LobbyExpired,
    NextCalled,
    NotSeated,
    Started,
    WrongNumber,
)
from core.table.snapshot import freeze
from tests.kernel.hall import GAMES, Hall, messages

replace = msgspec.structs.replace


def gathered(hall: Hall) -> None:
    """Three sit in a lobby, and it has been shown."""
    hall.open("b", "c")
    hall.sent()


def pass_time(hall: Hall, seconds: float = QUIET) -> None:
    """Time passes, and the clock looks at what is due."""
    hall.at += seconds
    for table in hall.store.reminders(hall.at):
        assert remind(hall.house, table, hall.at)


def away(hall: Hall) -> list[str]:
    return [chair.name for chair in hall.lobby.chairs if chair.away]


def offers(hall: Hall) -> bool:
    rows = board_of(hall.table, hall.games).buttons
    return any(button.verb is Act.START_NOW for row in rows for button in row)


def reserved(hall: Hall, room: int = 0) -> list[str]:
    found = hall.store.read(lambda reads: reads.reserved(room or hall.room.id))
    return [each.user for each in found]


def test_the_key_comes_by_the_clock_without_anybody_acting(hall: Hall) -> None:
    gathered(hall)
    pass_time(hall, 300)
    heard_there(hall.house, hall.id, "b", hall.at)
    hall.do(Choose("a", "turns", "6"))
    hall.sent()
    pass_time(hall, 299)
    assert away(hall) == [] and not offers(hall) and not hall.waiting()
    pass_time(hall, 1)
    assert away(hall) == ["Cho"] and offers(hall)
    board = board_of(hall.table, hall.games)
    assert board.status[-1] == NothingHeard((3,))
    assert set(hall.waiting()) == {f"room:{hall.room.id}"}, "the board is shown anew"
    assert messages(hall.sent()[f"room:{hall.room.id}"]) == [], "and nobody is told anything"


def test_changes_of_the_lobby_alone_are_signs_of_whoever_made_them(hall: Hall) -> None:
    gathered(hall)
    hall.at += 500
    hall.do(CutDeck("b", 3))
    hall.do(Knock("x", 9, "Elsewhere"))
    hall.do(Rename("c", "Choe"))
    assert [chair.seen - 1_700_000_000 for chair in hall.lobby.chairs] == [0, 500, 0]
    pass_time(hall, 100)
    assert away(hall) == ["Ann", "Choe"]


def test_they_are_left_out_and_have_a_place_in_the_next_game(hall: Hall) -> None:
    gathered(hall)
    pass_time(hall, 500)
    hall.do(CutDeck("a", 1))
    hall.do(CutDeck("b", 2))
    pass_time(hall, 100)
    told = hall.do(Start("b", waits=False))
    assert told[0] == LeftOut(("Cho",))
    assert any(isinstance(each, Committed) for each in told)
    assert Started((1, 2)) in told
    assert {chair.name for chair in hall.playing.chairs} == {"Ann", "Ben"}
    assert all(chair.seen == 0 and not chair.away for chair in hall.playing.chairs)
    assert reserved(hall) == ["c"]
    assert hall.house.tables_of("c") == []


def test_the_journal_names_them(hall: Hall) -> None:
    gathered(hall)
    pass_time(hall, 500)
    hall.do(CutDeck("a", 1))
    hall.do(CutDeck("b", 2))
    pass_time(hall, 100)
    hall.do(Start("b", waits=False))
    entries = hall.store.journal_of(hall.id)
    line = read(entries[-1].entry)
    assert line is not None and line.command == Start("b", waits=False, without=("c",))
    assert rebuild(entries, hall.playing.secret, GAMES, lambda n: pytest.fail(n)) == hall.table


def test_a_host_who_is_gone_hosts_no_more(hall: Hall) -> None:
    gathered(hall)
    pass_time(hall, 500)
    for user in ("b", "c"):
        heard_there(hall.house, hall.id, user, hall.at)
    pass_time(hall, 100)
    told = hall.do(Start("c", waits=False))
    assert told[:2] == [LeftOut(("Ann",)), HostChanged("Ben")]
    assert hall.playing.host == "b"


def test_whoever_presses_is_there(hall: Hall) -> None:
    gathered(hall)
    pass_time(hall, 500)
    heard_there(hall.house, hall.id, "b", hall.at)
    pass_time(hall, 100)
    assert away(hall) == ["Ann", "Cho"] and not offers(hall), "nobody plays alone"
    told = hall.do(Start("c", waits=False))
    assert told[:2] == [LeftOut(("Ann",)), HostChanged("Ben")]


def test_the_others_must_be_enough(hall: Hall) -> None:
    gathered(hall)
    pass_time(hall)
    assert away(hall) == ["Ann", "Ben", "Cho"] and not offers(hall)
    assert isinstance(hall.refused(Start("b", waits=False)), WrongNumber)
    assert hall.refused(Start("x", waits=False)) == NotSeated()


def test_with_everybody_there_it_is_a_start_like_another(hall: Hall) -> None:
    gathered(hall)
    told = hall.do(Start("b", waits=False))
    assert not any(isinstance(each, LeftOut) for each in told)
    assert len(hall.playing.chairs) == 3 and reserved(hall) == []


def test_a_start_takes_everybody_along(hall: Hall) -> None:
    gathered(hall)
    pass_time(hall)
    hall.do(Start("a"))
    assert len(hall.playing.chairs) == 3
    assert not any(chair.away for chair in hall.playing.chairs), "they are asked like others"


def test_any_sign_brings_somebody_back(hall: Hall) -> None:
    gathered(hall)
    pass_time(hall, 300)
    for user in ("a", "b"):
        heard_there(hall.house, hall.id, user, hall.at)
    pass_time(hall, 300)
    assert offers(hall)
    hall.sent()
    heard_there(hall.house, hall.id, "c", hall.at)
    assert away(hall) == [] and not offers(hall)
    assert set(hall.waiting()) == {f"room:{hall.room.id}"}
    pass_time(hall, 300)
    assert away(hall) == ["Ann", "Ben"]
    pass_time(hall, 300)
    assert away(hall) == ["Ann", "Ben", "Cho"]


def test_a_sign_is_written_now_and_then_and_changes_no_end(hall: Hall) -> None:
    gathered(hall)
    before = hall.row
    hall.at += FRESH - 1
    heard_there(hall.house, hall.id, "a", hall.at)
    assert hall.row == before
    hall.at += 1
    heard_there(hall.house, hall.id, "a", hall.at)
    after = hall.row
    assert after.snapshot != before.snapshot
    assert (after.version, after.due, after.asked_at) == (
        before.version,
        before.due,
        before.asked_at,
    )


def test_signs_of_others_and_elsewhere_are_none(hall: Hall) -> None:
    heard_there(hall.house, "nothing", "a", hall.at)
    gathered(hall)
    hall.at += 100
    before = hall.everything()
    heard_there(hall.house, hall.id, "x", hall.at)
    hall.do(Start("a"))
    assert before != hall.everything()
    before = hall.everything()
    heard_there(hall.house, hall.id, "a", hall.at)
    assert hall.everything() == before


def test_a_lobby_that_begins_or_is_lost_in_the_same_moment(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered(hall)
    hall.at += 100
    lobby = hall.house.read(hall.id)
    hall.do(Start("a"))
    monkeypatch.setattr(hall.house, "read", lambda table: lobby)
    before = hall.everything()
    heard_there(hall.house, hall.id, "a", hall.at)
    assert hall.everything() == before


def test_a_lobby_still_ends_after_three_hours(hall: Hall) -> None:
    gathered(hall)
    for _ in range(18):
        pass_time(hall)
        heard_there(hall.house, hall.id, "b", hall.at)
    assert hall.do(Tick(0)) == [LobbyExpired()]


def test_nobody_waits_where_a_lobby_has_no_end(hall: Hall) -> None:
    hall.house.timing = replace(hall.house.timing, lobby_lasts=None)
    gathered(hall)
    assert (hall.row.due, hall.row.remind_at) == (None, None)


@pytest.mark.parametrize("again", [wake_up, renew], ids=["restart", "deafness"])
def test_our_own_silence_is_not_theirs(hall: Hall, again: object) -> None:
    assert callable(again)
    gathered(hall)
    pass_time(hall)
    assert away(hall)
    again(hall.house, hall.id, hall.at)
    assert away(hall) == []
    hall.at += QUIET - 1
    pass_time(hall, 0)
    assert away(hall) == []
    pass_time(hall, 1)
    assert len(away(hall)) == 3


def test_while_the_house_is_deaf_nobody_is_marked(hall: Hall) -> None:
    gathered(hall)
    hall.house.timing = replace(hall.house.timing, deaf=lambda rooms: True)
    hall.at += QUIET
    assert not remind(hall.house, hall.id, hall.at)
    assert away(hall) == []


def test_of_a_lobby_of_an_older_release_nothing_is_known(hall: Hall) -> None:
    gathered(hall)
    chairs = tuple(replace(chair, seen=0) for chair in hall.lobby.chairs)
    hall.tear(freeze(replace(hall.lobby, chairs=chairs)))
    hall.do(CutDeck("b", 1))
    pass_time(hall)
    assert away(hall) == ["Ben"]


def test_computers_are_never_waited_for(hall: Hall) -> None:
    hall.open(bots=2)
    pass_time(hall)
    assert away(hall) == ["Ann"] and not offers(hall)
    hall.do(Sit("b", "Ben"))
    assert offers(hall)
    assert hall.do(Start("b", waits=False))[0] == LeftOut(("Ann",))


def test_whoever_plays_again_is_there(hall: Hall) -> None:
    hall.start("b")
    hall.finish()
    hall.at += 5000
    hall.do(Rematch("a", "Ann"))
    assert {chair.seen for chair in hall.lobby.chairs} == {int(hall.at)}
    pass_time(hall, QUIET - 1)
    assert away(hall) == []


def test_people_of_two_rooms_wait_where_they_came_from(hall: Hall) -> None:
    other = hall.store.enter("test", "other", "en").id
    hall.open("b")
    hall.do(AddRoom(other))
    hall.do(Sit("c", "Cho"), room=other)
    hall.do(Sit("d", "Dan"), room=other)
    pass_time(hall, 400)
    for user in ("a", "d"):
        heard_there(hall.house, hall.id, user, hall.at)
    pass_time(hall, 200)
    hall.do(Start("a", waits=False))
    assert (reserved(hall), reserved(hall, other)) == (["b"], ["c"])
    hall.sent()
    hall.do(Close("a"))
    hall.id = ""
    hall.do(Open("x", "Xin"), room=other)
    told = messages(hall.sent()[f"room:{other}"])
    assert told[-1] == NextCalled(("Cho",), ("c",))
    hall.do(Rise("x"))


def test_without_a_room_of_their_own_they_wait_in_all(hall: Hall) -> None:
    hall.open("b")
    strange = tuple(replace(chair, room=99) for chair in hall.lobby.chairs)
    before = replace(hall.lobby, chairs=strange)
    rooms = [hall.room]
    left_out = Start("a", without=("b",))
    hall.store.run(lambda work: keep_places(work, rooms, left_out, before, hall.at))
    found = hall.store.read(lambda reads: reads.reserved(hall.room.id))
    assert found == [Reserved("b", "Ben")]
