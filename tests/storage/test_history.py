"""Letters of the playground, and forgetting."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import insert

from storage.history import LETTERS_KEPT, SEEN_FOR, Letter
from storage.rows import LETTER
from storage.store import SqlStore
from tests.storage.things import AT, dump, opened, press


def say(store: SqlStore, payload: str, address: str = "room:1") -> int:
    return store.say(address, "table1", "note", payload, AT)


def payloads(store: SqlStore, after: int = 0, most: int = 500) -> Iterator[str]:
    return (letter.payload for letter in store.letters("room:1", after, most))


def test_letters_are_kept_in_order(store: SqlStore) -> None:
    first = say(store, '"一"')
    say(store, '"other"', "room:2")
    second = say(store, '"二"')
    assert store.letters("room:1") == [
        Letter(first, "room:1", "table1", "note", '"一"', AT),
        Letter(second, "room:1", "table1", "note", '"二"', AT),
    ]
    assert list(payloads(store, after=first)) == ['"二"']
    assert list(payloads(store, most=1)) == ['"二"']  # a history opens at its end
    assert store.letters("room:3") == []


def test_a_letter_can_be_edited(store: SqlStore) -> None:
    first, _ = say(store, "1"), say(store, "2")
    store.edit(first, "3")
    store.edit(999, "4")
    assert list(payloads(store)) == ["3", "2"]


def test_old_receipts_are_forgotten(store: SqlStore) -> None:
    store.run(lambda work: [work.first_time(f"r{age}", AT - age) for age in (0, SEEN_FOR)])
    store.run(lambda work: work.first_time("old", AT - SEEN_FOR - 1))
    store.prune(AT)
    assert [receipt for receipt, _ in dump(store)["seen"]] == ["r0", f"r{SEEN_FOR}"]


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


def test_records_are_never_forgotten(store: SqlStore) -> None:
    opened(store)
    store.run(press)
    store.run(lambda work: work.close("table1"))
    before = dump(store)
    store.prune(AT + 10 * 365 * 86400)
    assert dump(store) == before | {"seen": []}
