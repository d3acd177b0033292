"""Forgetting what nobody needs any more, in small portions, on both databases."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

import pytest
from sqlalchemy import event, insert

from core.house.keeping import DAY, Keeping, Small
from core.house.ports import Draft, Work, person_lane, room_lane
from core.table.commands import Rematch, Start, UseLetters
from core.table.places import Individual, Reserved
from storage import tidying
from storage.receipts import number_of
from storage.rows import LETTER, PERSON
from storage.store import SqlStore
from tests.kernel.hall import Hall
from tests.storage.things import AT, FIRST, SECOND, a_row, dump, opened, press

Another = Callable[[], SqlStore]
ROWS = {"table", "journal", "told", "card", "draft"}


def tidy(store: SqlStore, at: float, keeping: Keeping | None = None) -> Counter[str]:
    gone: Counter[str] = Counter()
    for what, number in chain.from_iterable(store.tidied(at, keeping or Keeping())):
        gone[what] += number
    return +gone


def played(store: SqlStore, name: str = "table1", chat: str = "-1", at: float = AT) -> int:
    """A game that was played, shown and is over."""
    room = opened(store, name, chat, question=3, asked_at=at)
    store.run(lambda work: press(work, f"receipt {name}", name, at))
    store.run(
        lambda work: work.update(
            a_row(name, snapshot=b'{"a":"telegram:12"}', version=3, question=3)
        )
    )
    store.run(lambda work: work.journal(name, 3, at, b'{"user":"telegram:123","\xe3\x81\x82":1}'))
    for batch in store.claim(at, 30.0, 50):
        cards = [
            type(card)(card.table, f"m {batch.lane}", "h", outdated=False) for card in batch.cards
        ]
        store.settle(batch, [note.id for note in batch.notes], cards, at)
    store.run(lambda work: work.close(name, at))
    return room


def seen(store: SqlStore, name: str = "table1") -> object:
    """All that can be read of a table."""

    def look(work: Work) -> object:
        told = [(each.id, each.note) for each in work.told(name, 2)]
        lines = work.journal_of(name), work.journal_of(name, 2), work.journal_of(name, 9)
        return work.row(name), *lines, work.secret_of(name), told, work.rooms_of(name)

    return store.read(look)  # type: ignore[arg-type]


def test_a_game_that_is_over_goes_into_the_archive_and_can_be_read_there(store: SqlStore) -> None:
    played(store)
    before, rows = seen(store), dump(store)
    assert not tidy(store, AT + DAY)["games put away"]
    assert tidy(store, AT + DAY + 1)["games put away"] == 1
    after = dump(store)
    assert not any(after[name] for name in ROWS)
    assert seen(store) == before
    assert store.told("table1", 9) and store.journal_of("table1")
    [(_, ended_at, people, _)] = after["archive"]
    assert (ended_at, people) == (AT, '["telegram:12","telegram:123"]')
    assert after["room_table"] == rows["room_table"]


def test_who_changes_it_takes_it_out_and_it_goes_back_the_next_time(store: SqlStore) -> None:
    played(store)
    before = dump(store)
    tidy(store, AT + DAY + 1)
    store.run(lambda work: work.row("table1"))
    after = dump(store)
    assert {name: after[name] for name in ROWS} == {name: before[name] for name in ROWS}
    assert not after["archive"]
    store.run(lambda work: work.log("table1", [SECOND], AT + 2 * DAY))
    assert tidy(store, AT + DAY + 1)["games put away"] == 1
    assert store.told("table1", 1)[0].note == SECOND


def test_a_card_that_was_told_anew_meanwhile_stays(store: SqlStore) -> None:
    played(store)
    tidy(store, AT + DAY + 1)
    store.run(lambda work: work.touch("person:telegram:1", "table1", AT))
    store.run(lambda work: work.row("table1"))
    cards = {lane: message for lane, _, message, *_ in dump(store)["card"]}
    assert cards["person:telegram:1"] == "" and cards["room:1"] == "m room:1"


def test_nobody_takes_out_what_is_not_there(store: SqlStore) -> None:
    assert store.run(lambda work: work.row("nothing")) is None
    assert store.read(lambda reads: reads.row("nothing")) is None
    assert store.read(lambda reads: reads.secret_of("nothing")) == ""


def test_two_may_take_it_out_at_once(store: SqlStore, another: Another) -> None:
    played(store)
    tidy(store, AT + DAY + 1)
    other = another()
    rows = [each.run(lambda work: work.row("table1")) for each in (store, other)]
    assert rows[0] == rows[1] is not None


def test_games_are_thrown_away_when_their_time_has_come(store: SqlStore) -> None:
    played(store)
    keeping = Keeping(games=5 * DAY)
    tidy(store, AT + 5 * DAY, keeping)
    assert len(dump(store)["archive"]) == 1
    assert tidy(store, AT + 5 * DAY + 1, keeping)["games of the archive"] == 1
    left = dump(store)
    assert not any(left[name] for name in (*ROWS, "archive", "room_table", "seat"))


def test_for_ever_is_for_ever(store: SqlStore) -> None:
    played(store)
    tidy(store, AT + DAY * 99999, Keeping(games=None))
    assert len(dump(store)["archive"]) == 1 and seen(store)


def test_no_days_are_one_day(store: SqlStore) -> None:
    played(store)
    keeping = Keeping(games=0.0)
    assert not tidy(store, AT + DAY, keeping)["games"]
    assert tidy(store, AT + DAY + 1, keeping)["games"] == 1
    assert not any(dump(store)[name] for name in (*ROWS, "archive", "room_table"))


def test_a_rematch_can_be_rebuilt_though_the_game_before_was_thrown_away(url: str) -> None:
    hall = Hall(url)
    hall.start("b", "c", bots=1)
    hall.finish()
    first = hall.id
    hall.at += DAY - 60
    hall.do(Rematch("b", "Ben"))
    hall.do(Start("b"))
    hall.answer(hall.asked[0], "rest")
    playing = hall.playing
    assert tidy(hall.store, hall.at + 120, Keeping(games=0.0))["games"] == 1
    assert hall.store.read(lambda reads: reads.row(first)) is None
    hall.tear()
    hall.do(UseLetters("b", True))
    assert hall.playing.state == playing.state and hall.playing.deal == playing.deal
    assert not hall.row.broken
    hall.store.close()


def test_open_tables_and_those_set_aside_stay(store: SqlStore) -> None:
    opened(store, "open", "-1", question=3)
    opened(store, "aside", "-2", question=3, broken=True)
    store.run(lambda work: work.close("aside", AT))
    store.run(lambda work: press(work, "r", "open"))
    before = {name: dump(store)[name] for name in ROWS}
    tidy(store, AT + 29 * DAY, Keeping(games=0.0))
    assert {name: dump(store)[name] for name in ROWS} == before
    assert tidy(store, AT + 31 * DAY, Keeping(games=0.0))["tables set aside"] == 1
    assert [name for name, *_ in dump(store)["table"]] == ["open"]


def test_a_lobby_that_led_to_no_game_goes(store: SqlStore) -> None:
    opened(store)
    store.run(lambda work: press(work))
    store.run(lambda work: work.close("table1", AT))
    assert tidy(store, AT + DAY + 1)["lobbies"] == 1
    left = dump(store)
    assert not any(left[name] for name in (*ROWS, "archive", "room_table"))


def test_many_games_go_by_and_by(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "GAMES", 2)
    for number in range(12):
        played(store, f"t{number}", f"-{number}")
    told = chain.from_iterable(store.tidied(AT + 2 * DAY, Keeping()))
    steps = [number for what, number in told if "put" in what]
    assert max(steps) <= 10 and sum(steps) == 12


def test_receipts_are_kept_for_two_days(store: SqlStore) -> None:
    store.run(lambda work: [work.first_time(f"r{age}", AT - age) for age in (0, 2 * DAY)])
    store.run(lambda work: work.first_time("old", AT - 2 * DAY - 1))
    assert tidy(store, AT)["receipts"] == 1
    kept = {number_of("r0"), number_of(f"r{2 * DAY}")}
    assert {receipt for receipt, _ in dump(store)["seen"]} == kept
    assert not store.run(lambda work: work.first_time("r0", AT))
    assert store.run(lambda work: work.first_time("old", AT))


def test_empty_lanes_go_and_come_again(store: SqlStore) -> None:
    room = played(store)
    lanes = {room_lane(room), person_lane("telegram:1"), person_lane("telegram:2")}
    assert {address for address, *_ in dump(store)["lane"]} == lanes
    store.run(lambda work: work.tell("room:99", "open", [FIRST], AT))
    assert tidy(store, AT + DAY + 1)["lanes"] == 3
    assert [address for address, *_ in dump(store)["lane"]] == ["room:99"]
    store.run(lambda work: work.tell(room_lane(room), "x", [FIRST], AT))
    assert {batch.lane for batch in store.claim(AT, 30.0, 9)} == {"room:99", room_lane(room)}
    tidy(store, AT)
    assert len(dump(store)["lane"]) == 2, "somebody sends them"


def test_a_lane_that_waits_to_be_asked_for_stays(store: SqlStore) -> None:
    store.holds_back = lambda lane: True
    store.run(lambda work: work.tell("room:1", "table1", [FIRST], AT))
    store.run(lambda work: work.touch("room:2", "table1", AT))
    opened(store)
    tidy(store, AT)
    assert len(dump(store)["lane"]) == 2


def test_what_nobody_came_for_is_thrown_away(store: SqlStore) -> None:
    opened(store, "open", "-1")
    store.holds_back = lambda lane: True
    for table in ("over", "open"):
        store.run(lambda work: work.tell("room:1", table, [FIRST], AT))  # noqa: B023
    tidy(store, AT + 30 * DAY)
    assert len(dump(store)["outbox"]) == 2
    assert tidy(store, AT + 30 * DAY + 1)["waiting letters"] == 1
    assert [table for _, _, table, *_ in dump(store)["outbox"]] == ["open"]


def test_a_card_for_who_comes_late_waits_for_a_month(store: SqlStore) -> None:
    room = played(store)
    store.run(lambda work: work.touch(room_lane(room), "table1", AT))
    tidy(store, AT + DAY + 1)
    assert len(dump(store)["card"]) == 1
    tidy(store, AT + 30 * DAY + 1)
    assert not dump(store)["card"] and not store.claim(AT + 31 * DAY, 30.0, 9)
    assert tidy(store, AT + 30 * DAY + 1)["lanes"] == 1


def test_drafts_and_places_of_long_ago_go(store: SqlStore) -> None:
    room = opened(store)
    for table in ("table1", "gone"):
        store.run(lambda work: work.put_draft(table, "telegram:1", Draft()))  # noqa: B023
    for age, user in ((0.0, "telegram:1"), (91 * DAY, "telegram:2")):
        store.run(lambda work: work.reserve(room, Reserved(user, "x"), AT - age))  # noqa: B023
    gone = tidy(store, AT)
    assert gone["drafts"] == gone["places in next games"] == 1
    assert [table for table, *_ in dump(store)["draft"]] == ["table1"]
    assert [user for _, user, *_ in dump(store)["reserved"]] == ["telegram:1"]


def test_the_ledger_is_kept_for_a_year(store: SqlStore) -> None:
    for day in ("2020-01-01", "2023-11-01"):  # AT is in November 2023
        store.spend(day, "push", 1, 10)
    assert tidy(store, AT)["lines of the ledger"] == 1
    assert store.spent("2023-11-01", "push") == 1


def test_the_last_letters_of_each_address_stay(store: SqlStore) -> None:
    letter = {"table": "", "kind": "note", "at": AT}
    with store.begin() as connection:
        rows = [
            {"address": address, "payload": str(number)} | letter
            for number in range(12)
            for address in ("room:1", "room:2")
        ]
        connection.execute(insert(LETTER), rows)
    few = store.say("room:3", "", "note", "few", AT)
    assert tidy(store, AT, Keeping(letters=10))["letters"] == 4
    assert [each.payload for each in store.letters("room:1")] == [str(n) for n in range(2, 12)]
    assert [each.id for each in store.letters("room:3")] == [few]


# Small things


def small(store: SqlStore, kind: Small, at: float = AT) -> list[str]:
    tidy(store, at, Keeping(small=(kind,)))
    return sorted(key for key, _ in store.kept_like(""))


def test_small_things_end_with_time(store: SqlStore) -> None:
    for prefix in ("old:", "old;", "ol", "olds:"):
        for age in (1, 3):
            store.keep(f"{prefix}{age}", "x", AT - age * DAY)
    left = small(store, Small("old:", seconds=2 * DAY))
    assert left == sorted(["old:1", "old;1", "old;3", "ol1", "ol3", "olds:1", "olds:3"])


def test_small_things_are_bounded_in_number(store: SqlStore) -> None:
    for age in range(5):
        store.keep(f"aside:{age}", "x", AT - age)
    assert small(store, Small("aside:", most=2)) == ["aside:0", "aside:1"]
    assert small(store, Small("aside:", most=2)) == ["aside:0", "aside:1"]


def test_small_things_go_with_their_table(store: SqlStore) -> None:
    opened(store, "aaaaaaaa", "-1")
    played(store, "bbbbbbbb", "-2")
    tidy(store, AT + DAY + 1)
    for table in ("aaaaaaaa", "bbbbbbbb", "cccccccc"):
        store.keep(f"key:{table}", "x", AT)
        store.keep(f"seat:{table}.2", "x", AT)
        store.keep(f"value:{table[0]}", table, AT)
        store.keep(f"ping:{table}", "x", AT)
    for kind in (
        *(Small(prefix, of_table=True) for prefix in ("key:", "seat:")),
        Small("value:", of_table=True, value=True),
    ):
        small(store, kind)
    assert len(small(store, Small("ping:", of_table=True, open=True))) == 7
    assert not [key for key, _ in store.kept_like("") if "cccc" in key or key == "value:c"]
    assert [key for key, _ in store.kept_like("ping:")] == ["ping:aaaaaaaa"]


def test_there_may_be_very_many(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "PORTION", 500)
    for number in range(1203):
        store.keep(f"a:{number:04}", "x", AT - (number % 2) * DAY)
    left = small(store, Small("a:", seconds=DAY / 2))
    assert len(left) == 602


# People


def people(store: SqlStore) -> list[str]:
    return sorted(user for user, *_ in dump(store)["person"])


def test_who_is_gone_is_forgotten(store: SqlStore) -> None:
    room = opened(store)
    store.run(lambda work: work.seated("table1", ["t:sits"]))
    store.run(lambda work: work.arrived(room, "t:member"))
    store.run(lambda work: work.reserve(room, Reserved("t:waits", ""), AT))
    for name in ("sits", "member", "waits", "follows", "gone", "new"):
        store.remember(Individual(f"t:{name}", name, "ja"))
    store.keep("follows:t:follows", "1", AT)
    store.keep("met:t:gone", "1", AT)
    store.keep("met:t:follows", "1", AT)
    keeping = Keeping(persons=10 * DAY, theirs=("met:",), ties=("follows:",))
    assert not tidy(store, AT, keeping)["people"]
    store.remember(Individual("t:new", "new", "en"))
    assert not tidy(store, AT + 10 * DAY, keeping)["people"]
    assert tidy(store, AT + 11 * DAY, keeping)["people"] == 1
    assert people(store) == ["t:follows", "t:member", "t:new", "t:sits", "t:waits"]
    assert [key for key, _ in store.kept_like("met:")] == ["met:t:follows"]


def test_who_comes_back_is_known_for_all_the_time_anew(store: SqlStore) -> None:
    room = opened(store)
    store.remember(Individual("t:1", "one", "ja"))
    keeping = Keeping(persons=10 * DAY)
    tidy(store, AT, keeping)
    store.run(lambda work: work.arrived(room, "t:1"))
    tidy(store, AT + 9 * DAY, keeping)
    store.run(lambda work: work.departed(room, "t:1"))
    tidy(store, AT + 12 * DAY, keeping)
    tidy(store, AT + 21 * DAY, keeping)
    assert people(store) == ["t:1"]
    tidy(store, AT + 23 * DAY, keeping)
    assert people(store) == []


def test_there_may_be_very_many_people(store: SqlStore) -> None:
    with store.begin() as connection:
        known = {"name": "x", "language": "", "reachable": True, "wishes": "", "idle_since": None}
        rows = [{"user": f"t:{number:05}"} | known for number in range(1234)]
        connection.execute(insert(PERSON), rows)
    tidy(store, AT)
    assert tidy(store, AT + 200 * DAY)["people"] == 1234


# Pages


def test_free_pages_go_back_to_the_disk(store: SqlStore, monkeypatch: pytest.MonkeyPatch) -> None:
    if not store.is_sqlite:
        assert not tidy(store, AT)["free pages"]
        return
    assert store.file is not None
    monkeypatch.setattr(tidying, "SPARE", 0)
    store.keep("much", "x" * 2_000_000, AT)
    store.keep("much", "", AT)
    assert tidy(store, AT)["free pages"] > 400
    with store.begin() as connection:
        assert connection.exec_driver_sql("PRAGMA freelist_count").scalar() == 0
        assert int(str(connection.exec_driver_sql("PRAGMA page_count").scalar())) < 120


def test_nothing_is_read_through_anew_for_each_row(store: SqlStore) -> None:
    """PostgreSQL joins by `EXISTS`; of what `NOT IN` names it reads all for each row as soon as it
    is much."""
    played(store)
    said: list[str] = []

    def hear(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        said.append(statement)

    event.listen(store.engine, "before_cursor_execute", hear)
    tidy(store, AT + 31 * DAY)
    assert said and not [each for each in said if "NOT IN" in each]


def test_what_is_kept_anew_meanwhile_stays(
    store: SqlStore, another: Another, monkeypatch: pytest.MonkeyPatch
) -> None:
    if store.is_sqlite:
        pytest.skip("there nobody writes meanwhile")
    other, gone = another(), tidying._gone
    for key in ("ended:a", "ended:b"):
        store.keep(key, "nothing", AT)

    def meanwhile(*asked: Any) -> set[str]:
        other.keep("ended:a", "table1", AT + 1)
        return gone(*asked)

    monkeypatch.setattr(tidying, "_gone", meanwhile)
    assert small(store, Small("ended:", of_table=True, value=True)) == ["ended:a"]
    assert store.kept("ended:a") == "table1"
