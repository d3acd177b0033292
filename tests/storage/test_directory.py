"""Rooms and people."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import inf

import msgspec
import pytest

from core.house.ports import Directory, Work, room_lane
from core.table.places import Habits, Individual, Reserved, Room, Wishes
from core.table.score import Counted
from storage import directory
from storage.store import SqlStore
from tests.storage.things import AT, LEASE, a_room, a_row, dump, opened, plan_of, shown, touched

Another = Callable[[], SqlStore]


def test_a_chat_is_one_room(store: SqlStore) -> None:
    directory: Directory = store
    room = directory.enter("telegram", "-1", "ja", "Group")
    assert room == Room(room.id, "telegram", "-1", "ja", "Asia/Tokyo", "Group")
    assert directory.enter("telegram", "-1", "en") == room
    assert directory.room(room.id) == room
    assert directory.room(99) is None
    assert directory.enter("line", "-1", "en").id != room.id
    assert directory.enter("telegram", "-2", "en").id != room.id


def test_a_new_title_is_taken_over(store: SqlStore) -> None:
    room = store.enter("telegram", "-1", "ja", "Old")
    assert store.enter("telegram", "-1", "ja", "New").title == "New"
    assert store.enter("telegram", "-1", "ja").title == "New"
    again = store.room(room.id)
    assert again is not None
    assert again.title == "New"


def test_two_who_enter_at_once_meet_in_one_room(store: SqlStore) -> None:
    room = store.enter("telegram", "-1", "ja")
    with store.begin() as connection:  # the second had not seen the room of the first
        assert store._make(connection, Room(0, "telegram", "-1", "en")) == room
    assert len(dump(store)["room"]) == 1


def test_a_room_knows_its_open_table(store: SqlStore) -> None:
    room = opened(store, "table1", "-1")
    assert store.enter("telegram", "-1", "ja").table == "table1"
    store.run(lambda work: work.close("table1", AT))
    again = store.room(room)
    assert again is not None
    assert again.table is None


def test_a_language_reaches_the_cards_of_open_tables(store: SqlStore) -> None:
    room = opened(store, "over")
    lane = f"room:{room}"
    touched(store, lane, "over")
    store.run(lambda work: work.close("over", AT))
    store.run(lambda work: work.insert(a_row("open"), room))
    touched(store, lane, "open")
    [batch] = store.claim(AT, LEASE, 10)
    store.settle(batch, [], [shown("over"), shown("open")], AT)
    store.speak(room, "en", AT + 1)
    assert store.enter("telegram", "-1", "ja").language == "en"
    [batch] = store.claim(AT + 1, LEASE, 10)
    assert [card.table for card in batch.cards] == ["open"]


def test_a_language_without_a_table_wakes_nobody(store: SqlStore) -> None:
    room = a_room(store)
    store.speak(room, "en", AT)
    assert store.claim(AT, LEASE, 10) == []
    again = store.room(room)
    assert again is not None
    assert again.language == "en"


def test_a_renamed_chat_is_the_same_room(store: SqlStore) -> None:
    room = opened(store, "table1", "-1")
    store.rename("telegram", "-1", "-1001")
    store.rename("telegram", "-1", "-1001")  # told from both sides
    for chat in ("-1", "-1001"):
        found = store.enter("telegram", chat, "en")
        assert (found.id, found.chat, found.table) == (room, "-1001", "table1")
    store.rename("telegram", "-1001", "-1002")
    assert store.enter("telegram", "-1", "en").chat == "-1002"
    assert len(dump(store)["room"]) == 1


def test_a_name_that_came_first_joins_the_room(store: SqlStore) -> None:
    old = opened(store, "table1", "-1")
    new = a_room(store, "-1001", "en")
    assert new != old
    store.rename("telegram", "-1", "-1001")
    for chat in ("-1", "-1001"):
        assert store.enter("telegram", chat, "en").id == old
    queued = store.room(new)
    assert queued is not None
    assert queued.chat == "-1001"  # what waits in its lane still arrives


def test_a_score_follows_to_the_room_that_is_kept(store: SqlStore) -> None:
    old, new = a_room(store, "-1"), opened(store, "table1", "-1001")
    mine = Counted("a", "t", "coup", 1, 3, True, AT)
    theirs = Counted("a", "u", "coup", 2, 3, False, AT + 1)
    habits = Habits(game="coup", scores=True)

    def keep(work: Work) -> None:
        work.count(old, [mine])
        work.count(new, [theirs, mine])
        work.put_habits(old, habits)
        work.reserve(old, Reserved("a", "Ann"), AT)
        work.reserve(old, Reserved("b", "Ben"), AT)
        work.reserve(new, Reserved("b", "Ben"), AT + 1)
        work.keep(f"uncounted:{old}:b", "1", AT)
        work.keep(f"uncounted:{old}:c", "1", AT)
        work.keep(f"uncounted:{new}:c", "1", AT)

    store.run(keep)
    store.rename("telegram", "-1", "-1001")
    assert store.enter("telegram", "-1", "en").id == new
    assert store.read(lambda reads: reads.score(new)) == [mine, theirs]
    assert store.read(lambda reads: reads.habits(new)) == habits
    assert {who.user for who in store.read(lambda reads: reads.reserved(new))} == {"a", "b"}
    assert store.kept(f"uncounted:{new}:b") and store.kept(f"uncounted:{new}:c")
    assert not store.kept_like(f"uncounted:{old}:")


def test_an_open_table_decides_which_room_is_kept(store: SqlStore) -> None:
    a_room(store, "-1")
    new = opened(store, "table1", "-1001")
    store.rename("telegram", "-1", "-1001")
    for chat in ("-1", "-1001"):
        found = store.enter("telegram", chat, "en")
        assert (found.id, found.table) == (new, "table1")


def test_with_two_open_tables_the_old_room_is_kept(store: SqlStore) -> None:
    old = opened(store, "table1", "-1")
    new = opened(store, "table2", "-1001")
    store.rename("telegram", "-1", "-1001")
    assert store.enter("telegram", "-1001", "en").id == old
    rooms = store.run(lambda work: work.rooms_of("table2"))
    assert [(room.id, room.chat) for room in rooms] == [(new, "-1001")]  # it is played to its end


def test_names_that_nobody_knew(store: SqlStore) -> None:
    store.rename("telegram", "-1", "-1001")
    assert dump(store)["room_alias"] == []
    room = a_room(store, "-1001")
    store.rename("telegram", "-1", "-1001")
    assert a_room(store, "-1") == room
    assert store.enter("line", "-1", "ja").id != room


def test_a_table_comes_into_further_rooms_that_are_free(store: SqlStore) -> None:
    first = opened(store, "table1", "-1")
    second, third = a_room(store, "-2"), opened(store, "table3", "-3")

    def bridge(work: Work) -> list[bool]:
        return [work.bridge(room, "table1") for room in (second, third, first)]

    assert store.run(bridge) == [True, False, False]
    rooms = store.run(lambda work: work.rooms_of("table1"))
    assert [room.id for room in rooms] == [first, second]


def test_the_rooms_of_a_platform(store: SqlStore) -> None:
    rooms = [a_room(store, chat) for chat in ("-3", "-1", "-2")]
    store.enter("line", "-1", "ja")
    assert [room.id for room in store.rooms_on("telegram")] == rooms
    assert store.rooms_on("play") == []


def test_small_things_are_kept_under_a_name(store: SqlStore) -> None:
    directory: Directory = store
    assert directory.kept("token:1") == ""
    directory.keep("token:2", "b", AT)
    directory.keep("token:1", "a", AT + 1)
    directory.keep("other", "c", AT)
    directory.keep("token:1", "文", AT + 2)
    assert directory.kept("token:1") == "文"
    assert directory.kept_like("token:") == [("token:2", "b"), ("token:1", "文")]
    assert directory.kept_like("token_") == []
    directory.keep("token:2", "", AT)
    directory.keep("token:2", "", AT)
    assert directory.kept_like("") == [("other", "c"), ("token:1", "文")]


def test_small_things_within_a_transaction(store: SqlStore) -> None:
    def work(work: Work) -> list[str]:
        found = [work.kept("key")]
        work.keep("key", "a", AT)
        undo = work.undo_to_here()
        work.keep("key", "", AT)
        found.append(work.kept("key"))
        undo()
        return [*found, work.kept("key")]

    assert store.run(work) == ["", "", "a"]
    assert store.kept("key") == "a"


def test_people_are_remembered(store: SqlStore) -> None:
    assert store.person("telegram:1") == Individual("telegram:1")
    aki = Individual("telegram:1", "あき", "ja", reachable=False)
    store.remember(Individual("telegram:1", "Aki"))
    store.remember(aki)
    assert store.person("telegram:1") == aki
    assert store.person("line:1") == Individual("line:1")


def test_who_is_in_a_room_is_known_until_they_leave(store: SqlStore) -> None:
    def arrive(work: Work) -> None:
        for room, user in ((1, "line:a"), (1, "line:b"), (1, "line:a"), (2, "line:c")):
            work.arrived(room, user)

    store.run(arrive)
    assert store.read(lambda reads: reads.members(1)) == {"line:a", "line:b"}
    store.run(lambda work: work.departed(1, "line:a"))
    store.run(lambda work: work.departed(1, "line:z"))
    assert store.read(lambda reads: reads.members(1)) == {"line:b"}
    assert store.read(lambda reads: reads.members(3)) == frozenset()
    assert store.read(lambda reads: reads.is_member(2, "line:c"))
    assert not store.read(lambda reads: reads.is_member(1, "line:a"))


def test_the_members_of_a_room_are_found_by_an_index(store: SqlStore) -> None:
    plan = plan_of(store, "SELECT * FROM member WHERE room = 1")
    assert "SEARCH" in plan or "Index" in plan, plan


def test_what_was_put_off_for_long_is_tried_in_portions(
    store: SqlStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A rate limit of the platform is over by itself, and is not tried against."""
    monkeypatch.setattr(directory, "_SOME", directory._SOME.limit(2))
    monkeypatch.setattr(directory, "_PORTION", 2)
    rooms = [opened(store, f"t{number}", f"-{number}") for number in range(6)]
    pauses: dict[str, float] = {}
    for room in (*rooms, store.enter("line", "-9", "en").id):
        touched(store, room_lane(room))
        pauses[room_lane(room)] = 30 if room == rooms[0] else inf if room == rooms[2] else 600
    for batch in store.claim(AT, LEASE, 50):
        store.postpone(batch, AT + pauses[batch.lane])
    portions, last = 0, ""
    while portions == 0 or last:
        last, portions = store.hurry_platform("telegram", AT + 1, last), portions + 1
    assert portions == 3
    claimed = {batch.lane for batch in store.claim(AT + 2, LEASE, 50)}
    assert claimed == {room_lane(room) for room in rooms[1:]}


