"""Letters of the playground, and forgetting."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import insert, update

from core.house.afterwards import OWNED_UP, PANELS
from core.house.mending import ASIDE, REBUILT
from core.house.ports import Lanes, Work
from storage.history import KEPT_FOR, LETTERS_KEPT, LOOKED_BACK, Posting
from storage.receipts import number_of
from storage.rows import LETTER, TOLD
from storage.store import SqlStore
from tests.storage.things import AT, FIRST, SECOND, dump, opened, press


def say(store: SqlStore, payload: str, address: str = "room:1") -> int:
    return store.say(address, "table1", "note", payload, AT)


def payloads(store: SqlStore, after: int = 0, most: int = 500) -> Iterator[str]:
    return (letter.payload for letter in store.letters("room:1", after, most))


def test_letters_are_kept_in_order(store: SqlStore) -> None:
    first = say(store, '"一"')
    say(store, '"other"', "room:2")
    second = say(store, '"二"')
    assert store.letters("room:1") == [
        Posting(first, "room:1", "table1", "note", '"一"', AT),
        Posting(second, "room:1", "table1", "note", '"二"', AT),
    ]
    assert list(payloads(store, after=first)) == ['"二"']
    assert list(payloads(store, most=1)) == ['"二"']  # a history opens at its end
    assert store.letters("room:3") == []


def test_old_receipts_are_forgotten(store: SqlStore) -> None:
    store.run(lambda work: [work.first_time(f"r{age}", AT - age) for age in (0, KEPT_FOR)])
    store.run(lambda work: work.first_time("old", AT - KEPT_FOR - 1))
    store.prune(AT)
    kept = {number_of("r0"), number_of(f"r{KEPT_FOR}")}
    assert {receipt for receipt, _ in dump(store)["seen"]} == kept


def test_of_what_was_damaged_the_tables_that_are_lost_stay_known(store: SqlStore) -> None:
    for prefix in (REBUILT, ASIDE):
        for age in (0, KEPT_FOR, KEPT_FOR + 1):
            store.keep(f"{prefix}table{age}", "{}", AT - age)
    store.prune(AT)
    assert len(store.kept_like(REBUILT)) == 2
    assert len(store.kept_like(ASIDE)) == 3


def test_what_became_of_a_match_is_forgotten_after_half_a_year(store: SqlStore) -> None:
    for prefix in (PANELS, OWNED_UP, "panelsx", "other:"):
        for age in (0, LOOKED_BACK, LOOKED_BACK + 1):
            store.keep(f"{prefix}t{age}:1", "shown", AT - age)
    store.prune(AT)
    for prefix, left in ((PANELS, 2), (OWNED_UP, 2), ("panelsx", 3), ("other:", 3)):
        assert len(store.kept_like(prefix)) == left


def test_the_last_letters_of_each_address_stay(store: SqlStore) -> None:
    with store.begin() as connection:
        letter = {"table": "", "kind": "note", "at": AT}
        connection.execute(
            insert(LETTER),
            [
                {"address": address, "payload": str(number)} | letter
                for number in range(LETTERS_KEPT + 2)
                for address in ("room:1", "room:2")
            ],
        )
    few = say(store, "few", "room:3")
    store.prune(AT)
    assert list(payloads(store, most=9999)) == [str(n + 2) for n in range(LETTERS_KEPT)]
    assert len(store.letters("room:2", most=9999)) == LETTERS_KEPT
    assert [letter.id for letter in store.letters("room:3")] == [few]
    assert say(store, "next") > few


def test_what_was_told_at_a_table_can_be_looked_up(store: SqlStore) -> None:
    def work(work: Work) -> None:
        work.log("table1", [FIRST], AT)
        work.log("table2", [SECOND], AT)
        work.log("table1", [], AT)
        work.log("table1", [SECOND, FIRST], AT + 1)

    store.run(work)
    lanes: Lanes = store
    assert [pending.note for pending in lanes.told("table1", 9)] == [FIRST, SECOND, FIRST]
    assert [pending.note for pending in lanes.told("table1", 2)] == [SECOND, FIRST]
    assert [pending.table for pending in lanes.told("table2", 9)] == ["table2"]
    assert lanes.told("table3", 9) == []


def test_what_nobody_can_read_is_left_out(store: SqlStore) -> None:
    store.run(lambda work: work.log("table1", [FIRST, SECOND], AT))
    with store.begin() as connection:
        connection.execute(update(TOLD).where(TOLD.c.id == 1).values(note="{}"))
    assert [pending.note for pending in store.told("table1", 9)] == [SECOND]


def test_what_was_told_is_forgotten_after_the_game(store: SqlStore) -> None:
    opened(store, "open", "-1")
    opened(store, "over", "-2")
    for table in ("open", "over"):
        store.run(lambda work: work.log(table, [FIRST], AT))  # noqa: B023
    store.run(lambda work: work.close("over", AT))
    store.prune(AT + KEPT_FOR)
    assert len(store.told("over", 9)) == 1
    store.prune(AT + KEPT_FOR + 1)
    assert store.told("over", 9) == []
    assert len(store.told("open", 9)) == 1


def test_records_are_never_forgotten(store: SqlStore) -> None:
    opened(store)
    store.run(press)
    store.run(lambda work: work.close("table1", AT))
    before = dump(store)
    store.prune(AT + 10 * 365 * 86400)
    assert dump(store) == before | {"seen": [], "told": []}
