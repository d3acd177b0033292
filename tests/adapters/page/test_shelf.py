"""A table is read once for all who look, and again as soon as anything about it has changed."""

from __future__ import annotations

from adapters.page.shelf import Looked, Shelf
from core.house.clock import shown
from core.house.forgetting import Erased, forget
from storage.rows import JOURNAL
from tests.kernel.hall import Hall


def look(shelf: Shelf, hall: Hall) -> Looked:
    looked = shelf.look(hall.id)
    assert looked is not None
    return looked


def test_whoever_looks_next_sees_what_was_read() -> None:
    hall = Hall()
    hall.start("b", game="love-letter")
    shelf = Shelf(hall.house)
    first = look(shelf, hall)
    assert look(shelf, hall) is first
    assert shelf.look("nothing") is None


def test_a_move_a_clock_and_a_language_are_seen() -> None:
    hall = Hall()
    hall.start("b", game="love-letter")
    shelf = Shelf(hall.house)
    before = look(shelf, hall)
    shown(hall.house, hall.id, hall.playing.question, hall.at)
    running = look(shelf, hall)
    assert (before.due, running.due) == (0.0, hall.row.due)
    hall.store.speak(hall.room.id, "ja", hall.at)
    spoken = look(shelf, hall)
    assert [room.language for room in spoken.read.rooms] == ["ja"]
    seat = hall.asked[0]
    hall.answer(seat, hall.games["love-letter"].moves(hall.playing.state, seat)[0].code)
    after = look(shelf, hall)
    assert after.read.row.version > spoken.read.row.version
    assert after.story.events[: len(before.story.events)] == before.story.events
    assert len(after.story.events) > len(before.story.events)


def test_what_is_told_beside_a_journal_of_old_is_seen() -> None:
    hall = Hall()
    hall.start("b", game="love-letter")
    with hall.store.begin() as connection:
        connection.execute(JOURNAL.update().values(entry='{"type": "open"}'))
    shelf = Shelf(hall.house)
    first = look(shelf, hall)
    assert first.story.table is None and first.story.events
    assert look(shelf, hall) is not first


def test_after_somebody_was_forgotten_nobody_is_told_their_name() -> None:
    hall = Hall()
    hall.start("b", "c", game="toy")
    hall.finish()
    shelf = Shelf(hall.house)
    assert any("Ben" in repr(event.note) for event in look(shelf, hall).story.events)
    assert forget(hall.house, "b", hall.at + 1000) == Erased()
    after = look(shelf, hall)
    assert after.story.table == hall.finished
    assert not any("Ben" in repr(event.note) for event in after.story.events)