def test_of_a_person_only_what_changed_is_stored(store: SqlStore) -> None:
    """Another worker may have stored the rest since we looked."""
    aki = Individual("telegram:1", "Aki")
    store.remember(aki)
    chosen = msgspec.structs.replace(aki, language="ja", wishes=Wishes(more_time=True))
    store.wish("telegram:1", lambda wishes: Wishes(more_time=True))
    store.remember(chosen, aki)
    met = Individual("telegram:1", "Akiko", "en", reachable=not aki.reachable)
    store.remember(met, aki, guessed=True)
    assert store.person("telegram:1") == msgspec.structs.replace(
        met, language="ja", wishes=Wishes(more_time=True)
    )
    store.remember(msgspec.structs.replace(met, language="en"), aki)
    assert store.person("telegram:1").language == "en"
    store.remember(met, met)
    ben = Individual("telegram:2", "Ben", "en")
    store.remember(ben, Individual("telegram:2"), guessed=True)
    assert store.person("telegram:2") == ben


def test_of_two_wishes_at_the_same_moment_none_is_lost(store: SqlStore, another: Another) -> None:
    stores = store, another()

    def change(wishes: Wishes, number: int) -> Wishes:
        calls, more_time = wishes.calls, wishes.more_time
        return Wishes(more_time, f"{calls}x") if number else Wishes(not more_time, calls)

    def work(number: int) -> None:
        for _ in range(21):
            stores[number].wish("t:1", lambda wishes: change(wishes, number))

    with ThreadPoolExecutor(2) as threads:
        [*threads.map(work, range(2))]
    assert store.person("t:1") == Individual("t:1", wishes=Wishes(True, "x" * 21))
    store.wish("t:1", lambda wishes: Wishes())
    assert dump(store)["person"][0][4] == "", "as if nothing had ever been wished"


