"""Where rooms stand, on both kinds of database."""

from __future__ import annotations

import pytest

from adapters.guests import AWAY, IN, LET, NEW, TOLD, TURNED, WAITS, Decided, Gate, Guests, mark_of
from storage.store import SqlStore
from tests.storage.things import AT


def guests(store: SqlStore, rule: str = "ask") -> Guests:
    """Guests whose owner is Mina."""
    made = Guests(store, lambda: AT, rule, "telegram:77")
    made.guard("telegram")
    return made


def test_a_new_room_stands_outside_and_old_ones_do_not(store: SqlStore) -> None:
    old = store.enter("telegram", "-1", "en")
    found = guests(store)
    new, ground = store.enter("telegram", "-2", "en"), store.enter("playground", "x", "en")
    assert [store.stands(each.id) for each in (old, new, ground)] == [IN, NEW, IN]
    assert found.gate(old, "telegram:5", calls=True) is Gate.OPEN
    assert found.gate(new, "telegram:5", calls=True) is Gate.TELL
    assert store.enter("telegram", "-2", "en") == new


def test_only_the_first_decision_counts_whichever_worker_took_it(store: SqlStore) -> None:
    one, other = guests(store), guests(store)
    room = store.enter("telegram", "-2", "en", "Friends")
    assert one.gate(room, "telegram:5", "Kai", calls=False, added=True) is Gate.TELL
    assert other.gate(room, "telegram:5", "Kai", calls=False, added=True) is Gate.SHUT
    [waiting] = other.waiting()
    assert (waiting.room.title, waiting.by, waiting.asked) == ("Friends", "Kai", False)
    assert one.decide(room.id, mark_of("-3"), let_in=True) is None  # another group's key
    assert other.decide(room.id, mark_of("-2"), let_in=True) == (Decided.IN, "Friends")
    assert one.decide(room.id, mark_of("-2"), let_in=False) == (Decided.WAS_IN, "Friends")
    assert one.gate(room, "telegram:6", calls=True) is Gate.OPEN
    assert store.kept_like("guest:") == []
    assert [each.id for each in one.to_greet()] == [room.id]
    one.greeted(room)
    assert store.stands(room.id) == IN
    assert one.decide(12345, mark_of("-2"), let_in=True) is None
    store.rename("telegram", "-2", "-1002")
    assert one.decide(room.id, mark_of("-2"), let_in=True) == (Decided.WAS_IN, "Friends")


def test_who_was_heard_in_a_group_is_known_but_not_in_one_that_waits(store: SqlStore) -> None:
    found = guests(store)
    inside, outside = store.enter("telegram", "-1", "en"), store.enter("telegram", "-2", "en")
    assert found.gate(inside, "telegram:77", calls=True) is Gate.OPEN
    assert found.gate(outside, "telegram:6", calls=True) is Gate.TELL
    store.run(lambda work: work.arrived(inside.id, "telegram:5"))
    store.run(lambda work: work.arrived(outside.id, "telegram:6"))
    assert found.knows("telegram:5") and found.knows("telegram:77")
    assert not found.knows("telegram:6") and not found.knows("")
    assert found.gate(outside, "telegram:5", calls=False) is Gate.SHUT
    assert found.gate(outside, "telegram:5", calls=True) is Gate.OPEN
    store.run(lambda work: work.departed(inside.id, "telegram:5"))
    assert not found.knows("telegram:5") and found.knows("telegram:6")


def test_an_old_group_is_known_by_its_topics(store: SqlStore) -> None:
    store.enter("telegram", "-100:7", "en")
    found = guests(store)
    assert found.gate(store.enter("telegram", "-100", "en"), "telegram:5", calls=True) is Gate.OPEN
    assert found.gate(store.enter("telegram", "-10", "en"), "telegram:5", calls=True) is Gate.TELL


@pytest.mark.parametrize(
    ("rule", "after"),
    [
        ("open", [IN] * 6),
        ("ask", [NEW, WAITS, TOLD, LET, TURNED, AWAY]),
        ("none", [NEW, TURNED, TURNED, LET, TURNED, AWAY]),
    ],
)
def test_another_setting_moves_who_waits(store: SqlStore, rule: str, after: list[str]) -> None:
    guests(store)
    rooms = []
    for stands in (NEW, WAITS, TOLD, LET, TURNED, AWAY):
        rooms.append(store.enter("telegram", stands, "en"))
        store.stand(rooms[-1].id, (NEW,), stands)
    guests(store, rule).begin()
    assert [store.stands(room.id) for room in rooms] == after


def test_what_was_joined_to_another_room_waits_no_more(store: SqlStore) -> None:
    found = guests(store)
    for chat in ("-1", "-2"):
        found.gate(store.enter("telegram", chat, "en"), "telegram:5", calls=True)
    assert found.number() == 2
    store.rename("telegram", "-1", "-2")
    assert found.number() == 1 == len(found.waiting())
