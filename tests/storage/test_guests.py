"""Where rooms stand, on both kinds of database."""

from __future__ import annotations

import pytest

from adapters.guests import (
    AWAY,
    IN,
    LET,
    NEW,
    SHUT,
    STAYS,
    TOLD,
    TURNED,
    WAITS,
    Decided,
    Gate,
    Guests,
    mark_of,
)
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
    assert other.decide(room.id, mark_of("-2"), let_in=True) == (Decided.IN, room)
    assert one.decide(room.id, mark_of("-2"), let_in=False) == (Decided.WAS_IN, room)
    assert one.gate(room, "telegram:6", calls=True) is Gate.OPEN
    assert store.kept_like("guest:") == []
    assert [each.id for each in one.to_greet()] == [room.id]
    one.greeted(room)
    assert store.stands(room.id) == IN
    assert one.decide(12345, mark_of("-2"), let_in=True) is None
    store.rename("telegram", "-2", "-1002")
    renamed = store.room(room.id)
    assert one.decide(room.id, mark_of("-2"), let_in=True) == (Decided.WAS_IN, renamed)


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
        ("none", [NEW, SHUT, SHUT, LET, TURNED, AWAY]),
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


def test_what_the_owner_turned_away_no_other_opens(store: SqlStore) -> None:
    found = guests(store)
    inside, out = store.enter("telegram", "-1", "en"), store.enter("telegram", "-2", "en")
    assert found.gate(inside, "telegram:77", calls=True) is Gate.OPEN
    store.run(lambda work: work.arrived(inside.id, "telegram:5"))
    found.gate(out, "telegram:6", "Kai", calls=False, added=True)
    found.decide(out.id, mark_of("-2"), let_in=False)
    assert found.gate(out, "telegram:5", calls=True) is Gate.SHUT
    found.was_left(out)
    assert found.gate(out, "telegram:5", "Ben", calls=False, added=True) is Gate.SHUT
    assert store.stands(out.id) == TURNED and [each.id for each in found.to_leave()] == [out.id]
    assert found.gate(out, "telegram:77", calls=True) is Gate.OPEN


def test_a_decision_counts_that_was_taken_meanwhile(store: SqlStore) -> None:
    found = guests(store)
    inside, out = store.enter("telegram", "-1", "en"), store.enter("telegram", "-2", "en")
    assert found.gate(inside, "telegram:77", calls=True) is Gate.OPEN
    store.run(lambda work: work.arrived(inside.id, "telegram:5"))
    found.gate(out, "telegram:6", "Kai", calls=False, added=True)
    knows = found.knows

    def slow(user: str) -> bool:
        found.decide(out.id, mark_of("-2"), let_in=False)
        return knows(user)

    found.knows = slow  # type: ignore[method-assign]
    assert found.gate(out, "telegram:5", calls=True) is Gate.SHUT
    assert store.stands(out.id) == TURNED


def test_strangers_are_forgotten_with_their_group(store: SqlStore) -> None:
    found = guests(store)
    room = store.enter("telegram", "-2", "en", "Friends")
    assert found.gate(room, "telegram:6", "Kai", calls=False, added=True) is Gate.TELL
    found.asked([room.id])
    found.left(room)
    assert store.kept_like("guest:") == []
    assert found.gate(room, "telegram:6", "Kai", calls=False, added=True) is Gate.TELL
    assert [each.asked for each in found.waiting()] == [False]  # so the owner is asked again
    for rule in ("none", "open"):
        guests(store, rule).begin()
        assert store.kept_like("guest:") == []


def test_a_group_is_left_a_little_later_where_nobody_knows_who_added_us(store: SqlStore) -> None:
    at = [AT]
    found = Guests(store, lambda: at[0], "none", "telegram:77")
    found.guard("telegram")
    known = store.enter("telegram", "-1", "en")
    assert found.gate(known, "telegram:77", calls=True) is Gate.OPEN
    store.run(lambda work: work.arrived(known.id, "telegram:5"))
    one, two = store.enter("telegram", "-2", "en"), store.enter("telegram", "-3", "en")
    for room in (one, two):
        assert found.gate(room, "", calls=False, added=True) is Gate.LEAVES
        assert found.gate(room, "telegram:6", calls=True) is Gate.SHUT
    found.begin()  # a restart
    assert found.to_leave() == []
    assert found.gate(one, "telegram:5", calls=True) is Gate.OPEN
    at[0] += STAYS
    assert [room.id for room in found.to_leave()] == [two.id]
    found.was_left(two)
    assert store.stands(two.id) == NEW and store.kept_like("guest:") == []
    assert found.gate(two, "telegram:5", calls=False, added=True) is Gate.OPEN