def test_of_two_habits_of_a_room_at_the_same_moment_none_is_lost(
    store: SqlStore, another: Another
) -> None:
    room, stores = a_room(store, "-1"), (store, another())

    def change(work: Work, number: int) -> None:
        habits = work.habits_locked(room)
        new = {"scores": not habits.scores} if number else {"pace": f"{habits.pace}x"}
        work.put_habits(room, msgspec.structs.replace(habits, **new))

    def many(number: int) -> None:
        for _ in range(21):
            stores[number].run(lambda work: change(work, number))

    with ThreadPoolExecutor(2) as threads:
        [*threads.map(many, range(2))]
    assert store.read(lambda reads: reads.habits(room)) == Habits(pace="x" * 21, scores=True)


def test_two_change_what_is_kept_one_after_the_other(store: SqlStore, another: Another) -> None:
    stores = store, another()

    def add(word: str) -> Callable[[str], str]:
        return lambda kept: f"{kept} {word}".strip()

    def work(number: int) -> None:
        for each in range(10):
            stores[number].change_kept("key", add(f"{number}{each}"), AT)

    with ThreadPoolExecutor(2) as threads:
        [*threads.map(work, range(2))]
    assert len(store.kept("key").split()) == 20
    assert store.change_kept("key", lambda kept: "", AT) != ""
    assert store.kept_like("key") == []
