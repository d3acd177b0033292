"""The outbox: order, leases, pauses."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import pytest
from sqlalchemy import update

from core.house.ports import Batch, Lanes, Work
from core.kernel.text import Note
from storage.lanes import LOOK_AGAIN, PATIENCE
from storage.rows import OUTBOX
from storage.store import SqlStore
from tests.storage.things import (
    AT,
    FIRST,
    LEASE,
    PRIVATE,
    SECOND,
    dump,
    opened,
    shown,
    told,
    touched,
)

ROOM = "room:1"
LATE = AT + PATIENCE + 1.0  # when nothing waits for a newer release any more
Another = Callable[[], SqlStore]


def notes(batch: Batch) -> list[Note]:
    return [pending.note for pending in batch.notes]


def numbers(batch: Batch) -> list[int]:
    return [pending.id for pending in batch.notes]


def claim(store: SqlStore, at: float = AT, most: int = 10) -> list[Batch]:
    lanes: Lanes = store
    return list(lanes.claim(at, LEASE, most))


def due(store: SqlStore, lane: str = ROOM) -> float | None:
    times: dict[str, float | None] = {row[0]: row[3] for row in dump(store)["lane"]}
    return times[lane]


def test_what_is_told_waits_in_order(store: SqlStore) -> None:
    told(store, ROOM, FIRST, SECOND)
    told(store, ROOM, FIRST, at=AT + 1)
    [batch] = claim(store, AT + 2)
    assert batch.lane == ROOM
    assert notes(batch) == [FIRST, SECOND, FIRST]
    assert [pending.table for pending in batch.notes] == ["table1"] * 3
    [card] = batch.cards
    assert (card.table, card.message, card.hash, card.outdated) == ("table1", "", "", True)


def test_within_a_transaction_too(store: SqlStore) -> None:
    def work(work: Work) -> None:
        work.tell(ROOM, "table1", [FIRST], AT)
        work.tell("person:u:2", "table1", [PRIVATE], AT)
        work.touch(ROOM, "table2", AT)
        work.tell(ROOM, "table1", [SECOND], AT)

    store.run(work)
    batches = {batch.lane: batch for batch in claim(store)}
    assert notes(batches[ROOM]) == [FIRST, SECOND]
    assert [card.table for card in batches[ROOM].cards] == ["table1", "table2"]
    assert notes(batches["person:u:2"]) == [PRIVATE]


def test_telling_nothing_is_a_touch(store: SqlStore) -> None:
    told(store, ROOM)
    [batch] = claim(store)
    assert batch.notes == ()
    assert batch.cards[0].outdated


def test_a_claimed_lane_is_leased(store: SqlStore, another: Another) -> None:
    told(store, ROOM, FIRST)
    assert len(claim(store)) == 1
    other = another()
    assert claim(other, AT + LEASE - 1) == []
    assert other.claim_one(ROOM, AT + LEASE - 1, LEASE) is None
    [again] = claim(other, AT + LEASE)
    assert notes(again) == [FIRST]


def test_nobody_claims_what_they_send_themselves(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    assert len(claim(store)) == 1
    assert claim(store, AT + 10 * LEASE) == []
    assert store.claim_one(ROOM, AT + 10 * LEASE, LEASE) is None


def test_who_waits_longest_comes_first(store: SqlStore) -> None:
    for number in (3, 1, 2):
        touched(store, f"room:{number}", at=AT + number)
    assert claim(store, AT) == []
    assert [batch.lane for batch in claim(store, AT + 9, most=2)] == ["room:1", "room:2"]
    assert [batch.lane for batch in claim(store, AT + 9)] == ["room:3"]


def test_a_settled_lane_rests(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [batch] = claim(store)
    store.settle(batch, numbers(batch), [shown()], AT + 1)
    assert claim(store, AT + 100) == []
    assert store.claim_one(ROOM, AT + 100, LEASE) is None
    touched(store, ROOM, at=AT + 200)
    [later] = claim(store, AT + 200)
    assert later.notes == ()
    [card] = later.cards
    assert (card.message, card.hash, card.outdated) == ("7", "h", True)


def test_what_came_meanwhile_keeps_the_lane_due(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [batch] = claim(store)
    told(store, ROOM, SECOND, at=AT + 1)
    store.settle(batch, numbers(batch), [shown()], AT + 2)
    [more] = claim(store, AT + 2)
    assert notes(more) == [SECOND]
    [card] = more.cards
    assert (card.message, card.outdated) == ("7", True)
    store.settle(more, numbers(more), [shown()], AT + 3)
    assert claim(store, AT + 4) == []


def test_a_touch_meanwhile_outdates_the_card(store: SqlStore) -> None:
    touched(store, ROOM)
    [batch] = claim(store)
    touched(store, ROOM)
    store.settle(batch, [], [shown()], AT)
    [more] = claim(store)
    assert more.cards[0].outdated


def test_what_was_not_sent_stays_due(store: SqlStore) -> None:
    told(store, ROOM, FIRST, SECOND)
    [batch] = claim(store)
    store.settle(batch, numbers(batch)[:1], [shown()], AT + 5)
    assert due(store) == AT + 5
    [rest] = claim(store, AT + 5)
    assert notes(rest) == [SECOND]
    [card] = rest.cards  # a card that shows this note goes with it, though it is not outdated
    assert not card.outdated
    store.settle(rest, numbers(rest), [], AT + 6)
    assert due(store) is None


def test_a_card_that_was_not_shown_stays_due(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [batch] = claim(store)
    store.settle(batch, numbers(batch), [], AT + 1)
    [again] = claim(store, AT + 1)
    assert again.notes == ()
    assert again.cards[0].outdated


def test_cards_that_are_up_to_date_are_left_out(store: SqlStore) -> None:
    for table in ("table1", "table2"):
        touched(store, ROOM, table)
    [batch] = claim(store)
    store.settle(batch, [], [shown("table1"), shown("table2", "8")], AT)
    touched(store, ROOM, "table2")
    [batch] = claim(store)
    assert [(card.table, card.message) for card in batch.cards] == [("table2", "8")]


def test_nobody_throws_away_the_notes_of_another_lane(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    told(store, "room:2", SECOND)
    first, second = claim(store)
    store.settle(first, numbers(first) + numbers(second), [shown()], AT)
    store.settle(second, [], [shown()], AT)
    [again] = claim(store)
    assert notes(again) == [SECOND]


def test_who_comes_late_leaves_the_new_lease_alone(store: SqlStore, another: Another) -> None:
    told(store, ROOM, FIRST, SECOND)
    [slow] = claim(store)
    other, third = another(), another()
    [quick] = claim(other, AT + LEASE)
    store.postpone(slow, AT)
    store.renew([slow], AT)
    store.settle(slow, numbers(slow)[:1], [shown(message="5")], AT + LEASE + 1)
    assert third.claim_one(ROOM, AT + LEASE + 2, LEASE) is None
    other.settle(quick, numbers(quick), [shown(message="6")], AT + LEASE + 3)
    assert claim(store, AT + 999) == []
    assert dump(store)["card"] == [(ROOM, "table1", "6", "h", False)]


def test_a_late_settlement_does_not_reach_newer_notes(store: SqlStore, another: Another) -> None:
    told(store, ROOM, FIRST)
    [slow] = claim(store)
    other = another()
    [quick] = claim(other, AT + LEASE)
    other.settle(quick, numbers(quick), [shown()], AT + LEASE)
    told(store, ROOM, SECOND, at=AT + LEASE)
    store.settle(slow, numbers(slow), [shown()], AT + LEASE + 1)
    [batch] = claim(store, AT + LEASE + 2)
    assert notes(batch) == [SECOND]


def test_a_postponed_lane_stays_postponed(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [batch] = claim(store)
    store.postpone(batch, AT + 40)
    told(store, ROOM, SECOND, at=AT + 10)
    touched(store, ROOM, at=AT + 20)
    assert claim(store, AT + 39) == []
    [batch] = claim(store, AT + 40)
    assert notes(batch) == [FIRST, SECOND]


def test_a_parked_lane_wakes_at_the_next_touch(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [batch] = claim(store)
    store.postpone(batch, inf)
    assert due(store) is None
    assert claim(store, AT + 10**9) == []
    touched(store, ROOM, at=AT + 10)
    assert claim(store, AT + 9) == []
    [batch] = claim(store, AT + 10)
    assert notes(batch) == [FIRST]


@pytest.mark.parametrize("at_once", [True, False])
def test_what_was_sent_is_settled_with_a_pause_for_the_rest(store: SqlStore, at_once: bool) -> None:
    told(store, ROOM, FIRST, SECOND)
    [batch] = claim(store)
    if at_once:
        store.settle(batch, numbers(batch)[:1], [], AT + 1, until=AT + 40)
    else:
        store.postpone(batch, AT + 40)
        store.settle(batch, numbers(batch)[:1], [], AT + 1)
    assert claim(store, AT + 39) == []
    [rest] = claim(store, AT + 40)
    assert notes(rest) == [SECOND]


def test_one_lane_can_be_claimed_before_its_time(store: SqlStore) -> None:
    told(store, ROOM, FIRST, SECOND)
    [held] = claim(store)
    store.postpone(held, AT + 40)
    batch = store.claim_one(ROOM, AT + 2, LEASE)
    assert batch is not None
    assert notes(batch) == [FIRST, SECOND]
    assert store.claim_one(ROOM, AT + 3, LEASE) is None
    store.settle(batch, numbers(batch)[:1], [shown()], AT + 4)
    assert due(store) == AT + 40  # the rest is put off as before
    assert store.claim_one("room:2", AT, LEASE) is None


def test_a_parked_lane_can_be_claimed(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [held] = claim(store)
    store.postpone(held, inf)
    batch = store.claim_one(ROOM, AT, LEASE)
    assert batch is not None
    store.settle(batch, [], [shown()], AT + 4)
    assert due(store) == AT + 4  # something is left, so it is tried again


def test_what_came_meanwhile_does_not_end_a_pause(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [batch] = claim(store)
    told(store, ROOM, SECOND, at=AT + 1)
    store.settle(batch, [], [], AT + 2, until=AT + 40)
    assert claim(store, AT + 39) == []
    [again] = claim(store, AT + 40)
    assert notes(again) == [FIRST, SECOND]


def test_who_is_parked_for_ever_is_tried_with_what_came_meanwhile(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [batch] = claim(store)
    told(store, ROOM, SECOND, at=AT + 1)
    store.settle(batch, [], [], AT + 2, until=inf)
    assert due(store) == AT + 2


def test_an_early_touch_brings_a_lane_forward_only_if_it_rests(store: SqlStore) -> None:
    touched(store, ROOM, at=AT + 5)
    touched(store, ROOM, at=AT + 1)
    assert due(store) == AT + 5
    touched(store, "room:2", at=AT)
    assert [batch.lane for batch in claim(store, AT + 9)] == ["room:2", ROOM]


def test_a_note_that_nobody_can_read_blocks_nothing(
    store: SqlStore, caplog: pytest.LogCaptureFixture
) -> None:
    told(store, ROOM, FIRST, SECOND)
    _spoil(store, '{"type":"announce","message":{"type":"chess.mated","secret":"x"}}', 1)
    assert claim(store) == []
    [batch] = claim(store, LATE)
    assert notes(batch) == [SECOND]
    assert "chess.mated" in caplog.text
    assert "secret" not in caplog.text
    assert len(dump(store)["outbox"]) == 1


def test_a_lane_with_nothing_else_rests(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [batch] = claim(store)
    store.settle(batch, [], [shown()], AT)
    _spoil(store, "{}", 1)
    assert claim(store) == []
    assert claim(store, LATE) == []
    assert due(store) is None
    assert dump(store)["outbox"] == []
    assert store.claim_one(ROOM, LATE, LEASE) is None


def test_a_note_waits_while_a_release_lives_that_can_read_it(store: SqlStore) -> None:
    """It may be long before anything can be told there: as where a reply token is needed."""
    told(store, ROOM, FIRST)
    _spoil(store, "{}", 1)
    lives = [True]
    store.newer = lambda: lives[0]
    for at in (LATE, LATE + PATIENCE + 1):
        assert store.claim_one(ROOM, at, LEASE) is None
        assert len(dump(store)["outbox"]) == 1
    lives[0] = False
    assert store.claim_one(ROOM, LATE + 2 * PATIENCE, LEASE) is None
    assert len(dump(store)["outbox"]) == 1
    batch = store.claim_one(ROOM, LATE + 3 * PATIENCE, LEASE)
    assert batch is not None and not batch.notes, "its card is left"
    assert dump(store)["outbox"] == []


def test_a_note_waits_from_when_it_could_be_told(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    _spoil(store, "{}", 1)
    for at in (LATE, LATE + PATIENCE, AT, AT + PATIENCE):  # the clock is set back
        assert store.claim_one(ROOM, at, LEASE) is None
        assert len(dump(store)["outbox"]) == 1
    batch = store.claim_one(ROOM, LATE, LEASE)
    assert batch is not None and not batch.notes, "its card is left"
    assert dump(store)["outbox"] == []


def test_one_lane_with_nothing_else_rests(store: SqlStore) -> None:
    told(store, ROOM, FIRST)
    [batch] = claim(store)
    store.settle(batch, [], [shown()], AT)
    _spoil(store, "no JSON", 1)
    assert store.claim_one(ROOM, AT, LEASE) is None
    assert store.claim_one(ROOM, LATE, LEASE) is None
    assert claim(store) == []


def test_a_lane_that_never_was_can_be_settled(store: SqlStore) -> None:
    never = Batch("room:9", 1, (), ())
    store.settle(never, [], [], AT)
    store.postpone(never, AT)
    store.renew([never], AT)
    assert not store.wake("room:9", AT)
    assert claim(store) == []


def test_a_closed_table_still_tells_its_end(store: SqlStore) -> None:
    room = f"room:{opened(store)}"

    def work(work: Work) -> None:
        work.tell(room, "table1", [FIRST], AT)
        work.close("table1", AT)

    store.run(work)
    [batch] = claim(store)
    assert notes(batch) == [FIRST]


def test_a_note_of_a_newer_release_waits_for_it(store: SqlStore) -> None:
    """What came before it is told, what comes after it waits: the order is kept."""
    told(store, ROOM, FIRST, SECOND, FIRST)
    _spoil(store, '{"type":"announce","message":{"type":"chess.mated"}}', 2)
    [batch] = claim(store)
    assert numbers(batch) == [1]
    store.settle(batch, [1], [shown()], AT)
    assert claim(store) == []
    assert due(store) == AT + LOOK_AGAIN
    assert store.claim_one(ROOM, AT, LEASE) is None
    assert len(dump(store)["outbox"]) == 2


def test_a_lane_that_somebody_keeps_is_left_to_them(store: SqlStore, another: Another) -> None:
    other = another()
    told(store, ROOM, FIRST)
    other.keep_lane(ROOM, AT, 45.0)
    assert claim(store) == []
    [batch] = other.claim(AT, LEASE, 10, kept=True)
    other.settle(batch, [], [], AT)
    assert store.claim(AT, LEASE, 10, kept=True) == []
    [batch] = claim(store, AT + 45.0)
    assert notes(batch) == [FIRST]


@pytest.mark.parametrize("how", ["dies", "ends", "clock"])
def test_what_was_kept_by_who_is_gone_is_due(store: SqlStore, another: Another, how: str) -> None:
    other = another()
    told(store, ROOM, FIRST)
    other.keep_lane(ROOM, AT + (1e6 if how == "clock" else 0.0), 45.0)
    if how == "dies":
        store.free_dead(AT, {store.instance, other.instance})
        assert claim(store) == []
        store.free_dead(AT, {store.instance})
    elif how == "ends":
        other.hand_back(AT)
    assert len(claim(store)) == 1


def test_only_the_dead_lose_what_they_send(store: SqlStore, another: Another) -> None:
    other = another()
    told(store, ROOM, FIRST)
    assert len(claim(other)) == 1
    store.free_dead(AT, {other.instance})
    assert claim(store) == []
    store.free_dead(AT)
    [batch] = claim(store)
    assert batch.tries == 2


@pytest.mark.parametrize("more", [{"keep": 9.0}, {"until": AT + 9}, {"until": inf}, {}])
def test_who_lost_a_lane_is_told_so(
    store: SqlStore, another: Another, more: dict[str, float]
) -> None:
    other = another()
    told(store, ROOM, FIRST, SECOND)
    [ours] = claim(other)
    first, second = numbers(ours)
    assert other.settle(ours, [first], [], AT, keep=9.0)
    store.free_dead(AT)
    [theirs] = claim(store)
    assert not other.settle(ours, [second], [], AT, **more)  # type: ignore[arg-type]
    assert dump(store)["outbox"] == [], "what was sent was sent"
    assert store.settle(theirs, [], [], AT, **more)  # type: ignore[arg-type]


def _spoil(store: SqlStore, text: str, number: int) -> None:
    with store.begin() as connection:
        connection.execute(update(OUTBOX).where(OUTBOX.c.id == number).values(note=text))
