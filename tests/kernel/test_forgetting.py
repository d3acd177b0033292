"""Somebody is forgotten: nothing in the database names them, and what was proved stays proved."""

from __future__ import annotations

import json
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import select, update

from core.desk.kept_sheet import (
    EraseAll,
    KeptOpen,
    KeptTables,
    NotErased,
    NothingKept,
    kept_sheet,
)
from core.games.love_letter import LOVE_LETTER
from core.house.forgetting import (
    SCRUB_EVERY,
    BeingSent,
    Erased,
    OneSeat,
    OneSeatNowhere,
    StillSeated,
    forget,
    kept_of,
    scrub,
)
from core.house.house import Input
from core.house.keeping import DAY, Keeping
from core.house.ports import Draft, Traces, person_lane, room_lane
from core.house.rebuild import rebuild
from core.house.scoring import Who, count_me_out, keep_score
from core.house.story import Story, go_on
from core.kernel import proof
from core.kernel.pictures import CutPicture
from core.kernel.proof import Entrant
from core.kernel.text import announce, nameless
from core.records.record import read, record_of
from core.records.verify import verify
from core.table.commands import (
    Choose,
    Close,
    CutDeck,
    Open,
    Rematch,
    Remove,
    Rename,
    Rise,
    Sit,
    Start,
)
from core.table.forgetting import GONE, Forgotten, forget_at
from core.table.places import Individual, Reserved, Wishes
from core.table.proof_sayings import Committed, CutBy, seal_in_pictures
from core.table.sayings import Joined
from core.table.snapshot import freeze
from core.table.table import Chair, Closed, Finished, mark_of
from storage.archive import throw_away
from storage.rows import ARCHIVE, CARD, JOURNAL, LANE, LETTER, OUTBOX, TABLE, TOLD, Base
from storage.work import SqlWork
from tests.kernel.hall import AT, GAMES, Hall

replace = msgspec.structs.replace

WHO = "test:Ufeedbeef01"
NAME = "Zyxwv Qponm"
OLD = "Hgfedcba"


class House(Hall):
    """A hall on a file, with somebody in it whose id and name occur nowhere else."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / "tables.sqlite3"
        super().__init__(f"sqlite:///{self.path}")
        self.store.remember(Individual(WHO, NAME, "ja", wishes=Wishes(True, "quiet")))
        self.store.run(lambda work: work.arrived(self.room.id, WHO))

    def match(self, game: str = "love-letter", **opening: Any) -> None:
        """A whole match, with them in the middle."""
        self.open("b", game=game, **opening)
        self.do(Sit(WHO, OLD, room=self.room.id))
        self.do(Rename(WHO, NAME))
        self.do(CutDeck(WHO, 3))
        if game == "love-letter":
            self.do(Choose("a", "target", "1"))
        self.do(Start("a"))
        self.finish()

    def erase(self) -> Any:
        self.at += 1000
        return forget(self.house, WHO, self.at)

    def named(self) -> list[str]:
        """Where in the database they are named still."""
        marks = (WHO, WHO.partition(":")[2], NAME, OLD)
        found = [
            f"{name}: {row}"
            for name, table in Base.metadata.tables.items()
            for row in self.rows(table)
            if any(mark in str(row) for mark in marks)
        ]
        files = [self.path, self.path.with_name(self.path.name + "-wal")]
        raw = b"".join(file.read_bytes() for file in files if file.exists())
        return found + [mark for mark in marks if mark.encode() in raw]

    def put_card(self, lane: str, message: str) -> None:
        """What a platform remembers of the card there."""
        with self.store.begin() as connection:
            card = CARD.c.lane == lane, CARD.c.table == self.id
            done = connection.execute(update(CARD).where(*card).values(message=message))
            assert done.rowcount == 1

    def rows(self, table: Any) -> list[Any]:
        with self.store.look() as connection:
            return [tuple(row) for row in connection.execute(select(table))]


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def record(hall: Hall) -> dict[str, Any]:
    table = hall.table
    assert isinstance(table, Finished | Closed)
    return record_of(table, hall.games)


def verified(hall: Hall) -> bool:
    """Whether the record of the table proves what it proved."""
    found = json.loads(msgspec.json.encode(record(hall)))
    return verify(read(found, hall.games), hall.games).fair


def test_nothing_in_the_database_names_them(house: House) -> None:
    house.match()
    keep_score(house.house, Who("a", "Ann", house.room.id, house.at, house.id), True)
    house.store.run(lambda work: work.reserve(house.room.id, Reserved(WHO, NAME), AT))
    house.store.keep("page.turned:" + WHO, "1", AT)
    house.store.keep("line.met:Ufeedbeef01", "1", AT)
    house.store.keep("telegram:ping:abc", f"test:b {WHO} +", AT)
    house.store.keep("other", "2", AT)
    house.store.run(lambda work: work.first_time(f"page:{WHO}:7", AT))
    house.store.run(lambda work: work.first_time("page:test:b:7", AT))
    house.store.run(lambda work: work.put_draft("t", WHO, Draft(said={"0": "A"})))
    house.store.say(room_lane(1), "", "said", json.dumps({"user": WHO, "name": NAME}), AT)
    house.store.say(room_lane(1), "", "said", json.dumps({"user": "b", "name": "Ben"}), AT)
    house.store.spend("2026-11", f"to {WHO}", 1, 10)
    on_card = {
        "message": 7,
        "lines": ["<b>Zyxwv Qponm</b> looked", "Ben looked"],
        "of": {"x": NAME},
    }
    house.put_card(person_lane("a"), json.dumps(on_card))
    house.put_card(person_lane("b"), f"{NAME} looked")
    assert len(house.named()) > 20
    changed: list[str] = []
    house.house.on_change = changed.append
    assert house.erase() == Erased()
    assert changed == [house.id] and house.house.forgotten == 1
    assert house.named() == []
    assert house.store.kept("other") == "2"
    assert house.store.kept("telegram:ping:abc") == "test:b +"
    assert not house.store.run(lambda work: work.first_time("page:test:b:7", AT))
    assert len(house.rows(LETTER)) == 1
    cards = {lane: message for lane, table, message, *_ in house.rows(CARD)}
    left = {"message": 7, "lines": ["Ben looked"], "of": {"x": ""}}
    assert json.loads(cards[person_lane("a")]) == left
    assert cards[person_lane("b")] == ""
    entries = house.store.read(lambda reads: reads.score(house.room.id))
    assert {entry.user for entry in entries} == {"a", "b"}


def test_others_are_as_they_were(house: House) -> None:
    house.match()
    house.store.remember(Individual(WHO + "2", "Other", "en"))
    house.store.run(lambda work: work.arrived(house.room.id, WHO + "2"))
    before = house.finished
    told = [note for note in house.rows(TOLD) if NAME not in str(note) and OLD not in str(note)]
    assert house.erase() == Erased()
    assert house.store.person(WHO + "2").name == "Other"
    assert house.store.read(lambda reads: reads.members(house.room.id)) == {WHO + "2"}
    after = house.finished
    assert [chair for chair in after.chairs if chair.user in ("a", "b")] == [
        chair for chair in before.chairs if chair.user in ("a", "b")
    ]
    assert replace(after, chairs=before.chairs, deal=before.deal) == before
    assert set(told) <= set(house.rows(TOLD))


def test_a_seat_of_nobody_known_is_left(house: House) -> None:
    house.match()
    seat = house.finished.chairs.index(next(c for c in house.finished.chairs if c.user == WHO))
    house.erase()
    chair = house.finished.chairs[seat]
    assert chair.user is not None and chair.user.startswith(GONE) and chair.name == ""
    assert len(chair.user) == len(GONE) + 32


def test_the_record_still_verifies_and_knows_only_their_mark(house: House) -> None:
    house.match()
    before = record(house)
    assert verified(house)
    house.erase()
    after = record(house)
    assert verified(house)
    theirs = next(each for each in before["people"] if each["name"] == NAME)
    left = next(each for each in after["people"] if each["mark"] == theirs["mark"])
    assert left == {"seat": theirs["seat"], "mark": theirs["mark"], "cut": {"picture": 3}}
    assert after["seats"][theirs["seat"] - 1] == ""
    same = ("commit", "chain", "moves", "seal", "secret", "start", "joined")
    assert {key: after[key] for key in same} == {key: before[key] for key in same}


def test_the_journal_tells_the_same_story_with_nobody_in_it(house: House) -> None:
    house.match()
    house.erase()
    entries = house.store.journal_of(house.id)
    told = house.store.read(lambda reads: go_on(reads, GAMES, house.id, Story()))
    assert told.table == house.finished, "commit and links as they were"
    secret = house.store.read(lambda reads: reads.secret_of(house.id))
    assert rebuild(entries, secret, GAMES, _nothing) == house.finished


def put_away(house: House) -> None:
    """Days go by, and the host is tidied up."""
    gone = dict(chain.from_iterable(house.store.tidied(house.at + 3 * DAY, Keeping())))
    assert "games put away" in gone
    assert len(house.rows(ARCHIVE)) == 1 and not house.rows(TABLE) and not house.rows(JOURNAL)


def test_a_game_in_the_archive_is_told_verified_and_forgotten_as_before(house: House) -> None:
    house.match()
    before, told = house.finished, retold(house)
    put_away(house)
    assert retold(house) == told
    assert house.house.knows(house.id) and not house.house.knows("nothing")
    read = house.house.read(house.id)
    assert read is not None and read.table == before
    assert kept_of(house.house, WHO).tables == 1
    assert house.erase() == Erased()
    assert house.named() == [] and not house.rows(ARCHIVE)
    put_away(house)
    assert WHO not in house.rows(ARCHIVE)[0][2]
    assert house.named() == [] and verified(house)


def retold(house: House) -> Story:
    return house.store.read(lambda reads: go_on(reads, GAMES, house.id, Story()))


def _nothing(table: str) -> Finished:
    raise AssertionError(table)


def test_a_rematch_goes_on_without_them(house: House) -> None:
    house.match()
    first = house.id
    house.erase()
    house.do(Rematch("a", "Ann"))
    assert [chair.user for chair in house.lobby.chairs] == [
        chair.user for chair in house_chairs(house, first) if chair.user in ("a", "b")
    ]
    house.do(Start("a"))
    house.finish()
    told = house.store.read(lambda reads: go_on(reads, GAMES, house.id, Story()))
    assert told.table == house.finished


def house_chairs(house: House, table: str) -> Any:
    read = house.house.read(table)
    assert read is not None
    return read.table.chairs


@pytest.mark.parametrize("old_release", [False, True])
def test_rematches_that_they_played_are_told_as_they_were(house: House, old_release: bool) -> None:
    house.match()
    house.do(Rematch(WHO, NAME))
    house.do(Start("a"))
    house.finish()
    second = house.id
    if old_release:
        house.refer()
    assert house.erase() == Erased()
    assert house.named() == []
    told = house.store.read(lambda reads: go_on(reads, GAMES, second, Story()))
    assert told.table == house.finished
    assert all("name" in each or "salt" not in each for each in record(house)["people"])


def test_a_rematch_that_they_left_outlives_the_game_before(house: House) -> None:
    """What it took over names them, and what they were called in no other line of it."""
    house.match("toy")
    house.do(Rematch("a", "Ann"))
    house.do(Rise(WHO))
    house.do(Start("a"))
    house.sent()
    first = next(row[0] for row in house.rows(TABLE) if row[0] != house.id)
    with house.store.begin() as connection:
        throw_away(connection, first)
    before = house.playing
    assert house.erase() == Erased()
    assert house.named() == []
    assert retold(house).table == before == house.playing


def test_who_sits_must_leave_first(house: House) -> None:
    house.open("b", game="love-letter")
    house.do(Sit(WHO, NAME))
    before = house.everything()
    assert house.erase() == StillSeated((OneSeatNowhere(LOVE_LETTER.title),))
    assert house.everything() == before
    house.store.enter("test", "chat", "en", "Club")
    assert house.erase() == StillSeated((OneSeat(LOVE_LETTER.title, "Club"),))
    house.do(Rise(WHO))
    assert house.erase() == Erased()
    assert house.named() == []


def test_who_left_a_running_game_is_forgotten_in_it(house: House) -> None:
    house.open("b", "c", game="love-letter")
    house.do(Sit(WHO, NAME))
    house.do(Start("a"))
    house.do(Rise(WHO))
    assert house.erase() == Erased()
    assert house.named() == []
    house.finish()
    assert verified(house)
    told = house.store.read(lambda reads: go_on(reads, GAMES, house.id, Story()))
    assert told.table == house.finished


def test_a_closed_table_and_its_host(house: House) -> None:
    house.do(Open(WHO, NAME, "toy"))
    house.do(Sit("a", "Ann"))
    house.do(Close(WHO))
    lobby = house.id
    house.id = ""
    house.do(Open(WHO, NAME, "love-letter"))
    house.do(Sit("a", "Ann"))
    house.do(Start("a"))
    house.do(Close(WHO))
    assert house.erase() == Erased()
    assert house.named() == []
    assert verified(house)
    assert isinstance(house_table(house, lobby), Closed)


def house_table(house: House, table: str) -> Any:
    read = house.house.read(table)
    assert read is not None
    return read.table


def test_who_hosted_is_no_host_any_more(house: House) -> None:
    house.do(Open(WHO, NAME, "toy"))
    house.do(Sit("a", "Ann"))
    house.do(Sit("b", "Ben"))
    house.do(Start(WHO))
    house.do(Rise(WHO))
    assert house.erase() == Erased()
    assert house.named() == []


def test_a_lobby_whose_game_before_they_won(house: House) -> None:
    house.match("toy")
    house.do(Rematch("a", "Ann"))
    house.do(Rise(WHO))
    won = replace(house.lobby, winners=(WHO, "a"))
    house.tear(freeze(won))
    assert house.erase() == Erased()
    assert house.named() == []
    assert house.lobby.winners[0].startswith(GONE) and house.lobby.winners[1] == "a"


def test_a_table_of_an_older_release(house: House) -> None:
    house.open("b", game="love-letter")
    house.do(Sit(WHO, NAME))
    house.age()
    house.do(CutDeck(WHO, text="some words"))
    house.do(Choose("a", "target", "1"))
    house.do(Start("a"))
    house.finish()
    assert verified(house)
    house.forget()  # bare commands in its journal
    assert house.erase() == Erased()
    assert house.named() == []
    assert verified(house)
    assert record(house)["joined"].count("") == 1
    assert {cut["text"] for cut in record(house)["cuts"]} == {"some words"}


def test_a_closed_table_of_an_older_release_has_no_deal() -> None:
    closed = Closed("t", "toy", (Chair("Zyx", "u"), Chair("Ben", "b")))
    who = Forgotten("u", frozenset({"Zyx"}), "gone:1")
    assert forget_at(closed, who).chairs == (Chair("", "gone:1"), Chair("Ben", "b"))


def test_a_table_that_was_set_aside(house: House) -> None:
    house.match("toy")
    with house.store.begin() as connection:
        torn = json.dumps({"format": 0, "table": {"user": WHO, "name": NAME, "x": OLD}})
        connection.execute(update(TABLE).values(snapshot=torn, broken=True))
    assert house.erase() == Erased()
    assert house.named() == []


def test_who_was_taken_off_a_lobby(house: House) -> None:
    house.open("b", "c", game="toy")
    house.do(Sit(WHO, NAME))
    house.do(Remove("a", 4, mark_of(house.id, house.lobby.chairs[3])))
    house.do(Start("a"))
    house.finish()
    assert house.erase() == Erased()
    assert house.named() == []
    told = house.store.read(lambda reads: go_on(reads, GAMES, house.id, Story()))
    assert told.table == house.finished


def test_a_seat_at_a_table_that_is_torn_holds_nobody(house: House) -> None:
    house.do(Open(WHO, NAME, "toy"))
    house.tear(json.dumps({"format": 0, "user": WHO, "name": NAME}).encode())
    assert house.erase() == Erased()
    assert house.named() == []


def test_what_waits_to_be_told_names_nobody(house: House) -> None:
    house.match("toy")
    house.store.run(
        lambda work: work.tell(room_lane(house.room.id), "", [announce(Joined(NAME))], AT)
    )
    with house.store.begin() as connection:
        connection.execute(update(OUTBOX).where(OUTBOX.c.id == 1).values(note='{"type":"?"}'))
    assert house.erase() == Erased()
    assert house.named() == []
    assert all('"?"' not in str(row) for row in house.rows(OUTBOX))


def test_the_file_is_written_anew_only_where_it_helps_and_not_at_every_press(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    times: list[float] = []
    monkeypatch.setattr(house.store, "scrub", lambda: times.append(house.at))
    assert forget(house.house, "test:stranger", house.at) == Erased()
    assert times == [], "nothing was kept of them"
    assert house.erase() == Erased() and len(times) == 1
    assert house.erase() == Erased() and len(times) == 1, "nothing is kept any more"
    for _ in range(3):
        house.store.remember(Individual(WHO, NAME))
        forget(house.house, WHO, house.at - 990)
    assert len(times) == 1
    scrub(house.house, house.at - 980)
    assert len(times) == 1, "a moment ago"
    scrub(house.house, house.at + SCRUB_EVERY)
    scrub(house.house, house.at + 3 * SCRUB_EVERY)
    assert len(times) == 2


def test_while_something_is_sent_to_them_they_ask_again(house: House) -> None:
    house.match("toy")
    with house.store.begin() as connection:
        lane = LANE.c.address == person_lane(WHO)
        connection.execute(update(LANE).where(lane).values(lease_until=house.at + 5000))
    before = house.everything()
    assert house.erase() == BeingSent()
    assert house.everything() == before
    house.at += 5000
    assert house.erase() == Erased()


def test_what_is_kept_is_shown(house: House) -> None:
    house.match("toy")
    house.do(Rematch("a", "Ann"))
    keep_score(house.house, Who("a", "Ann", house.room.id, house.at), True)
    count_me_out(house.house, Who(WHO, NAME, house.room.id, house.at))
    kept = kept_of(house.house, WHO)
    assert kept.person == Individual(WHO, NAME, "ja", wishes=Wishes(True, "quiet"))
    assert [room.id for room in kept.rooms] == [house.room.id]
    assert kept.tables == 1 and kept.seats == (OneSeatNowhere(GAMES["toy"].title),)
    assert kept.scores == 0
    assert kept.traces.notes == 2, "the table that ended last, and that they are not counted"
    assert kept.traces.cards == 2
    house.do(Rise(WHO))
    house.erase()
    kept = kept_of(house.house, WHO)
    assert kept.person == Individual(WHO)
    assert (kept.rooms, kept.seats, kept.tables, kept.scores) == ((), (), 0, 0)
    assert kept.traces == Traces()


def test_it_is_erased_only_where_nobody_sits() -> None:
    line, seat = KeptTables(2), OneSeatNowhere(LOVE_LETTER.title)
    assert kept_sheet((), ()).lines == (NothingKept(),) and not kept_sheet((), ()).buttons
    sits = kept_sheet((line,), (seat,))
    assert sits.lines == (line, NotErased()) and sits.asked == (KeptOpen((seat,)),)
    assert not sits.buttons and kept_sheet((), (seat,)).lines == (NotErased(),)
    asks = kept_sheet((line,), ())
    assert asks.lines == (line, NotErased()) and asks.asked == (EraseAll(),)
    assert [button.data for row in asks.buttons for button in row] == ["-:0:forget!", "-:0:no"]


def test_ids_that_begin_alike_are_told_apart(tmp_path: Path) -> None:
    hall = Hall(f"sqlite:///{tmp_path}/tables.sqlite3")
    for user in ("test:1", "test:12"):
        hall.store.remember(Individual(user, f"N{user[5:]}"))
    hall.do(Open("test:12", "N12", "toy"))
    hall.do(Sit("b", "Ben"))
    hall.do(Start("b"))
    hall.finish()
    assert kept_of(hall.house, "test:1").tables == 0
    assert forget(hall.house, "test:1", hall.at + 1000) == Erased()
    assert {chair.user for chair in hall.finished.chairs} == {"test:12", "b"}
    assert hall.house.ended_for("test:12") == hall.id


def test_a_message_without_names() -> None:
    assert nameless(Joined("Aki"), {"Aki"}) == Joined("")
    assert nameless(Joined("Ben"), {"Aki"}) == Joined("Ben")
    told = nameless(announced(("Aki", "Ben")), {"Aki"})
    assert [cut.name for cut in told.cuts] == ["", "Ben"]


def announced(names: tuple[str, ...]) -> Any:
    cuts = tuple(CutBy(name, CutPicture.FIRE) for name in names)
    return Committed(cuts, seal_in_pictures("00" * 32), "00" * 32, "11" * 32)


def test_a_mark_stands_for_itself() -> None:
    salt = "ab" * 16
    mark = proof.mark(salt, "Aki")
    assert proof.marked(salt, "Aki") == mark == proof.marked(mark, "")
    assert Entrant(mark).salt == ""


def test_the_journal_has_every_version(house: House) -> None:
    house.match("toy")
    before = [row[:3] for row in house.rows(JOURNAL)]
    house.erase()
    assert [row[:3] for row in house.rows(JOURNAL)] == before
    house.house.handle(Input(Rename("a", "Anna"), house.at, table=house.id))


def test_a_game_that_is_tidied_away_meanwhile_is_forgotten_with_all_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that comes out of the archive is found by the second look."""
    house.match()
    looks = iter((["gone"], ["gone", house.id], ["gone", house.id]))
    monkeypatch.setattr(SqlWork, "naming", lambda work, user: next(looks))
    house.erase()
    assert next(looks, None) is None
    assert '"test:a"' not in house.store.journal_of(house.id)[0].entry.decode()
